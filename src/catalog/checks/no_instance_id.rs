//! Pods that tell an instance which does not exist.

use crate::catalog::Finding;
use crate::catalog::subject::Subject;
use crate::catalog::{Rule, Severity};
use crate::definition::ProblemKind;

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW143",
    name: "no-instance-id",
    severity: Severity::Warning,
    summary: "`componentInstanceSelector` stands without `instanceIdPath`",
};

/// Points at `idPath`.
pub(super) fn check(subject: &Subject, out: &mut Vec<Finding>) {
    let problems = subject.problems.iter().filter(|problem| matches!(problem.kind, ProblemKind::NoInstanceId));
    out.extend(problems.map(|problem| subject.problem(&RULE, problem)));
}
