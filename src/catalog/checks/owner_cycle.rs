//! Components that own each other.

use crate::catalog::Finding;
use crate::catalog::subject::Subject;
use crate::catalog::{Rule, Severity};
use crate::definition::ProblemKind;

/// The rule.
pub(crate) static RULE: Rule =
    Rule { code: "FW137", name: "owner-cycle", severity: Severity::Error, summary: "components own each other" };

/// Names the components of each cycle once.
pub(super) fn check(subject: &Subject, out: &mut Vec<Finding>) {
    let problems = subject.problems.iter().filter(|problem| matches!(problem.kind, ProblemKind::OwnerCycle { .. }));
    out.extend(problems.map(|problem| subject.problem(&RULE, problem)));
}
