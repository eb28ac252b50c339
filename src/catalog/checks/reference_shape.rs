//! A reference that is neither or both.

use crate::catalog::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW149",
    name: "reference-shape",
    severity: Severity::Error,
    summary: "a reference is neither one object nor a list, or both",
};
