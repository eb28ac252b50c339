//! A value of another type.

use crate::catalog::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW133",
    name: "wrong-type",
    severity: Severity::Error,
    summary: "a value is not of the type that belongs there",
};
