//! A name that is taken.

use crate::catalog::Finding;
use crate::catalog::subject::Subject;
use crate::catalog::{Rule, Severity};
use crate::definition::ProblemKind;

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW135",
    name: "duplicate-name",
    severity: Severity::Error,
    summary: "two components, references, pod groups or definitions have one name",
};

/// Points at both.
pub(super) fn check(subject: &Subject, out: &mut Vec<Finding>) {
    let problems = subject.problems.iter().filter(|problem| matches!(problem.kind, ProblemKind::DuplicateName { .. }));
    out.extend(problems.map(|problem| subject.problem(&RULE, problem)));
}
