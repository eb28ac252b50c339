//! A position in a list whose entries have a key.

use crate::catalog::Finding;
use crate::catalog::subject::{Judged, Subject};
use crate::catalog::{Rule, Severity};
use crate::definition::{Against, Holds, PathField};
use crate::expression::{Address, StepKind};
use crate::schema::{Attached, ListKind, Schema};
use crate::value::Value;

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW115",
    name: "positional-index",
    severity: Severity::Warning,
    summary: "an index is taken into a list whose entries are found by a key",
};

/// Follows every address through what is known of the object: its own kind, and the pod templates that the definition
/// says it holds.
pub(super) fn check(subject: &Subject, out: &mut Vec<Finding>) {
    let (object, pod) = (known_of_object(subject), known_of_pod());
    for (path, judged) in subject.paths() {
        let known = match path.field.row().against {
            Against::Object => &object,
            Against::Pod => &pod,
        };
        for address in judged.reads() {
            out.extend(positions(subject, judged, address, known));
        }
    }
}

fn positions(subject: &Subject, judged: &Judged, address: &Address, known: &Attached) -> Option<Finding> {
    let mut cursor = known.cursor();
    let mut key = None;
    for step in address.steps() {
        let fields = match cursor.list() {
            Some(ListKind::Keyed(keys)) => keys.fields.iter().map(|field| &*field.name).collect(),
            _ if key == Some("conditions") => vec!["type"],
            _ => Vec::new(),
        };
        match &step.kind {
            StepKind::Index(index) if !fields.is_empty() => {
                let fields = fields.join("` and `");
                let message = format!("entry {index} of `{}` is found by its place", key.unwrap_or("the list"));
                let found = judged.finding(subject.page, &RULE, step.span, message);
                return Some(found.label("another entry may stand here tomorrow").help(format!(
                    "entries of this list are told apart by `{fields}`: write `[] | select(.{} == \"...\")`, or go over all with `[]`",
                    fields.split('`').next().unwrap_or_default(),
                )));
            }
            StepKind::Index(index) => cursor = cursor.entry(*index),
            StepKind::Each | StepKind::Entry(_) => cursor = cursor.entry(0),
            StepKind::Key(name) => cursor = cursor.member(name),
        }
        key = match &step.kind {
            StepKind::Key(name) => Some(name.as_ref()),
            _ => None,
        };
    }
    None
}

fn of_kind(api_version: &str, kind: &str) -> Attached<'static> {
    let text = |key: &str, value: &str| (key.to_owned(), Value::from(value));
    let object = Value::Object(vec![text("apiVersion", api_version), text("kind", kind)]);
    Attached::new(Schema::kubernetes()).by_kind(&object)
}

fn known_of_pod() -> Attached<'static> {
    of_kind("v1", "Pod")
}

fn known_of_object(subject: &Subject) -> Attached<'static> {
    let root = subject.definition.root().kind.as_ref();
    let mut known = match root {
        Some(kind) => of_kind(&kind.api_version(), &kind.kind),
        None => Attached::new(Schema::kubernetes()),
    };
    for (path, judged) in subject.paths_against(Against::Object) {
        let Some(name) = type_name(path.field) else { continue };
        let target = judged.formula().and_then(|formula| formula.target());
        // The root has its own type already.
        let Some(address) = judged.address().or(target).filter(|address| !address.steps().is_empty()) else { continue };
        if let Ok(more) = known.clone().with(address, name) {
            known = more;
        }
    }
    known
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
        assert!(
            known_of_pod().cursor_at(Location::root().child("spec").child("containers").segments()).list().is_some()
        );
    }
}
