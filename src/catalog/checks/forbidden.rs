//! An expression that does what a definition must not.

use crate::catalog::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW104",
    name: "forbidden",
    severity: Severity::Error,
    summary: "a path expression would write, define a function, or read something other than its input",
};
