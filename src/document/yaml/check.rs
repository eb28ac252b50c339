//! What is looked at before the parser sees a text: its size, its encoding, its characters.

use super::Dialect;
use super::error::{YamlError, YamlErrorKind};
use super::tree::{Node, NodeKind, Tree};
use crate::limits::Limits;
use crate::span::{Span, line_column};

/// The bytes as text; a text that is not UTF-8 is an error at its first bad byte.
pub fn decode(bytes: &[u8]) -> Result<&str, YamlError> {
    std::str::from_utf8(bytes).map_err(|error| {
        let good = std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default();
        fault(good, Span::new(good.len(), good.len() + 1), YamlErrorKind::NotUtf8)
    })
}

/// Refuses what is too long and what go-yaml does not let stand in a text. A next-line character is a line break there
/// and none in YAML 1.2.
pub(super) fn check(text: &str, dialect: Dialect, limits: &Limits) -> Result<(), YamlError> {
    if text.len() > limits.document_bytes.min(u32::MAX as usize) {
        return Err(fault("", Span::default(), YamlErrorKind::TooLarge));
    }
    let body = text.strip_prefix(BOM).unwrap_or(text);
    // Most texts hold printable ASCII and line ends only, and one look over the bytes shows it.
    if body.bytes().all(|byte| matches!(byte, b' '..=b'~' | b'\t' | b'\n' | b'\r')) {
        return Ok(());
    }
    let offset = text.len() - body.len();
    match body.char_indices().find(|(_, c)| !is_allowed(*c) || (dialect == Dialect::Kubernetes && *c == '\u{85}')) {
        Some((at, c)) => {
            let start = at + offset;
            Err(fault(text, Span::new(start, start + c.len_utf8()), YamlErrorKind::ControlCharacter(c)))
        }
        None => Ok(()),
    }
}

/// Refuses line and paragraph separators outside of quotes: line breaks to go-yaml, which end a comment there, and none
/// in YAML 1.2. In quotes the two agree.
pub(super) fn check_separators(text: &str, tree: &Tree, dialect: Dialect) -> Result<(), YamlError> {
    const SEPARATORS: [char; 2] = ['\u{2028}', '\u{2029}'];
    if dialect != Dialect::Kubernetes || text.is_ascii() || !text.contains(SEPARATORS) {
        return Ok(());
    }
    // Scalars stand in the tree as they stand in the text.
    let quoted = |node: &&Node| matches!(node.kind, NodeKind::Scalar { style, .. } if style.is_quoted());
    let quotes: Vec<Span> = tree.nodes.iter().filter(quoted).map(|node| node.span).collect();
    for (at, separator) in text.match_indices(SEPARATORS) {
        let next = quotes.partition_point(|span| span.end <= at);
        if quotes.get(next).is_none_or(|span| span.start > at) {
            let c = separator.chars().next().unwrap_or_default();
            return Err(fault(text, Span::new(at, at + separator.len()), YamlErrorKind::ControlCharacter(c)));
        }
    }
    Ok(())
}

/// Refuses names of anchors and aliases with characters at which go-yaml ends the name: it reads what is behind them as
/// the value, or not at all.
pub(super) fn check_anchors(text: &str, tree: &Tree, dialect: Dialect) -> Result<(), YamlError> {
    if dialect != Dialect::Kubernetes || (tree.anchors.is_empty() && tree.aliases.is_empty()) {
        return Ok(());
    }
    let name = |node: &Node| match node.kind {
        NodeKind::Alias(_) => Some(node.span),
        _ => node.properties.anchor,
    };
    let is_known = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    for span in tree.nodes.iter().filter_map(name) {
        let name = span.of(text).get(1..).unwrap_or_default();
        if !name.chars().all(is_known) {
            return Err(fault(text, span, YamlErrorKind::AnchorName(name.into())));
        }
    }
    Ok(())
}

/// The byte-order mark. It stands at the head of a text or nowhere.
pub(super) const BOM: char = '\u{feff}';

/// YAML 1.1 and 1.2, production `c-printable`.
pub(super) fn is_allowed(c: char) -> bool {
    match c {
        '\t' | '\n' | '\r' | ' '..='~' | '\u{85}' => true,
        '\0'..='\u{9f}' | BOM | '\u{fffe}' | '\u{ffff}' => false,
        _ => true,
    }
}

/// An error at a span of a text.
pub(super) fn fault(text: &str, span: Span, kind: YamlErrorKind) -> YamlError {
    YamlError { span, at: line_column(text, span.start), kind }
}
