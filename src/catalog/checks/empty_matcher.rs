//! A matcher that always matches.

use crate::catalog::Finding;
use crate::catalog::subject::Subject;
use crate::catalog::{Rule, Severity};
use crate::definition::ProblemKind;

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW148",
    name: "empty-matcher",
    severity: Severity::Warning,
    summary: "a matcher names nothing, so it always matches",
};

/// Points at the matcher.
pub(super) fn check(subject: &Subject, out: &mut Vec<Finding>) {
    let problems = subject.problems.iter().filter(|problem| matches!(problem.kind, ProblemKind::EmptyMatcher));
    let problems = problems.filter(|problem| !subject.is_garbled(&problem.location));
    out.extend(problems.map(|problem| subject.problem_at(&RULE, problem, subject.page.key_place(&problem.location))));
}
