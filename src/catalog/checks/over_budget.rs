//! A formula that uses up its budget.

use crate::catalog::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW106",
    name: "over-budget",
    severity: Severity::Error,
    summary: "a formula uses up its steps, results or bytes",
};
