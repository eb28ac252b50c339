//! A kind that is defined twice.

use crate::catalog::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW156",
    name: "duplicate-kind",
    severity: Severity::Error,
    summary: "two definitions of a catalog describe one kind",
};
