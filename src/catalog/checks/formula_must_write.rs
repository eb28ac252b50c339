//! A formula where something is written.

use crate::catalog::Finding;
use crate::catalog::page::Page;
use crate::catalog::subject::Judged;
use crate::catalog::{Rule, Severity};
use crate::definition::Role;

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW107",
    name: "formula-must-write",
    severity: Severity::Error,
    summary: "a formula stands where a place to write is needed",
};

/// Names the construct that makes it a formula, and the address to write through instead.
pub(super) fn check(page: &Page, judged: &Judged, out: &mut Vec<Finding>) {
    if judged.role == Role::MustWrite {
        out.extend(super::formula(&RULE, page, judged, "is a formula, and this field must be written"));
    }
}
