//! A key that needs quotes and has none.

use crate::catalog::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW103",
    name: "unquoted-key",
    severity: Severity::Error,
    summary: "a key that needs quotes stands in an expression without them",
};
