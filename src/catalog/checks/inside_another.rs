//! A field inside a place that another one owns.

use crate::catalog::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW113",
    name: "inside-another",
    severity: Severity::Warning,
    summary: "a field lies inside the place of another that does not know it",
};
