//! Two fields on one place.

use crate::catalog::Finding;
use crate::catalog::overlap::Overlaps;
use crate::catalog::subject::Subject;
use crate::catalog::{Rule, Severity};
use crate::definition::{PathField, PathText, Role};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW112",
    name: "same-place",
    severity: Severity::Warning,
    summary: "two fields that are written name one place",
};

/// Points at both fields. Scale and actions may share a place: scale is mostly read, resuming writes what suspending did,
/// and a workload can be suspended by its scale.
pub(super) fn check(subject: &Subject, overlaps: &Overlaps, out: &mut Vec<Finding>) {
    for overlap in overlaps.list.iter().filter(|overlap| overlap.inside.is_empty()) {
        let (first, second) = (overlap.outer(subject), overlap.inner(subject));
        if [first, second].iter().all(|(path, _)| may_share(path)) {
            continue;
        }
        let (first_key, second_key) = (first.0.field.row().key, second.0.field.row().key);
        let message = format!("`{second_key}` names the same place as `{first_key}`");
        let place = subject.page.place(first.1.location);
        out.push(
            second
                .1
                .finding_whole(subject.page, &RULE, message)
                .and_at(place, format!("`{first_key}` is here"))
                .help("write field by field: who writes one of them whole removes what the other one wrote"),
        );
    }
}

fn may_share(path: &PathText) -> bool {
    path.field.row().role == Role::MayWrite || matches!(path.field, PathField::SuspendAction | PathField::ResumeAction)
}
