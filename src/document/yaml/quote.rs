//! Strings as YAML scalars: plain where every reader takes that for the same string, else in quotes.

use super::check::is_allowed;
use super::scalar::reads_as_text;
use std::fmt::Write as _;

/// Which quotes a string is to have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quotes {
    /// None where that is safe.
    Free,
    /// Single ones, unless it holds control characters or line breaks.
    Single,
    /// Double ones.
    Double,
}

/// Where a scalar stands. In brackets more characters have a meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Context {
    Block,
    Brackets,
}

/// A string as a scalar on one line.
pub(super) fn string(text: &str, quotes: Quotes, context: Context) -> String {
    match quotes {
        Quotes::Free if is_plain(text, context) => text.into(),
        Quotes::Free if text.contains(['"', '\\']) && fits_single(text) => single(text),
        Quotes::Single if fits_single(text) => single(text),
        _ => double(text),
    }
}

/// Whether a string can stand without quotes.
pub(super) fn is_plain(text: &str, context: Context) -> bool {
    let misread = text.is_empty() || text.ends_with([' ', ':']) || text.contains(": ") || text.contains(" #");
    !misread
        && (context == Context::Block || !has_brackets(text))
        && begins_plain(text, context)
        && text.chars().all(is_inner)
        && reads_as_text(text)
}

/// YAML 1.2.2, production `ns-plain-first`, and what go-yaml does not take: `?x`, `:x` in brackets, document markers.
fn begins_plain(text: &str, context: Context) -> bool {
    let mut chars = text.chars();
    let first = chars.next().unwrap_or(' ');
    let second = chars.next();
    match first {
        '-' => second.is_some_and(|c| c != ' ') && !is_marker(text),
        '?' | ':' => context == Context::Block && second.is_some_and(|c| c != ' '),
        '.' => !is_marker(text),
        ' ' | ',' | '[' | ']' | '{' | '}' | '#' | '&' | '*' | '!' | '|' | '>' | '\'' | '"' | '%' | '@' | '`' => false,
        _ => true,
    }
}

/// `---` and `...`, alone or before white space.
fn is_marker(text: &str) -> bool {
    let rest = text.strip_prefix("---").or_else(|| text.strip_prefix("..."));
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

/// What ends a scalar in brackets; go-yaml takes any `?` there for an indicator.
fn has_brackets(text: &str) -> bool {
    text.contains([',', '[', ']', '{', '}', '?'])
}

/// Characters that stand for themselves on a line in every version of YAML.
fn is_inner(c: char) -> bool {
    is_allowed(c) && !matches!(c, '\t' | '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

fn fits_single(text: &str) -> bool {
    text.chars().all(is_inner)
}

fn single(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

/// Escapes only what must be: as in JSON, and what YAML does not let stand.
pub(super) fn double(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            c if is_inner(c) => out.push(c),
            c => write!(out, "\\u{:04x}", u32::from(c)).expect("a string takes any text"),
        }
    }
    out.push('"');
    out
}
