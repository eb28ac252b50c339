//! An expression that is not jq.

use crate::catalog::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW101",
    name: "not-jq",
    severity: Severity::Error,
    summary: "a path expression is not jq, or jq that is not read here",
};
