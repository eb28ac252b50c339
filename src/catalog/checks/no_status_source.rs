//! A matcher without a source.

use crate::catalog::Finding;
use crate::catalog::subject::Subject;
use crate::catalog::{Rule, Severity};
use crate::definition::ProblemKind;

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW146",
    name: "no-status-source",
    severity: Severity::Error,
    summary: "a matcher looks at a phase or at conditions that are not defined",
};

/// Names what is not defined.
pub(super) fn check(subject: &Subject, out: &mut Vec<Finding>) {
    let problems = subject.problems.iter().filter(|problem| matches!(problem.kind, ProblemKind::NoSource { .. }));
    out.extend(problems.map(|problem| subject.problem(&RULE, problem)));
}
