//! Where the characters of a scalar's string stand in the text, through quotes, escapes and folded lines.

use super::gap::{is_blank, is_break};
use super::lines::{next_line, text_indent};
use super::tree::{Node, NodeKind, Style};
use crate::span::Span;

/// The bytes of the text that a stretch of a scalar's string was read from.
pub(super) fn source_span(text: &str, node: &Node, said: &str, inner: Span) -> Option<Span> {
    let NodeKind::Scalar { style, .. } = node.kind else { return None };
    if inner.start > inner.end || inner.end > said.len() {
        return None;
    }
    let mut walk = Walk { text, said, at: node.span.start, end: node.span.end, done: 0, spans: Vec::new() };
    match style {
        Style::Plain => walk.line_folded(false),
        Style::Single | Style::Double => {
            (walk.at, walk.end) = (walk.at + 1, walk.end.saturating_sub(1));
            walk.line_folded(style == Style::Double);
        }
        Style::Literal | Style::Folded => walk.block(node),
    }
    walk.spans_of(inner)
}

struct Walk<'t> {
    text: &'t str,
    said: &'t str,
    at: usize,
    end: usize,
    /// How much of the string was found.
    done: usize,
    /// For each character of the string: its offset there, and its bytes in the text.
    spans: Vec<(usize, Span)>,
}

impl Walk<'_> {
    fn spans_of(&self, inner: Span) -> Option<Span> {
        if self.done != self.said.len() {
            return None;
        }
        let find = |offset: usize| {
            let next = self.spans.partition_point(|(at, _)| *at <= offset);
            self.spans.get(next.checked_sub(1)?).map(|(_, span)| *span)
        };
        if inner.start == inner.end {
            let at = match inner.start == self.said.len() {
                true => self.spans.last().map_or(self.at, |(_, span)| span.end),
                false => find(inner.start)?.start,
            };
            return Some(Span::new(at, at));
        }
        Some(Span::new(find(inner.start)?.start, find(inner.end - 1)?.end))
    }

    fn next_said(&self) -> Option<char> {
        self.said[self.done..].chars().next()
    }

    /// Says that the next character of the string stands on these bytes.
    fn take(&mut self, span: Span) {
        if let Some(c) = self.next_said() {
            self.spans.push((self.done, span));
            self.done += c.len_utf8();
        }
    }

    /// Plain and quoted scalars: a line break is a space, more of them are one less.
    fn line_folded(&mut self, escapes: bool) {
        while self.at < self.end {
            let rest = &self.text[self.at..self.end];
            let space = rest.len() - rest.trim_start_matches([' ', '\t', '\n', '\r']).len();
            let breaks = self.breaks(Span::new(self.at, self.at + space));
            if !breaks.is_empty() {
                let folded = if breaks.len() == 1 { &breaks[..] } else { &breaks[1..] };
                folded.iter().for_each(|span| self.take(*span));
                self.at += space;
            } else if escapes && rest.starts_with('\\') {
                self.escape(rest);
            } else if !escapes && rest.starts_with("''") && self.next_said() == Some('\'') {
                self.take(Span::new(self.at, self.at + 2));
                self.at += 2;
            } else {
                let length = rest.chars().next().map_or(1, char::len_utf8);
                self.take(Span::new(self.at, self.at + length));
                self.at += length;
            }
        }
    }

    fn escape(&mut self, rest: &str) {
        let (length, speaks) = match rest.as_bytes().get(1) {
            Some(b'x') => (4, true),
            Some(b'u') => (6, true),
            Some(b'U') => (10, true),
            // The line goes on where the next one begins to say something.
            Some(byte) if is_break(*byte) => {
                let next = &self.text[next_line(self.text, self.at)..];
                (next_line(self.text, self.at) - self.at + next.bytes().take_while(|b| is_blank(*b)).count(), false)
            }
            _ => (1 + rest[1..].chars().next().map_or(0, char::len_utf8), true),
        };
        let end = (self.at + length).min(self.end);
        if speaks {
            self.take(Span::new(self.at, end));
        }
        self.at = end;
    }

    /// The line breaks in a stretch of the text.
    fn breaks(&self, within: Span) -> Vec<Span> {
        let mut found = Vec::new();
        let mut at = within.start;
        while at < within.end {
            if is_break(self.text.as_bytes()[at]) {
                let next = next_line(self.text, at);
                found.push(Span::new(at, next));
                at = next;
            } else {
                at += 1;
            }
        }
        found
    }

    /// Block scalars: lines behind their indentation. A folded one turns some line breaks into spaces and drops others.
    fn block(&mut self, node: &Node) {
        self.at = next_line(self.text, node.span.start).min(self.end);
        let Some(indent) = text_indent(&self.text[self.at..self.end], self.said) else { return };
        while self.at < self.end && self.done < self.said.len() {
            let line = super::lines::line_end(self.text, self.at).min(self.end);
            let blanks = self.text[self.at..line].bytes().take_while(|byte| *byte == b' ').count();
            for (at, c) in self.text[self.at + blanks.min(indent)..line].char_indices() {
                let start = self.at + blanks.min(indent) + at;
                self.take(Span::new(start, start + c.len_utf8()));
            }
            self.at = line;
            self.block_breaks(indent);
        }
    }

    /// The run of line breaks at the end of a line, and as many characters of the string as stand for it.
    fn block_breaks(&mut self, indent: usize) {
        let mut breaks = Vec::new();
        while self.at < self.text.len() && is_break(self.text.as_bytes()[self.at]) {
            let next = next_line(self.text, self.at);
            breaks.push(Span::new(self.at, next));
            self.at = next;
            // A line of no more than the indentation is an empty one.
            let spaces = self.text[next..].bytes().take_while(|byte| *byte == b' ').count();
            let is_empty = self.text.as_bytes().get(next + spaces).is_some_and(|byte| is_break(*byte));
            if !is_empty || spaces > indent {
                break;
            }
            self.at = next + spaces;
        }
        let rest = &self.said[self.done..];
        let kept = rest.len() - rest.trim_start_matches('\n').len();
        match (kept, breaks.first()) {
            (0, Some(span)) if rest.starts_with(' ') => self.take(*span),
            (kept, _) => {
                let skipped = breaks.len().saturating_sub(kept);
                breaks[skipped..].iter().for_each(|span| self.take(*span));
            }
        }
        // The last line break may not be in the text.
        if breaks.is_empty() && rest == "\n" {
            self.take(Span::new(self.at, self.at));
        }
    }
}
