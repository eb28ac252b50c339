//! A root component with an owner.

use crate::catalog::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW139",
    name: "owned-root",
    severity: Severity::Error,
    summary: "the root component has an `ownerRef`",
};
