//! Suspending that resuming does not undo.

use crate::catalog::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW176",
    name: "not-undone",
    severity: Severity::Warning,
    summary: "resuming after suspending does not give back the object",
};
