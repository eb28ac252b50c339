//! A path that belongs to another input.

use crate::catalog::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW117",
    name: "wrong-input",
    severity: Severity::Warning,
    summary: "a path for a pod is given where the object is read, or the reverse",
};
