//! An expression that calls a function which does not exist.

use crate::catalog::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW102",
    name: "undefined-function",
    severity: Severity::Error,
    summary: "a path expression calls a function that does not exist",
};
