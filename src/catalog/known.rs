//! What the built-in schema knows of an object: by its own kind, and where a definition says that parts of a pod stand.

use super::subject::Subject;
use crate::definition::{Against, Holds, PathField};
use crate::expression::{Address, StepKind};
use crate::schema::{Attached, Schema};
use crate::value::Value;

/// What is known of the object that a definition describes.
pub(super) fn object(subject: &Subject) -> Attached<'static> {
    let root = subject.definition.root().kind.as_ref();
    let mut known = match root {
        Some(kind) => of_kind(&kind.api_version(), &kind.kind),
        None => Attached::new(Schema::kubernetes()),
    };
    for (path, judged) in subject.paths_against(Against::Object) {
        let Some(name) = type_name(path.field) else { continue };
        let target = judged.formula().and_then(|formula| formula.target());
        // The root has its own type already.
        // The root has its own type already; an entry that is found by its key is no place of a schema.
        let is_place = |address: &&Address| {
            !address.steps().is_empty() && address.steps().iter().all(|step| !matches!(step.kind, StepKind::Entry(_)))
        };
        let Some(address) = judged.address().or(target).filter(is_place) else { continue };
        known = match known.with(address, name) {
            Ok(known) => known,
            Err(_) => return Attached::new(Schema::kubernetes()),
        };
    }
    known
}

/// What is known of a pod.
pub(super) fn pod() -> Attached<'static> {
    of_kind("v1", "Pod")
}

fn of_kind(api_version: &str, kind: &str) -> Attached<'static> {
    let text = |key: &str, value: &str| (key.to_owned(), Value::from(value));
    let object = Value::Object(vec![text("apiVersion", api_version), text("kind", kind)]);
    Attached::new(Schema::kubernetes()).by_kind(&object)
}

/// The schema's name of what a field names.
fn type_name(field: PathField) -> Option<&'static str> {
    Some(match field.row().holds {
        Holds::PodTemplate => "podTemplate",
        Holds::PodSpec => "podSpec",
        Holds::Containers => "containers",
        Holds::Container => "container",
        Holds::ResourceClaims => "resourceClaims",
        Holds::PodAffinity => "podAffinity",
        Holds::NodeAffinity => "nodeAffinity",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::location::Location;

    #[test]
    fn the_schema_has_the_types_that_are_attached() {
        for row in PathField::TABLE {
            if let Some(name) = type_name(row.field) {
                assert!(Schema::kubernetes().type_named(name).is_some(), "{name}");
            }
        }
        assert!(pod().cursor_at(Location::root().child("spec").child("containers").segments()).list().is_some());
    }
}
