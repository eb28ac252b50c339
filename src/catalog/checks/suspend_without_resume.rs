//! Suspending without a way back.

use crate::catalog::Finding;
use crate::catalog::subject::Subject;
use crate::catalog::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW151",
    name: "suspend-without-resume",
    severity: Severity::Error,
    summary: "a component can be suspended and not resumed, or the reverse",
};

/// Looks at both lists of actions: an empty one is none.
pub(super) fn check(subject: &Subject, out: &mut Vec<Finding>) {
    for suspend in subject.definition.components.iter().filter_map(|component| component.suspend.as_ref()) {
        let (message, help) = match (suspend.suspend.is_empty(), suspend.resume.is_empty()) {
            (false, false) => continue,
            (false, true) => ("what suspending writes is not undone", "add `resumeActions`"),
            (true, false) => ("resuming writes what suspending did not", "add `suspendActions`"),
            (true, true) => ("suspending and resuming write nothing", "add the actions, or remove `suspendDefinition`"),
        };
        let place = subject.page.key_place(&suspend.location);
        out.push(subject.finding(&RULE, place, &suspend.location, message).help(help));
    }
}
