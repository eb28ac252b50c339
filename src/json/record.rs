//! Writing the tape while a text is scanned.

use super::scan::{Inside, Record};
use super::tape::{Entry, Tape};
use smallvec::SmallVec;

/// Records everything.
#[derive(Default)]
pub(super) struct All {
    tape: Writer,
}

impl Record for All {
    #[inline(always)]
    fn inside(&mut self, _: usize) -> Inside {
        Inside::Wanted
    }

    #[inline(always)]
    fn open(&mut self, at: usize) {
        self.tape.open(at);
    }

    #[inline(always)]
    fn close(&mut self, end: usize) {
        self.tape.close(end);
    }

    #[inline(always)]
    fn key(&mut self, start: usize, end: usize, escaped: bool) {
        self.tape.key(start, end, escaped);
    }

    #[inline(always)]
    fn scalar(&mut self, start: usize, end: usize, escaped: bool) {
        self.tape.value(start, end, u32::from(escaped));
    }

    #[inline(always)]
    fn unread(&mut self, start: usize, end: usize) {
        self.tape.value(start, end, Entry::UNREAD);
    }
}

impl From<All> for Tape {
    fn from(all: All) -> Self {
        all.tape.into()
    }
}

/// A tape under way, and the containers that are open on it.
#[derive(Clone, Debug)]
pub(super) struct Writer {
    pub(super) entries: Vec<Entry>,
    /// The innermost open container.
    inner: Open,
    /// Those around it.
    outer: SmallVec<[Open; 16]>,
}

impl Default for Writer {
    /// Room for the way to a few places, so that short tapes do not grow.
    fn default() -> Self {
        Self { entries: Vec::with_capacity(64), inner: Open::default(), outer: SmallVec::new() }
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Open {
    entry: u32,
    count: u32,
}

impl Writer {
    /// How many values the innermost open container has so far.
    pub(super) fn count(&self) -> u32 {
        self.inner.count
    }

    #[inline(always)]
    pub(super) fn open(&mut self, at: usize) {
        self.inner.count += 1;
        self.outer.push(self.inner);
        self.inner = Open { entry: self.entries.len() as u32, count: 0 };
        self.entries.push(Entry { start: offset(at), ..Entry::default() });
    }

    #[inline(always)]
    pub(super) fn close(&mut self, end: usize) {
        let next = self.entries.len() as u32;
        let entry = &mut self.entries[self.inner.entry as usize];
        *entry = Entry { start: entry.start, end: offset(end), next, count: self.inner.count };
        self.inner = self.outer.pop().unwrap_or_default();
    }

    /// Closes a container and forgets what is in it.
    #[inline(always)]
    pub(super) fn close_unread(&mut self, end: usize) {
        let next = self.inner.entry + 1;
        self.entries.truncate(next as usize);
        let entry = &mut self.entries[self.inner.entry as usize];
        *entry = Entry { start: entry.start, end: offset(end), next, count: Entry::UNREAD };
        self.inner = self.outer.pop().unwrap_or_default();
    }

    #[inline(always)]
    pub(super) fn key(&mut self, start: usize, end: usize, escaped: bool) {
        let next = self.entries.len() as u32 + 1;
        self.entries.push(Entry { start: offset(start), end: offset(end), next, count: u32::from(escaped) });
    }

    #[inline(always)]
    pub(super) fn value(&mut self, start: usize, end: usize, count: u32) {
        self.inner.count += 1;
        let next = self.entries.len() as u32 + 1;
        self.entries.push(Entry { start: offset(start), end: offset(end), next, count });
    }
}

/// The size of the text was checked, and a tape has fewer entries than its text has bytes.
#[inline(always)]
fn offset(at: usize) -> u32 {
    at as u32
}
