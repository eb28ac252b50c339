//! An owner that is no component.

use crate::catalog::Finding;
use crate::catalog::subject::Subject;
use crate::catalog::{Rule, Severity};
use crate::definition::ProblemKind;

/// The rule.
pub(crate) static RULE: Rule =
    Rule { code: "FW136", name: "unknown-owner", severity: Severity::Error, summary: "`ownerRef` names no component" };

/// Names a component that may be meant.
pub(super) fn check(subject: &Subject, out: &mut Vec<Finding>) {
    let problems = subject.problems.iter().filter(|problem| matches!(problem.kind, ProblemKind::UnknownOwner { .. }));
    out.extend(problems.map(|problem| subject.problem(&RULE, problem)));
}
