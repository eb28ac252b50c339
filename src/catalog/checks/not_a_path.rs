//! A rule that does nothing.

use crate::catalog::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW191",
    name: "not-a-path",
    severity: Severity::Error,
    summary: "an expression that must be a path computes a value, and is passed over without a word",
};
