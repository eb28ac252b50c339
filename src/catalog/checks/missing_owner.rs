//! A component without an owner.

use crate::catalog::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW138",
    name: "missing-owner",
    severity: Severity::Error,
    summary: "a component that is not the root has no `ownerRef`",
};
