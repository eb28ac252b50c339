//! A file that cannot be read.

use crate::catalog::Finding;
use crate::catalog::Place;
use crate::catalog::input::Content;
use crate::catalog::page::SheetError;
use crate::catalog::{Rule, Severity};
use crate::diagnostic::Diagnose;
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
    let told = match error {
        SheetError::Yaml(error) => error.diagnose(),
        SheetError::Json(error) => error.diagnose(),
    };
    let span = told.span.unwrap_or_default();
    let span = Span::new(span.start.min(text.len()), span.end.min(text.len()));
    let mut found = Finding::new(&RULE, Place { file, span }, told.message);
    found.help = told.help;
    found
}

/// The finding about a file that gave no text.
pub(in crate::catalog) fn no_text(file: usize, content: &Content) -> Option<Finding> {
    let (message, help) = match content {
        Content::Text(_) => return None,
        Content::NotUtf8 { good } => (format!("the file is not UTF-8 text, from byte {good} on"), "save it as UTF-8"),
        Content::TooLarge { limit } => (format!("the file is larger than {limit} bytes"), "split it"),
        Content::Unreadable(why) => (format!("the file cannot be read: {why}"), "look at its permissions"),
    };
    Some(Finding::new(&RULE, Place { file, span: Span::default() }, message).help(help))
}
