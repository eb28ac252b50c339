//! A field inside a place that another one owns.

use crate::catalog::Finding;
use crate::catalog::overlap::Overlaps;
use crate::catalog::pod;
use crate::catalog::subject::Subject;
use crate::catalog::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW113",
    name: "inside-another",
    severity: Severity::Warning,
    summary: "a field lies inside the place of another that does not know it",
};

/// Points at both fields, unless the inner one is a field that belongs into what stands at the outer one.
pub(super) fn check(subject: &Subject, overlaps: &Overlaps, out: &mut Vec<Finding>) {
    for overlap in overlaps.list.iter().filter(|overlap| !overlap.inside.is_empty()) {
        let (outer, inner) = (overlap.outer(subject), overlap.inner(subject));
        let path: Vec<Option<&str>> = overlap.inside.iter().map(Option::as_deref).collect();
        if pod::knows(outer.0.field.row().holds, &path) {
            continue;
        }
        let (outer_key, inner_key) = (outer.0.field.row().key, inner.0.field.row().key);
        let message = format!("`{inner_key}` lies inside the place of `{outer_key}`, which does not have this field");
        let place = subject.page.place(outer.1.location);
        out.push(
            inner
                .1
                .finding_whole(subject.page, &RULE, message)
                .and_at(place, format!("`{outer_key}` is here"))
                .help(format!("write field by field: who writes `{outer_key}` whole removes it")),
        );
    }
}
