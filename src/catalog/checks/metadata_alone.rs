//! Metadata of pods without their spec.

use crate::catalog::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW141",
    name: "metadata-alone",
    severity: Severity::Error,
    summary: "`metadataPath` stands without `podSpecPath`",
};
