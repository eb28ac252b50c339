//! A rule that does nothing.

use crate::catalog::Finding;
use crate::catalog::page::Page;
use crate::catalog::subject::Judged;
use crate::catalog::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW191",
    name: "not-a-path",
    severity: Severity::Error,
    summary: "an expression that must be a path computes a value, and is passed over without a word",
};

/// Looks at formulas that are not even paths with filters in them.
pub(in crate::catalog) fn check(page: &Page, judged: &Judged, out: &mut Vec<Finding>) {
    let Some(formula) = judged.formula().filter(|formula| !formula.is_path()) else { return };
    let found = judged.finding(page, &RULE, formula.span(), "the expression is no path, so it is passed over");
    out.push(match formula.target() {
        Some(target) => found.label(formula.reason().why()).help(format!("write `{target}`")),
        None => found.label(formula.reason().why()).help("name the field itself: `.spec.replicas`"),
    });
}
