//! A file that cannot be read.

use crate::catalog::Finding;
use crate::catalog::Place;
use crate::catalog::input::Content;
use crate::catalog::page::Page;
use crate::catalog::page::SheetError;
use crate::catalog::{Rule, Severity};
use crate::diagnostic::{Diagnose, Diagnostic};
use crate::location::Location;
use crate::span::Span;

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW161",
    name: "unreadable",
    severity: Severity::Error,
    summary: "a file cannot be read as YAML or JSON",
};

/// The finding about a text that is neither YAML nor JSON.
pub(in crate::catalog) fn not_read(file: usize, text: &str, error: &SheetError) -> Finding {
    let told = error.diagnose();
    let mut found = Finding::new(&RULE, Place { file, span: span_in(text, &told) }, told.message);
    found.help = told.help;
    found
}

/// The same about a text that stands as a string in a document.
pub(in crate::catalog) fn not_read_inside(page: &Page, location: &Location, text: &str, error: &SheetError) -> Finding {
    let told = error.diagnose();
    let mut found = Finding::new(&RULE, page.place_in(location, span_in(text, &told)), told.message);
    found.help = told.help;
    found.subject(super::document_subject(page))
}

fn span_in(text: &str, told: &Diagnostic) -> Span {
    let span = told.span.unwrap_or_default();
    Span::new(span.start.min(text.len()), span.end.min(text.len()))
}

/// The finding about a file that gave no text.
pub(in crate::catalog) fn no_text(file: usize, content: &Content) -> Finding {
    let (message, help) = match content {
        Content::Text(_) => (String::new(), ""),
        Content::NotUtf8 { good } => (format!("the file is not UTF-8 text, from byte {good} on"), "save it as UTF-8"),
        Content::TooLarge { limit } => (format!("the file is larger than {limit} bytes"), "split it"),
        Content::Unreadable(why) => (format!("the file cannot be read: {why}"), "look at its permissions"),
    };
    Finding::new(&RULE, Place { file, span: Span::default() }, message).help(help)
}
