//! Pods that are described twice.

use crate::catalog::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW140",
    name: "several-shapes",
    severity: Severity::Error,
    summary: "the pods of a component are described in more than one way",
};
