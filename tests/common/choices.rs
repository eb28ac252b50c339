//! Decisions read from bytes: what proptest shrinks and a fuzzer mutates, a generator turns into structure.

/// A source of decisions. When the bytes are used up every decision is the first one.
pub struct Choices<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Choices<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// Whether no decision is left.
    pub fn is_done(&self) -> bool {
        self.at >= self.bytes.len()
    }

    /// A number below `count`.
    pub fn below(&mut self, count: usize) -> usize {
        let byte = self.bytes.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        usize::from(byte) % count.max(1)
    }

    /// True once in `count` times.
    pub fn once_in(&mut self, count: usize) -> bool {
        self.below(count) == count - 1
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}
