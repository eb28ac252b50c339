//! A rule that takes more than is meant.

use crate::catalog::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW192",
    name: "ignores-whole-entry",
    severity: Severity::Warning,
    summary: "a path ends in a filter and so names whole entries",
};
