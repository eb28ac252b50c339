//! Instances that no pod can be matched with.

use crate::catalog::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW142",
    name: "no-instance-selector",
    severity: Severity::Warning,
    summary: "`instanceIdPath` stands without `componentInstanceSelector`",
};
