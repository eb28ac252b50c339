//! What a removal would bring under a block scalar: blank lines that it would keep, comments that it would take for text.

use super::Splice;
use crate::document::yaml::lines::{Line, line_end, line_kind, line_start, next_line};
use crate::document::yaml::tree::{NodeKind, Style, Tree};

/// Extends removals that begin right under a block scalar: blank lines go along where the scalar keeps them, and
/// comments that stand as deep as its text move out to where the removed entry stood.
pub(super) fn cover(text: &str, tree: &Tree, splices: &mut Vec<Splice>) {
    let removes_lines =
        |splice: &Splice| splice.text.is_empty() && splice.span.start < splice.span.end && splice.span.start > 0;
    if !splices.iter().any(removes_lines) {
        return;
    }
    let mut moved = Vec::new();
    for node in &tree.nodes {
        let NodeKind::Scalar { style: Style::Literal | Style::Folded, .. } = node.kind else { continue };
        let is_removed = |splice: &Splice| splice.span.start <= node.span.start && node.span.start < splice.span.end;
        if splices.iter().any(is_removed) {
            continue;
        }
        let header = node.span.of(text).split(['\n', '\r', ' ', '#']).next().unwrap_or_default();
        let keeps = header.contains('+');
        let indent = text_indent(node.span.of(text), header);
        let mut at = next_line(text, node.span.end);
        let mut removal: Option<usize> = None;
        let mut column = 0;
        while at < text.len() {
            if let Some(next) = splices.iter().position(|splice| removes_lines(splice) && splice.span.start == at) {
                if removal.is_none() {
                    column = text[at..].len() - text[at..].trim_start_matches(' ').len();
                }
                (at, removal) = (splices[next].span.end, Some(next));
                continue;
            }
            if line_start(text, at) != at || splices.iter().any(|splice| splice.span.start == at) {
                break;
            }
            match (line_kind(text, at), removal) {
                (Line::Blank, Some(last)) if keeps => splices[last].span.end = next_line(text, at),
                (Line::Blank, Some(_)) if line_end(text, at) - at > indent => moved.push((at, line_end(text, at))),
                (Line::Blank, _) => {}
                (Line::Comment(deeper), Some(_)) if deeper > column && deeper >= indent => {
                    moved.push((at, at + deeper - column));
                }
                _ => break,
            }
            at = next_line(text, at);
        }
    }
    for (start, end) in moved {
        splices.push(Splice { span: crate::span::Span::new(start, end), text: String::new(), first: false });
    }
}

/// How far the text of a block scalar is indented, or 0 where its header says so in its own way.
fn text_indent(scalar: &str, header: &str) -> usize {
    if header.contains(|c: char| c.is_ascii_digit()) {
        return 0;
    }
    let lines = scalar.split(['\n', '\r']).skip(1);
    let mut filled = lines.filter(|line| !line.trim_matches(' ').is_empty());
    filled.next().map_or(0, |line| line.len() - line.trim_start_matches(' ').len())
}
