//! A default that hides a value which is set.

use crate::catalog::Finding;
use crate::catalog::page::Page;
use crate::catalog::subject::Judged;
use crate::catalog::{Rule, Severity};
use crate::span::Span;

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW109",
    name: "default-hides-false",
    severity: Severity::Warning,
    summary: "a default of true also replaces a false that is set",
};

/// Finds `// true`: jq takes the default for `false` as well as for what is missing.
pub(super) fn check(page: &Page, judged: &Judged, out: &mut Vec<Finding>) {
    if judged.formula().is_none() {
        return;
    }
    for span in defaults_of_true(judged.text) {
        let found = judged.finding(page, &RULE, span, "the default `true` also stands for a `false` that is set");
        out.push(
            found
                .label("`//` takes its right side for `false` and `null`")
                .help("ask for null itself: `if .field == null then true else .field end`"),
        );
    }
}

/// The operators `//` with `true` on their right, outside of strings and comments.
fn defaults_of_true(text: &str) -> Vec<Span> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'"' => at = string_end(bytes, at),
            b'#' => at += bytes[at..].iter().position(|byte| *byte == b'\n').unwrap_or(bytes.len() - at),
            b'/' if bytes[at..].starts_with(b"//") => {
                let right = text[at + 2..].trim_start_matches([' ', '\t', '\n', '\r', '(']);
                let start = text.len() - right.len();
                if word(right) == "true" {
                    found.push(Span::new(at, start + 4));
                }
                at += 2;
            }
            _ => at += 1,
        }
    }
    found
}

fn string_end(bytes: &[u8], open: usize) -> usize {
    let mut at = open + 1;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 2,
            b'"' => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

fn word(text: &str) -> &str {
    let end = text.find(|c: char| c != '_' && !c.is_ascii_alphanumeric()).unwrap_or(text.len());
    &text[..end]
}
