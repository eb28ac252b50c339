//! A formula with another result than is needed.

use crate::catalog::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW174",
    name: "formula-type",
    severity: Severity::Error,
    summary: "a formula gives something else than its field needs",
};
