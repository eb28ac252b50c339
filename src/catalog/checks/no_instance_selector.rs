//! Instances that no pod can be matched with.

use crate::catalog::Finding;
use crate::catalog::subject::Subject;
use crate::catalog::{Rule, Severity};
use crate::definition::ProblemKind;

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW142",
    name: "no-instance-selector",
    severity: Severity::Warning,
    summary: "`instanceIdPath` stands without `componentInstanceSelector`",
};

/// Points at `instanceIdPath`.
pub(super) fn check(subject: &Subject, out: &mut Vec<Finding>) {
    let problems = subject.problems.iter().filter(|problem| matches!(problem.kind, ProblemKind::NoInstanceSelector));
    out.extend(problems.map(|problem| subject.problem(&RULE, problem)));
}
