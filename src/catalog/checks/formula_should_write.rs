//! A formula where something could be written.

use crate::catalog::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW108",
    name: "formula-should-write",
    severity: Severity::Warning,
    summary: "a formula stands where a place to write is expected, so the field can only be read",
};
