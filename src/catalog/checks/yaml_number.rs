//! A scalar that reads as a number.

use crate::catalog::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW164",
    name: "yaml-number",
    severity: Severity::Warning,
    summary: "a plain scalar reads as another number than it looks like, or as a number where a string is meant",
};
