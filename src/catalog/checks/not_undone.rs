//! Suspending that resuming does not undo.

use crate::catalog::Finding;
use crate::catalog::prove::Sample;
use crate::catalog::subject::Subject;
use crate::catalog::{Rule, Severity};
use crate::definition::SuspendDefinition;
use crate::location::Location;
use crate::value::Value;

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW176",
    name: "not-undone",
    severity: Severity::Warning,
    summary: "resuming after suspending does not give back the object",
};

/// The finding about a place that is another one after suspending and resuming. One that was not set and is set then is
/// worth knowing only.
pub(in crate::catalog) fn finding(
    subject: &Subject,
    sample: &Sample,
    suspend: &SuspendDefinition,
    location: &Location,
    before: Option<&Value>,
    after: Option<&Value>,
) -> Finding {
    let text = |value: Option<&Value>| match value {
        Some(value) => format!("`{}`", super::one_line(&value.to_string())),
        None => "not set".into(),
    };
    let message =
        format!("after suspending and resuming `{location}` is {}, before it was {}", text(after), text(before));
    let place = subject.page.key_place(&suspend.location);
    let found = subject.finding(&RULE, place, &suspend.location, message);
    let found = found.severity(if before.is_none() { Severity::Note } else { RULE.severity });
    sample
        .point(found, location, "it stands here")
        .help("let resuming write what stood there, or suspend by a field of its own")
}
