//! An action whose value is not JSON text.

use crate::catalog::Finding;
use crate::catalog::subject::Subject;
use crate::catalog::{Rule, Severity};
use crate::definition::ProblemKind;

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW153",
    name: "action-not-json",
    severity: Severity::Error,
    summary: "the value of an action is a string that is not JSON text",
};

/// Points at the value.
pub(super) fn check(subject: &Subject, out: &mut Vec<Finding>) {
    let problems = subject.problems.iter().filter(|problem| matches!(problem.kind, ProblemKind::NotJson));
    out.extend(problems.map(|problem| subject.problem(&RULE, problem)));
}
