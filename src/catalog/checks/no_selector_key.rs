//! A selector with nothing to look at.

use crate::catalog::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW144",
    name: "no-selector-key",
    severity: Severity::Warning,
    summary: "`componentTypeSelector` has no key to look at",
};
