//! A selector with nothing to look at.

use crate::catalog::Finding;
use crate::catalog::subject::Subject;
use crate::catalog::{Rule, Severity};
use crate::definition::ProblemKind;

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW144",
    name: "no-selector-key",
    severity: Severity::Warning,
    summary: "`componentTypeSelector` has no key to look at",
};

/// Points at the selector.
pub(super) fn check(subject: &Subject, out: &mut Vec<Finding>) {
    let problems = subject.problems.iter().filter(|problem| matches!(problem.kind, ProblemKind::NoSelectorKey));
    let problems = problems.filter(|problem| !subject.is_garbled(&problem.location));
    out.extend(problems.map(|problem| subject.problem_at(&RULE, problem, subject.page.key_place(&problem.location))));
}
