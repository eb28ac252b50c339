//! A matcher that always matches.

use crate::catalog::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW148",
    name: "empty-matcher",
    severity: Severity::Warning,
    summary: "a matcher names nothing, so it always matches",
};
