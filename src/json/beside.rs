//! Reading a text that is mostly the same as another one: what stands before and behind the difference is checked and
//! not indexed, and what stands before it only in the one that is read first.

use super::error::Fault;
use super::record::Writer;
use super::scan::{Inside, Open, Record, Scan};
use super::tape::{Entry, Tape};
use std::ops::Range;

/// How many bytes are compared at once.
const BLOCK: usize = 64;

/// The stretch of `text` outside which it is the same as `other`: what is before the range begins both, what is behind
/// it ends both.
fn difference(text: &[u8], other: &[u8]) -> Range<usize> {
    let blocks = text.chunks_exact(BLOCK).zip(other.chunks_exact(BLOCK)).take_while(|(a, b)| a == b).count();
    let rest = text[blocks * BLOCK..].iter().zip(&other[blocks * BLOCK..]).take_while(|(a, b)| a == b).count();
    let head = blocks * BLOCK + rest;
    let (text_tail, other_tail) = (&text[head..], &other[head..]);
    let blocks =
        text_tail.rchunks_exact(BLOCK).zip(other_tail.rchunks_exact(BLOCK)).take_while(|(a, b)| a == b).count();
    let behind = |tail: &[u8]| tail.len() - blocks * BLOCK;
    let (text_tail, other_tail) = (&text_tail[..behind(text_tail)], &other_tail[..behind(other_tail)]);
    let rest = text_tail.iter().rev().zip(other_tail.iter().rev()).take_while(|(a, b)| a == b).count();
    head..head + text_tail.len() - rest
}

/// How far before the difference the state of the scan is kept first, and then again at every eighth of it: where a long
/// value reaches into the difference, the state before it must be there.
const AHEAD: usize = 4096;

/// Before the difference a container of less than so many bytes is checked as a whole. Of larger ones, which may reach into
/// the difference, so much is checked twice.
const SMALL: usize = 4096;

/// The state of a scan at a value shortly before a difference. A text that is the same up to there is read on from it.
#[derive(Clone, Debug)]
pub(super) struct Head {
    at: usize,
    open: Open,
    tape: Writer,
    max_depth: usize,
}

/// Records the containers that reach into the difference; of others only where they stand.
pub(super) struct Beside {
    tape: Writer,
    difference: Range<usize>,
    max_depth: usize,
    /// How far before the difference the state is kept next; 0 once that is over.
    ahead: usize,
    head: Option<Box<Head>>,
}

impl Beside {
    pub(super) fn new(text: &str, other: &str, max_depth: usize) -> Self {
        let difference = difference(text.as_bytes(), other.as_bytes());
        Self { tape: Writer::default(), difference, max_depth, ahead: AHEAD, head: None }
    }

    /// Reads a document that begins at `start`; from where the other one was left, if both are the same up to there.
    pub(super) fn read(&mut self, text: &str, start: usize, other: Option<&Head>) -> Result<usize, Fault> {
        let mut scan = Scan::new(text, self.max_depth);
        match other.filter(|head| head.at < self.difference.start && head.max_depth == self.max_depth) {
            Some(head) => {
                self.tape = head.tape.clone();
                self.ahead = 0;
                scan.resume(head.at, &head.open, self)
            }
            None => scan.value(start, self),
        }
    }

    /// Only before the difference, where the first byte of the value is in both: at the difference itself the other text
    /// may have space or the end of the container.
    #[cold]
    fn keep(&mut self, at: usize, open: &Open) {
        if at >= self.difference.start {
            self.ahead = 0;
            return;
        }
        while self.ahead > 0 && at + self.ahead >= self.difference.start {
            self.ahead /= 8;
        }
        let (open, tape) = (open.clone(), self.tape.clone());
        self.head = Some(Box::new(Head { at, open, tape, max_depth: self.max_depth }));
    }
}

impl Record for Beside {
    #[inline(always)]
    fn inside(&mut self, at: usize) -> Inside {
        match at > self.difference.end {
            true => Inside::Unwanted,
            false if at < self.difference.start => Inside::WantedFrom(self.difference.start.min(at + SMALL)),
            false => Inside::Wanted,
        }
    }

    #[inline(always)]
    fn open(&mut self, at: usize) {
        self.tape.open(at);
    }

    #[inline(always)]
    fn close(&mut self, end: usize) {
        match end < self.difference.start {
            true => self.tape.close_unread(end),
            false => self.tape.close(end),
        }
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

    #[inline(always)]
    fn at_value(&mut self, at: usize, open: &Open) {
        if at + self.ahead >= self.difference.start && self.ahead > 0 {
            self.keep(at, open);
        }
    }
}

impl From<Beside> for Tape {
    fn from(beside: Beside) -> Self {
        Self { head: beside.head, ..beside.tape.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(256))]
        #[test]
        fn outside_the_difference_both_are_the_same(
            head in prop::collection::vec(0u8..2, 0..200),
            a in prop::collection::vec(0u8..2, 0..200),
            b in prop::collection::vec(0u8..2, 0..200),
            tail in prop::collection::vec(0u8..2, 0..200),
        ) {
            let (a, b) = ([&head[..], &a, &tail].concat(), [&head[..], &b, &tail].concat());
            let (here, there) = (difference(&a, &b), difference(&b, &a));
            prop_assert_eq!(&a[..here.start], &b[..there.start]);
            prop_assert_eq!(&a[here.end..], &b[there.end..]);
            // What it begins with and what it ends with differs, or one of the two has nothing there.
            if !here.is_empty() && !there.is_empty() {
                prop_assert_ne!(a[here.start], b[there.start]);
                prop_assert_ne!(a[here.end - 1], b[there.end - 1]);
            }
            prop_assert!(a != b || here.is_empty());
        }
    }
}
