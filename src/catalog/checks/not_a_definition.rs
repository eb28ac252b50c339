//! A document that is something else.

use crate::catalog::Finding;
use crate::catalog::page::Page;
use crate::catalog::{Rule, Severity};
use crate::location::Location;

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW155",
    name: "not-a-definition",
    severity: Severity::Note,
    summary: "a document is not a definition",
};

/// The finding about a document that is something else.
pub(in crate::catalog) fn finding(page: &Page, strict: bool) -> Finding {
    let text = |key: &str| page.text_at(key).map_or("none".into(), |text| format!("`{text}`"));
    let message = format!("no definition: apiVersion {}, kind {}", text("apiVersion"), text("kind"));
    let kind = Location::root().child("kind");
    let place = if page.text_at("kind").is_some() { page.place(&kind) } else { page.key_place(&Location::root()) };
    Finding::new(&RULE, place, message)
        .severity(if strict { Severity::Error } else { RULE.severity })
        .help("it is passed over; a definition has apiVersion `run.ai/v1alpha1` and kind `Karta`")
        .subject(super::document_subject(page))
}
