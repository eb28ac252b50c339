//! A position in a list whose entries have a key.

use crate::catalog::subject::{Judged, Subject};
use crate::catalog::{Finding, Rule, Severity, known};
use crate::definition::Against;
use crate::expression::{Address, StepKind};
use crate::schema::{Attached, ListKind};

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
    let (object, pod) = (known::object(subject), known::pod());
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
