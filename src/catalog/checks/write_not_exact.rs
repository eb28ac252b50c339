//! A write that does more or less than it should.

use crate::catalog::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW175",
    name: "write-not-exact",
    severity: Severity::Error,
    summary: "a write through an address does not change one place for each instance and nothing else",
};
