//! A formula with another result than is needed.

use crate::catalog::Finding;
use crate::catalog::prove::Sample;
use crate::catalog::subject::{Judged, Subject};
use crate::catalog::{Rule, Severity};
use crate::definition::Holds;
use crate::location::Location;
use crate::value::Value;

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW174",
    name: "formula-type",
    severity: Severity::Error,
    summary: "a formula gives something else than its field needs",
};

/// The finding about a result of another type.
pub(in crate::catalog) fn other_type(
    subject: &Subject,
    judged: &Judged,
    sample: &Sample,
    result: &Value,
    holds: Holds,
) -> Finding {
    let result = super::one_line(&result.to_string());
    let message = format!("the formula gives `{result}`, and {} is needed", wanted(holds));
    let found = judged.finding_whole(subject.page, &RULE, message);
    sample.point(found, &Location::root(), "on this sample").help("let the formula give what its field needs")
}

/// The finding about too few results or too many.
pub(in crate::catalog) fn other_count(
    subject: &Subject,
    judged: &Judged,
    sample: &Sample,
    count: usize,
    wanted: &[usize],
) -> Finding {
    let wanted: Vec<String> = wanted.iter().map(usize::to_string).collect();
    let found = super::counted(count, "result");
    let message = format!("the formula gives {found}, and {} are needed", wanted.join(" or "));
    let found = judged.finding_whole(subject.page, &RULE, message);
    sample.point(found, &Location::root(), "on this sample").help("give one result, or one for each instance")
}

/// What belongs at the place of a field, in words.
pub(super) fn wanted(holds: Holds) -> String {
    match holds {
        Holds::Count => "a number".into(),
        Holds::Id => "a name that is not empty".into(),
        _ => {
            let kinds: Vec<&str> = holds.kinds().iter().map(|kind| kind.name()).collect();
            format!("something of type {}", kinds.join(" or "))
        }
    }
}
