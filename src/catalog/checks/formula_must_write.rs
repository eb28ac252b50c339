//! A formula where something is written.

use crate::catalog::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW107",
    name: "formula-must-write",
    severity: Severity::Error,
    summary: "a formula stands where a place to write is needed",
};
