//! A document that is something else.

use crate::catalog::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW155",
    name: "not-a-definition",
    severity: Severity::Note,
    summary: "a document is not a definition",
};
