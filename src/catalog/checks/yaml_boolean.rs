//! A word that reads as a boolean.

use crate::catalog::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW163",
    name: "yaml-boolean",
    severity: Severity::Warning,
    summary: "a plain word reads as a boolean",
};
