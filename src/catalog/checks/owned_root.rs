//! A root component with an owner.

use crate::catalog::Finding;
use crate::catalog::subject::Subject;
use crate::catalog::{Rule, Severity};
use crate::definition::ProblemKind;

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW139",
    name: "owned-root",
    severity: Severity::Error,
    summary: "the root component has an `ownerRef`",
};

/// Points at the owner.
pub(super) fn check(subject: &Subject, out: &mut Vec<Finding>) {
    let problems = subject.problems.iter().filter(|problem| matches!(problem.kind, ProblemKind::OwnedRoot));
    out.extend(problems.map(|problem| subject.problem(&RULE, problem)));
}
