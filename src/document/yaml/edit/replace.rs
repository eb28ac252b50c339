//! A value in place of another: the new one stands where the old one stood, in the shape that the old one asks for.

use super::{Editor, Holder, Slot};
use crate::document::yaml::error::YamlEditError;
use crate::document::yaml::gap::{blanks_before, skip_blanks};
use crate::document::yaml::layout::{
    FlowStyle, context, dash_spaces, indent_of_line, is_one_line, is_one_line_flow, quotes_of,
};
use crate::document::yaml::lines::{
    begins_line, break_before, column, line_end, line_start, next_line, owned_end, text_indent,
};
use crate::document::yaml::literal::{BlockScalar, literal, rewritten};
use crate::document::yaml::quote::{Context, Quotes, is_plain};
use crate::document::yaml::render::{FlowLines, flow, indented, is_filled, scalar};
use crate::document::yaml::tree::{Id, Node, NodeKind, Style, Tag};
use crate::value::{Kind, Value};

/// The text of a new value.
struct New {
    /// What stands where the value begins; empty if a block begins on the line below.
    inline: String,
    /// The lines below, with their indentation.
    lines: Vec<String>,
}

/// The place of the old value.
struct Old<'a> {
    node: &'a Node,
    /// Behind what stays in front of the value.
    lead: usize,
    /// Where the text begins that the new value takes the place of.
    start: usize,
}

impl Old<'_> {
    /// `&a{}`: behind a property the brackets may follow at once, anything else not.
    fn glue(&self) -> &'static str {
        let beside = self.node.properties.span().is_some_and(|properties| properties.end == self.start);
        if beside { " " } else { "" }
    }
}

impl Editor<'_> {
    pub(super) fn replace(&mut self, id: Id, slot: &Slot, value: &Value) -> Result<(), YamlEditError> {
        let node = self.tree.node(id);
        let old = self.drop_tag(node, slot, value);
        if let Holder::Brackets { colon } = slot.holder {
            let text = self.text_in_brackets(id, slot, value);
            match node.is_blank() {
                true => self.splice(old.lead, old.lead, format!("{colon} {text}")),
                false => self.splice(old.start, node.span.end, format!("{}{text}", old.glue())),
            }
            return Ok(());
        }
        if matches!(slot.holder, Holder::KeyAlone) {
            self.put_alone(&old, slot, value);
        } else if node.is_blank() {
            self.put_blank(&old, id, slot, value);
        } else if node.is_block_collection() {
            self.put_block(&old, id, slot, value);
        } else if matches!(node.kind, NodeKind::Scalar { style, .. } if style.is_block()) {
            self.put_block_scalar(&old, id, slot, value);
        } else {
            self.put_inline(&old, id, slot, value);
        }
        Ok(())
    }

    /// Takes a tag away that the new value does not fit.
    fn drop_tag<'n>(&mut self, node: &'n Node, slot: &Slot, value: &Value) -> Old<'n> {
        let kept = node.properties.span().map_or(slot.lead, |span| span.end);
        let old = Old { node, lead: kept, start: node.span.start };
        let Some(tag) = node.properties.tag.filter(|_| !fits_tag(node.tag, value)) else { return old };
        match node.properties.anchor {
            Some(anchor) if anchor.start > tag.start => {
                self.splice(tag.start, anchor.start, "");
                old
            }
            Some(anchor) => {
                self.splice(anchor.end, tag.end, "");
                old
            }
            None if node.is_blank() || node.is_block_collection() => {
                self.splice(blanks_before(self.text, tag.start).max(slot.lead), tag.end, "");
                Old { lead: slot.lead, ..old }
            }
            None => Old { lead: slot.lead, start: tag.start, ..old },
        }
    }

    fn text_in_brackets(&self, id: Id, slot: &Slot, value: &Value) -> String {
        let node = self.tree.node(id);
        let style = slot.outer.clone().unwrap_or_default();
        if is_filled(value) {
            let own = FlowStyle::of(self.tree, self.text, id, Some(&style));
            let quotes = self.list_quotes(id, &own);
            let brackets = node.is_flow_collection();
            let one_line = match brackets {
                true => is_one_line(self.tree, self.text, id),
                false => !begins_line(self.text, slot.lead.min(node.start())) && !self.in_lines(id),
            };
            return self.in_brackets(value, &own, quotes, (!one_line).then(|| self.lines_at(node.span.start)));
        }
        scalar(value, self.scalar_quotes(id, value, style.quotes()), Context::Brackets)
    }

    /// Whether the brackets around a node stand on several lines.
    fn in_lines(&self, id: Id) -> bool {
        let at = self.tree.node(id).start();
        let around = self.tree.nodes.iter().filter(|node| {
            node.is_flow_collection()
                && node.span.start <= at
                && at < node.span.end
                && node.span != self.tree.node(id).span
        });
        around
            .min_by_key(|node| node.span.end - node.span.start)
            .is_some_and(|node| node.span.of(self.text).contains(['\n', '\r']))
    }

    fn lines_at(&self, at: usize) -> FlowLines<'static> {
        FlowLines { indent: indent_of_line(self.text, at), step: self.layout().step, newline: self.newline }
    }

    /// The quotes of the old scalar, if the new one is a string.
    fn scalar_quotes(&self, id: Id, value: &Value, otherwise: Quotes) -> Quotes {
        match value.kind() {
            Kind::String => quotes_of(self.tree, id).unwrap_or(otherwise),
            _ => otherwise,
        }
    }

    /// A list in place of a list takes the quotes of its first entry.
    fn list_quotes(&self, id: Id, style: &FlowStyle) -> Quotes {
        let first = self.tree.node(id).items().first();
        first.and_then(|item| quotes_of(self.tree, item.value)).unwrap_or(style.quotes())
    }

    /// The new value as text, its block at a column.
    fn new_text(&self, id: Id, slot: &Slot, value: &Value, at: usize, block_column: usize) -> New {
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
        let tagged = matches!(node.tag, Tag::Str | Tag::NonSpecific)
            && value.as_str().is_some_and(|text| is_structure_free(text));
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

    fn header_end(&self, node: &Node) -> usize {
        let marks = self.text.as_bytes()[node.span.start + 1..].iter();
        node.span.start + 1 + marks.take_while(|byte| matches!(byte, b'0'..=b'9' | b'+' | b'-')).count()
    }

    /// The column of a new block below a key, beside a dash, at the root.
    fn block_column(&self, slot: &Slot, value: &Value) -> usize {
        match (slot.column, &slot.holder) {
            (Some(column), Holder::Key | Holder::KeyAlone) if value.kind() == Kind::Array => {
                column + self.layout().sequence
            }
            (Some(column), _) => column + self.layout().step,
            (None, _) => 0,
        }
    }

    /// Where nothing stands yet.
    fn put_blank(&mut self, old: &Old<'_>, id: Id, slot: &Slot, value: &Value) {
        let at = next_line(self.text, old.lead);
        let is_root = matches!(slot.holder, Holder::Root);
        if is_root && (!self.document.marked || is_filled(value)) {
            let end = self.document_end();
            let new = self.new_text(id, slot, value, end, 0);
            let first = if new.inline.is_empty() { String::new() } else { format!("{}{}", new.inline, self.newline) };
            let text = format!("{first}{}", self.join(&new.lines));
            return self.splice(end, end, text);
        }
        let has_comment = skip_blanks(self.text, old.lead) < line_end(self.text, old.lead);
        let beside_dash =
            matches!(slot.holder, Holder::Dash(_)) && !has_comment && old.node.properties.span().is_none();
        if beside_dash {
            let column = slot.column.unwrap_or_default() + 2;
            let new = self.new_text(id, slot, value, at, column);
            return self.put(old.lead, old.lead, " ", compact(new, column), at);
        }
        let new = self.new_text(id, slot, value, at, self.block_column(slot, value));
        self.put(old.lead, old.lead, " ", new, at);
    }

    /// Text in place of a stretch of one line, lines below at another place.
    fn put(&mut self, start: usize, end: usize, before: &str, new: New, at: usize) {
        let lead = if new.inline.is_empty() { "" } else { before };
        self.splice(start, end, format!("{lead}{}", new.inline));
        self.splice(at, at, self.join(&new.lines));
    }

    /// In place of a scalar or a collection in brackets.
    fn put_inline(&mut self, old: &Old<'_>, id: Id, slot: &Slot, value: &Value) {
        let end = old.node.span.end;
        let at = next_line(self.text, end);
        let own_line = begins_line(self.text, old.start);
        let beside_dash = matches!(slot.holder, Holder::Dash(_)) && old.lead == slot.lead;
        if own_line || beside_dash {
            let column = column(self.text, old.start);
            let new = compact(self.new_text(id, slot, value, at, column), column);
            return self.put(old.start, end, old.glue(), new, at);
        }
        let new = self.new_text(id, slot, value, at, self.block_column(slot, value));
        let start = if new.inline.is_empty() { blanks_before(self.text, old.start) } else { old.start };
        self.put(start, end, old.glue(), new, at);
    }

    /// In place of a block scalar: its header, then its lines.
    fn put_block_scalar(&mut self, old: &Old<'_>, id: Id, slot: &Slot, value: &Value) {
        let header_end = self.header_end(old.node);
        let at = next_line(self.text, header_end);
        let end = if old.node.span.end > header_end { next_line(self.text, old.node.span.end) } else { at };
        let beside_dash = matches!(slot.holder, Holder::Dash(_)) && old.lead == slot.lead;
        let own_line = begins_line(self.text, old.start);
        let new = match beside_dash || own_line {
            true => {
                let column = column(self.text, old.start);
                compact(self.new_text(id, slot, value, end, column), column)
            }
            false => self.new_text(id, slot, value, end, self.block_column(slot, value)),
        };
        let start = if new.inline.is_empty() { blanks_before(self.text, old.start) } else { old.start };
        self.splice(start, header_end, new.inline);
        self.splice(at, end, self.join(&new.lines));
    }

    /// In place of a block mapping or sequence.
    fn put_block(&mut self, old: &Old<'_>, id: Id, slot: &Slot, value: &Value) {
        let first = old.node.span.start;
        let entry = column(self.text, first);
        let end = owned_end(self.text, old.node.span.end, entry);
        let compact_old = !begins_line(self.text, first);
        // A mapping cannot stand where a sequence may: at the column of its key.
        let flush = value.kind() == Kind::Object && slot.column.is_some_and(|column| entry <= column);
        let block_column = if flush { self.block_column(slot, value) } else { entry };
        let new = self.new_text(id, slot, value, end, block_column);
        if compact_old {
            let new = compact(new, entry);
            let below = self.join(&new.lines);
            let text = format!("{}{}{below}", new.inline, self.newline);
            let text = text.strip_suffix(self.newline).unwrap_or_default().to_string();
            return self.splice(first, break_before(self.text, end), text);
        }
        let region = line_start(self.text, first);
        if new.inline.is_empty() {
            return self.splice(region, end, self.join(&new.lines));
        }
        if matches!(slot.holder, Holder::Root) {
            let text = format!("{}{}{}", new.inline, self.newline, self.join(&new.lines));
            return self.splice(region, end, text);
        }
        let at = next_line(self.text, old.lead);
        self.put(old.lead, old.lead, " ", new, at);
        self.splice(region, end, "");
    }

    /// Behind a key that has a `?` and no value.
    fn put_alone(&mut self, old: &Old<'_>, slot: &Slot, value: &Value) {
        let at = next_line(self.text, old.lead);
        let column = slot.column.unwrap_or_default();
        let block = self.block(1, self.below(at, column + 1));
        // A value behind `:` stands as an entry behind its dash.
        let mut lines = block.item(value, column, Quotes::Free);
        lines[0].replace_range(column..=column, ":");
        let text = self.join(&lines);
        self.splice(at, at, text);
    }
}

/// A block whose first line goes where the value begins.
fn compact(new: New, column: usize) -> New {
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

/// Whether a value is what a tag says.
fn fits_tag(tag: Tag, value: &Value) -> bool {
    match tag {
        Tag::None => true,
        Tag::Str | Tag::NonSpecific => value.kind() == Kind::String,
        Tag::Int => {
            matches!(value, Value::Number(number) if number.as_str().bytes().all(|b| b == b'-' || b.is_ascii_digit()))
        }
        Tag::Float => value.kind() == Kind::Number,
        Tag::Bool => value.kind() == Kind::Boolean,
        Tag::Null => value.kind() == Kind::Null,
        Tag::Map => value.kind() == Kind::Object,
        Tag::Seq => value.kind() == Kind::Array,
        Tag::Binary | Tag::Timestamp | Tag::Other => false,
    }
}
