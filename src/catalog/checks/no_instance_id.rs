//! Pods that tell an instance which does not exist.

use crate::catalog::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW143",
    name: "no-instance-id",
    severity: Severity::Warning,
    summary: "`componentInstanceSelector` stands without `instanceIdPath`",
};
