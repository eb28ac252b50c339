//! Scalars and aliases: where they end.

use super::Reader;
use super::loosely::STAND_IN;
use crate::document::yaml::check::fault;
use crate::document::yaml::error::{YamlError, YamlErrorKind};
use crate::document::yaml::gap::{Properties, is_blank, quoted_end, skip_trivia, word_end};
use crate::document::yaml::lines::{break_before, line_start, next_line, text_indent};
use crate::document::yaml::tree::{Anchor, Id, Node, NodeKind, Style, Tag};
use crate::span::Span;
use saphyr_parser::ScalarStyle;

impl Reader<'_, '_> {
    pub(super) fn alias(&mut self, anchor: Anchor) -> Result<Id, YamlError> {
        let start = skip_trivia(self.text, self.cursor);
        let span = Span::new(start, word_end(self.text, start));
        if anchor <= self.earlier_anchors {
            let name = span.of(self.text).trim_start_matches('*').into();
            return Err(fault(self.text, span, YamlErrorKind::UnknownAlias(name)));
        }
        self.cursor = span.end;
        let kind = NodeKind::Alias(anchor);
        let id =
            self.push(Node { properties: Properties::default(), span, anchor: 0, tag: Tag::None, is_key: false, kind });
        self.tree.aliases.push((anchor, id));
        Ok(id)
    }

    pub(super) fn scalar(
        &mut self,
        said: &str,
        style: ScalarStyle,
        span: saphyr_parser::Span,
    ) -> Result<(NodeKind, Span), YamlError> {
        let start = skip_trivia(self.text, self.cursor);
        let first = self.text.as_bytes().get(start).copied();
        let restored = (self.stand_ins && said.contains(STAND_IN)).then(|| said.replace(STAND_IN, ":"));
        let said = restored.as_deref().unwrap_or(said);
        let (style, end) = match style {
            ScalarStyle::Plain if said.is_empty() => {
                let kind = NodeKind::Scalar { style: Style::Plain, text: None };
                return Ok((kind, Span::new(self.cursor, self.cursor)));
            }
            ScalarStyle::Plain => {
                let end = self.offsets.byte(span.end.index()).max(start);
                (Style::Plain, start + self.text[start..end].trim_end_matches([' ', '\t', '\n', '\r']).len())
            }
            ScalarStyle::SingleQuoted if first == Some(b'\'') => (Style::Single, quoted_end(self.text, start)),
            ScalarStyle::DoubleQuoted if first == Some(b'"') => (Style::Double, quoted_end(self.text, start)),
            ScalarStyle::Literal if first == Some(b'|') => (Style::Literal, self.block_end(said, start, span)),
            ScalarStyle::Folded if first == Some(b'>') => (Style::Folded, self.block_end(said, start, span)),
            _ => return Err(self.lost()),
        };
        self.cursor = end;
        let span = Span::new(start, end);
        if style == Style::Plain {
            self.check_plain(span)?;
        }
        let quotes = usize::from(style.is_quoted());
        let raw = Span::new(start + quotes, end.saturating_sub(quotes)).of(self.text);
        let text = (raw != said).then(|| said.into());
        Ok((NodeKind::Scalar { style, text }, span))
    }

    /// Refuses a plain scalar in brackets that go-yaml does not read as one: it takes any `?` there for an indicator, and
    /// a `:` at the head.
    fn check_plain(&self, span: Span) -> Result<(), YamlError> {
        let text = span.of(self.text);
        let found = text.find('?').or(text.starts_with(':').then_some(0));
        match found.filter(|_| self.client && self.brackets > 0) {
            Some(at) => {
                let c = &text[at..=at];
                let info = format!("a `{c}` in brackets is an indicator, a string that holds it needs quotes");
                let at = span.start + at;
                Err(fault(self.text, Span::new(at, at + 1), YamlErrorKind::Syntax(info)))
            }
            None => Ok(()),
        }
    }

    /// Whether the `:` behind a key belongs to it, as go-yaml has it where no white space follows: `{w:}` has the key
    /// `w:`.
    pub(super) fn is_part_of_key(&mut self, key: Id, colon: usize) -> bool {
        let node = &mut self.tree.nodes[key];
        let NodeKind::Scalar { style: Style::Plain, text } = &mut node.kind else { return false };
        let adjacent = node.span.start < node.span.end && node.span.end == colon;
        let ends = matches!(self.text.as_bytes().get(colon + 1), Some(b',' | b']' | b'}'));
        if !self.client || self.brackets == 0 || !adjacent || !ends {
            return false;
        }
        node.span.end = colon + 1;
        if let Some(said) = text {
            *said = format!("{said}:").into();
        }
        true
    }

    /// The end of a block scalar's last line of content, without its line break.
    fn block_end(&mut self, said: &str, start: usize, span: saphyr_parser::Span) -> usize {
        let bytes = self.text.as_bytes();
        let header =
            start + 1 + bytes[start + 1..].iter().take_while(|b| matches!(b, b'0'..=b'9' | b'+' | b'-')).count();
        let keeps = self.text[start..header].contains('+');
        if said.is_empty() {
            return header;
        }
        let mut end = self.offsets.byte(span.end.index()).max(header);
        let line = line_start(self.text, end);
        let indent = text_indent(&self.text[next_line(self.text, header).min(end)..end], said).unwrap_or(0);
        let is_text = end == self.text.len() && line < end && (keeps || end - line > indent);
        if self.text[line..end].bytes().all(is_blank) && line > header && !is_text {
            // The parser has looked into the line behind the text, or stopped at its start.
            end = break_before(self.text, line);
        }
        loop {
            let line = line_start(self.text, end);
            let is_content = keeps || end - line > indent || !self.text[line..end].bytes().all(|byte| byte == b' ');
            if is_content || line <= header {
                return end.max(header);
            }
            end = break_before(self.text, line);
        }
    }
}
