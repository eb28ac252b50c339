//! Collections: their entries one after another, their indicators and brackets.

use super::Reader;
use super::fault::tag_of;
use crate::document::yaml::check::{BOM, fault};
use crate::document::yaml::error::{YamlError, YamlErrorKind};
use crate::document::yaml::gap::{Properties, ends_indicator, is_break, skip_trivia};
use crate::document::yaml::tree::{Anchor, Id, Item, Node, NodeKind, Pair, Tag};
use crate::span::Span;
use saphyr_parser::{Event, ScalarStyle};

/// A collection of which more entries may follow.
pub(super) struct Open {
    properties: Properties,
    anchor: Anchor,
    tag: Tag,
    /// Where its bracket or its first entry begins.
    start: usize,
    /// Whether it has brackets.
    brackets: bool,
    entries: Entries,
}

enum Entries {
    /// And where the entry begins that is being read
    Sequence(Vec<Item>, usize),
    Mapping(Vec<Pair>, State),
}

/// What of an entry of a mapping was read.
#[derive(Clone, Copy)]
enum State {
    Nothing,
    Start { start: usize, explicit: bool },
    Key { start: usize, explicit: bool, key: Id },
    Colon { start: usize, explicit: bool, key: Id, colon: Option<usize> },
}

impl<'s> Reader<'_, 's> {
    /// The value that an event begins, read on from the cursor; `None` if it is a collection, which is open now.
    pub(super) fn node(&mut self, event: Event<'s>, span: saphyr_parser::Span) -> Result<Option<Id>, YamlError> {
        let (anchor, tag) = match &event {
            Event::Scalar(_, _, anchor, tag) | Event::SequenceStart(anchor, tag) | Event::MappingStart(anchor, tag) => {
                (*anchor, tag.as_deref())
            }
            Event::Alias(anchor) => return self.alias(*anchor).map(Some),
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
        let entries = match event {
            Event::Scalar(said, style, ..) => {
                let (kind, span) = self.scalar(&said, style, span)?;
                return Ok(Some(self.push(Node { properties, span, anchor, tag, is_key: false, kind })));
            }
            Event::SequenceStart(..) => Entries::Sequence(Vec::new(), 0),
            _ => Entries::Mapping(Vec::new(), State::Nothing),
        };
        let bracket = if matches!(entries, Entries::Sequence(..)) { b'[' } else { b'{' };
        let start = skip_trivia(self.text, self.cursor);
        let brackets = self.opens(span, bracket);
        if self.open.len() >= self.depth {
            return Err(fault(self.text, Span::new(start, start), YamlErrorKind::TooDeep));
        }
        if brackets {
            self.cursor = start + 1;
            self.brackets += 1;
        }
        self.open.push(Open { properties, anchor, tag, start, brackets, entries });
        Ok(None)
    }

    /// Whether an event is that of a flow collection: its span holds the bracket that stands next. That of a block
    /// collection, or of a pair without braces, ends before its first entry.
    fn opens(&mut self, span: saphyr_parser::Span, bracket: u8) -> bool {
        let at = skip_trivia(self.text, self.cursor);
        self.text.as_bytes().get(at) == Some(&bracket) && self.offsets.byte(span.end.index()) > at
    }

    /// Reads what stands before a value in its collection: a comma, a dash, `?`, `:`.
    pub(super) fn enter(&mut self, event: &Event<'s>) -> Result<(), YamlError> {
        let Some(open) = self.open.last() else { return Ok(()) };
        let brackets = open.brackets;
        let state = match open.entries {
            Entries::Sequence(..) => {
                let start = if brackets { self.flow_entry() } else { self.indicator(b'-')? };
                self.check_indent(start)?;
                if let Some(Open { entries: Entries::Sequence(_, at), .. }) = self.open.last_mut() {
                    *at = start;
                }
                return Ok(());
            }
            Entries::Mapping(_, State::Key { start, explicit, key }) => {
                let at = skip_trivia(self.text, self.cursor);
                let follows = self.text.as_bytes().get(at) == Some(&b':');
                let mut colon = (follows && (!explicit || self.is_value(at, event))).then_some(at);
                if let Some(at) = colon {
                    if !explicit {
                        self.check_key(start, at)?;
                    }
                    self.cursor = at + 1;
                    if self.is_part_of_key(key, at)? {
                        colon = None;
                    }
                }
                State::Colon { start, explicit, key, colon }
            }
            Entries::Mapping(..) => {
                if brackets {
                    self.flow_entry();
                }
                let start = skip_trivia(self.text, self.cursor);
                self.check_indent(start)?;
                let explicit = self.text.as_bytes().get(start) == Some(&b'?') && ends_indicator(self.text, start + 1);
                if explicit {
                    self.cursor = start + 1;
                }
                State::Start { start, explicit }
            }
        };
        if let Some(Open { entries: Entries::Mapping(_, at), .. }) = self.open.last_mut() {
            *at = state;
        }
        Ok(())
    }

    /// Gives a value that was read to the collection that holds it.
    pub(super) fn attach(&mut self, id: Id) {
        match self.open.last_mut().map(|open| &mut open.entries) {
            Some(Entries::Sequence(items, start)) => items.push(Item { start: *start, value: id }),
            Some(Entries::Mapping(pairs, state)) => {
                *state = match *state {
                    State::Colon { start, explicit, key, colon } => {
                        pairs.push(Pair { start, explicit, key, colon, value: id });
                        State::Nothing
                    }
                    State::Start { start, explicit } => {
                        self.tree.nodes[id].is_key = true;
                        State::Key { start, explicit, key: id }
                    }
                    other => other,
                }
            }
            None => {}
        }
    }

    /// Ends the innermost collection.
    pub(super) fn close(&mut self) -> Result<Id, YamlError> {
        let Some(open) = self.open.pop() else { return Err(self.lost()) };
        let (mut start, mut end) = (open.start, self.cursor);
        if open.brackets {
            self.brackets -= 1;
            self.flow_entry();
            let bracket = if matches!(open.entries, Entries::Sequence(..)) { b']' } else { b'}' };
            end = self.indicator(bracket)? + 1;
        }
        let bare = !open.brackets && self.brackets > 0;
        let kind = match open.entries {
            Entries::Sequence(items, _) => NodeKind::Sequence { flow: open.brackets, items },
            // `[w:]`, to go-yaml a list of a string.
            Entries::Mapping(pairs, _)
                if bare && matches!(&pairs[..], [pair] if !pair.explicit && pair.colon.is_none()) =>
            {
                self.tree.nodes[pairs[0].key].is_key = false;
                return Ok(pairs[0].key);
            }
            Entries::Mapping(pairs, _) => {
                start = pairs.first().filter(|_| !open.brackets).map_or(start, |pair| pair.start);
                NodeKind::Mapping { flow: open.brackets || bare, bare, pairs }
            }
        };
        let Open { properties, anchor, tag, .. } = open;
        Ok(self.push(Node { properties, span: Span::new(start, end), anchor, tag, is_key: false, kind }))
    }

    /// Whether the `:` behind an explicit key is its value's, and not the first character of the next key.
    fn is_value(&mut self, at: usize, value: &Event<'s>) -> bool {
        let is_blank = matches!(value, Event::Scalar(said, ScalarStyle::Plain, 0, None) if said.is_empty());
        !is_blank
            || ends_indicator(self.text, at + 1)
            || matches!(self.text.as_bytes().get(at + 1), Some(b',' | b'[' | b']' | b'{' | b'}'))
    }

    /// Refuses tabs before what begins a line of a block; the parser takes some, go-yaml none.
    fn check_indent(&self, start: usize) -> Result<(), YamlError> {
        let before = &self.text.as_bytes()[..start];
        let mut tab = None;
        for (at, byte) in before.iter().enumerate().rev() {
            match byte {
                b' ' => {}
                b'\t' => tab = Some(at),
                byte if is_break(*byte) => break,
                _ if at + 1 == BOM.len_utf8() && self.text.starts_with(BOM) => break,
                _ => return Ok(()),
            }
        }
        match tab.filter(|_| self.brackets == 0) {
            Some(tab) => Err(fault(self.text, Span::new(tab, tab + 1), YamlErrorKind::TabIndent)),
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

    /// The events and the text do not fit: a form of YAML that this reader does not know.
    pub(super) fn lost(&self) -> YamlError {
        let at = skip_trivia(self.text, self.cursor);
        fault(self.text, Span::new(at, at), YamlErrorKind::Syntax("this form is not supported".into()))
    }
}
