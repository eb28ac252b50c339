//! Decisions from bytes or from a seed: what proptest shrinks and a fuzzer mutates, a generator turns into structure.

/// A source of decisions.
pub struct Choices<'a>(From<'a>);

enum From<'a> {
    /// When the bytes are used up every decision is the first one.
    Bytes(&'a [u8]),
    /// Split-mix on a counter (Steele and others, 2014): the same numbers everywhere.
    Seed(u64),
}

impl<'a> Choices<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self(From::Bytes(bytes))
    }

    /// Decisions without end.
    pub fn seeded(seed: u64) -> Choices<'static> {
        Choices(From::Seed(seed))
    }

    /// Whether no decision is left.
    pub fn is_done(&self) -> bool {
        matches!(self.0, From::Bytes([]))
    }

    /// A number below `count`.
    pub fn below(&mut self, count: usize) -> usize {
        let count = count.max(1);
        match &mut self.0 {
            From::Seed(state) => (split_mix(state) % count as u64) as usize,
            From::Bytes(bytes) => {
                let width = if count <= 256 { 1 } else { 2 };
                let (head, rest) = bytes.split_at(width.min(bytes.len()));
                *bytes = rest;
                head.iter().fold(0, |number, byte| number << 8 | usize::from(*byte)) % count
            }
        }
    }

    /// True once in `count` times.
    pub fn once_in(&mut self, count: usize) -> bool {
        self.below(count) == count - 1
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// Texts, one after another, in which the pieces of a language meet in any order.
    pub fn text_of(&mut self, pieces: &[&str], most: usize) -> String {
        (0..self.below(most + 1)).map(|_| self.pick(pieces)).collect()
    }

    /// The bytes that no decision has used.
    pub fn rest(&mut self) -> &'a [u8] {
        match &mut self.0 {
            From::Bytes(bytes) => std::mem::take(bytes),
            From::Seed(_) => &[],
        }
    }
}

fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mixed = (*state ^ (*state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}
