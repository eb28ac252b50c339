//! An expression that may run without end.

use crate::catalog::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW105",
    name: "unbounded",
    severity: Severity::Error,
    summary: "a path expression may run without end",
};
