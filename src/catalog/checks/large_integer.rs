//! A number that readers change.

use crate::catalog::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW165",
    name: "large-integer",
    severity: Severity::Warning,
    summary: "a whole number is beyond what a double holds exactly",
};
