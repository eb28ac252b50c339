//! Components that own each other.

use crate::catalog::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule =
    Rule { code: "FW137", name: "owner-cycle", severity: Severity::Error, summary: "components own each other" };
