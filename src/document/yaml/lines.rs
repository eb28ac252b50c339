//! Lines of a text: where they begin and end, which hold comments, and which comments an entry owns.

use super::check::BOM;
use super::gap::{is_blank, is_break, skip_blanks};

/// Where the line of an offset begins; the first line begins behind a byte-order mark.
pub(super) fn line_start(text: &str, at: usize) -> usize {
    let found = text.as_bytes()[..at].iter().rposition(|byte| is_break(*byte)).map(|found| found + 1);
    found.unwrap_or_else(|| if text.starts_with(BOM) { at.min(BOM.len_utf8()) } else { 0 })
}

/// Where the line of an offset ends, before its line break.
pub(super) fn line_end(text: &str, at: usize) -> usize {
    text.as_bytes()[at..].iter().position(|byte| is_break(*byte)).map_or(text.len(), |found| at + found)
}

/// Where the next line begins; the end of the text if there is none.
pub(super) fn next_line(text: &str, at: usize) -> usize {
    let end = line_end(text, at);
    let bytes = text.as_bytes();
    match (bytes.get(end), bytes.get(end + 1)) {
        (Some(b'\r'), Some(b'\n')) => end + 2,
        (Some(_), _) => end + 1,
        (None, _) => end,
    }
}

/// Where the line break that ends at `at` begins.
pub(super) fn break_before(text: &str, at: usize) -> usize {
    let bytes = &text.as_bytes()[..at];
    match bytes {
        [.., b'\r', b'\n'] => at - 2,
        [.., byte] if is_break(*byte) => at - 1,
        _ => at,
    }
}

/// The column of an offset: how many characters stand before it in its line.
pub(super) fn column(text: &str, at: usize) -> usize {
    text[line_start(text, at)..at].chars().count()
}

/// Whether only white space stands before an offset in its line.
pub(super) fn begins_line(text: &str, at: usize) -> bool {
    text[line_start(text, at)..at].bytes().all(is_blank)
}

/// What a whole line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line {
    Blank,
    /// Only a comment, at this column.
    Comment(usize),
    Content,
}

/// What the line that begins at `at` is.
pub(super) fn line_kind(text: &str, at: usize) -> Line {
    let first = skip_blanks(text, at);
    match text.as_bytes().get(first) {
        None => Line::Blank,
        Some(byte) if is_break(*byte) => Line::Blank,
        Some(b'#') => Line::Comment(column(text, first)),
        Some(_) => Line::Content,
    }
}

/// Where the lines of an entry end that stands at `column` and whose last content ends at `end`: behind its last line
/// and behind the comment lines directly under it that stand deeper than it.
pub(super) fn owned_end(text: &str, end: usize, entry_column: usize) -> usize {
    let mut at = next_line(text, end);
    while at < text.len() && matches!(line_kind(text, at), Line::Comment(column) if column > entry_column) {
        at = next_line(text, at);
    }
    at
}

/// How far the text of a block scalar is indented: what its first filled line has more than the string that it says.
pub(super) fn text_indent(body: &str, said: &str) -> Option<usize> {
    let spaces = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let first = |text: &str| text.split(['\n', '\r']).find(|line| !line.trim_matches(' ').is_empty()).map(spaces);
    first(body)?.checked_sub(first(said)?)
}
