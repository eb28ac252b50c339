//! Places of findings as lines and columns.

use super::Report;
use crate::catalog::Place;
use crate::span::{LineColumn, Span};

/// A place in a file as reports name it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Region<'a> {
    pub path: &'a str,
    /// The bytes, inside the text and between characters, without white space at the end.
    pub span: Span,
    /// Where it begins.
    pub start: LineColumn,
    /// Behind its last character.
    pub end: LineColumn,
}

impl<'a> Report<'a> {
    pub(super) fn region(&self, place: Place) -> Region<'a> {
        self.exact_region(place, true)
    }

    /// The region of an edit: of exactly these bytes.
    pub(super) fn edit_region(&self, place: Place) -> Region<'a> {
        self.exact_region(place, false)
    }

    fn exact_region(&self, place: Place, trim: bool) -> Region<'a> {
        let Some(file) = self.files.get(place.file) else {
            let origin = LineColumn { line: 1, column: 1 };
            return Region { path: "", span: Span::default(), start: origin, end: origin };
        };
        let span = inside(file.source.text(), place.span);
        let span = if trim { trimmed(file.source.text(), span) } else { span };
        let (start, end) = (file.source.line_column(span.start), file.source.line_column(span.end));
        Region { path: &file.path, span, start, end }
    }
}

/// The span inside the text, moved outwards to where characters begin.
fn inside(text: &str, span: Span) -> Span {
    let floor = |at: usize| (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let start = floor(span.start);
    let end = (span.end..text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len());
    Span::new(start, end.max(start))
}

/// Block values of YAML end behind a line break; people want them to end with their last character.
fn trimmed(text: &str, span: Span) -> Span {
    let kept = span.of(text).trim_end().len();
    if kept == 0 { span } else { Span::new(span.start, span.start + kept) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_moved_between_characters_and_into_the_text() {
        assert_eq!(inside("aéb", Span::new(2, 2)), Span::new(1, 3));
        assert_eq!(inside("ab", Span::new(7, 9)), Span::new(2, 2));
        assert_eq!(inside("ab", Span::new(1, 0)), Span::new(1, 1));
        assert_eq!(trimmed("a: b\n\n", Span::new(3, 6)), Span::new(3, 4));
        assert_eq!(trimmed("a:   ", Span::new(3, 5)), Span::new(3, 5));
    }
}
