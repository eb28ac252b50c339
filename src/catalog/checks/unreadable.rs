//! A file that cannot be read.

use crate::catalog::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW161",
    name: "unreadable",
    severity: Severity::Error,
    summary: "a file cannot be read as YAML or JSON",
};
