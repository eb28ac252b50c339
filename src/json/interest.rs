//! Which places of a document are wanted, so that the scan keeps no more than the way to them.

use super::escape::unescape;
use super::record::Writer;
use super::scan::{Inside, Record};
use super::tape::{Entry, Tape};
use smallvec::SmallVec;
use std::borrow::Cow;

/// The places that the reader of a document will ask for.
///
/// A hint: what it leaves out can still be read, only slower.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Interest<'a> {
    keys: Vec<(Cow<'a, str>, Interest<'a>)>,
    indexes: Vec<(usize, Interest<'a>)>,
    each: Option<Box<Interest<'a>>>,
}

/// One step on the way to a place of interest.
#[derive(Clone, Debug, PartialEq)]
pub enum Way<'a> {
    /// The member with this key
    Key(Cow<'a, str>),
    /// The entry with this index
    Index(usize),
    /// Every entry or member
    Each,
}

/// Past so many different steps in one container the scan looks into all that is there.
const MANY: usize = 16;

impl<'a> Interest<'a> {
    /// Adds a place.
    pub fn add(&mut self, way: impl IntoIterator<Item = Way<'a>>) {
        let mut at = self;
        for step in way {
            at = at.step(step);
        }
    }

    fn step(&mut self, step: Way<'a>) -> &mut Self {
        if self.each.is_some() || self.keys.len() + self.indexes.len() >= MANY {
            return self.each.get_or_insert_default();
        }
        match step {
            Way::Each => self.each.get_or_insert_default(),
            Way::Key(key) => child(&mut self.keys, key),
            Way::Index(index) => child(&mut self.indexes, index),
        }
    }

    fn is_empty(&self) -> bool {
        self.keys.is_empty() && self.indexes.is_empty() && self.each.is_none()
    }

    fn member(&self, raw: &str, escaped: bool) -> Option<&Self> {
        let key = if escaped { unescape(raw) } else { Cow::Borrowed(raw) };
        let named = self.keys.iter().find(|(way, _)| *way == key).map(|(_, interest)| interest);
        named.or(self.each.as_deref())
    }

    fn entry(&self, index: usize) -> Option<&Self> {
        let named = self.indexes.iter().find(|(way, _)| *way == index).map(|(_, interest)| interest);
        named.or(self.each.as_deref())
    }
}

fn child<'i, 'a, K: PartialEq>(ways: &'i mut Vec<(K, Interest<'a>)>, key: K) -> &'i mut Interest<'a> {
    let at = ways.iter().position(|(way, _)| *way == key).unwrap_or_else(|| {
        ways.push((key, Interest::default()));
        ways.len() - 1
    });
    &mut ways[at].1
}

/// Records the members and entries of the containers that lie on the way to a place of interest.
pub(super) struct Picked<'t, 'i, 'a> {
    text: &'t str,
    tape: Writer,
    /// What is wanted inside the open containers, the innermost last.
    open: SmallVec<[(&'i Interest<'a>, bool); 16]>,
    /// What is wanted inside the next value, where a key or the root says so.
    wanted: Option<&'i Interest<'a>>,
}

impl<'t, 'i, 'a> Picked<'t, 'i, 'a> {
    pub(super) fn new(text: &'t str, interest: &'i Interest<'a>) -> Self {
        Self { text, tape: Writer::default(), open: SmallVec::new(), wanted: Some(interest) }
    }
}

impl Record for Picked<'_, '_, '_> {
    fn inside(&mut self, _: usize) -> Inside {
        if let Some((list, false)) = self.open.last() {
            self.wanted = list.entry(self.tape.count() as usize);
        }
        match self.wanted {
            Some(wanted) if !wanted.is_empty() => Inside::Wanted,
            _ => Inside::Unwanted,
        }
    }

    fn open(&mut self, at: usize) {
        if let Some(wanted) = self.wanted {
            self.open.push((wanted, self.text.as_bytes()[at] == b'{'));
        }
        self.tape.open(at);
    }

    fn close(&mut self, end: usize) {
        self.open.pop();
        self.tape.close(end);
    }

    fn key(&mut self, start: usize, end: usize, escaped: bool) {
        let raw = self.text.get(start + 1..end - 1).unwrap_or_default();
        self.wanted = self.open.last().and_then(|(object, _)| object.member(raw, escaped));
        self.tape.key(start, end, escaped);
    }

    fn scalar(&mut self, start: usize, end: usize, escaped: bool) {
        self.tape.value(start, end, u32::from(escaped));
    }

    fn unread(&mut self, start: usize, end: usize) {
        self.tape.value(start, end, Entry::UNREAD);
    }
}

impl From<Picked<'_, '_, '_>> for Tape {
    fn from(picked: Picked<'_, '_, '_>) -> Self {
        picked.tape.into()
    }
}
