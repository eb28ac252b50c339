//! A rule that takes more than is meant.

use crate::catalog::Finding;
use crate::catalog::page::Page;
use crate::catalog::subject::Judged;
use crate::catalog::{Rule, Severity};
use crate::expression::Reason;

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW192",
    name: "ignores-whole-entry",
    severity: Severity::Warning,
    summary: "a path ends in a filter and so names whole entries",
};

/// Looks at paths that end in a `select` on a field of the entry: the entry goes with all its fields.
pub(in crate::catalog) fn check(page: &Page, judged: &Judged, out: &mut Vec<Finding>) {
    let Some(formula) = judged.formula().filter(|formula| formula.reason() == Reason::Filter) else { return };
    let filter = formula.span();
    let is_last = judged.text[filter.end..].chars().all(|c| c == ')' || c.is_whitespace());
    if is_last && formula.is_path() && looks_inside(filter.of(judged.text)) {
        let found = judged.finding(page, &RULE, filter, "the path names whole entries, with all of their fields");
        out.push(found.label("nothing follows the filter").help("name the field of the entry behind it: `| .image`"));
    }
}

/// Whether a filter looks at a field of its input: then that is an object.
fn looks_inside(filter: &str) -> bool {
    let is_field = |next: char| next == '_' || next == '"' || next == '[' || next.is_ascii_alphabetic();
    filter.match_indices('.').any(|(at, _)| filter[at + 1..].starts_with(is_field))
}
