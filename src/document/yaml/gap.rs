//! What stands between the values of a text: white space, comments, indicators, properties.

use crate::span::Span;

/// Behind white space, line breaks, comments and a byte-order mark.
pub(super) fn skip_trivia(text: &str, mut at: usize) -> usize {
    let bytes = text.as_bytes();
    loop {
        match bytes.get(at) {
            Some(b' ' | b'\t' | b'\n' | b'\r') => at += 1,
            Some(b'#') => at += bytes[at..].iter().take_while(|byte| !is_break(**byte)).count(),
            Some(0xEF) if at == 0 && text.starts_with(super::check::BOM) => at += 3,
            _ => return at,
        }
    }
}

/// Behind spaces and tabs.
pub(super) fn skip_blanks(text: &str, at: usize) -> usize {
    at + text.as_bytes()[at..].iter().take_while(|byte| is_blank(**byte)).count()
}

/// Where the spaces and tabs that end at `at` begin.
pub(super) fn blanks_before(text: &str, at: usize) -> usize {
    at - text.as_bytes()[..at].iter().rev().take_while(|byte| is_blank(**byte)).count()
}

pub(super) const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

pub(super) const fn is_break(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// Whether an indicator that must be followed by white space ends before this byte.
pub(super) fn ends_indicator(text: &str, at: usize) -> bool {
    text.as_bytes().get(at).is_none_or(|byte| is_blank(*byte) || is_break(*byte))
}

/// The anchor and the tag in front of a value.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Properties {
    /// `&name`
    pub anchor: Option<Span>,
    /// `!!str`, `!local`, `!<...>`
    pub tag: Option<Span>,
}

impl Properties {
    /// Reads those that the parser has seen at `at`.
    pub fn read(text: &str, at: usize, anchor: bool, tag: bool) -> Self {
        let mut found = Self::default();
        let mut at = at;
        for _ in 0..usize::from(anchor) + usize::from(tag) {
            let end = word_end(text, at);
            match text.as_bytes().get(at) {
                Some(b'&') if found.anchor.is_none() => found.anchor = Some(Span::new(at, end)),
                Some(b'!') if found.tag.is_none() => found.tag = Some(Span::new(at, end)),
                _ => break,
            }
            at = skip_trivia(text, end);
        }
        found
    }

    /// From the first to the last of them.
    pub fn span(&self) -> Option<Span> {
        match (self.anchor, self.tag) {
            (Some(anchor), Some(tag)) => Some(anchor.to(tag)),
            (anchor, tag) => anchor.or(tag),
        }
    }
}

/// Behind an anchor, an alias or a tag.
pub(super) fn word_end(text: &str, at: usize) -> usize {
    let verbatim = text[at..].starts_with("!<");
    let ends = |byte: u8| match verbatim {
        true => byte == b'>',
        false => is_blank(byte) || is_break(byte) || matches!(byte, b',' | b'[' | b']' | b'{' | b'}'),
    };
    let length = text.as_bytes()[at..].iter().take_while(|byte| !ends(**byte)).count();
    (at + length + usize::from(verbatim)).min(text.len())
}

/// Behind the quoted scalar that begins at `at`.
pub(super) fn quoted_end(text: &str, at: usize) -> usize {
    let bytes = text.as_bytes();
    let quote = bytes[at];
    let mut end = at + 1;
    while let Some(byte) = bytes.get(end) {
        match *byte {
            b'\\' if quote == b'"' => end += 2,
            byte if byte == quote && quote == b'\'' && bytes.get(end + 1) == Some(&quote) => end += 2,
            byte if byte == quote => return end + 1,
            _ => end += 1,
        }
    }
    bytes.len()
}
