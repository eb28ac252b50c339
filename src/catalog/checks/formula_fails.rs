//! A formula that fails on a sample.

use crate::catalog::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW173",
    name: "formula-fails",
    severity: Severity::Error,
    summary: "a formula fails on a sample object",
};
