//! One place, a list here and a map there.

use crate::catalog::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW116",
    name: "list-and-map",
    severity: Severity::Warning,
    summary: "one place is used as a list here and as a map there",
};
