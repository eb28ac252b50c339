//! A key that is missing.

use crate::catalog::Finding;
use crate::catalog::subject::Outline;
use crate::catalog::{Rule, Severity};
use crate::definition::ProblemKind;

/// The rule.
pub(crate) static RULE: Rule =
    Rule { code: "FW132", name: "missing-key", severity: Severity::Error, summary: "a key that is needed is missing" };

/// An error where nothing works without the key, else a warning.
pub(super) fn check(subject: &Outline, out: &mut Vec<Finding>) {
    for problem in subject.problems {
        let ProblemKind::MissingKey { key, required } = problem.kind else { continue };
        // The two sides of suspending have a rule of their own.
        if matches!(key, "suspendActions" | "resumeActions") {
            continue;
        }
        let found = subject.problem_at(&RULE, problem, subject.page.key_place(&problem.location));
        out.push(found.severity(if required { Severity::Error } else { Severity::Warning }));
    }
}
