//! A place that holds something else.

use crate::catalog::Finding;
use crate::catalog::prove::Sample;
use crate::catalog::subject::{Judged, Subject};
use crate::catalog::{Rule, Severity};
use crate::definition::Holds;
use crate::diagnostic::Diagnose;
use crate::expression::ResolveError;
use crate::location::Location;
use crate::value::Kind;

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW172",
    name: "place-does-not-fit",
    severity: Severity::Error,
    summary: "what stands at an address in a sample object is not what belongs there",
};

/// The finding about an address that does not lead anywhere on a sample.
pub(in crate::catalog) fn not_resolved(
    subject: &Subject,
    judged: &Judged,
    sample: &Sample,
    error: &ResolveError,
) -> Finding {
    let told = error.diagnose();
    let found = judged.finding_whole(subject.page, &RULE, told.message);
    let found = sample.point(found, &error.location, "this stands in a sample");
    found.help(told.help.unwrap_or_else(|| "name the fields as the kind has them".into()))
}

/// The finding about something of another type at the end of an address.
pub(in crate::catalog) fn other_type(
    subject: &Subject,
    judged: &Judged,
    sample: &Sample,
    (location, kind): (&Location, Kind),
    holds: Holds,
) -> Finding {
    let wanted = super::formula_type::wanted(holds);
    let message = format!("`{location}` is of type {kind}, and {wanted} belongs here");
    let found = judged.finding_whole(subject.page, &RULE, message);
    sample.point(found, location, "this stands in a sample").help("name the field that holds it")
}
