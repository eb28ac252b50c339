//! An address that is the whole object.

use crate::catalog::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW111",
    name: "whole-object",
    severity: Severity::Warning,
    summary: "an address is the whole object",
};
