//! A value in place of another: the new one stands where the old one stood.

use super::new_value::{New, compact};
use super::{Editor, Holder, Slot};
use crate::document::yaml::error::YamlEditError;
use crate::document::yaml::gap::{blanks_before, skip_blanks};
use crate::document::yaml::lines::{begins_line, break_before, column, line_end, line_start, next_line, owned_end};
use crate::document::yaml::quote::Quotes;
use crate::document::yaml::render::is_filled;
use crate::document::yaml::tree::{Id, Node, NodeKind, Tag};
use crate::value::{Kind, Value};

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
        if let Holder::Brackets { colon, .. } = slot.holder {
            let text = self.text_in_brackets(id, slot, value);
            match node.is_blank() {
                true => {
                    let end = self.behind_colon(old.lead);
                    let pad = slot.outer.as_ref().is_some_and(|style| !style.pad.is_empty());
                    // The space before a closing bracket stays if there is one behind the opening one.
                    let end = if pad && self.text[end..].starts_with(['}', ']']) { old.lead } else { end };
                    self.splice(old.lead, end, format!("{colon} {text}"));
                }
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
        // White space at the end of a line on which nothing stood would stand behind the value.
        let blank = skip_blanks(self.text, end);
        let trailing = start == end && !new.inline.is_empty() && blank == line_end(self.text, end);
        let end = if trailing { blank } else { end };
        let (end, space) = if new.inline.is_empty() { self.behind_gone(end) } else { (end, "") };
        self.splice(start, end, format!("{lead}{}{space}", new.inline));
        self.splice(at, at, self.join(&new.lines));
    }

    /// Where what stays of a line begins once its value is gone, and the space before that: white space with tabs would
    /// stand behind an indicator.
    fn behind_gone(&self, end: usize) -> (usize, &'static str) {
        let blank = skip_blanks(self.text, end);
        match self.text[end..blank].contains('\t') {
            false => (end, ""),
            true => (blank, if blank < line_end(self.text, end) { " " } else { "" }),
        }
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
        let (header_end, space) = if new.inline.is_empty() { self.behind_gone(header_end) } else { (header_end, "") };
        self.splice(start, header_end, format!("{}{space}", new.inline));
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
