//! Scalars and aliases: where they end.

use super::Reader;
use super::loosely::{alone, restored};
use crate::document::yaml::check::fault;
use crate::document::yaml::error::{YamlError, YamlErrorKind};
use crate::document::yaml::gap::{Properties, is_blank, is_break, quoted_end, skip_trivia, word_end};
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
        let restored = self.stand_ins.then(|| restored(said));
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
        match style {
            Style::Plain => self.check_plain(span)?,
            Style::Double => self.check_escapes(span)?,
            _ => {}
        }
        let reread = self.is_partly_hidden(span, style).then(|| alone(span.of(self.text), style, self.dialect));
        let reread = reread.map(|said| said.ok_or_else(|| self.lost())).transpose()?;
        let said = reread.as_deref().unwrap_or(said);
        let quotes = usize::from(style.is_quoted());
        let raw = Span::new(start + quotes, end.saturating_sub(quotes)).of(self.text);
        let text = (raw != said).then(|| said.into());
        Ok((NodeKind::Scalar { style, text }, span))
    }

    /// Whether the parser was shown spaces for line breaks in a scalar, and another string than stands there.
    fn is_partly_hidden(&self, span: Span, style: Style) -> bool {
        let first = self.hidden.partition_point(|hidden| hidden.end <= span.start);
        let folds = style.is_quoted() || (style == Style::Plain && self.brackets > 0);
        folds && self.hidden.get(first).is_some_and(|hidden| hidden.start < span.end)
    }

    /// Refuses a plain scalar that go-yaml does not read as one: it takes any `?` in brackets for an indicator, and a `:`
    /// at the head there; and it takes no `%` at the head, and no block scalar in brackets.
    fn check_plain(&self, span: Span) -> Result<(), YamlError> {
        let text = span.of(self.text);
        let in_brackets = self.brackets > 0;
        let head = text.starts_with('%') || (in_brackets && text.starts_with([':', '|', '>']));
        let found = text.find('?').filter(|_| in_brackets).or(head.then_some(0));
        match found.filter(|_| self.is_client()) {
            Some(at) => {
                let c = &text[at..=at];
                let place = if in_brackets { " in brackets" } else { "" };
                let info = format!("a `{c}`{place} is an indicator, a string that holds it needs quotes");
                let at = span.start + at;
                Err(fault(self.text, Span::new(at, at + 1), YamlErrorKind::Syntax(info)))
            }
            None => Ok(()),
        }
    }

    /// Refuses an escape that go-yaml does not know, `\/`: JSON and YAML 1.2 have it.
    fn check_escapes(&self, span: Span) -> Result<(), YamlError> {
        let raw = span.of(self.text);
        if !self.is_client() || !raw.contains("\\/") {
            return Ok(());
        }
        let mut at = 0;
        while let Some(found) = raw[at..].find('\\') {
            let escape = at + found;
            if raw[escape + 1..].starts_with('/') {
                let start = span.start + escape;
                let info = "a `/` needs no `\\` before it, and not every client takes one".into();
                return Err(fault(self.text, Span::new(start, start + 2), YamlErrorKind::Syntax(info)));
            }
            at = escape + 1 + raw[escape + 1..].chars().next().map_or(0, char::len_utf8);
        }
        Ok(())
    }

    /// Refuses a key that go-yaml does not find again at its `:`, which must stand in the same line and not more than
    /// 1024 characters behind where the key begins.
    pub(super) fn check_key(&self, start: usize, colon: usize) -> Result<(), YamlError> {
        const MOST: usize = 1024;
        let key = &self.text[start..colon];
        let info = match key.len() > MOST && key.chars().count() > MOST {
            // The parser sees to it where it is shown all lines.
            _ if !self.is_client() && self.hidden.is_empty() => return Ok(()),
            true => "a key of more than 1024 characters needs a `?` before it",
            false if key.contains(['\n', '\r']) => "a key over several lines needs a `?` before it",
            false => return Ok(()),
        };
        Err(fault(self.text, Span::new(start, colon), YamlErrorKind::Syntax(info.into())))
    }

    /// Whether the `:` behind a key belongs to it, as go-yaml has it where no white space follows: `{w:}` has the key
    /// `w:`, `{w :}` the key `w :`.
    pub(super) fn is_part_of_key(&mut self, key: Id, colon: usize) -> Result<bool, YamlError> {
        let is_client = self.is_client();
        let node = &mut self.tree.nodes[key];
        let NodeKind::Scalar { style: Style::Plain, text } = &mut node.kind else { return Ok(false) };
        let blanks = Span::new(node.span.end, colon).of(self.text);
        let apart = node.span.start == node.span.end || !blanks.bytes().all(|byte| is_blank(byte) || is_break(byte));
        let ends = matches!(self.text.as_bytes().get(colon + 1), Some(b',' | b']' | b'}'));
        if !is_client || self.brackets == 0 || apart || !ends {
            return Ok(false);
        }
        if blanks.contains(['\n', '\r']) {
            let info = "a `:` below its key needs white space behind it";
            return Err(fault(self.text, Span::new(colon, colon + 1), YamlErrorKind::Syntax(info.into())));
        }
        if let Some(said) = text {
            *said = format!("{said}{blanks}:").into();
        }
        node.span.end = colon + 1;
        Ok(true)
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
