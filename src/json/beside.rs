//! Reading a text that is mostly the same as another one: what stands before and behind the difference is checked and
//! not indexed.

use super::record::Writer;
use super::scan::Record;
use super::tape::Entry;
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

/// Records the containers that reach into the difference; of others only where they stand.
pub(super) struct Beside {
    tape: Writer,
    difference: Range<usize>,
}

impl Beside {
    pub(super) fn new(text: &str, other: &str) -> Self {
        Self { tape: Writer::default(), difference: difference(text.as_bytes(), other.as_bytes()) }
    }
}

impl Record for Beside {
    #[inline(always)]
    fn open(&mut self, at: usize) -> bool {
        if at > self.difference.end {
            return false;
        }
        self.tape.open(at);
        true
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
}

impl From<Beside> for Vec<Entry> {
    fn from(beside: Beside) -> Self {
        beside.tape.entries
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
