//! What errors and warnings must not print unless asked: the data of a Secret and the values of environment variables.
//! And what they must never print: characters that steer a terminal.
//!
//! What is hidden becomes asterisks, byte for byte, so that spans stay what they are.

use crate::document::Document;
use crate::location::Location;
use crate::span::Span;
use crate::value::{Kind, Node};

/// The annotation in which kubectl keeps a whole object.
const LAST_APPLIED: &str = "kubectl.kubernetes.io/last-applied-configuration";

/// Where secret values stand in a document that was read.
pub(super) fn secret_spans(document: &Document<'_>, index: usize) -> Vec<Span> {
    let mut places = Vec::new();
    find(document.root(index), &mut Location::root(), false, &mut places);
    places.iter().filter_map(|place| document.span_of(index, place)).collect()
}

fn find<'a, N: Node<'a>>(node: N, at: &mut Location, is_env: bool, found: &mut Vec<Location>) {
    // What an operation of a plan or a patch writes and expects.
    let is_operation = node.member("op").last().is_some();
    let is_secret = node.member("kind").last().and_then(Node::as_str).is_some_and(|kind| kind == "Secret");
    for (index, entry) in node.entries().enumerate() {
        at.push(index);
        find(entry, at, is_env, found);
        at.pop();
    }
    for (key, member) in node.members() {
        at.push(&*key);
        let is_scalar = !matches!(member.kind(), Kind::Object | Kind::Array);
        // An environment is a list of names and values, or in some kinds an object of values by name.
        let is_value = is_env && is_scalar && (&*key == "value" || is_env_object(at));
        let is_written = is_operation && matches!(&*key, "value" | "values" | "expected");
        match is_value || is_written || &*key == LAST_APPLIED || (is_secret && matches!(&*key, "data" | "stringData")) {
            true => found.push(at.clone()),
            false => find(member, at, &*key == "env" || (is_env && &*key == "value"), found),
        }
        at.pop();
    }
}

fn is_env_object(at: &Location) -> bool {
    let segments = at.segments();
    segments.len() > 1 && segments[segments.len() - 2].to_string() == "env"
}

/// The text with asterisks for what stands in these spans.
pub(super) fn veil(text: &str, secrets: &[Span]) -> String {
    hide(text, |at, _| secrets.iter().any(|span| span.range().contains(&at)))
}

/// The text with asterisks for all that may be a value, if it speaks of secrets or environments: it could not be read,
/// so nobody knows which value is which.
pub(super) fn veil_unread(text: &str) -> String {
    if !["Secret", "stringData", "env"].iter().any(|word| text.contains(word)) {
        return text.to_owned();
    }
    veil_values(text)
}

/// The text with asterisks for all that may be a value: what stands behind the first key of each line.
pub(super) fn veil_values(text: &str) -> String {
    let mut values = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive(['\n', '\r']) {
        values.push(Span::new(start + key_end(line), start + line.len()));
        start += line.len();
    }
    veil(text, &values)
}

/// The offset behind the first key of a line: `  - name:`, `{"name":`; behind the marks before a value without one.
fn key_end(line: &str) -> usize {
    let marks = line.len() - line.trim_start_matches([' ', '\t', '-', '?', '{', '[', '}', ']', ',']).len();
    let rest = &line[marks..];
    let key = match rest.strip_prefix('"') {
        Some(quoted) => quoted.find('"').map(|end| end + 2),
        None => rest.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '/'))),
    };
    let colon = |end: usize| {
        let behind = rest[end..].strip_prefix(':')?;
        behind.chars().next().is_none_or(|c| matches!(c, ' ' | '\n' | '\r' | '"' | '{' | '[')).then_some(end + 1)
    };
    marks + key.and_then(colon).unwrap_or(0)
}

/// An edit with asterisks for what it writes, if it writes to data or to an environment.
pub(super) fn veil_edit(text: &str) -> String {
    if !["data", "Data", "env"].iter().any(|word| text.contains(word)) {
        return text.to_owned();
    }
    let bytes = text.as_bytes();
    let is_sign = |at: Option<&u8>| at.is_some_and(|byte| b"=!<>|+-*/%".contains(byte));
    let assigns = |at: &usize| {
        bytes[*at] == b'='
            && !is_sign(at.checked_sub(1).and_then(|at| bytes.get(at)))
            && bytes.get(at + 1) != Some(&b'=')
    };
    match (0..bytes.len()).find(assigns) {
        Some(at) => veil(text, &[Span::new(at + 1, text.len())]),
        None => text.to_owned(),
    }
}

/// The text without what steers a terminal or turns the direction of writing.
pub(super) fn tamed(text: &str) -> String {
    hide(text, |_, c| steers(c) && !matches!(c, '\n' | '\t' | '\r'))
}

/// Control characters, and those that turn the direction of writing or hide themselves.
pub(super) fn steers(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

fn hide(text: &str, is_hidden: impl Fn(usize, char) -> bool) -> String {
    let mut out = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        match !matches!(c, ' ' | '\n' | '\r') && is_hidden(at, c) {
            true => out.extend(std::iter::repeat_n('*', c.len_utf8())),
            false => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_cannot_be_read_shows_keys_only() {
        let text = "kind: Secret\ndata:\n  p-1: c2Vj\n  - hunter2\n \"q\": \"x\" # y\n  block: |\n    user:pw\n";
        let shown = veil_unread(text);
        assert_eq!(shown.len(), text.len());
        assert_eq!(shown, "kind: ******\ndata:\n  p-1: ****\n  - *******\n \"q\": *** * *\n  block: *\n    *******\n");
        assert_eq!(veil_unread("a: 1"), "a: 1");
        assert_eq!(
            veil_unread("{\"kind\":\"Secret\",\"data\":{\"p\":\"x\"}"),
            format!("{{\"kind\":{}", "*".repeat(25))
        );
    }

    #[test]
    fn an_edit_shows_where_it_writes() {
        assert_eq!(veil_edit(".data.p = \"x y\""), ".data.p = ** **");
        assert_eq!(veil_edit(".spec.x = 1"), ".spec.x = 1");
        assert_eq!(
            veil_edit("(.env[] | select(.name == \"A\") | .value) = 1"),
            "(.env[] | select(.name == \"A\") | .value) = *"
        );
        assert_eq!(veil_edit(".data.p == 1"), ".data.p == 1");
    }

    #[test]
    fn what_steers_a_terminal_is_tamed() {
        assert_eq!(tamed("a\u{1b}[31mb\u{9b}c\u{202e}\td\n"), "a*[31mb**c***\td\n");
    }
}
