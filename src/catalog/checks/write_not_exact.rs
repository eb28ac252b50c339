//! A write that does more or less than it should.

use crate::catalog::Finding;
use crate::catalog::prove::Sample;
use crate::catalog::subject::{Judged, Subject};
use crate::catalog::{Rule, Severity};
use crate::location::Location;

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW175",
    name: "write-not-exact",
    severity: Severity::Error,
    summary: "a write through an address does not change one place for each instance and nothing else",
};

/// The finding about a write that does not do what it should, and why.
pub(in crate::catalog) fn finding(judged: &Judged, subject: &Subject, sample: &Sample, why: String) -> Finding {
    let message = format!("a write through `{}` is not exact: {why}", super::one_line(judged.text));
    let found = judged.finding_whole(subject.page, &RULE, message);
    sample
        .point(found, &Location::root(), "on this sample")
        .help("let the address name one place for each instance, and nothing that another one names")
}
