//! What a removal would bring under a block scalar: blank lines that it would keep, comments that it would take for text.

use super::Splice;
use crate::document::yaml::lines::{Line, line_end, line_kind, line_start, next_line, text_indent};
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
        let NodeKind::Scalar { style: Style::Literal | Style::Folded, text: Some(said) } = &node.kind else { continue };
        let is_removed = |splice: &Splice| splice.span.start <= node.span.start && node.span.start < splice.span.end;
        if splices.iter().any(is_removed) {
            continue;
        }
        let header = node.span.of(text).split(['\n', '\r', ' ', '#']).next().unwrap_or_default();
        let keeps = header.contains('+');
        let indent =
            text_indent(&text[next_line(text, node.span.start).min(node.span.end)..node.span.end], said).unwrap_or(0);
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
