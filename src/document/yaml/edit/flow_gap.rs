//! What stands between entries in brackets: comments that stay, the space behind a colon with no value.

use super::Editor;
use crate::document::yaml::gap::{is_blank, is_break, skip_blanks, skip_trivia};
use crate::document::yaml::layout::indent_of_line;
use crate::document::yaml::lines::{begins_line, column, line_end, line_start};
use crate::span::Span;

impl Editor<'_> {
    /// Takes entries away that stand behind a kept one, and one comma with them. Where comments stand behind them, the
    /// kept one's own stays and the removed one's goes.
    pub(super) fn remove_run(&mut self, inside: Span, entries: &[Span], at: usize, run: usize) {
        let (kept, first, last) = (entries[at - 1], entries[at], entries[at + run - 1]);
        let comma = skip_trivia(self.text, kept.end);
        let line = line_end(self.text, kept.end);
        let behind = if comma < line { comma + 1 } else { kept.end };
        let next_comma = skip_trivia(self.text, last.end);
        let has_next = next_comma < inside.end && self.text.as_bytes().get(next_comma) == Some(&b',');
        let end = if has_next { next_comma + 1 } else { last.end };
        let is_comment = |at: usize| self.text.as_bytes().get(skip_blanks(self.text, at)) == Some(&b'#');
        let ends_line = is_comment(end) || line_end(self.text, end) == skip_blanks(self.text, end);
        // `[ y:, -, x ]`: behind white space the colon would be no part of the string, and the dash none.
        let ends = self.text[..kept.end].ends_with(':') || kept.of(self.text) == "-";
        let glued = ends && self.text[kept.end..].starts_with(',');
        let comments = line < last.end && (is_comment(behind) || is_comment(end));
        if !comments || (!ends_line && comma > line) {
            let next = skip_blanks(self.text, last.end);
            return match glued && !self.text[last.end..].starts_with([',', ']', '}']) {
                true if self.text[next..].starts_with([',', ']', '}']) => self.splice(kept.end, next, ""),
                true => self.splice(kept.end + 1, last.end, ""),
                false => self.splice(kept.end, last.end, self.colon_space(kept.end)),
            };
        }
        if !has_next && comma < line && !glued {
            self.splice(comma, comma + 1, "");
        }
        match ends_line {
            true => self.splice(line, if is_comment(end) { line_end(self.text, end) } else { end }, ""),
            // What follows in the line stays below the comment.
            false => self.splice(first.start, entries.get(at + run).map_or(end, |next| next.start), ""),
        }
    }

    /// What is new in brackets that hold comments only: each on a line below them.
    pub(super) fn add_below_comments(&mut self, inside: Span, texts: &[&str]) {
        let last = inside.start + inside.of(self.text).rfind('#').unwrap_or_default();
        let indent = self.empty_indent(inside);
        let lines = texts.iter().map(|text| format!("{}{:indent$}{text}", self.newline, ""));
        let end = line_end(self.text, last);
        self.splice(end, end, lines.collect::<Vec<_>>().join(","));
    }

    /// The column of what is new in brackets without entries.
    pub(super) fn empty_indent(&self, inside: Span) -> usize {
        let last = inside.start + inside.of(self.text).rfind('#').unwrap_or_default();
        let first = skip_blanks(self.text, line_start(self.text, last));
        match first > inside.start && begins_line(self.text, first) && self.text[first..].starts_with('#') {
            true => column(self.text, first),
            false => indent_of_line(self.text, inside.start) + self.layout().step,
        }
    }

    /// Behind the space that stands behind a colon without a value. It belongs to the colon: go-yaml reads `w:,` and
    /// `w:}` as the string `w:`.
    pub(super) fn behind_colon(&self, end: usize) -> usize {
        let next = skip_blanks(self.text, end);
        let within = self.text[next..].starts_with([',', ']', '}']);
        end + usize::from(within && next > end && self.text[..end].ends_with(':'))
    }

    /// The space to write behind such a colon where only a line break or a comment follows.
    pub(super) fn colon_space(&self, end: usize) -> &'static str {
        let follows = self.text.as_bytes().get(end).is_some_and(|byte| is_blank(*byte) || is_break(*byte));
        if follows && self.text[..end].ends_with(':') { " " } else { "" }
    }
}
