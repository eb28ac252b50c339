//! A default that hides a value which is set.

use crate::catalog::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW109",
    name: "default-hides-false",
    severity: Severity::Warning,
    summary: "a default of true also replaces a false that is set",
};
