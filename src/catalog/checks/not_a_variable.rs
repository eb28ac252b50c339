//! A reference that no expression can name.

use crate::catalog::Finding;
use crate::catalog::subject::Subject;
use crate::catalog::{Rule, Severity};
use crate::definition::ProblemKind;

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW150",
    name: "not-a-variable",
    severity: Severity::Error,
    summary: "no variable can have the name of a reference",
};

/// Points at the name.
pub(super) fn check(subject: &Subject, out: &mut Vec<Finding>) {
    let problems = subject.problems.iter().filter(|problem| matches!(problem.kind, ProblemKind::NotAVariable));
    out.extend(problems.map(|problem| subject.problem(&RULE, problem)));
}
