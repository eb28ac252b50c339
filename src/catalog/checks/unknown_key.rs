//! A key that is not known.

use crate::catalog::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW131",
    name: "unknown-key",
    severity: Severity::Warning,
    summary: "a key is not known where it stands",
};
