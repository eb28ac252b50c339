//! A key that needs quotes and has none.

use crate::catalog::Finding;
use crate::catalog::page::Page;
use crate::catalog::subject::Judged;
use crate::catalog::{Rule, Severity};
use crate::expression::{Expression, ExpressionErrorKind};
use crate::limits::Limits;
use crate::span::Span;

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW103",
    name: "unquoted-key",
    severity: Severity::Error,
    summary: "a key that needs quotes stands in an expression without them",
};

/// Names the place with its key in quotes.
pub(super) fn check(page: &Page, judged: &Judged, out: &mut Vec<Finding>) {
    let Err(error) = &judged.verdict else { return };
    let ExpressionErrorKind::UnquotedKey { suggestion } = &error.kind else { return };
    let run = run_around(judged.text, error.span);
    let mended = format!("{}{suggestion}{}", &judged.text[..run.start], &judged.text[run.end..]);
    // A text that holds a second such key is mended in two steps, by hand.
    let replacement = match Expression::parse(&mended, &Limits::DEFAULT) {
        Ok(_) => page.replacement(judged.location, &mended),
        Err(_) => None,
    };
    let found = super::expression_error(&RULE, page, judged, error);
    out.push(found.fix("put the key in quotes", false, replacement));
}

/// The stretch of names, dots, slashes and dashes that the key stands in.
fn run_around(text: &str, span: Span) -> Span {
    let outside = |c: char| !(c.is_ascii_alphanumeric() || "_-/.".contains(c));
    let (before, after) = (&text[..span.start], &text[span.end..]);
    let start = before.rfind(outside).map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
    Span::new(start, after.find(outside).map_or(text.len(), |at| span.end + at))
}
