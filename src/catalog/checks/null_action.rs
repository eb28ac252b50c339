//! An action that writes null.

use crate::catalog::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule =
    Rule { code: "FW152", name: "null-action", severity: Severity::Warning, summary: "an action writes null" };
