//! A key that stands twice.

use crate::catalog::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW162",
    name: "duplicate-key",
    severity: Severity::Error,
    summary: "a key stands twice in its mapping",
};
