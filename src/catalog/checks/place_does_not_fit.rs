//! A place that holds something else.

use crate::catalog::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW172",
    name: "place-does-not-fit",
    severity: Severity::Error,
    summary: "what stands at an address in a sample object is not what belongs there",
};
