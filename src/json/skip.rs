//! The check of a container whose inside nobody asks for, sixty-four bytes at a time.
//!
//! The rules of JSON are held against whole blocks of bits. Behind `{`, `[`, `:` and `,`, and only there, a value begins;
//! the bracket that ends an empty container stands behind its own opening one. A colon stands behind a string, with `{`
//! or `,` as the bracket, comma or colon before. What is left depends on the container and is asked from bracket to
//! bracket: a list has no colon, and in an object each `{` or `,` is followed by a colon.
//!
//! This says only that a container is right and where it ends. Whatever else it meets it leaves to the scan byte by byte,
//! which alone knows what is wrong; so nothing depends on this but time.

use super::lexis::{escape, name, number};
use super::marks::{BLOCK, Marks};
use fearless_simd::{Level, Simd, dispatch};

/// How many blocks are marked before they are walked: the two do not mix well in one loop.
const BATCH: usize = 4;

/// Deeper containers are left to the scan byte by byte: the open ones are the bits of one word.
const DEPTH: usize = 63;

/// The place behind the container that opens at `start`, if all that is inside is JSON no deeper than `max_depth`. `None`
/// says nothing.
pub(super) fn container(bytes: &[u8], start: usize, max_depth: usize) -> Option<usize> {
    container_by(Level::new(), bytes, start, max_depth)
}

fn container_by(level: Level, bytes: &[u8], start: usize, max_depth: usize) -> Option<usize> {
    if level.is_fallback() {
        return None;
    }
    dispatch!(level, simd => walk(simd, bytes, start, max_depth))
}

#[inline(always)]
fn walk<S: Simd>(simd: S, bytes: &[u8], start: usize, max_depth: usize) -> Option<usize> {
    let mut walk = Walk { bytes, max_depth: max_depth.min(DEPTH), value_wanted: 1, ..Walk::default() };
    let mut batch = [Marks::default(); BATCH];
    // Many containers are small: what is marked behind their end was marked in vain.
    let (mut at, mut size) = (start, 1);
    loop {
        let rest = bytes.get(at..).filter(|rest| !rest.is_empty())?;
        let (blocks, tail) = rest.as_chunks::<BLOCK>();
        let blocks = &blocks[..blocks.len().min(size)];
        let count = if blocks.is_empty() {
            let mut block = [b' '; BLOCK];
            block[..tail.len()].copy_from_slice(tail);
            batch[0] = Marks::of(simd, &block);
            1
        } else {
            batch.iter_mut().zip(blocks).for_each(|(marks, block)| *marks = Marks::of(simd, block));
            blocks.len()
        };
        for marks in &batch[..count] {
            if let Some(end) = walk.block(at, marks)? {
                return Some(end);
            }
            at += BLOCK;
        }
        size = (2 * size).min(BATCH);
    }
}

/// What is known between two blocks. Of the words with one bit, it is whether the next byte is such.
#[derive(Default)]
struct Walk<'t> {
    bytes: &'t [u8],
    max_depth: usize,
    /// The next byte is escaped.
    escaped: u64,
    /// All bits: the next byte is inside a string.
    in_string: u64,
    /// A number or name ended the block before.
    in_word: u64,
    /// A bracket opened, or a colon or comma stands, and nothing but space behind it.
    value_wanted: u64,
    /// A string ended the block before.
    behind_string: u64,
    /// The last bracket, colon or comma is an opening bracket or a comma.
    behind_separator: u64,
    depth: usize,
    /// Which open containers are objects, the innermost lowest.
    objects: u64,
}

/// The bytes of a block by what they mean, and the rules that they break.
struct Block {
    opens: u64,
    closes: u64,
    colons: u64,
    /// Where numbers and names begin.
    words: u64,
    /// What is wrong anywhere.
    wrong: u64,
    /// What is wrong in an object.
    wrong_in_object: u64,
}

impl Block {
    /// What is wrong in the container, which is an object where the lowest bit says so.
    #[inline(always)]
    fn wrong_in(&self, objects: u64) -> u64 {
        let in_object = (objects & 1).wrapping_neg();
        (self.wrong_in_object & in_object) | (self.colons & !in_object)
    }
}

impl Walk<'_> {
    /// Reads a block that begins at `at`; the place behind the container, if it ends here.
    #[inline(always)]
    fn block(&mut self, at: usize, marks: &Marks) -> Option<Option<usize>> {
        let block = self.judge(at, marks)?;
        let (end, reached) = self.brackets(at, &block)?;
        let mut words = block.words & reached;
        while words != 0 {
            self.word(at + words.trailing_zeros() as usize)?;
            words &= words - 1;
        }
        Some(end)
    }

    #[inline(always)]
    fn judge(&mut self, at: usize, marks: &Marks) -> Option<Block> {
        let escaped = if marks.backslashes | self.escaped == 0 { 0 } else { self.escapes(at, marks.backslashes)? };
        let quotes = marks.quotes & !escaped;
        let inside = odd_ones_before(quotes) ^ self.in_string;
        self.in_string = (inside >> 63).wrapping_neg();
        let outside = !(inside | quotes);
        let (opens, closes) = (marks.opens & outside, marks.closes & outside);
        let (colons, commas) = (marks.colons & outside, marks.commas & outside);
        let space = (marks.spaces | marks.breaks) & outside;
        let separators = opens | closes | colons | commas;
        let in_words = outside & !(separators | space);
        let words = in_words & !(in_words << 1 | self.in_word);
        self.in_word = in_words >> 63;

        let values = (quotes & inside) | words | opens;
        let wanted = behind(opens | colons | commas, space, &mut self.value_wanted);
        let empty = wanted & closes;
        if empty != 0 {
            self.stand_behind(empty, at, |byte| matches!(byte, b'{' | b'['))?;
        }
        let string_ends = quotes & !inside;
        let apart = colons & !(string_ends << 1 | self.behind_string);
        self.behind_string = string_ends >> 63;
        if apart != 0 {
            self.stand_behind(apart, at, |byte| byte == b'"')?;
        }
        let behind_openers = behind(opens | commas, !separators, &mut self.behind_separator);
        let controls = marks.controls & (inside | !marks.breaks);
        let wrong = (wanted ^ (values | empty)) | (colons & !behind_openers) | controls;
        Some(Block { opens, closes, colons, words, wrong, wrong_in_object: behind_openers & !(colons | empty) })
    }

    /// Opens and closes containers: the place behind the outermost, if it ends here, and the bytes up to there.
    #[inline(always)]
    fn brackets(&mut self, at: usize, block: &Block) -> Option<(Option<usize>, u64)> {
        let (mut wrong, mut unmatched, mut deepest) = (block.wrong, 0, self.depth);
        let (mut end, mut reached, mut judged) = (None, u64::MAX, 0);
        let mut brackets = block.opens | block.closes;
        while brackets != 0 {
            let index = brackets.trailing_zeros();
            let here = brackets ^ (brackets - 1);
            brackets &= brackets - 1;
            wrong |= block.wrong_in(self.objects) & here & !judged;
            judged = here;
            let place = at + index as usize;
            let is_object = u64::from(self.bytes[place] >> 5 & 1);
            // No branch: which of the two comes next is anybody's guess.
            let opens = block.opens >> index & 1;
            unmatched |= (is_object ^ (self.objects & 1)) & !opens;
            self.objects = if opens == 1 { self.objects << 1 | is_object } else { self.objects >> 1 };
            self.depth = self.depth + 2 * opens as usize - 1;
            deepest = deepest.max(self.depth);
            if self.depth == 0 {
                (end, reached) = (Some(place + 1), judged);
                break;
            }
        }
        wrong |= block.wrong_in(self.objects) & !judged;
        (wrong & reached == 0 && unmatched == 0 && deepest <= self.max_depth).then_some((end, reached))
    }

    /// Checks the number or name at `at`.
    #[inline(always)]
    fn word(&self, at: usize) -> Option<()> {
        let bytes = self.bytes;
        let end = match bytes[at] {
            b'-' | b'0'..=b'9' => number(bytes, at),
            b't' => name(bytes, at, b"true"),
            b'f' => name(bytes, at, b"false"),
            b'n' => name(bytes, at, b"null"),
            _ => return None,
        };
        let behind = bytes.get(end.ok()?)?;
        matches!(behind, b',' | b'}' | b']' | b' ' | b'\n' | b'\r' | b'\t').then_some(())
    }

    /// Whether the byte before each of the places, white space left out, is as wanted.
    #[cold]
    fn stand_behind(&self, mut places: u64, at: usize, wanted: fn(u8) -> bool) -> Option<()> {
        while places != 0 {
            let before = &self.bytes[..at + places.trailing_zeros() as usize];
            let byte = before.iter().rev().find(|byte| !matches!(byte, b' ' | b'\n' | b'\r' | b'\t'))?;
            wanted(*byte).then_some(())?;
            places &= places - 1;
        }
        Some(())
    }

    /// Checks the escapes that begin in a block; gives the bytes of the block that are escaped.
    fn escapes(&mut self, at: usize, backslashes: u64) -> Option<u64> {
        let mut escaped = self.escaped;
        let mut left = backslashes & !escaped;
        self.escaped = 0;
        while left != 0 {
            let first = left & left.wrapping_neg();
            escape(self.bytes, at + first.trailing_zeros() as usize).ok()?;
            escaped |= first << 1;
            self.escaped = first >> 63;
            left &= !(first | first << 1);
        }
        Some(escaped)
    }
}

/// The first bytes behind each of these that are not passed over. An addition carries over what is passed; what is still
/// open at the end of the block is carried into the next.
#[inline(always)]
fn behind(these: u64, passed: u64, carry: &mut u64) -> u64 {
    let next = these << 1 | *carry;
    let (sum, over) = (next & passed).overflowing_add(passed);
    *carry = these >> 63 | u64::from(over);
    (next | sum) & !passed
}

/// The bits at and before which an odd number of bits is set: from each opening quote up to its closing one.
#[inline(always)]
fn odd_ones_before(mut bits: u64) -> u64 {
    for shift in [1, 2, 4, 8, 16, 32] {
        bits ^= bits << shift;
    }
    bits
}

/// Every way that this processor can go.
#[cfg(test)]
pub(super) fn levels() -> Vec<Level> {
    let mut levels = vec![Level::new(), Level::baseline()];
    #[cfg(target_arch = "x86_64")]
    {
        levels.extend(Level::new().as_sse4_2().map(Level::Sse4_2));
        levels.extend(Level::new().as_avx2().map(Level::Avx2));
    }
    levels
}

#[cfg(test)]
mod tests;
