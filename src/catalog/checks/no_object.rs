//! A definition without a sample.

use crate::catalog::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW177",
    name: "no-object",
    severity: Severity::Note,
    summary: "no sample object is of the kind of a definition",
};
