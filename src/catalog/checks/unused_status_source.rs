//! A source that no matcher looks at.

use crate::catalog::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW147",
    name: "unused-status-source",
    severity: Severity::Note,
    summary: "no matcher looks at the phase or at the conditions that are defined",
};
