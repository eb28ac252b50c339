//! Text of definitions made harmless: it never steers a terminal, ends a line or speaks to the system that reads a log.
//!
//! A definition comes from anyone. What a report repeats of it (an expression, a key, a file's name) is therefore shown
//! with these replaced: control characters, characters that turn the reading direction or end a line in some readers,
//! and `##[`, `##vso[`, `##teamcity[`, which build services take as commands wherever they stand in a line.

use crate::span::Span;
use std::borrow::Cow;
use std::fmt::Write;

/// Whether a character must not reach a terminal or a log as it is. A tab may.
pub(super) fn is_unsafe(c: char) -> bool {
    let invisible =
        matches!(c, '\u{200B}'..='\u{200F}' | '\u{2060}'..='\u{2064}' | '\u{FEFF}' | '\u{061C}' | '\u{180E}');
    let steers = matches!(c, '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{206F}' | '\u{FFF9}'..='\u{FFFB}');
    (c.is_control() && c != '\t') || invisible || steers || matches!(c, '\u{E0000}'..='\u{E007F}')
}

/// Whether a build service reads a command where this text begins.
fn begins_command(text: &str) -> bool {
    text.strip_prefix("##").is_some_and(|rest| ["[", "vso[", "teamcity["].iter().any(|word| rest.starts_with(word)))
}

/// Text for one line of a message: what is unsafe is written as an escape.
pub(crate) fn one_line(text: &str) -> Cow<'_, str> {
    if !text.contains("##") && !text.chars().any(|c| c == '\t' || is_unsafe(c)) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for (at, c) in text.char_indices() {
        match c {
            '#' if begins_command(&text[at..]) => out.push_str("#\\"),
            '\n' | '\r' | '\t' => out.extend(c.escape_default()),
            c if is_unsafe(c) => drop(write!(out, "\\u{{{:x}}}", u32::from(c))),
            c => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// A path for the start of a line: as [`one_line`], and never read as a command there.
pub(super) fn path(text: &str) -> Cow<'_, str> {
    match one_line(text) {
        path if path.trim_start().starts_with("::") => Cow::Owned(format!("./{path}")),
        path => path,
    }
}

/// One visible character for each character of an excerpt, so that columns stay what they are.
pub(super) fn visible(text: &str, at: usize, c: char) -> char {
    match c {
        '#' if begins_command(&text[at..]) => '\u{FF03}',
        '\0'..='\u{1F}' if c != '\t' => char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{FFFD}'),
        '\u{7F}' => '\u{2421}',
        c if is_unsafe(c) => '\u{FFFD}',
        c => c,
    }
}

/// A stretch of a text with visible characters only, and where some spans of the text are in it.
pub(crate) fn shown(text: &str, stretch: Span, spans: &[Span]) -> (String, Vec<Span>) {
    let mut out = String::with_capacity(stretch.end - stretch.start);
    let mut moved = vec![Span::default(); spans.len()];
    let mut place = |at: usize, len: usize| {
        for (span, moved) in spans.iter().zip(&mut moved) {
            if span.start == at {
                moved.start = len;
            }
            if span.end == at {
                moved.end = len;
            }
        }
    };
    for (offset, c) in stretch.of(text).char_indices() {
        let at = stretch.start + offset;
        place(at, out.len());
        match c {
            '\n' => out.push(c),
            '\r' if text[at + 1..].starts_with('\n') || at + 1 == stretch.end => {}
            c => out.push(visible(text, at, c)),
        }
    }
    place(stretch.end, out.len());
    (out, moved)
}

/// JSON text that means the same and holds nothing unsafe: what serde_json leaves as it is becomes an escape.
/// Outside strings JSON has none of these characters.
pub(crate) fn json(text: String) -> String {
    if !text.contains("##") && !text.chars().any(|c| c != '\n' && is_unsafe(c)) {
        return text;
    }
    let mut out = String::with_capacity(text.len() + 16);
    for (at, c) in text.char_indices() {
        match c {
            '#' if begins_command(&text[at..]) => out.push_str("\\u0023"),
            '\n' => out.push(c),
            c if is_unsafe(c) => {
                let mut units = [0; 2];
                out.extend(c.encode_utf16(&mut units).iter().map(|unit| format!("\\u{unit:04x}")));
            }
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_line_stays_one_line() {
        assert_eq!(one_line("a\nb\u{1b}[31m\u{9b}1m\r\u{202e}"), "a\\nb\\u{1b}[31m\\u{9b}1m\\r\\u{202e}");
        assert_eq!(one_line(".a[\"#\"] ## x"), ".a[\"#\"] ## x");
        for command in ["##[error]x", "x ##vso[task.setvariable]y", "##teamcity[x]", "###[error]"] {
            let line = one_line(command);
            assert!((0..line.len()).all(|at| line.get(at..).is_none_or(|rest| !begins_command(rest))), "{line}");
        }
    }

    #[test]
    fn json_means_the_same() {
        let value = serde_json::json!({"a": "\u{9b}31m ##[error] \u{202e}\u{e0041}\u{1b}\n é"});
        let text = json(serde_json::to_string_pretty(&value).expect("JSON"));
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).expect("JSON"), value);
        assert!(!text.chars().any(|c| c != '\n' && is_unsafe(c)) && !text.contains("##["), "{text}");
    }

    #[test]
    fn an_excerpt_keeps_its_columns() {
        let text = "a\u{1b}[2J ##[x] \u{9b}é";
        let shown: String = text.char_indices().map(|(at, c)| visible(text, at, c)).collect();
        assert_eq!(shown, "a␛[2J ＃#[x] \u{FFFD}é");
    }
}
