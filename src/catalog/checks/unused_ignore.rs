//! A comment that ignores nothing.

use crate::catalog::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW181",
    name: "unused-ignore",
    severity: Severity::Warning,
    summary: "a comment ignores a finding that is not there",
};
