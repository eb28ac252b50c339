//! A name that is taken.

use crate::catalog::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW135",
    name: "duplicate-name",
    severity: Severity::Error,
    summary: "two components, references, pod groups or definitions have one name",
};
