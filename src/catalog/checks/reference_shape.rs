//! A reference that is neither or both.

use crate::catalog::Finding;
use crate::catalog::subject::Subject;
use crate::catalog::{Rule, Severity};
use crate::definition::ProblemKind;

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW149",
    name: "reference-shape",
    severity: Severity::Error,
    summary: "a reference is neither one object nor a list, or both",
};

/// Points at the reference.
pub(super) fn check(subject: &Subject, out: &mut Vec<Finding>) {
    let problems = subject.problems.iter().filter(|problem| matches!(problem.kind, ProblemKind::ReferenceShape));
    out.extend(problems.map(|problem| subject.problem_at(&RULE, problem, subject.page.key_place(&problem.location))));
}
