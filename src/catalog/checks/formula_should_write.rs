//! A formula where something could be written.

use crate::catalog::Finding;
use crate::catalog::page::Page;
use crate::catalog::subject::Judged;
use crate::catalog::{Rule, Severity};
use crate::definition::Role;

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW108",
    name: "formula-should-write",
    severity: Severity::Warning,
    summary: "a formula stands where a place to write is expected, so the field can only be read",
};

/// Names the construct that makes it a formula, and the address to write through instead.
pub(super) fn check(page: &Page, judged: &Judged, out: &mut Vec<Finding>) {
    if judged.role == Role::ShouldWrite {
        out.extend(super::formula(&RULE, page, judged, "is a formula: this field can be read and never written"));
    }
}
