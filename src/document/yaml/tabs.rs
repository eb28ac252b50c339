//! Tabs where go-yaml takes only spaces. The parser takes some of them, or not, by what stands around.

use super::Dialect;
use super::check::fault;
use super::error::{YamlError, YamlErrorKind};
use super::gap::{is_blank, is_break, skip_blanks};
use super::lines::{column, line_start, next_line};
use super::tree::{NodeKind, Style, Tree};
use crate::span::Span;

/// Refuses a tab at the head of a line of a block, and behind a `-`, a `?`, or a `:` that a `?` stands before.
///
/// In brackets and in quotes a tab is white space like any other. Behind a plain scalar go-yaml looks whether the scalar
/// goes on, so only tabs that stand no deeper than the block do harm there.
pub(super) fn check_tabs(text: &str, tree: &Tree, dialect: Dialect) -> Result<(), YamlError> {
    if dialect != Dialect::Kubernetes || !text.contains('\t') {
        return Ok(());
    }
    let at_heads = text.match_indices('\t').map(|(at, _)| at).filter(|at| is_first_of_head(text, *at));
    let mut regions = None;
    let head = at_heads.into_iter().find(|at| regions.get_or_insert_with(|| Regions::of(text, tree)).refuse(*at));
    match head.into_iter().chain(behind_indicators(text, tree)).min() {
        Some(at) => Err(fault(text, Span::new(at, at + 1), YamlErrorKind::TabIndent)),
        None => Ok(()),
    }
}

/// Whether a tab has only spaces before it in its line.
fn is_first_of_head(text: &str, at: usize) -> bool {
    text.as_bytes()[line_start(text, at)..at].iter().all(|byte| *byte == b' ')
}

/// The first tab that stands between an indicator of a block and what follows in its line.
fn behind_indicators(text: &str, tree: &Tree) -> Option<usize> {
    let blocks = tree.nodes.iter().filter(|node| node.is_block_collection());
    let indicators = blocks.flat_map(|node| {
        let marked = node.pairs().iter().filter(|pair| pair.explicit);
        let marked = marked.flat_map(|pair| [Some(pair.start), pair.colon]).flatten();
        node.items().iter().map(|item| item.start).chain(marked)
    });
    let tabs = indicators.filter_map(|at| {
        let blanks = Span::new(at + 1, skip_blanks(text, (at + 1).min(text.len())));
        blanks.of(text).find('\t').map(|tab| blanks.start + tab)
    });
    tabs.min()
}

/// A scalar that is there.
#[derive(Clone, Copy)]
struct Scalar {
    span: Span,
    style: Style,
    /// The column of the innermost block around it.
    block: Option<usize>,
}

/// What tabs may stand in.
struct Regions<'t> {
    text: &'t str,
    /// Scalars, in the order of the text.
    scalars: Vec<Scalar>,
    /// Outermost brackets, in the order of the text.
    brackets: Vec<Span>,
}

impl<'t> Regions<'t> {
    fn of(text: &'t str, tree: &Tree) -> Self {
        let mut blocks: Vec<Span> =
            tree.nodes.iter().filter(|node| node.is_block_collection()).map(|node| node.span).collect();
        blocks.sort_by_key(|span| (span.start, std::cmp::Reverse(span.end)));
        let mut blocks = blocks.into_iter().peekable();
        // The blocks around a scalar: where each ends, and the largest column up to it.
        let mut around: Vec<(usize, usize)> = Vec::new();
        let scalars = tree.nodes.iter().filter_map(|node| {
            let NodeKind::Scalar { style, .. } = node.kind else { return None };
            let span = node.span;
            while let Some(block) = blocks.next_if(|block| block.start <= span.start) {
                leave(&mut around, block.start);
                let own = column(text, block.start);
                around.push((block.end, around.last().map_or(own, |(_, outer)| own.max(*outer))));
            }
            leave(&mut around, span.start);
            (!node.is_blank()).then(|| Scalar { span, style, block: around.last().map(|(_, column)| *column) })
        });
        let scalars = scalars.collect();
        let flows = tree.nodes.iter().filter(|node| node.is_flow_collection()).map(|node| node.span);
        Self { text, scalars, brackets: outermost(flows.collect()) }
    }

    fn refuse(&self, tab: usize) -> bool {
        let before = self.scalars.partition_point(|scalar| scalar.span.start < tab);
        if let Some(Scalar { span, style, block }) = before.checked_sub(1).map(|at| self.scalars[at]) {
            let inside = tab < span.end;
            let gap = &self.text.as_bytes()[span.end.min(tab)..tab];
            match style {
                Style::Plain if inside || gap.iter().all(|byte| is_blank(*byte) || is_break(*byte)) => {
                    return block.is_some_and(|block| column(self.text, tab) <= block);
                }
                Style::Plain => {}
                Style::Literal | Style::Folded if inside => return is_before_text(self.text, span, tab),
                _ if inside => return false,
                _ => {}
            }
        }
        let next = self.brackets.partition_point(|span| span.end <= tab);
        self.brackets.get(next).is_none_or(|span| span.start > tab)
    }
}

/// Leaves the blocks that end before a place.
fn leave(around: &mut Vec<(usize, usize)>, at: usize) {
    while around.last().is_some_and(|(end, _)| *end < at) {
        around.pop();
    }
}

/// Whether a tab stands in a block scalar where its first line says how far it is indented. The parser sees to the tabs
/// further down.
fn is_before_text(text: &str, scalar: Span, tab: usize) -> bool {
    let body = next_line(text, scalar.start).min(tab);
    let header = Span::new(scalar.start, body).of(text);
    let marks = header.split([' ', '\t', '\n', '\r']).next().unwrap_or_default();
    let blank = text.as_bytes()[body..tab].iter().all(|byte| is_blank(*byte) || is_break(*byte));
    blank && !marks.contains(|c: char| c.is_ascii_digit())
}

/// Of spans of which some stand inside others, those that do not, in the order of the text.
pub(super) fn outermost(mut spans: Vec<Span>) -> Vec<Span> {
    spans.sort_by_key(|span| (span.start, std::cmp::Reverse(span.end)));
    let mut end = 0;
    spans.retain(|span| {
        let apart = span.start >= end;
        end = end.max(span.end);
        apart
    });
    spans
}
