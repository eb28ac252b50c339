//! An address in another spelling than the canonical one.

use crate::catalog::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW110",
    name: "composed-address",
    severity: Severity::Note,
    summary: "an address is written with pipes or parentheses",
};
