//! Views: the value at an address as a caller sees and edits it, untyped or as a serde type.
//!
//! A view is never written back. What the caller changed in it is found by comparing it with itself from before, carried
//! over to the value that stands in the document, and made a plan: what a type does not know and the zero values that
//! it adds are in neither view, so they are in no plan.

mod rebase;

pub(crate) use rebase::rebase;

use crate::diagnostic::{Code, Diagnose, Diagnostic};
use crate::diff::{DiffError, diff_at};
use crate::expression::{Address, Intent, Place, ResolveError, resolve};
use crate::limits::Limits;
use crate::location::Location;
use crate::plan::{Assignment, ChoiceError, Conflict, Expected, Op, Plan, exclude};
use crate::schema::Attached;
use crate::value::Node;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value as Serde;

/// Why a view could not be made, or what was changed in it could not be planned.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.diagnose().message)]
pub enum ViewError {
    /// The address does not fit the document.
    Resolve(ResolveError),
    /// The value does not fit the type, or the type does not fit JSON.
    Type {
        /// The place of the value.
        location: Location,
        /// What serde says.
        error: serde_json::Error,
    },
    /// A list entry of the view cannot be told from another.
    Diff(DiffError),
    /// Two of the places overlap.
    Conflict(Conflict),
    /// The schema does not allow the change.
    Choice(ChoiceError),
}

/// The plan for what `change` does to the views at an address, which is called once for each place.
///
/// A place where nothing stands is seen as null. The schema's keyed lists keep each entry's unknown fields, also where
/// entries are moved, and its choices clear what a written member excludes.
///
/// ```
/// use fieldwright::{expression::Address, limits::Limits, schema::{Attached, Schema}, view};
/// use serde_json::json;
///
/// let pod = json!({"metadata": {"name": "p"}, "spec": {"unknown": 1}});
/// let schema = Attached::new(Schema::none());
/// let plan = view::update(&pod, &Address::root(), &schema, |pod| {
///     pod["metadata"]["labels"]["team"] = "ml".into();
/// }).unwrap();
/// assert_eq!(plan.to_string(), r#".metadata.labels = {"team":"ml"}"#);
/// ```
pub fn update<'a, N: Node<'a>>(
    root: N,
    address: &Address<'_>,
    schema: &Attached<'_>,
    mut change: impl FnMut(&mut Serde),
) -> Result<Plan, ViewError> {
    plan_changes(root, address, schema, |_, view| {
        let mut after = view.clone();
        change(&mut after);
        Ok((view, after))
    })
}

/// As [`update`], on views of a serde type.
///
/// What the type does not know is not in the view and stays as it is in the document; what it adds when it is written
/// (defaults, empty lists) was added before the change as well as after, and is in no plan.
pub fn update_as<'a, T: DeserializeOwned + Serialize, N: Node<'a>>(
    root: N,
    address: &Address<'_>,
    schema: &Attached<'_>,
    mut change: impl FnMut(&mut T),
) -> Result<Plan, ViewError> {
    plan_changes(root, address, schema, |place, view| {
        let failed = |error| ViewError::Type { location: place.clone(), error };
        let mut typed: T = serde_json::from_value(view).map_err(failed)?;
        let before = serde_json::to_value(&typed).map_err(failed)?;
        change(&mut typed);
        Ok((before, serde_json::to_value(&typed).map_err(failed)?))
    })
}

/// Asks for the view before and after at each place, and plans the difference for the document.
fn plan_changes<'a, N: Node<'a>>(
    root: N,
    address: &Address<'_>,
    schema: &Attached<'_>,
    mut views: impl FnMut(&Location, Serde) -> Result<(Serde, Serde), ViewError>,
) -> Result<Plan, ViewError> {
    let mut assignments = Vec::new();
    for place in resolve(address, root, Intent::Set, &Limits::DEFAULT).map_err(ViewError::Resolve)? {
        let view = place.node.map_or(Serde::Null, |node| Serde::from(&node.to_value()));
        let (before, after) = views(&place.location, view)?;
        assignments.extend(changes(&place, &before, &after, schema)?);
    }
    exclude(&mut assignments, root, schema).map_err(ViewError::Choice)?;
    let plan = Plan::new(assignments).map_err(ViewError::Conflict)?;
    Ok(plan.testing_keys(&Location::root(), root, &schema.cursor()))
}

fn changes<'a, N: Node<'a>>(
    place: &Place<N>,
    before: &Serde,
    after: &Serde,
    schema: &Attached<'_>,
) -> Result<Vec<Assignment>, ViewError> {
    let cursor = schema.cursor_at(place.location.segments());
    let Some(wanted) = rebase(place.node, before, after, &cursor) else { return Ok(Vec::new()) };
    let Some(node) = place.node else {
        let mut new = Assignment::new(place.location.clone(), Op::Set(wanted));
        new.expected = Some(Expected::Absent);
        return Ok(vec![new]);
    };
    let plan = diff_at(&place.location, node, &wanted, schema).map_err(ViewError::Diff)?;
    Ok(plan.assignments().to_vec())
}

impl Diagnose for ViewError {
    fn diagnose(&self) -> Diagnostic {
        match self {
            Self::Resolve(error) => error.diagnose(),
            Self::Diff(error) => error.diagnose(),
            Self::Conflict(error) => error.diagnose(),
            Self::Choice(error) => error.diagnose(),
            Self::Type { location, error } => {
                let say = |why: &str| format!("`{location}` does not fit the type of the view: {why}");
                Diagnostic::new(Code::TypeMismatch, say(&without_value(&error.to_string())))
                    .revealing(say(&error.to_string()))
                    .help("use an untyped view, or a type that takes what the document may hold")
                    .at(location)
            }
        }
    }
}

/// What serde says of a value that does not fit, without the value: it may be secret.
pub(crate) fn without_value(message: &str) -> String {
    const SHOWING: [&str; 3] = ["invalid type: ", "invalid value: ", "unknown variant "];
    match (SHOWING.iter().any(|head| message.starts_with(head)), message.rfind(", expected ")) {
        (true, Some(at)) => message[at + 2..].to_owned(),
        (true, None) => "it is of another type".to_owned(),
        (false, _) => message.to_owned(),
    }
}
