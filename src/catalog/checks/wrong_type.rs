//! A value of another type.

use crate::catalog::Finding;
use crate::catalog::subject::Outline;
use crate::catalog::{Rule, Severity};
use crate::definition::ProblemKind;

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW133",
    name: "wrong-type",
    severity: Severity::Error,
    summary: "a value is not of the type that belongs there",
};

/// Names both types. A YAML scalar that lacks its quotes has rules of its own.
pub(super) fn check(subject: &Outline, out: &mut Vec<Finding>) {
    for problem in subject.problems {
        let is_unquoted =
            super::yaml_boolean::lacks_quotes(subject, problem) || super::yaml_number::lacks_quotes(subject, problem);
        if matches!(problem.kind, ProblemKind::WrongType { .. }) && !is_unquoted {
            out.push(subject.problem(&RULE, problem));
        }
    }
}
