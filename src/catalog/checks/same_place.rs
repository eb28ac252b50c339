//! Two fields on one place.

use crate::catalog::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW112",
    name: "same-place",
    severity: Severity::Warning,
    summary: "two fields that are written name one place",
};
