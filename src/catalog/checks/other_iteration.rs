//! Addresses that do not go with the instances.

use crate::catalog::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW114",
    name: "other-iteration",
    severity: Severity::Error,
    summary: "an address does not go with the instances that `instanceIdPath` lists",
};
