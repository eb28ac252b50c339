//! A matcher without a source.

use crate::catalog::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW146",
    name: "no-status-source",
    severity: Severity::Error,
    summary: "a matcher looks at a phase or at conditions that are not defined",
};
