//! Reading the escapes of a checked JSON string.

use std::borrow::Cow;
use std::char::REPLACEMENT_CHARACTER;

/// The text of a string, given what stands between its quotes.
pub(super) fn unescape(raw: &str) -> Cow<'_, str> {
    let Some(first) = raw.find('\\') else { return Cow::Borrowed(raw) };
    let mut out = String::with_capacity(raw.len());
    out.push_str(&raw[..first]);
    let mut rest = &raw[first..];
    while let Some(escape) = rest.strip_prefix('\\') {
        let (char, behind) = read(escape);
        out.push(char);
        let plain = behind.find('\\').unwrap_or(behind.len());
        out.push_str(&behind[..plain]);
        rest = &behind[plain..];
    }
    Cow::Owned(out)
}

/// The character that an escape means, and the text behind it; the backslash is already off.
fn read(escape: &str) -> (char, &str) {
    let mut chars = escape.chars();
    let char = match chars.next() {
        Some('b') => '\u{8}',
        Some('f') => '\u{c}',
        Some('n') => '\n',
        Some('r') => '\r',
        Some('t') => '\t',
        Some('u') => return read_unicode(chars.as_str()),
        Some(other) => other,
        None => REPLACEMENT_CHARACTER,
    };
    (char, chars.as_str())
}

/// Two halves of a surrogate pair are one character; a half alone is none and reads as U+FFFD.
fn read_unicode(text: &str) -> (char, &str) {
    let Some((unit, rest)) = read_unit(text) else { return (REPLACEMENT_CHARACTER, text) };
    if let Some((low, behind)) = rest.strip_prefix("\\u").and_then(read_unit)
        && let Some(Ok(char)) = char::decode_utf16([unit, low]).next()
        && char.len_utf16() == 2
    {
        return (char, behind);
    }
    (char::from_u32(unit.into()).unwrap_or(REPLACEMENT_CHARACTER), rest)
}

fn read_unit(text: &str) -> Option<(u16, &str)> {
    let (hex, rest) = text.split_at_checked(4)?;
    Some((u16::from_str_radix(hex, 16).ok()?, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_read_as_jq_reads_them() {
        for (raw, want) in [
            ("plain", "plain"),
            (r#"\"\\\/\b\f\n\r\t"#, "\"\\/\u{8}\u{c}\n\r\t"),
            (r"\u0041b\u00e9", "Abé"),
            (r"x\ud83d\ude80y", "x🚀y"),
            (r"\ud83d", "\u{fffd}"),
            (r"\ud83dx", "\u{fffd}x"),
            (r"\ude80\ud83d", "\u{fffd}\u{fffd}"),
            (r"\ud83d\u0041", "\u{fffd}A"),
            (r"\ud83d\ud83d\ude80", "\u{fffd}🚀"),
            (r"\u0000é\\u0041", "\0é\\u0041"),
        ] {
            assert_eq!(unescape(raw), want, "{raw}");
        }
    }
}
