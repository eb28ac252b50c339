//! Updates: the caller edits a view of the pods, and what differs afterwards is written, field by field.

use super::component::{ComponentRef, Selection};
use super::error::{UnsupportedField, Unwritable, WorkloadError};
use super::instances::Instance;
use super::parts::{Part, is_of_one_container};
use super::patch::attached;
use super::unsupported::Unsupported;
use crate::diff::{DiffError, diff};
use crate::location::{Location, Segment};
use crate::plan::{Assignment, Cause, Op, Plan, exclude};
use crate::value::{Node, Value};
use crate::view::rebase;
use serde::Serialize;
use serde::de::DeserializeOwned;

impl<'w, 'a, N: Node<'a>> ComponentRef<'w, '_, N> {
    /// The plan of what the caller changes in the view of each selected instance's pods.
    ///
    /// The view is a pod template; see [`PodView`](super::PodView). Entries of keyed lists are found by their keys, so
    /// a removed container is a removed container and not a renamed neighbour. Changes that the definition has no place
    /// for are told in one error.
    pub fn update(&self, selection: &Selection, mut edit: impl FnMut(&mut Value)) -> Result<Plan, WorkloadError> {
        self.changes(selection, |view| {
            let mut after = view.clone();
            edit(&mut after);
            Ok(after)
        })
    }

    /// The same, with the view as a type of the caller's: k8s-openapi's `PodTemplateSpec`, for example.
    ///
    /// Only what the caller changes is written. Fields that the type does not know stay as they are, and what it writes
    /// without being asked (an empty list, a default) is not written.
    pub fn update_as<T: Serialize + DeserializeOwned>(
        &self,
        selection: &Selection,
        mut edit: impl FnMut(&mut T),
    ) -> Result<Plan, WorkloadError> {
        let failed = |error: serde_json::Error| WorkloadError::View { message: error.to_string() };
        self.changes(selection, |view| {
            let mut typed: T = serde_json::from_value(view.into()).map_err(failed)?;
            let before = serde_json::to_value(&typed).map_err(failed)?;
            edit(&mut typed);
            let after = serde_json::to_value(&typed).map_err(failed)?;
            let schema = attached(Some("podTemplate"));
            Ok(rebase(Some(view), &before, &after, &schema.cursor()).unwrap_or(Value::Null))
        })
    }

    fn changes(
        &self,
        selection: &Selection,
        mut edit: impl FnMut(&Value) -> Result<Value, WorkloadError>,
    ) -> Result<Plan, WorkloadError> {
        let views = self.pods(selection)?;
        let all = views.len() == self.instances().len();
        let mut writer = Writer {
            component: self,
            all,
            unsupported: Unsupported::of(self, all),
            out: Vec::new(),
            refused: Vec::new(),
        };
        for (instance, view) in views {
            let after = edit(view.value())?;
            writer.instance(instance, view.value().clone(), after)?;
        }
        let Writer { out, refused, .. } = writer;
        if !refused.is_empty() {
            return Err(WorkloadError::Unsupported { component: self.name().into(), fields: refused });
        }
        self.finish(out)
    }
}

/// Turns what differs between two views into assignments to the object.
struct Writer<'u, 'c, N> {
    component: &'u ComponentRef<'u, 'c, N>,
    all: bool,
    unsupported: Unsupported<'u, 'c, N>,
    out: Vec<Assignment>,
    refused: Vec<UnsupportedField>,
}

impl<'a, N: Node<'a>> Writer<'_, '_, N> {
    fn instance(&mut self, instance: &Instance, mut before: Value, mut after: Value) -> Result<(), WorkloadError> {
        let root = Location::root();
        // The one container may have no name to be found by, so it is compared by itself.
        if self.component.parts().iter().any(|part| is_of_one_container(part.field)) {
            let at = [Segment::from("spec"), "containers".into(), 0.into()].into_iter().collect();
            if let (Some(before), Some(after)) = (only_container(&mut before), only_container(&mut after)) {
                self.compare(instance, &before, &after, &at, Some("container"))?;
            }
        }
        self.compare(instance, &before, &after, &root, Some("podTemplate"))
    }

    fn compare(
        &mut self,
        instance: &Instance,
        before: &Value,
        after: &Value,
        at: &Location,
        type_name: Option<&str>,
    ) -> Result<(), WorkloadError> {
        let schema = attached(type_name);
        let plan = diff(before, after, &schema)
            .map_err(|error| WorkloadError::Diff(DiffError { location: error.location.below(at), kind: error.kind }))?;
        let mut assignments = plan.assignments().to_vec();
        exclude(&mut assignments, before, &schema).map_err(WorkloadError::Choice)?;
        for mut assignment in assignments {
            assignment.location = assignment.location.below(at);
            self.place(instance, assignment);
        }
        Ok(())
    }

    /// Puts an assignment to the view where its part stands; one that holds several parts is taken apart.
    fn place(&mut self, instance: &Instance, assignment: Assignment) {
        let field = &assignment.location;
        let writable = |part: &&Part| part.refusal(&self.component.workload.compiled, self.all).is_none();
        let mut covering = self.component.parts().iter().filter(|part| part.view.contains(field)).filter(writable);
        let deepest = covering.by_ref().max_by_key(|part| part.view.segments().len());
        let is_whole = field.segments().len() < 2 && !matches!(assignment.op, Op::Insert(_));
        if let Some(part) = deepest.filter(|_| !is_whole)
            && let Some(place) = part.at(&instance.location)
        {
            let inside = |field: &Location| {
                let rest = field.segments()[part.view.segments().len()..].to_vec();
                Location::from(rest).below(&place)
            };
            let cause = assignment.cause.as_ref().map(|cause| match cause {
                Cause::Excluded(other) => Cause::Excluded(inside(other)),
                Cause::Chosen(other) => Cause::Chosen(inside(other)),
            });
            let location = inside(field);
            self.out.push(Assignment { location, cause, ..assignment });
            return;
        }
        let holds_parts = self.component.parts().iter().any(|part| field.contains(&part.view));
        match &assignment.op {
            Op::Set(Value::Object(members)) if holds_parts && !members.is_empty() => {
                for (key, value) in members {
                    self.set(instance, &assignment, field.child(&**key), value);
                }
            }
            Op::Set(Value::Array(entries)) if holds_parts && entries.len() == 1 => {
                self.set(instance, &assignment, field.child(0), &entries[0]);
            }
            _ => {
                let why = if is_whole { Unwritable::Whole } else { self.unsupported.why(field) };
                self.refused.push(UnsupportedField { field: field.clone(), why });
            }
        }
    }

    fn set(&mut self, instance: &Instance, whole: &Assignment, location: Location, value: &Value) {
        let part = Assignment { location, op: Op::Set(value.clone()), ..whole.clone() };
        self.place(instance, part);
    }
}

/// Takes the one container out of a view; an empty one if it has none.
fn only_container(view: &mut Value) -> Option<Value> {
    let Value::Object(members) = view else { return None };
    let (_, spec) = members.iter_mut().find(|(key, _)| key == "spec")?;
    let Value::Object(spec) = spec else { return None };
    let at = spec.iter().position(|(key, _)| key == "containers");
    match at.map(|at| &spec[at].1) {
        None => Some(Value::Object(Vec::new())),
        Some(Value::Array(entries)) if entries.len() == 1 => {
            let (_, list) = spec.remove(at?);
            match list {
                Value::Array(mut entries) => entries.pop(),
                _ => None,
            }
        }
        Some(_) => None,
    }
}
