//! An action whose value is not JSON text.

use crate::catalog::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW153",
    name: "action-not-json",
    severity: Severity::Error,
    summary: "the value of an action is a string that is not JSON text",
};
