//! From the parser's events to the tree: which bytes each value, key and indicator stands on.
//!
//! The events say what follows what, and where scalars end. Everything else is found by reading on from the value
//! before: between two values there are only white space, comments, indicators and properties.

use super::brackets;
use super::check::fault;
use super::error::{YamlError, YamlErrorKind};
use super::gap::{Properties, ends_indicator, is_blank, is_break, quoted_end, skip_trivia};
use super::lines::{break_before, line_start, next_line, text_indent};
use super::offsets::Offsets;
use super::tree::{Anchor, Document, Id, Item, Node, NodeKind, Pair, Style, Tag, Tree};
use crate::limits::Limits;
use crate::span::Span;
use saphyr_parser::{Event, Parser, ScalarStyle, ScanError, StrInput};

/// Reads all documents of a text.
pub(super) fn read(text: &str, limits: &Limits) -> Result<Tree, YamlError> {
    match read_as(text, text, limits) {
        Err(error) if error.is_indentation() => relaxed(text, limits).ok_or(error),
        result => result,
    }
}

/// Reads a text whose lines in brackets stand further out than the parser allows; YAML readers at large take them.
///
/// The parser is shown the brackets on one line each. What it was not shown must be white space and comments.
fn relaxed(text: &str, limits: &Limits) -> Option<Tree> {
    let (shown, hidden) = brackets::on_one_line(text)?;
    let tree = read_as(text, &shown, limits).ok()?;
    let scalars = tree.nodes.iter().filter(|node| matches!(node.kind, NodeKind::Scalar { .. } | NodeKind::Alias(_)));
    let overlaps = |span: Span| {
        let next = hidden.partition_point(|hidden: &Span| hidden.end <= span.start);
        hidden.get(next).is_some_and(|hidden| hidden.start < span.end)
    };
    (!scalars.map(|node| node.span).any(overlaps)).then_some(tree)
}

/// `shown` is what the parser sees: as many characters as the text, and the same ones but for white space.
fn read_as(text: &str, shown: &str, limits: &Limits) -> Result<Tree, YamlError> {
    let mut reader = Reader {
        text,
        parser: Parser::new_from_str(shown),
        offsets: Offsets::new(text),
        tree: Tree::default(),
        cursor: 0,
        depth: limits.document_depth,
        brackets: 0,
        first_anchor: 1,
    };
    reader.stream()?;
    Ok(reader.tree)
}

struct Reader<'t, 's> {
    text: &'t str,
    parser: Parser<'s, StrInput<'s>>,
    offsets: Offsets<'t>,
    tree: Tree,
    /// Behind what was read last.
    cursor: usize,
    /// How much deeper the document may still nest.
    depth: usize,
    /// How many brackets are open.
    brackets: usize,
    /// The number that the first anchor of this document has or would have.
    first_anchor: Anchor,
}

type Spanned<'s> = (Event<'s>, saphyr_parser::Span);

impl<'s> Reader<'_, 's> {
    fn next(&mut self) -> Result<Spanned<'s>, YamlError> {
        match self.parser.next_event() {
            Some(Ok(event)) => Ok(event),
            Some(Err(error)) => Err(self.scan_error(&error)),
            None => Ok((Event::StreamEnd, saphyr_parser::Span::default())),
        }
    }

    fn stream(&mut self) -> Result<(), YamlError> {
        loop {
            match self.next()? {
                (Event::DocumentStart(marked), span) => self.document(marked, span)?,
                (Event::StreamEnd, _) => break,
                _ => {}
            }
        }
        if self.tree.documents.is_empty() {
            // Only comments, and perhaps a marker for the end.
            let marker = |at: &usize| line_start(self.text, *at) == *at;
            let end = self.text.match_indices("...").map(|(at, _)| at).find(marker).unwrap_or(self.text.len());
            let root = self.blank(end);
            self.tree.documents.push(Document { root, start: 0, marked: false, end });
        }
        Ok(())
    }

    fn document(&mut self, marked: bool, span: saphyr_parser::Span) -> Result<(), YamlError> {
        if marked {
            self.cursor = self.offsets.byte(span.end.index());
        } else {
            self.skip_end_markers();
        }
        let start = self.cursor;
        self.first_anchor = self.tree.anchors.keys().max().map_or(1, |last| last + 1);
        let event = self.next()?;
        let root = self.node(event)?;
        let (_, span) = self.next()?;
        let end = self.offsets.byte(span.start.index()).max(self.cursor);
        // A marker for the end belongs to this document; one for a start, to the next.
        self.cursor = if self.text[end..].starts_with("...") { end + 3 } else { end };
        self.tree.documents.push(Document { root, start, marked, end });
        Ok(())
    }

    /// Behind markers for the end of a document that has none.
    fn skip_end_markers(&mut self) {
        loop {
            let at = skip_trivia(self.text, self.cursor);
            let is_marker = self.text[at..].starts_with("...") && line_start(self.text, at) == at;
            if !is_marker || !ends_indicator(self.text, at + 3) {
                return;
            }
            self.cursor = at + 3;
        }
    }

    fn push(&mut self, node: Node) -> Id {
        if node.anchor != 0 {
            self.tree.anchors.insert(node.anchor, self.tree.nodes.len());
        }
        self.tree.nodes.push(node);
        self.tree.nodes.len() - 1
    }

    /// A null that nothing spells.
    fn blank(&mut self, at: usize) -> Id {
        self.push(Node {
            properties: Properties::default(),
            span: Span::new(at, at),
            anchor: 0,
            tag: Tag::None,
            kind: NodeKind::Scalar { style: Style::Plain, text: None },
        })
    }

    /// The value that an event begins, read on from the cursor.
    fn node(&mut self, (event, span): Spanned<'s>) -> Result<Id, YamlError> {
        let (anchor, tag) = match &event {
            Event::Scalar(_, _, anchor, tag) | Event::SequenceStart(anchor, tag) | Event::MappingStart(anchor, tag) => {
                (*anchor, tag.as_deref())
            }
            Event::Alias(anchor) => return self.alias(*anchor),
            _ => return Err(self.lost()),
        };
        let at = skip_trivia(self.text, self.cursor);
        if !matches!(&event, Event::Scalar(said, ScalarStyle::Plain, 0, None) if said.is_empty()) {
            self.check_indent(at)?;
        }
        let properties = Properties::read(self.text, at, anchor != 0, tag.is_some());
        let tag = tag.map_or(Tag::None, |tag| tag_of(&tag.handle, &tag.suffix));
        if let Some(span) = properties.span() {
            self.cursor = span.end;
        }
        let (kind, span) = match event {
            Event::Scalar(said, style, ..) => self.scalar(&said, style, span)?,
            Event::SequenceStart(..) => {
                let flow = self.opens(span, b'[');
                self.nested(|reader| reader.sequence(flow))?
            }
            _ => {
                let braces = self.opens(span, b'{');
                self.nested(|reader| reader.mapping(braces))?
            }
        };
        Ok(self.push(Node { properties, span, anchor, tag, kind }))
    }

    /// Whether an event is that of a flow collection: its span holds the bracket that stands next. That of a block
    /// collection, or of a pair without braces, ends before its first entry.
    fn opens(&mut self, span: saphyr_parser::Span, bracket: u8) -> bool {
        let at = skip_trivia(self.text, self.cursor);
        self.text.as_bytes().get(at) == Some(&bracket) && self.offsets.byte(span.end.index()) > at
    }

    fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Result<T, YamlError>) -> Result<T, YamlError> {
        let at = skip_trivia(self.text, self.cursor);
        let span = Span::new(at, (at + 1).min(self.text.len()));
        self.depth = self.depth.checked_sub(1).ok_or_else(|| fault(self.text, span, YamlErrorKind::TooDeep))?;
        let result = inner(self);
        self.depth += 1;
        result
    }

    fn alias(&mut self, anchor: Anchor) -> Result<Id, YamlError> {
        let start = skip_trivia(self.text, self.cursor);
        let rest = self.text[start..].bytes();
        let length = rest
            .take_while(|byte| {
                !is_blank(*byte) && !is_break(*byte) && !matches!(byte, b',' | b'[' | b']' | b'{' | b'}')
            })
            .count();
        let span = Span::new(start, start + length);
        if anchor < self.first_anchor {
            let name = span.of(self.text).trim_start_matches('*').into();
            return Err(fault(self.text, span, YamlErrorKind::UnknownAlias(name)));
        }
        self.cursor = span.end;
        let kind = NodeKind::Alias(anchor);
        let id = self.push(Node { properties: Properties::default(), span, anchor: 0, tag: Tag::None, kind });
        self.tree.aliases.push((anchor, id));
        Ok(id)
    }

    fn scalar(
        &mut self,
        said: &str,
        style: ScalarStyle,
        span: saphyr_parser::Span,
    ) -> Result<(NodeKind, Span), YamlError> {
        let start = skip_trivia(self.text, self.cursor);
        let first = self.text.as_bytes().get(start).copied();
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
        let quotes = usize::from(style.is_quoted());
        let raw = Span::new(start + quotes, end.saturating_sub(quotes)).of(self.text);
        let text = (raw != said).then(|| said.into());
        Ok((NodeKind::Scalar { style, text }, span))
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

    fn sequence(&mut self, flow: bool) -> Result<(NodeKind, Span), YamlError> {
        let start = skip_trivia(self.text, self.cursor);
        let mut items = Vec::new();
        if flow {
            self.open(start);
        }
        loop {
            let event = self.next()?;
            if matches!(event.0, Event::SequenceEnd) {
                break;
            }
            let start = match flow {
                true => self.flow_entry(),
                false => self.indicator(b'-')?,
            };
            self.check_indent(start)?;
            let value = self.node(event)?;
            items.push(Item { start, value });
        }
        let span = match flow {
            true => Span::new(start, self.close(b']')?),
            false => Span::new(start, self.cursor),
        };
        Ok((NodeKind::Sequence { flow, items }, span))
    }

    fn mapping(&mut self, braces: bool) -> Result<(NodeKind, Span), YamlError> {
        let start = skip_trivia(self.text, self.cursor);
        let bare = !braces && self.brackets > 0;
        let mut pairs = Vec::new();
        if braces {
            self.open(start);
        }
        loop {
            let event = self.next()?;
            if matches!(event.0, Event::MappingEnd) {
                break;
            }
            if braces {
                self.flow_entry();
            }
            pairs.push(self.pair(event)?);
        }
        let span = match braces {
            true => Span::new(start, self.close(b'}')?),
            false => Span::new(start, self.cursor),
        };
        Ok((NodeKind::Mapping { flow: braces || bare, bare, pairs }, span))
    }

    fn pair(&mut self, key: Spanned<'s>) -> Result<Pair, YamlError> {
        let start = skip_trivia(self.text, self.cursor);
        self.check_indent(start)?;
        let explicit = self.text.as_bytes().get(start) == Some(&b'?') && ends_indicator(self.text, start + 1);
        if explicit {
            self.cursor = start + 1;
        }
        let key = self.node(key)?;
        let at = skip_trivia(self.text, self.cursor);
        let value = self.next()?;
        let follows = self.text.as_bytes().get(at) == Some(&b':');
        let colon = (follows && (!explicit || self.is_value(at, &value))).then_some(at);
        if let Some(at) = colon {
            self.cursor = at + 1;
        }
        let value = self.node(value)?;
        Ok(Pair { start, explicit, key, colon, value })
    }

    /// Whether the `:` behind an explicit key is its value's, and not the first character of the next key.
    fn is_value(&mut self, at: usize, value: &Spanned<'s>) -> bool {
        let is_blank = matches!(&value.0, Event::Scalar(said, ScalarStyle::Plain, 0, None) if said.is_empty());
        !is_blank
            || ends_indicator(self.text, at + 1)
            || matches!(self.text.as_bytes().get(at + 1), Some(b',' | b'[' | b']' | b'{' | b'}'))
    }

    /// Refuses tabs before what begins a line of a block; the parser takes some, go-yaml none.
    fn check_indent(&self, start: usize) -> Result<(), YamlError> {
        let line = line_start(self.text, start);
        let blanks = &self.text[line..start];
        match blanks.find('\t').filter(|_| self.brackets == 0 && blanks.bytes().all(is_blank)) {
            Some(tab) => {
                let span = Span::new(line + tab, line + tab + 1);
                Err(fault(self.text, span, YamlErrorKind::TabIndent))
            }
            None => Ok(()),
        }
    }

    /// Behind the comma, if one stands before an entry in brackets.
    fn flow_entry(&mut self) -> usize {
        let mut at = skip_trivia(self.text, self.cursor);
        if self.text.as_bytes().get(at) == Some(&b',') {
            self.cursor = at + 1;
            at = skip_trivia(self.text, self.cursor);
        }
        at
    }

    /// Reads an indicator; gives its place.
    fn indicator(&mut self, indicator: u8) -> Result<usize, YamlError> {
        let at = skip_trivia(self.text, self.cursor);
        if self.text.as_bytes().get(at) != Some(&indicator) {
            return Err(self.lost());
        }
        self.cursor = at + 1;
        Ok(at)
    }

    fn open(&mut self, at: usize) {
        self.cursor = at + 1;
        self.brackets += 1;
    }

    /// Reads a closing bracket, and a comma before it; gives the place behind it.
    fn close(&mut self, bracket: u8) -> Result<usize, YamlError> {
        self.brackets = self.brackets.saturating_sub(1);
        self.flow_entry();
        Ok(self.indicator(bracket)? + 1)
    }

    /// The events and the text do not fit: a form of YAML that this reader does not know.
    fn lost(&self) -> YamlError {
        let at = skip_trivia(self.text, self.cursor);
        fault(self.text, Span::new(at, at), YamlErrorKind::Syntax("this form is not supported".into()))
    }

    fn scan_error(&mut self, error: &ScanError) -> YamlError {
        let at = self.offsets.byte(error.marker().index());
        let line = line_start(self.text, at);
        let info = error.info();
        let tab = self.text[line..].find(|c| c != ' ').filter(|tab| self.text[line + tab..].starts_with('\t'));
        if let Some(tab) = tab.filter(|tab| info.contains("tab") || line + tab >= at) {
            return fault(self.text, Span::new(line + tab, line + tab + 1), YamlErrorKind::TabIndent);
        }
        if info.contains("unknown anchor") {
            let start = self.text[..at].rfind('*').unwrap_or(at);
            let name: String =
                self.text[start..].trim_start_matches('*').chars().take_while(|c| !c.is_whitespace()).collect();
            let span = Span::new(start, start + 1 + name.len());
            return fault(self.text, span, YamlErrorKind::UnknownAlias(name));
        }
        let kind = match info.contains("recursion limit") {
            true => YamlErrorKind::TooDeep,
            false => YamlErrorKind::Syntax(info.into()),
        };
        fault(self.text, Span::new(at, at), kind)
    }
}

fn tag_of(handle: &str, suffix: &str) -> Tag {
    let whole = format!("{handle}{suffix}");
    if whole == "!" {
        return Tag::NonSpecific;
    }
    match whole.strip_prefix("tag:yaml.org,2002:") {
        Some("str") => Tag::Str,
        Some("int") => Tag::Int,
        Some("float") => Tag::Float,
        Some("bool") => Tag::Bool,
        Some("null") => Tag::Null,
        Some("binary") => Tag::Binary,
        Some("timestamp") => Tag::Timestamp,
        Some("map") => Tag::Map,
        Some("seq") => Tag::Seq,
        _ => Tag::Other,
    }
}
