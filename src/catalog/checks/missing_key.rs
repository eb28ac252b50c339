//! A key that is missing.

use crate::catalog::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule =
    Rule { code: "FW132", name: "missing-key", severity: Severity::Error, summary: "a key that is needed is missing" };
