//! A component without an owner.

use crate::catalog::Finding;
use crate::catalog::subject::Subject;
use crate::catalog::{Rule, Severity};
use crate::definition::ProblemKind;

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW138",
    name: "missing-owner",
    severity: Severity::Error,
    summary: "a component that is not the root has no `ownerRef`",
};

/// Points at the component.
pub(super) fn check(subject: &Subject, out: &mut Vec<Finding>) {
    let problems = subject.problems.iter().filter(|problem| matches!(problem.kind, ProblemKind::NoOwner));
    out.extend(problems.map(|problem| subject.problem_at(&RULE, problem, subject.page.key_place(&problem.location))));
}
