//! The text of a value that takes the place of another, in the shape that the old one asks for.

use super::{Editor, Holder, Slot};
use crate::document::yaml::layout::{
    FlowStyle, context, dash_spaces, indent_of_line, is_one_line, is_one_line_flow, quotes_of,
};
use crate::document::yaml::lines::{next_line, text_indent};
use crate::document::yaml::literal::{BlockScalar, literal, rewritten};
use crate::document::yaml::quote::{Context, Quotes, is_plain};
use crate::document::yaml::render::{FlowLines, flow, indented, is_filled, scalar};
use crate::document::yaml::scalar::{Plain, plain};
use crate::document::yaml::tree::{Id, Node, NodeKind, Style, Tag};
use crate::value::{Kind, Value};

/// The text of a new value.
pub(super) struct New {
    /// What stands where the value begins; empty if a block begins on the line below.
    pub inline: String,
    /// The lines below, with their indentation.
    pub lines: Vec<String>,
}

impl Editor<'_> {
    pub(super) fn text_in_brackets(&self, id: Id, slot: &Slot, value: &Value) -> String {
        let node = self.tree.node(id);
        let style = slot.outer.clone().unwrap_or_default();
        if is_filled(value) {
            let own = FlowStyle::of(self.tree, self.text, id, Some(&style));
            let quotes = self.list_quotes(id, &own);
            let own_lines = !is_one_line(self.tree, self.text, id);
            let in_lines = matches!(slot.holder, Holder::Brackets { lines: true, .. });
            let lines = if node.is_flow_collection() { own_lines } else { in_lines };
            return self.in_brackets(value, &own, quotes, lines.then(|| self.lines_at(node.span.start)));
        }
        scalar(value, self.scalar_quotes(id, value, style.quotes()), Context::Brackets)
    }

    fn lines_at(&self, at: usize) -> FlowLines<'static> {
        FlowLines { indent: indent_of_line(self.text, at), step: self.layout().step, newline: self.newline }
    }

    /// The quotes of the old scalar, if the new one is a string.
    fn scalar_quotes(&self, id: Id, value: &Value, otherwise: Quotes) -> Quotes {
        match value.kind() {
            Kind::String if self.is_plain_string(id) => Quotes::Free,
            Kind::String => quotes_of(self.tree, id).unwrap_or(otherwise),
            _ => otherwise,
        }
    }

    fn is_plain_string(&self, id: Id) -> bool {
        let node = self.tree.node(id);
        matches!(node.kind, NodeKind::Scalar { style: Style::Plain, .. })
            && node.tag == Tag::None
            && plain(self.tree.text(id, self.text), self.dialect) == Plain::Text
    }

    /// A list in place of a list takes the quotes of its first entry.
    fn list_quotes(&self, id: Id, style: &FlowStyle) -> Quotes {
        let first = self.tree.node(id).items().first();
        first.and_then(|item| quotes_of(self.tree, item.value)).unwrap_or(style.quotes())
    }

    /// The new value as text, its block at a column.
    pub(super) fn new_text(&self, id: Id, slot: &Slot, value: &Value, at: usize, block_column: usize) -> New {
        let node = self.tree.node(id);
        let text_column = self.text_column(slot);
        if is_filled(value) {
            if let Some(inline) = self.filled_in_brackets(id, slot, value) {
                return New { inline, lines: Vec::new() };
            }
            let first = node.items().first().map(|item| item.value);
            let quotes = first.and_then(|first| quotes_of(self.tree, first)).unwrap_or(Quotes::Free);
            let dash = if node.is_block_collection() { dash_spaces(self.tree, self.text, id) } else { 1 };
            let below = self.below(at, block_column + 1);
            let lines = self.block(dash, below).lines(value, block_column, quotes);
            return New { inline: String::new(), lines };
        }
        if let Value::String(text) = value
            && text.contains('\n')
            && quotes_of(self.tree, id).is_none()
            && let Some(block) = self.block_scalar(node, text, at, text_column)
        {
            return New {
                inline: block.header,
                lines: indented(&block.lines, self.old_column(node, text_column)).collect(),
            };
        }
        let quotes = self.scalar_quotes(id, value, Quotes::Free);
        let tagged = matches!(node.tag, Tag::Str | Tag::NonSpecific) && value.as_str().is_some_and(is_structure_free);
        let inline = match value {
            Value::String(text) if tagged && quotes == Quotes::Free => text.clone(),
            _ => scalar(value, quotes, context(false)),
        };
        New { inline, lines: Vec::new() }
    }

    /// A filled container, if it stands in brackets: in place of one that does, or beside one in a list.
    fn filled_in_brackets(&self, id: Id, slot: &Slot, value: &Value) -> Option<String> {
        let node = self.tree.node(id);
        if node.is_flow_collection() {
            let style = FlowStyle::of(self.tree, self.text, id, None);
            let quotes = self.list_quotes(id, &style);
            let lines = (!is_one_line(self.tree, self.text, id)).then(|| self.lines_at(node.span.start));
            return Some(self.in_brackets(value, &style, quotes, lines));
        }
        match slot.holder {
            Holder::Dash(Some(beside)) if !node.is_block_collection() => is_one_line_flow(self.tree, self.text, beside)
                .then(|| {
                    let style = FlowStyle::of(self.tree, self.text, beside, None);
                    flow(value, &style, style.quotes())
                }),
            _ => None,
        }
    }

    fn block_scalar(&self, node: &Node, text: &str, at: usize, column: usize) -> Option<BlockScalar> {
        match node.kind {
            NodeKind::Scalar { style, .. } if style.is_block() => {
                let header = &self.text[node.span.start..self.header_end(node)];
                rewritten(text, header, self.below(at, self.old_column(node, column)))
            }
            _ => literal(text, self.below(at, column)),
        }
    }

    /// Where the text of a new block scalar stands.
    fn text_column(&self, slot: &Slot) -> usize {
        match (slot.column, &slot.holder) {
            (Some(column), Holder::Dash(_)) => column + 2,
            (Some(column), _) => column + self.layout().step,
            (None, _) => self.layout().step,
        }
    }

    /// Where the text of the old block scalar stands, if it has any.
    fn old_column(&self, node: &Node, otherwise: usize) -> usize {
        let NodeKind::Scalar { style: Style::Literal | Style::Folded, text: Some(said) } = &node.kind else {
            return otherwise;
        };
        let body = &self.text[next_line(self.text, self.header_end(node)).min(node.span.end)..node.span.end];
        text_indent(body, said).unwrap_or(otherwise)
    }

    pub(super) fn header_end(&self, node: &Node) -> usize {
        let marks = self.text.as_bytes()[node.span.start + 1..].iter();
        node.span.start + 1 + marks.take_while(|byte| matches!(byte, b'0'..=b'9' | b'+' | b'-')).count()
    }

    /// The column of a new block below a key, beside a dash, at the root.
    pub(super) fn block_column(&self, slot: &Slot, value: &Value) -> usize {
        match (slot.column, &slot.holder) {
            (Some(column), Holder::Key | Holder::KeyAlone) if value.kind() == Kind::Array => {
                column + self.layout().sequence
            }
            (Some(column), _) => column + self.layout().step,
            (None, _) => 0,
        }
    }
}

/// A block whose first line goes where the value begins.
pub(super) fn compact(new: New, column: usize) -> New {
    if !new.inline.is_empty() || new.lines.is_empty() {
        return new;
    }
    let mut lines = new.lines;
    let first = lines.remove(0);
    New { inline: first[column.min(first.len())..].into(), lines }
}

/// Whether a string stands plain wherever a tag says that it is one.
fn is_structure_free(text: &str) -> bool {
    is_plain(&format!("x{text}"), Context::Block) && text.chars().next().is_some_and(char::is_alphanumeric)
}
