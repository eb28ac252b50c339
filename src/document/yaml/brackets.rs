//! Brackets and quoted strings over several lines, shown to a strict parser on one.
//!
//! YAML 1.2 wants each line of them to stand deeper than the key that holds them; people write the closing bracket
//! below the key, and go-yaml takes that. This module only finds them, and the line breaks and comments inside that can
//! be shown as so many spaces. It need not understand YAML: the caller checks where the hidden stretches came to stand, and the
//! parser has the last word.

use super::gap::{ends_indicator, is_blank, is_break, quoted_end, skip_blanks, word_end};
use super::lines::{begins_line, column, line_end, next_line};
use crate::span::Span;

/// The white space and the comments in brackets, and the white space in quoted strings, that stand over several lines.
pub(super) fn breaks(text: &str) -> Vec<Span> {
    let mut hidden = Vec::new();
    let (mut at, mut holder) = (0, None);
    while at < text.len() {
        (at, holder) = line(text, at, holder, &mut hidden);
    }
    hidden
}

/// Goes over a line, and over what begins on it and ends on another; gives the next line. `holder` is the column of a key
/// or a dash above whose value has not begun; what follows it on lines below stands deeper.
fn line(text: &str, start: usize, holder: Option<usize>, hidden: &mut Vec<Span>) -> (usize, Option<usize>) {
    let bytes = text.as_bytes();
    let mut at = skip_blanks(text, start);
    let mut waiting = holder;
    // The column of the last key or dash, or of what may be a key.
    let mut holder = holder.unwrap_or(0);
    while at < text.len() && !is_break(bytes[at]) {
        match bytes[at] {
            b'#' => break,
            b'-' | b'?' | b':' if ends_indicator(text, at + 1) => {
                if bytes[at] != b':' || begins_line(text, at) {
                    holder = column(text, at);
                }
                waiting = Some(holder);
                at = skip_blanks(text, at + 1);
            }
            b'&' | b'!' => {
                at = skip_blanks(text, at + text[at..].find([' ', '\t', '\n', '\r']).unwrap_or(text.len() - at))
            }
            b'[' | b'{' => {
                waiting = None;
                at = skip_blanks(text, bracketed(text, at, hidden));
            }
            b'"' | b'\'' => {
                waiting = None;
                holder = column(text, at);
                at = skip_blanks(text, quoted(text, at, hidden));
            }
            b'|' | b'>' => return (behind_deeper_lines(text, at, holder), None),
            _ => {
                let end = line_end(text, at);
                let colon = (at..end).find(|i| bytes[*i] == b':' && ends_indicator(text, *i + 1));
                match (colon, waiting) {
                    (Some(colon), _) => {
                        holder = column(text, at);
                        at = colon;
                    }
                    (None, Some(holder)) => return (behind_deeper_lines(text, at, holder), None),
                    (None, None) => return (next_line(text, at), None),
                }
            }
        }
    }
    (next_line(text, at.min(text.len())), waiting)
}

/// Behind the lines of a block scalar, or of a plain one that goes on below.
fn behind_deeper_lines(text: &str, first: usize, holder: usize) -> usize {
    let mut at = next_line(text, first);
    while at < text.len() {
        let first = at + text[at..].bytes().take_while(|byte| *byte == b' ').count();
        let is_blank = text.as_bytes().get(first).is_none_or(|byte| is_break(*byte));
        if !is_blank && first - at <= holder {
            break;
        }
        at = next_line(text, at);
    }
    at
}

/// Behind the bracket that closes the one at `start`.
fn bracketed(text: &str, start: usize, hidden: &mut Vec<Span>) -> usize {
    let bytes = text.as_bytes();
    let (mut at, mut open) = (start, 0_usize);
    // Whether a value begins where the next character stands.
    let mut after_indicator = true;
    while at < text.len() {
        match bytes[at] {
            b'[' | b'{' => {
                open += 1;
                after_indicator = true;
            }
            b']' | b'}' => {
                open = open.saturating_sub(1);
                after_indicator = false;
            }
            b',' | b':' => after_indicator = true,
            // What stands behind an anchor or a tag begins as it does without one.
            b'&' | b'!' if after_indicator => {
                at = word_end(text, at);
                continue;
            }
            b'"' | b'\'' if after_indicator => {
                at = quoted(text, at, hidden);
                after_indicator = false;
                continue;
            }
            b' ' | b'\t' | b'\n' | b'\r' => {
                at = space(text, at, hidden);
                continue;
            }
            // To go-yaml no white space need stand before a comment.
            b'#' if after_indicator => {
                at = space(text, at, hidden);
                continue;
            }
            _ => after_indicator = false,
        }
        at += 1;
        if open == 0 {
            break;
        }
    }
    at
}

/// Behind the quoted string that begins at `start`.
fn quoted(text: &str, start: usize, hidden: &mut Vec<Span>) -> usize {
    let end = quoted_end(text, start).min(text.len());
    let bytes = text.as_bytes();
    let mut at = start;
    while at < end {
        let from = at;
        while at < end && (is_blank(bytes[at]) || is_break(bytes[at])) {
            at += 1;
        }
        if Span::new(from, at).of(text).contains(['\n', '\r']) {
            hidden.push(Span::new(from, at));
        }
        at += 1;
    }
    end
}

/// Goes over white space and comments in brackets, and hides them where they end a line.
fn space(text: &str, start: usize, hidden: &mut Vec<Span>) -> usize {
    let bytes = text.as_bytes();
    let mut at = start;
    while at < text.len() {
        match bytes[at] {
            b' ' | b'\t' | b'\n' | b'\r' => at += 1,
            b'#' => at = line_end(text, at),
            _ => break,
        }
    }
    if Span::new(start, at).of(text).contains(['\n', '\r']) {
        hidden.push(Span::new(start, at));
    }
    at
}
