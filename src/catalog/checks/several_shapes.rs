//! Pods that are described twice.

use crate::catalog::Finding;
use crate::catalog::subject::Subject;
use crate::catalog::{Rule, Severity};
use crate::definition::ProblemKind;

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW140",
    name: "several-shapes",
    severity: Severity::Error,
    summary: "the pods of a component are described in more than one way",
};

/// Points at the first two ways.
pub(super) fn check(subject: &Subject, out: &mut Vec<Finding>) {
    let problems = subject.problems.iter().filter(|problem| matches!(problem.kind, ProblemKind::SeveralShapes { .. }));
    out.extend(problems.map(|problem| subject.problem(&RULE, problem)));
}
