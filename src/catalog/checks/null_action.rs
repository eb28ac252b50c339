//! An action that writes null.

use crate::catalog::Finding;
use crate::catalog::subject::Subject;
use crate::catalog::{Rule, Severity};
use crate::value::Value;

/// The rule.
pub(crate) static RULE: Rule =
    Rule { code: "FW152", name: "null-action", severity: Severity::Warning, summary: "an action writes null" };

/// Null is written as null: it does not remove the field.
pub(super) fn check(subject: &Subject, out: &mut Vec<Finding>) {
    for suspend in subject.definition.components.iter().filter_map(|component| component.suspend.as_ref()) {
        for action in suspend.suspend.iter().chain(&suspend.resume) {
            if !matches!(action.value, Some(Value::Null)) {
                continue;
            }
            let location = action.location.child("value");
            let place = subject.page.place(&location);
            let found = subject.finding(&RULE, place, &location, "the action writes null");
            out.push(found.help("write the value that the field has when nothing was set, such as `\"false\"`"));
        }
    }
}
