//! An address in another spelling than the canonical one.

use crate::catalog::Finding;
use crate::catalog::page::Page;
use crate::catalog::subject::Judged;
use crate::catalog::{Rule, Severity};
use crate::expression::Form;

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW110",
    name: "composed-address",
    severity: Severity::Note,
    summary: "an address is written with pipes or parentheses",
};

/// Gives the canonical text, which means the same.
pub(super) fn check(page: &Page, judged: &Judged, out: &mut Vec<Finding>) {
    let Some(address) = judged.address().filter(|address| address.form() == Form::Composed) else { return };
    let canonical = address.to_string();
    let found = judged.finding_whole(page, &RULE, "the address is written with pipes or parentheses");
    out.push(found.label("one term would do").help(format!("write `{canonical}`")).fix(
        "write it as one term",
        true,
        page.replacement(judged.location, &canonical),
    ));
}
