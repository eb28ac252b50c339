//! Which bytes of a text are quotes, brackets, white space: one bit a byte, sixty-four bytes at once, by the vector
//! instructions that the caller found.

use fearless_simd::{prelude::*, u8x64};

/// How many bytes are marked at once.
pub(super) const BLOCK: usize = 64;

/// The bytes of a block by what they are; the lowest bit is the first byte. Strings are not known here: a bracket inside
/// of one is marked as well.
#[derive(Clone, Copy, Default)]
pub(super) struct Marks {
    pub(super) quotes: u64,
    pub(super) backslashes: u64,
    /// Everything below U+0020.
    pub(super) controls: u64,
    /// Line feeds, carriage returns, tabs.
    pub(super) breaks: u64,
    pub(super) spaces: u64,
    /// `{` and `[`
    pub(super) opens: u64,
    /// `}` and `]`
    pub(super) closes: u64,
    pub(super) colons: u64,
    pub(super) commas: u64,
}

impl Marks {
    #[inline(always)]
    pub(super) fn of<S: Simd>(simd: S, block: &[u8; BLOCK]) -> Self {
        let bytes = u8x64::from_slice(simd, block);
        let are = |byte: u8| bytes.simd_eq(u8x64::splat(simd, byte));
        // `[` and `{`, and likewise `]` and `}`, differ in this bit; nothing else becomes one of them by it.
        let curly = bytes | u8x64::splat(simd, 0x20);
        let brackets = |byte: u8| curly.simd_eq(u8x64::splat(simd, byte)).to_bitmask();
        Self {
            quotes: are(b'"').to_bitmask(),
            backslashes: are(b'\\').to_bitmask(),
            controls: bytes.simd_lt(u8x64::splat(simd, b' ')).to_bitmask(),
            breaks: (are(b'\n') | are(b'\r') | are(b'\t')).to_bitmask(),
            spaces: are(b' ').to_bitmask(),
            opens: brackets(b'{'),
            closes: brackets(b'}'),
            colons: are(b':').to_bitmask(),
            commas: are(b',').to_bitmask(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fearless_simd::dispatch;

    #[test]
    fn each_byte_is_marked_as_what_it_is_by_all_that_this_processor_has() {
        for level in super::super::skip::levels() {
            for byte in 0..=u8::MAX {
                for at in 0..BLOCK {
                    let mut block = [b'x'; BLOCK];
                    block[at] = byte;
                    let marks = dispatch!(level, simd => Marks::of(simd, &block));
                    let want = |is: bool| u64::from(is) << at;
                    assert_eq!(marks.quotes, want(byte == b'"'), "{byte}");
                    assert_eq!(marks.backslashes, want(byte == b'\\'), "{byte}");
                    assert_eq!(marks.controls, want(byte < b' '), "{byte}");
                    assert_eq!(marks.breaks, want(matches!(byte, b'\n' | b'\r' | b'\t')), "{byte}");
                    assert_eq!(marks.spaces, want(byte == b' '), "{byte}");
                    assert_eq!(marks.opens, want(matches!(byte, b'{' | b'[')), "{byte}");
                    assert_eq!(marks.closes, want(matches!(byte, b'}' | b']')), "{byte}");
                    assert_eq!(marks.colons, want(byte == b':'), "{byte}");
                    assert_eq!(marks.commas, want(byte == b','), "{byte}");
                }
            }
        }
    }
}
