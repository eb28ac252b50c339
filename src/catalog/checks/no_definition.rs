//! A sample without a definition.

use crate::catalog::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW178",
    name: "no-definition",
    severity: Severity::Note,
    summary: "no definition is of the kind of a sample object",
};
