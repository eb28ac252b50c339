//! A position in a list whose entries have a key.

use crate::catalog::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW115",
    name: "positional-index",
    severity: Severity::Warning,
    summary: "an index is taken into a list whose entries are found by a key",
};
