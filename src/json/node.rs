//! Reading a checked text through its tape.

use super::escape::unescape;
use super::lexis::{skip_space, skip_string};
use super::skip;
use super::tape::{Entry, Tape};
use crate::span::Span;
use crate::value::{Found, Kind, Node, NumberView};
use std::borrow::Cow;

/// One value of a JSON text, read where it stands.
#[derive(Clone, Copy, Debug)]
pub struct JsonNode<'t> {
    text: &'t str,
    tape: &'t [Entry],
    entry: Entry,
    /// The place of the entry on the tape, if it has one.
    at: u32,
}

impl<'t> JsonNode<'t> {
    /// The document itself. The tape must be that of this text.
    pub(crate) fn root(text: &'t str, tape: &'t Tape) -> Self {
        let tape = tape.entries();
        Self { text, tape, entry: tape[0], at: 0 }
    }

    /// Where the value stands in the text.
    pub fn span(self) -> Span {
        Span::new(self.entry.start as usize, self.entry.end as usize)
    }

    /// The text of the value.
    pub fn source(self) -> &'t str {
        &self.text[self.span().range()]
    }

    /// The members with the place of each key.
    pub fn placed_members(self) -> PlacedMembers<'t> {
        PlacedMembers(self.children(Kind::Object))
    }

    fn first_byte(self) -> u8 {
        self.text.as_bytes()[self.entry.start as usize]
    }

    fn is_read(self) -> bool {
        self.entry.count != Entry::UNREAD
    }

    /// What a container of this kind holds, keys included; nothing if the value is something else.
    fn children(self, kind: Kind) -> Children<'t> {
        let (at, end) = match self.kind() == kind {
            false => (0, 0),
            true if self.is_read() => (self.at + 1, self.entry.next),
            true => (self.entry.start + 1, self.entry.end - 1),
        };
        Children { text: self.text, tape: self.tape, at, end, read: self.is_read() }
    }

    /// What stands between the quotes of a string or key.
    fn raw(self) -> &'t str {
        &self.text[self.entry.start as usize + 1..self.entry.end as usize - 1]
    }

    fn string(self) -> Cow<'t, str> {
        match self.entry.count {
            0 => Cow::Borrowed(self.raw()),
            _ => unescape(self.raw()),
        }
    }

    fn is_string(self, wanted: &str) -> bool {
        match self.entry.count {
            0 => self.raw() == wanted,
            _ => unescape(self.raw()) == wanted,
        }
    }
}

impl<'t> Node<'t> for JsonNode<'t> {
    type Entries = Children<'t>;
    type Members = Members<'t>;

    fn kind(self) -> Kind {
        match self.first_byte() {
            b'{' => Kind::Object,
            b'[' => Kind::Array,
            b'"' => Kind::String,
            b't' | b'f' => Kind::Boolean,
            b'n' => Kind::Null,
            _ => Kind::Number,
        }
    }

    fn as_bool(self) -> Option<bool> {
        (self.kind() == Kind::Boolean).then(|| self.first_byte() == b't')
    }

    fn as_number(self) -> Option<NumberView<'t>> {
        (self.kind() == Kind::Number).then(|| NumberView::Text(self.source()))
    }

    fn as_str(self) -> Option<Cow<'t, str>> {
        (self.kind() == Kind::String).then(|| self.string())
    }

    fn entries(self) -> Children<'t> {
        self.children(Kind::Array)
    }

    fn members(self) -> Members<'t> {
        Members(self.placed_members())
    }

    fn len(self) -> usize {
        match self.kind() {
            Kind::Object | Kind::Array if self.is_read() => self.entry.count as usize,
            Kind::Object => self.placed_members().count(),
            Kind::Array => self.entries().count(),
            _ => 0,
        }
    }

    fn json_text(self) -> Option<&'t str> {
        Some(self.source())
    }

    fn is_empty(self) -> bool {
        let (mut entries, mut members) = (self.entries(), self.placed_members());
        entries.next().is_none() && members.next().is_none()
    }

    fn member(self, key: &str) -> Found<Self> {
        let mut found = Found::Absent;
        for member in self.placed_members().filter(|member| member.key.is_string(key)) {
            found = match found {
                Found::Absent => Found::One(member.value),
                Found::One(first) | Found::Twice(first, _) => Found::Twice(first, member.value),
            };
        }
        found
    }
}

/// Goes over the entries of a list.
#[derive(Clone, Debug)]
pub struct Children<'t> {
    text: &'t str,
    tape: &'t [Entry],
    /// The next place: on the tape, or in the text if the container was not read.
    at: u32,
    end: u32,
    read: bool,
}

impl<'t> Iterator for Children<'t> {
    type Item = JsonNode<'t>;

    fn next(&mut self) -> Option<JsonNode<'t>> {
        let entry = match self.read {
            true if self.at < self.end => self.tape[self.at as usize],
            true => return None,
            false => self.find()?,
        };
        let node = JsonNode { text: self.text, tape: self.tape, entry, at: self.at };
        self.at = if self.read { entry.next } else { entry.end };
        Some(node)
    }
}

impl Children<'_> {
    /// The next value or key in the text itself.
    fn find(&mut self) -> Option<Entry> {
        let bytes = &self.text.as_bytes()[..self.end as usize];
        let mut at = skip_space(bytes, self.at as usize);
        while matches!(bytes.get(at), Some(b',' | b':')) {
            at = skip_space(bytes, at + 1);
        }
        let (end, count) = match bytes.get(at)? {
            b'"' => {
                let (end, escaped) = skip_string(bytes, at + 1);
                (end, u32::from(escaped))
            }
            b'{' | b'[' => (skip_container(bytes, at), Entry::UNREAD),
            _ => (at + bytes[at..].iter().take_while(|byte| is_scalar(**byte)).count(), 0),
        };
        Some(Entry { start: at as u32, end: end as u32, next: 0, count })
    }
}

/// Bytes that numbers, `true`, `false` and `null` are made of.
fn is_scalar(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'.')
}

/// The place behind the container that opens at `at`, in a text that was checked before.
fn skip_container(bytes: &[u8], at: usize) -> usize {
    skip::container(bytes, at, usize::MAX).unwrap_or_else(|| skip_bytes(bytes, at))
}

/// The same byte by byte, where containers are nested deeper than the blocks count.
fn skip_bytes(bytes: &[u8], mut at: usize) -> usize {
    let mut depth = 0_usize;
    while let Some(byte) = bytes.get(at) {
        at += 1;
        match byte {
            b'"' => at = skip_string(bytes, at).0,
            b'{' | b'[' => depth += 1,
            b'}' | b']' if depth == 1 => break,
            b'}' | b']' => depth -= 1,
            _ => {}
        }
    }
    at
}

/// Goes over the members of an object, the place of each key included.
#[derive(Clone, Debug)]
pub struct PlacedMembers<'t>(Children<'t>);

/// A member as it stands in the text.
#[derive(Clone, Copy, Debug)]
pub struct PlacedMember<'t> {
    key: JsonNode<'t>,
    /// The value.
    pub value: JsonNode<'t>,
}

impl<'t> PlacedMember<'t> {
    /// Where the key stands, its quotes included.
    pub fn key_span(&self) -> Span {
        self.key.span()
    }

    /// The key, its escapes read.
    pub fn key(&self) -> Cow<'t, str> {
        self.key.string()
    }

    /// Whether the key reads as this text.
    pub fn has_key(&self, key: &str) -> bool {
        self.key.is_string(key)
    }
}

impl<'t> Iterator for PlacedMembers<'t> {
    type Item = PlacedMember<'t>;

    fn next(&mut self) -> Option<PlacedMember<'t>> {
        Some(PlacedMember { key: self.0.next()?, value: self.0.next()? })
    }
}

/// Goes over the members of an object.
#[derive(Clone, Debug)]
pub struct Members<'t>(PlacedMembers<'t>);

impl<'t> Iterator for Members<'t> {
    type Item = (Cow<'t, str>, JsonNode<'t>);

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(|member| (member.key(), member.value))
    }
}
