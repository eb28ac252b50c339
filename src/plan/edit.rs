//! From edits to a plan: the addresses are resolved once, against the document before the write.

use super::text::{Action, Edit};
use super::{Assignment, ChoiceError, Conflict, Expected, Op, Plan, Test, exclude};
use crate::diagnostic::{Code, Diagnose, Diagnostic};
use crate::expression::{Address, EntryKey, Intent, Place, ResolveError, ResolveErrorKind, StepKind, resolve};
use crate::limits::Limits;
use crate::location::{Location, Segment};
use crate::schema::Attached;
use crate::value::{Kind, Node, Value, equal};

/// What the caller of [`plan_edits`] may allow and know.
#[derive(Clone, Copy, Debug)]
pub struct EditOptions<'s> {
    /// An address that matches nothing is passed over instead of refused.
    pub allow_missing: bool,
    /// Which lists are keyed and which fields exclude each other, and where.
    pub schema: &'s Attached<'s>,
    /// The bounds.
    pub limits: Limits,
}

/// Why edits make no plan on a document.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{}", self.diagnose().message)]
pub enum EditError {
    /// An address does not fit the document.
    Resolve(ResolveError),
    /// Two edits overlap.
    Conflict(Conflict),
    /// An edit writes the field that finds its entry.
    KeyField {
        /// The field.
        location: Location,
    },
    /// `del(.)`
    WholeDocument,
    /// Fields that exclude each other.
    Choice(ChoiceError),
}

/// Resolves edits on a document and makes them one plan, with what the schema's groups clear.
pub fn plan_edits<'a, N: Node<'a>>(edits: &[Edit<'_>], root: N, options: &EditOptions<'_>) -> Result<Plan, EditError> {
    let (mut assignments, mut tests) = (Vec::new(), Vec::new());
    for edit in edits {
        match assign(edit, root, options, &mut assignments, &mut tests) {
            Err(EditError::Resolve(error)) if options.allow_missing && error.kind.is_miss() => {}
            other => other?,
        }
    }
    exclude(&mut assignments, root, options.schema).map_err(EditError::Choice)?;
    let plan = Plan::new(assignments).map_err(EditError::Conflict)?;
    Ok(plan.with_tests(tests).testing_keys(&Location::root(), root, &options.schema.cursor()))
}

fn assign<'a, N: Node<'a>>(
    edit: &Edit<'_>,
    root: N,
    options: &EditOptions<'_>,
    out: &mut Vec<Assignment>,
    tests: &mut Vec<Test>,
) -> Result<(), EditError> {
    let intent = if edit.action == Action::Remove { Intent::Remove } else { Intent::Set };
    let places = resolve(&edit.address, root, intent, &options.limits).map_err(EditError::Resolve)?;
    if out.len().saturating_add(places.len()) > options.limits.matches {
        let kind = ResolveErrorKind::TooManyMatches;
        return Err(EditError::Resolve(ResolveError { location: Location::root(), kind }));
    }
    for place in places {
        check_key_fields(&edit.address, &place, &edit.action)?;
        tests.extend(key_tests(&edit.address, &place.location));
        let node = place.node;
        let mut expected = node.map(Node::to_value);
        let (location, op) = match &edit.action {
            Action::Set(value) => (place.location, Op::Set(value.clone())),
            Action::Remove if place.location.is_root() => return Err(EditError::WholeDocument),
            Action::Remove => (place.location, Op::Remove),
            Action::Insert(index, values) => {
                check_list(&place, *index).map_err(EditError::Resolve)?;
                expected = node.and_then(|list| list.entry(*index)).map(Node::to_value);
                (place.location.child(*index), Op::Insert(values.clone()))
            }
        };
        let expected = Some(expected.map_or(Expected::Absent, Expected::Value));
        out.push(Assignment { location, op, expected, cause: None });
    }
    Ok(())
}

/// What finds the keyed entries of an address: the same plan must find them in the document that it is carried out on.
fn key_tests(address: &Address<'_>, place: &Location) -> Vec<Test> {
    let mut tests = Vec::new();
    for (depth, step) in address.steps().iter().enumerate() {
        let StepKind::Entry(keys) = &step.kind else { continue };
        let entry: Location = place.segments()[..=depth].iter().cloned().collect();
        tests.extend(keys.iter().filter(|key| key.value != Value::Null).map(|key| Test {
            location: key.path.iter().fold(entry.clone(), |at, name| at.child(name.as_ref())),
            expected: Expected::Value(key.value.clone()),
        }));
    }
    tests
}

/// An insert needs its list: it is never invented.
fn check_list<'a, N: Node<'a>>(place: &Place<N>, index: usize) -> Result<(), ResolveError> {
    let kind = match place.node.map(|node| (node.kind(), node.len())) {
        None | Some((Kind::Null, _)) => ResolveErrorKind::NoMatch,
        Some((Kind::Array, len)) if index <= len => return Ok(()),
        Some((Kind::Array, len)) => ResolveErrorKind::IndexOutOfRange { index, len },
        Some((got, _)) => ResolveErrorKind::TypeMismatch { want: Kind::Array, got },
    };
    Err(ResolveError { location: place.location.clone(), kind })
}

/// The fields that find a keyed entry keep their values: written or removed, the same edit would not find it again.
fn check_key_fields<'a, N: Node<'a>>(
    address: &Address<'_>,
    place: &Place<N>,
    action: &Action,
) -> Result<(), EditError> {
    for (depth, step) in address.steps().iter().enumerate() {
        let StepKind::Entry(keys) = &step.kind else { continue };
        let inside = &place.location.segments()[depth + 1..];
        // Nothing inside the entry is named: removing it, or inserting a list there, is no matter of its key.
        if inside.is_empty() && *action == Action::Remove {
            continue;
        }
        for key in keys {
            if !keeps_key(key, inside, action) {
                let entry: Location = place.location.segments()[..=depth].iter().cloned().collect();
                let location = key.path.iter().fold(entry, |at, name| at.child(name.as_ref()));
                return Err(EditError::KeyField { location });
            }
        }
    }
    Ok(())
}

/// Whether the entry has the key after the action at `inside`.
fn keeps_key(key: &EntryKey<'_>, inside: &[Segment], action: &Action) -> bool {
    let common = inside.iter().zip(&key.path).take_while(|(a, b)| matches!(a, Segment::Key(a) if **a == ***b)).count();
    if common < inside.len() {
        // Beside the key, or below it, where a scalar stands.
        return true;
    }
    let Action::Set(value) = action else { return false };
    let kept = key.path[common..].iter().try_fold(value, |value, name| value.get(name));
    kept.map_or(key.value == Value::Null, |kept| equal(kept, &key.value))
}

impl Diagnose for EditError {
    fn diagnose(&self) -> Diagnostic {
        match self {
            Self::Resolve(error) => error.diagnose(),
            Self::Conflict(conflict) => conflict.diagnose(),
            Self::Choice(error) => error.diagnose(),
            Self::KeyField { location } => {
                Diagnostic::new(Code::KeyFieldWrite, format!("`{location}` is the key that finds its entry"))
                    .help("remove the entry and insert one with the new key")
                    .at(location)
            }
            Self::WholeDocument => Diagnostic::new(Code::WholeDocument, "the document itself cannot be removed")
                .help("remove its members, or set `.` to an empty value")
                .at(&Location::root()),
        }
    }
}
