//! A text that says nothing.

use crate::catalog::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW134",
    name: "empty-text",
    severity: Severity::Error,
    summary: "a text that must say something is empty",
};
