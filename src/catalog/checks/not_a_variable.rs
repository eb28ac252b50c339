//! A reference that no expression can name.

use crate::catalog::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW150",
    name: "not-a-variable",
    severity: Severity::Error,
    summary: "no variable can have the name of a reference",
};
