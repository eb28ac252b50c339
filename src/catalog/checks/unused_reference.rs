//! A reference that nothing reads.

use crate::catalog::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW119",
    name: "unused-reference",
    severity: Severity::Warning,
    summary: "a reference is declared and no expression reads it",
};
