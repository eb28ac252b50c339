//! A source that no matcher looks at.

use crate::catalog::Finding;
use crate::catalog::subject::Subject;
use crate::catalog::{Rule, Severity};
use crate::definition::ProblemKind;
use crate::location::Location;

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW147",
    name: "unused-status-source",
    severity: Severity::Note,
    summary: "no matcher looks at the phase or at the conditions that are defined",
};

/// Names what is not used.
pub(super) fn check(subject: &Subject, out: &mut Vec<Finding>) {
    let problems = subject.problems.iter().filter(|problem| matches!(problem.kind, ProblemKind::UnusedSource));
    // A matcher that could not be read may be the one that looks at it.
    let problems = problems.filter(|problem| !subject.is_garbled(&status_of(&problem.location)));
    out.extend(problems.map(|problem| subject.problem_at(&RULE, problem, subject.page.key_place(&problem.location))));
}

/// The status definition that a source stands in.
fn status_of(source: &Location) -> Location {
    let mut status = source.clone();
    status.pop();
    status
}
