//! A formula that fails on a sample.

use crate::catalog::Finding;
use crate::catalog::prove::Sample;
use crate::catalog::subject::{Judged, Subject};
use crate::catalog::{Rule, Severity};
use crate::diagnostic::Diagnose;
use crate::expression::EvaluateError;
use crate::location::Location;

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW173",
    name: "formula-fails",
    severity: Severity::Error,
    summary: "a formula fails on a sample object",
};

/// The finding about a formula that has no value on a sample. Where the sample has no instance of its component at all,
/// it is worth knowing only.
pub(in crate::catalog) fn finding(
    subject: &Subject,
    judged: &Judged,
    sample: &Sample,
    error: &EvaluateError,
    has_none: bool,
) -> Finding {
    let told = error.diagnose();
    let mut found = judged.finding_whole(subject.page, &RULE, super::one_line(&told.message));
    found.help = told.help;
    if has_none {
        found = found.severity(Severity::Note).label("the sample has no instance of this component");
    }
    sample.point(found, &Location::root(), "on this sample")
}
