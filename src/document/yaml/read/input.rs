//! The text as the parser takes it: most of it is ASCII, of which a character is a byte.
//!
//! The parser's own input of a string decodes each character anew wherever it looks, and makes room for 128 more with
//! every plain scalar.

use saphyr_parser::Input;

pub(super) struct Characters<'s> {
    text: &'s str,
    /// The byte of the next character.
    at: usize,
    /// How far the parser said that it would look. All of the text is there anyway.
    lookahead: usize,
}

impl<'s> Characters<'s> {
    pub fn new(text: &'s str) -> Self {
        Self { text, at: 0, lookahead: 0 }
    }

    #[inline]
    fn character(&self, at: usize) -> Option<char> {
        match self.text.as_bytes().get(at) {
            Some(byte) if byte.is_ascii() => Some(char::from(*byte)),
            Some(_) => self.text[at..].chars().next(),
            None => None,
        }
    }

    /// Behind the character at a byte; the end of the text stays where it is.
    #[inline]
    fn behind(&self, at: usize) -> usize {
        match self.text.as_bytes().get(at) {
            Some(byte) if byte.is_ascii() => at + 1,
            _ => at + self.character(at).map_or(0, char::len_utf8),
        }
    }
}

impl Input for Characters<'_> {
    #[inline]
    fn lookahead(&mut self, count: usize) {
        self.lookahead = self.lookahead.max(count);
    }

    #[inline]
    fn buflen(&self) -> usize {
        self.lookahead
    }

    /// How many characters the parser takes at once. A plain scalar gets room for 32 first, and then for so many.
    #[inline]
    fn bufmaxlen(&self) -> usize {
        16
    }

    #[inline]
    fn raw_read_ch(&mut self) -> char {
        let next = self.peek();
        self.skip();
        next
    }

    #[inline]
    fn raw_read_non_breakz_ch(&mut self) -> Option<char> {
        let next = self.character(self.at).filter(|c| !matches!(c, '\n' | '\r' | '\0' | '\u{feff}'))?;
        self.skip();
        Some(next)
    }

    #[inline]
    fn skip(&mut self) {
        self.at = self.behind(self.at);
    }

    #[inline]
    fn skip_n(&mut self, count: usize) {
        for _ in 0..count {
            self.skip();
        }
    }

    #[inline]
    fn peek(&self) -> char {
        self.character(self.at).unwrap_or('\0')
    }

    #[inline]
    fn peek_nth(&self, n: usize) -> char {
        let at = (0..n).fold(self.at, |at, _| self.behind(at));
        self.character(at).unwrap_or('\0')
    }

    #[inline]
    fn peek_opt(&self) -> Option<char> {
        self.character(self.at)
    }
}
