//! A text that says nothing.

use crate::catalog::Finding;
use crate::catalog::subject::Outline;
use crate::catalog::{Rule, Severity};
use crate::definition::ProblemKind;

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW134",
    name: "empty-text",
    severity: Severity::Error,
    summary: "a text that must say something is empty",
};

/// Names the key.
pub(super) fn check(subject: &Outline, out: &mut Vec<Finding>) {
    let problems = subject.problems.iter().filter(|problem| matches!(problem.kind, ProblemKind::EmptyText));
    out.extend(problems.map(|problem| subject.problem_at(&RULE, problem, subject.page.key_place(&problem.location))));
}
