//! Pod patches: a part of a pod template, laid over the pods of a component in whatever shape they are described.

use super::component::{ComponentRef, Selection};
use super::error::WorkloadError;
use super::fields;
use super::instances::Instance;
use super::parts::{Part, is_of_one_container};
use super::unsupported::Unsupported;
use crate::definition::{Holds, PathField};
use crate::expression::{Address, ResolveError, ResolveErrorKind};
use crate::location::{Location, Segment};
use crate::merge::{MergeError, merge};
use crate::plan::{Assignment, Cause, Expected, Op, Plan};
use crate::schema::{Attached, Schema};
use crate::value::{Kind, Node, Value};

impl<'a, N: Node<'a>> ComponentRef<'_, '_, N> {
    /// The plan that lays a part of a pod template over the pods of the selected instances.
    ///
    /// Labels and annotations are merged by key, containers by their names, which must exist, other lists as the
    /// kubernetes schema says; scalars replace, null deletes; what the patch sets of a choice clears the rest of it.
    /// Everything that the definition has no place for is told in one error. The plan holds leaves of the selected
    /// instances and nothing else.
    ///
    /// Where the definition speaks of the one container of the component (`containerPath`, `imagePath`,
    /// `resourcesPath`), the patch's one entry of `containers` is it. A name in the entry must be the container's, if
    /// that has one.
    pub fn pod_patch<'p>(&self, selection: &Selection, patch: impl Node<'p>) -> Result<Plan, WorkloadError> {
        check(patch)?;
        let instances = self.select(selection)?;
        let all = instances.len() == self.instances().len();
        let fields = Unsupported::of(self, all).fields(patch);
        if !fields.is_empty() {
            return Err(WorkloadError::Unsupported { component: self.name().into(), fields });
        }
        let patch = patch.to_value();
        let mut assignments = Vec::new();
        for instance in instances {
            for part in self.parts().iter().filter(|part| part.refusal(&self.workload.compiled, all).is_none()) {
                self.patch_part(instance, part, all, &patch, &mut assignments)?;
            }
        }
        self.finish(assignments)
    }

    /// Puts assignments together and makes sure that they fit the object.
    pub(super) fn finish(&self, assignments: Vec<Assignment>) -> Result<Plan, WorkloadError> {
        let plan = Plan::new(assignments).map_err(WorkloadError::Conflict)?;
        plan.fit(self.workload.root).map_err(WorkloadError::Apply)?;
        Ok(plan)
    }

    fn patch_part(
        &self,
        instance: &Instance,
        part: &Part,
        all: bool,
        patch: &Value,
        out: &mut Vec<Assignment>,
    ) -> Result<(), WorkloadError> {
        let (Some(place), Some(over)) = (part.at(&instance.location), sub_patch(patch, part.view.segments())) else {
            return Ok(());
        };
        let base = place.find(self.workload.root);
        if matches!(over, Value::Null) {
            if let Some(base) = base {
                let expected = Some(Expected::Value(base.to_value()));
                out.push(Assignment { location: place, op: Op::Remove, expected, cause: None });
            }
            return Ok(());
        }
        let mut over = over.clone();
        if part.field == PathField::Container {
            self.without_other_parts(all, &mut over);
        }
        if is_of_one_container(part.field) {
            self.check_one_container(part, base, &place, patch)?;
        } else {
            self.check_containers(part, base, &place, &over)?;
        }
        let Some(over) = without_vain_deletions(over, base) else { return Ok(()) };
        check_kinds(part, base, &place, &over)?;
        let merged = merge_part(part, base, &over).map_err(|error| {
            WorkloadError::Merge(MergeError {
                location: error.location.below(&place),
                over: error.over.below(&part.view),
                kind: error.kind,
            })
        })?;
        out.extend(merged.assignments().iter().map(|assignment| relocate(assignment, &place, base.is_none())));
        Ok(())
    }

    /// What has a place of its own is not written through the container that it belongs to.
    fn without_other_parts(&self, all: bool, container: &mut Value) {
        let Value::Object(members) = container else { return };
        let elsewhere = |field| {
            let own = |part: &&Part| part.field == field && part.refusal(&self.workload.compiled, all).is_none();
            self.parts().iter().any(|part| own(&part))
        };
        let (image, resources) = (elsewhere(PathField::Image), elsewhere(PathField::Resources));
        members.retain(|(key, _)| match key.as_str() {
            "name" => false,
            "image" => !image,
            "resources" => !resources,
            _ => true,
        });
    }

    /// The patch must mean the one container that there is.
    fn check_one_container(
        &self,
        part: &Part,
        base: Option<N>,
        place: &Location,
        patch: &Value,
    ) -> Result<(), WorkloadError> {
        let Some(Value::Array(entries)) = patch.get("spec").and_then(|spec| spec.get("containers")) else {
            return Ok(());
        };
        let own = match part.field {
            PathField::Container => base.and_then(|base| base.member("name").last()?.as_str()),
            _ => None,
        };
        let unknown = |name: Option<&Value>| WorkloadError::UnknownContainer {
            component: self.name().into(),
            name: name.and_then(Value::as_str).map(Into::into),
            location: place.clone(),
            known: own.iter().map(ToString::to_string).collect(),
        };
        if let [_, second, ..] = entries.as_slice() {
            return Err(unknown(second.get("name")));
        }
        match (entries.first().and_then(|entry| entry.get("name")), &own) {
            (Some(name), Some(own)) if name.as_str() != Some(own) => Err(unknown(Some(name))),
            _ => Ok(()),
        }
    }

    /// Containers are patched, not added.
    fn check_containers(
        &self,
        part: &Part,
        base: Option<N>,
        place: &Location,
        over: &Value,
    ) -> Result<(), WorkloadError> {
        let inside: &[&str] = match part.field.row().holds {
            Holds::PodTemplate => &["spec", "containers"],
            Holds::PodSpec => &["containers"],
            Holds::Containers => &[],
            _ => return Ok(()),
        };
        let Some(Value::Array(wanted)) = inside.iter().try_fold(over, |value, key| value.get(key)) else {
            return Ok(());
        };
        let list = inside.iter().try_fold(base, |node, key| node.map(|node| node.member(key).last())).flatten();
        let name = |entry: N| entry.member("name").last().and_then(Node::as_str);
        let known: std::collections::HashSet<_> =
            list.into_iter().flat_map(|list| list.entries()).filter_map(name).collect();
        // An entry without a name is the merge's to refuse.
        let missing = wanted.iter().filter_map(|entry| entry.get("name")?.as_str()).find(|name| !known.contains(*name));
        let Some(missing) = missing else { return Ok(()) };
        let location = inside.iter().map(|key| Segment::from(*key)).collect::<Location>().below(place);
        let known = list.into_iter().flat_map(|list| list.entries()).filter_map(name).take(WorkloadError::KNOWN);
        Err(WorkloadError::UnknownContainer {
            component: self.name().into(),
            name: Some(missing.into()),
            location,
            known: known.map(|name| name.into_owned()).collect(),
        })
    }
}

/// Both sides must be of a type that the part can have. A list is not laid over a map, nor a map over a string.
fn check_kinds<'a>(
    part: &Part,
    base: Option<impl Node<'a>>,
    place: &Location,
    over: &Value,
) -> Result<(), WorkloadError> {
    let Some(want) = part.field.row().holds.kinds().first().copied() else { return Ok(()) };
    if over.kind() != want {
        return Err(WorkloadError::PatchType { field: part.view.clone(), want, got: over.kind() });
    }
    match base.map(Node::kind).filter(|kind| *kind != Kind::Null && *kind != want) {
        None => Ok(()),
        Some(got) => {
            let kind = ResolveErrorKind::TypeMismatch { want, got };
            Err(WorkloadError::Resolve(ResolveError { location: place.clone(), kind }))
        }
    }
}

/// Whether a patch is one: an object that says something, in the words of a pod template.
fn check<'p>(patch: impl Node<'p>) -> Result<(), WorkloadError> {
    if patch.kind() != Kind::Object {
        return Err(WorkloadError::PatchKind { got: patch.kind() });
    }
    let unknown = fields::unknown(patch);
    if !unknown.is_empty() {
        return Err(WorkloadError::UnknownFields(unknown));
    }
    // Metadata and spec are always there; an empty one says nothing.
    match patch.members().all(|(_, value)| value.kind() == Kind::Object && value.is_empty()) {
        true => Err(WorkloadError::EmptyPatch),
        false => Ok(()),
    }
}

/// What a patch says of a place in a pod template. `[0]` of the containers is the entry that the patch has.
fn sub_patch<'p>(patch: &'p Value, view: &[Segment]) -> Option<&'p Value> {
    view.iter().try_fold(patch, |value, segment| match (segment, value) {
        (Segment::Key(key), value) => value.get(key),
        (Segment::Index(index), Value::Array(entries)) => entries.get(*index),
        (Segment::Index(_), _) => None,
    })
}

/// The patch without deletions of what is not there: they must not make their parents. `None` if nothing else is left.
fn without_vain_deletions<'a>(over: Value, base: Option<impl Node<'a>>) -> Option<Value> {
    match (over, base) {
        (Value::Null, None) => None,
        (Value::Object(members), base) if !members.is_empty() => {
            let base = base.filter(|base| base.kind() == Kind::Object);
            let kept: Vec<(String, Value)> = members
                .into_iter()
                .filter_map(|(key, value)| {
                    let inner = base.and_then(|base| base.member(&key).last());
                    without_vain_deletions(value, inner).map(|value| (key, value))
                })
                .collect();
            (base.is_some() || !kept.is_empty()).then_some(Value::Object(kept))
        }
        (over, _) => Some(over),
    }
}

/// The plan of one part, as seen from its place.
fn merge_part<'a, N: Node<'a>>(part: &Part, base: Option<N>, over: &Value) -> Result<Plan, MergeError> {
    let attached = attached(part.schema_type());
    let is_made =
        matches!(part.field.row().holds, Holds::PodTemplate | Holds::PodSpec | Holds::ObjectMeta | Holds::Container);
    match base {
        // Several parts may stand in one object that is not there yet, so its members are set one by one.
        base if is_made && base.is_none_or(|base| base.kind() == Kind::Null) => {
            merge(&Value::Object(Vec::new()), over, &attached)
        }
        Some(base) => merge(base, over, &attached),
        None => merge(&Value::Null, over, &attached),
    }
}

/// The kubernetes schema with one of its types at the root.
pub(super) fn attached(type_name: Option<&str>) -> Attached<'static> {
    let bare = || Attached::new(Schema::kubernetes());
    match type_name {
        Some(name) => bare().with(&Address::root(), name).unwrap_or_else(|_| bare()),
        None => bare(),
    }
}

/// An assignment to a part, as one to the object.
fn relocate(assignment: &Assignment, place: &Location, is_absent: bool) -> Assignment {
    let cause = assignment.cause.as_ref().map(|cause| match cause {
        Cause::Excluded(other) => Cause::Excluded(other.below(place)),
        Cause::Chosen(other) => Cause::Chosen(other.below(place)),
    });
    let expected = match is_absent {
        true => Some(Expected::Absent),
        false => assignment.expected.clone(),
    };
    Assignment { location: assignment.location.below(place), op: assignment.op.clone(), expected, cause }
}
