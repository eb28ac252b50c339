//! Places in a text: byte spans, and their line and column for people.

use std::ops::Range;

/// A half-open range of byte offsets into a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// Offset of the first byte.
    pub start: usize,
    /// Offset behind the last byte.
    pub end: usize,
}

impl Span {
    /// The span from `start` up to, not including, `end`.
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// The smallest span that covers both.
    pub fn to(self, other: Self) -> Self {
        Self::new(self.start.min(other.start), self.end.max(other.end))
    }

    /// The same stretch, seen from a text that begins `offset` bytes earlier.
    pub fn shifted(self, offset: usize) -> Self {
        Self::new(self.start + offset, self.end + offset)
    }

    /// The bytes of `text` that the span covers; empty where it does not fit.
    pub fn of(self, text: &str) -> &str {
        text.get(self.range()).unwrap_or_default()
    }

    /// As a range, to index a text with.
    pub fn range(self) -> Range<usize> {
        self.start..self.end
    }

    /// Where `part`, a subslice of `text`, stands in it.
    ///
    /// Parsers hand back subslices of their input; their place is the distance of the two pointers.
    pub fn of_part(text: &str, part: &str) -> Option<Self> {
        let start = (part.as_ptr() as usize).checked_sub(text.as_ptr() as usize)?;
        let end = start + part.len();
        (end <= text.len()).then_some(Self { start, end })
    }
}

impl From<Range<usize>> for Span {
    fn from(range: Range<usize>) -> Self {
        Self::new(range.start, range.end)
    }
}

/// A line and a column, both counted from 1; the column counts characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineColumn {
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
}

/// A named text with the offsets at which its lines start.
#[derive(Clone, Debug)]
pub struct Source {
    name: String,
    text: String,
    line_starts: Vec<usize>,
}

impl Source {
    /// Names a text (a file name, or `-` for standard input) and finds its lines.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        let text = text.into();
        let line_starts = std::iter::once(0)
            .chain(text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1))
            .collect();
        Self { name: name.into(), text, line_starts }
    }

    /// The name given to [`Source::new`].
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Line and column of a byte offset; an offset past the end is the end.
    pub fn line_column(&self, offset: usize) -> LineColumn {
        let offset = offset.min(self.text.len());
        let line = self.line_starts.partition_point(|start| *start <= offset) - 1;
        let before = &self.text.as_bytes()[self.line_starts[line]..offset];
        // A byte that does not continue a character begins one.
        let column = before.iter().filter(|byte| **byte & 0xC0 != 0x80).count();
        LineColumn { line: line + 1, column: column + 1 }
    }
}

/// Line and column of a byte offset, for one look into a text that is not kept.
pub fn line_column(text: &str, offset: usize) -> LineColumn {
    let before = &text.as_bytes()[..offset.min(text.len())];
    let line_start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    LineColumn {
        line: before.iter().filter(|byte| **byte == b'\n').count() + 1,
        column: before[line_start..].iter().filter(|byte| **byte & 0xC0 != 0x80).count() + 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_counts_characters_not_bytes() {
        let source = Source::new("a", "é: 1\nbü: 2");
        assert_eq!(source.line_column(2), LineColumn { line: 1, column: 2 });
        assert_eq!(source.line_column(9), LineColumn { line: 2, column: 3 });
        for offset in [0, 2, 5, 6, 9, 99] {
            assert_eq!(source.line_column(offset), line_column(source.text(), offset));
        }
    }

    #[test]
    fn a_part_knows_its_place() {
        let text = String::from("one two");
        assert_eq!(Span::of_part(&text, &text[4..]), Some(Span::new(4, 7)));
        assert_eq!(Span::of_part(&text[4..], &text[..3]), None);
    }
}
