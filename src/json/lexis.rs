//! The words of JSON: white space, strings, numbers, names; eight bytes at a time where that pays.

use super::error::{Fault, JsonErrorKind, Wanted};

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGHS: u64 = 0x8080_8080_8080_8080;

/// The next eight bytes, the first one lowest.
#[inline(always)]
fn word(bytes: &[u8], at: usize) -> Option<u64> {
    bytes.get(at..)?.first_chunk().map(|chunk| u64::from_le_bytes(*chunk))
}

/// The place behind the white space that stands at `at`; most often that is none, or one space.
#[inline(always)]
pub(super) fn skip_space(bytes: &[u8], at: usize) -> usize {
    match bytes.get(at) {
        Some(byte) if *byte <= b' ' => match bytes.get(at + 1) {
            Some(next) if *byte == b' ' && *next > b' ' => at + 1,
            _ => space_run(bytes, at),
        },
        _ => at,
    }
}

/// Any white space, and by words the spaces behind it: a line break and its indentation.
fn space_run(bytes: &[u8], mut at: usize) -> usize {
    while let Some(b' ' | b'\n' | b'\r' | b'\t') = bytes.get(at) {
        at += 1;
        while let Some(word) = word(bytes, at) {
            let others = word ^ (ONES * b' ' as u64);
            if others != 0 {
                at += others.trailing_zeros() as usize / 8;
                break;
            }
            at += 8;
        }
    }
    at
}

/// Marks the bytes that a string does not simply hold: quotes, backslashes, control characters. Marks above the lowest
/// one may be wrong, so only that one counts.
#[inline(always)]
const fn specials(word: u64) -> u64 {
    let quotes = (word ^ (ONES * b'"' as u64)).wrapping_sub(ONES);
    let backslashes = (word ^ (ONES * b'\\' as u64)).wrapping_sub(ONES);
    let controls = word.wrapping_sub(ONES * b' ' as u64);
    (quotes | backslashes | controls) & !word & HIGHS
}

/// The place of the first special byte from `at` on; the end of the text if there is none.
#[inline(always)]
fn string_run(bytes: &[u8], mut at: usize) -> usize {
    while let Some(word) = word(bytes, at) {
        let specials = specials(word);
        if specials != 0 {
            return at + specials.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    while bytes.get(at).is_some_and(|byte| !matches!(byte, b'"' | b'\\' | 0..0x20)) {
        at += 1;
    }
    at
}

/// Reads a string whose opening quote stands before `at`: the place behind the closing one, and whether it has escapes.
#[inline(always)]
pub(super) fn string(bytes: &[u8], at: usize) -> Result<(usize, bool), Fault> {
    let end = string_run(bytes, at);
    match bytes.get(end) {
        Some(b'"') => Ok((end + 1, false)),
        _ => string_with_escapes(bytes, end),
    }
}

fn string_with_escapes(bytes: &[u8], mut at: usize) -> Result<(usize, bool), Fault> {
    loop {
        match bytes.get(at) {
            Some(b'"') => return Ok((at + 1, true)),
            Some(b'\\') => at = escape(bytes, at)?,
            Some(byte) => return Err((JsonErrorKind::ControlCharacter(char::from(*byte)), at)),
            None => return Err((JsonErrorKind::Ended(Wanted::Quote), at)),
        }
        at = string_run(bytes, at);
    }
}

/// The place behind the escape whose backslash stands at `at`.
pub(super) fn escape(bytes: &[u8], at: usize) -> Result<usize, Fault> {
    match bytes.get(at + 1) {
        Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => Ok(at + 2),
        Some(b'u') if bytes.get(at + 2..at + 6).is_some_and(|hex| hex.iter().all(u8::is_ascii_hexdigit)) => Ok(at + 6),
        Some(_) => Err((JsonErrorKind::InvalidEscape, at)),
        None => Err((JsonErrorKind::Ended(Wanted::Quote), at + 1)),
    }
}

/// The place behind the string whose opening quote stands before `at`, in a text that was checked before.
pub(super) fn skip_string(bytes: &[u8], mut at: usize) -> (usize, bool) {
    let mut escaped = false;
    loop {
        at = string_run(bytes, at);
        match bytes.get(at) {
            Some(b'\\') => {
                escaped = true;
                at += 2;
            }
            _ => return (at + 1, escaped),
        }
    }
}

/// The place behind the number that starts at `at` with a digit or `-`.
#[inline(always)]
pub(super) fn number(bytes: &[u8], start: usize) -> Result<usize, Fault> {
    let mut at = start + usize::from(bytes.get(start) == Some(&b'-'));
    match bytes.get(at) {
        Some(b'0') => {
            at += 1;
            if bytes.get(at).is_some_and(u8::is_ascii_digit) {
                return Err((JsonErrorKind::LeadingZero, at - 1));
            }
        }
        _ => at = digits(bytes, at)?,
    }
    match bytes.get(at) {
        Some(b'.' | b'e' | b'E') => fraction_and_exponent(bytes, at),
        _ => Ok(at),
    }
}

fn fraction_and_exponent(bytes: &[u8], mut at: usize) -> Result<usize, Fault> {
    if bytes.get(at) == Some(&b'.') {
        at = digits(bytes, at + 1)?;
    }
    if matches!(bytes.get(at), Some(b'e' | b'E')) {
        at += 1 + usize::from(matches!(bytes.get(at + 1), Some(b'+' | b'-')));
        at = digits(bytes, at)?;
    }
    Ok(at)
}

/// The place behind one or more digits.
#[inline(always)]
fn digits(bytes: &[u8], start: usize) -> Result<usize, Fault> {
    let mut at = start;
    while bytes.get(at).is_some_and(u8::is_ascii_digit) {
        at += 1;
    }
    if at == start { Err(unexpected(bytes, at, Wanted::Digit)) } else { Ok(at) }
}

/// The place behind `true`, `false` or `null`; `at` is that of its first letter.
#[inline(always)]
pub(super) fn name(bytes: &[u8], at: usize, name: &[u8]) -> Result<usize, Fault> {
    if bytes.get(at..).is_some_and(|rest| rest.starts_with(name)) {
        return Ok(at + name.len());
    }
    let wrong = name.iter().zip(&bytes[at..]).take_while(|(wanted, found)| wanted == found).count();
    Err(unexpected(bytes, at + wrong, Wanted::Value))
}

/// The error of a place where something else must stand.
#[cold]
pub(super) fn unexpected(bytes: &[u8], at: usize, wanted: Wanted) -> Fault {
    let rest = bytes.get(at..).unwrap_or_default();
    let head = rest.get(..4).unwrap_or(rest);
    match head.utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next()) {
        Some(found) => (JsonErrorKind::Unexpected { wanted, found }, at),
        None => (JsonErrorKind::Ended(wanted), at),
    }
}
