//! A definition of another version.

use crate::catalog::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW154",
    name: "other-version",
    severity: Severity::Error,
    summary: "a definition has a version that is not read",
};
