//! A member that is no component.

use crate::catalog::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW145",
    name: "unknown-component",
    severity: Severity::Error,
    summary: "gang scheduling names no component",
};
