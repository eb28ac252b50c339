//! An owner that is no component.

use crate::catalog::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule =
    Rule { code: "FW136", name: "unknown-owner", severity: Severity::Error, summary: "`ownerRef` names no component" };
