//! A place that a sample does not have.

use crate::catalog::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW171",
    name: "absent-place",
    severity: Severity::Note,
    summary: "nothing stands at an address in a sample object",
};
