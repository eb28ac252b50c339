//! A place that a sample does not have.

use crate::catalog::Finding;
use crate::catalog::prove::Sample;
use crate::catalog::subject::{Judged, Subject};
use crate::catalog::{Rule, Severity};
use crate::location::Location;

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW171",
    name: "absent-place",
    severity: Severity::Note,
    summary: "nothing stands at an address in a sample object",
};

/// The finding about an expression that gives nothing on any sample.
pub(in crate::catalog) fn finding(subject: &Subject, judged: &Judged, sample: &Sample) -> Finding {
    let what = if judged.address().is_some() { "nothing stands at" } else { "nothing comes of" };
    let message = format!("{what} `{}` in the samples", super::one_line(judged.text));
    let found = judged.finding_whole(subject.page, &RULE, message);
    sample
        .point(found, &Location::root(), "a sample of this kind")
        .help("set the field in a sample, so that it is proved")
}
