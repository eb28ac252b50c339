//! A variable that nothing declares.

use crate::catalog::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW118",
    name: "undeclared-reference",
    severity: Severity::Error,
    summary: "an expression reads a `$name` that no reference declares",
};
