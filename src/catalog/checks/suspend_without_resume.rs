//! Suspending without a way back.

use crate::catalog::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW151",
    name: "suspend-without-resume",
    severity: Severity::Error,
    summary: "a component can be suspended and not resumed, or the reverse",
};
