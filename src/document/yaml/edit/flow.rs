//! Entries in brackets: removed with one comma, added behind one.

use super::Editor;
use crate::document::yaml::gap::{skip_blanks, skip_trivia};
use crate::document::yaml::layout::{FlowStyle, is_one_line, is_one_line_flow, quotes_of};
use crate::document::yaml::lines::{begins_line, column, line_end};
use crate::document::yaml::quote::Quotes;
use crate::document::yaml::render::{FlowLines, flow, flow_key, flow_lines, is_filled};
use crate::document::yaml::tree::{Id, NodeKind};
use crate::span::Span;
use crate::value::Value;

/// Entries that go before the entry of this number.
type Added = (usize, Vec<String>);

impl Editor<'_> {
    pub(super) fn flow_members(&mut self, id: Id, removed: &[bool], added: &[(String, Value)], style: &FlowStyle) {
        let pairs = self.tree.node(id).pairs();
        let entries: Vec<_> =
            pairs.iter().map(|pair| Span::new(pair.start, self.behind_colon(self.tree.pair_end(pair)))).collect();
        let lines = self.flow_indent(id, &entries);
        let texts = added.iter().map(|(key, value)| {
            format!("{}{}", flow_key(key, style), self.in_brackets(value, style, style.quotes(), lines))
        });
        let texts: Vec<String> = texts.collect();
        let added = if texts.is_empty() { vec![] } else { vec![(pairs.len(), texts)] };
        let bare = matches!(self.tree.node(id).kind, NodeKind::Mapping { bare: true, .. });
        let emptied = removed.iter().all(|removed| *removed);
        if bare && (emptied || !added.is_empty()) {
            // A pair that stands alone in a list needs braces once it is not one pair.
            let span = self.tree.node(id).span;
            let span = Span::new(span.start, self.behind_colon(span.end));
            self.splice(span.start, span.start, "{");
            self.change_flow(span, &entries, removed, &added, style);
            self.splice(span.end, span.end, "}");
            return;
        }
        let span = self.tree.node(id).span;
        self.change_flow(Span::new(span.start + 1, span.end - usize::from(!bare)), &entries, removed, &added, style);
    }

    pub(super) fn flow_items(&mut self, id: Id, removed: &[bool], inserts: &[(usize, &[Value])], style: &FlowStyle) {
        let node = self.tree.node(id);
        let items = node.items();
        let entries: Vec<_> =
            items.iter().map(|item| Span::new(item.start, self.behind_colon(self.tree.item_end(item, true)))).collect();
        let lines = self.flow_indent(id, &entries);
        let mut added = Vec::new();
        for (index, values) in inserts {
            let beside = items.get(index.saturating_sub(1)).map(|item| item.value);
            let quotes = beside.and_then(|id| quotes_of(self.tree, id)).unwrap_or(style.quotes());
            let beside = beside.filter(|id| is_one_line_flow(self.tree, self.text, *id));
            let beside = beside.map(|id| FlowStyle::of(self.tree, self.text, id, Some(style)));
            let texts = values.iter().map(|value| match &beside {
                Some(beside) if is_filled(value) => flow(value, beside, beside.quotes()),
                _ if is_filled(value) => self.in_brackets(value, style, style.quotes(), lines),
                _ => flow(value, style, quotes),
            });
            added.push((*index, texts.collect()));
        }
        let inside = Span::new(node.span.start + 1, node.span.end - 1);
        self.change_flow(inside, &entries, removed, &added, style);
    }

    /// A new value in brackets: on one line in a container on one line, else over several.
    pub(super) fn in_brackets(
        &self,
        value: &Value,
        style: &FlowStyle,
        quotes: Quotes,
        lines: Option<FlowLines<'_>>,
    ) -> String {
        match lines {
            Some(lines) if is_filled(value) => flow_lines(value, style, quotes, lines),
            _ => flow(value, style, quotes),
        }
    }

    /// How the lines of a new entry are indented, if the container takes several.
    fn flow_indent(&self, id: Id, entries: &[Span]) -> Option<FlowLines<'static>> {
        if is_one_line(self.tree, self.text, id) {
            return None;
        }
        if entries.is_empty() {
            return Some(FlowLines {
                indent: self.empty_indent(self.tree.node(id).span),
                step: self.layout().step,
                newline: self.newline,
            });
        }
        let at = entries.iter().rev().find(|entry| begins_line(self.text, entry.start)).map_or(0, |entry| entry.start);
        let indent = column(self.text, at);
        Some(FlowLines { indent, step: self.layout().step, newline: self.newline })
    }

    /// `inside` is what stands between the brackets.
    fn change_flow(&mut self, inside: Span, entries: &[Span], removed: &[bool], added: &[Added], style: &FlowStyle) {
        let comma = format!(",{}", style.comma);
        let Some(first_kept) = removed.iter().position(|removed| !removed) else {
            let texts: Vec<&str> = added.iter().flat_map(|(_, texts)| texts).map(String::as_str).collect();
            return match (texts.is_empty(), entries.first(), entries.last()) {
                (false, Some(first), Some(last)) => self.splice(first.start, last.end, texts.join(&comma)),
                (false, ..) if inside.of(self.text).contains('#') => self.add_below_comments(inside, &texts),
                (false, ..) => {
                    let text = format!("{}{}{}", style.pad, texts.join(&comma), style.pad);
                    self.splice(inside.start, inside.end, text);
                }
                (true, ..) => self.splice(inside.start, inside.end, ""),
            };
        };
        for (index, texts) in added {
            match (0..(*index).min(entries.len())).rev().find(|at| !removed[*at]) {
                Some(last) => {
                    // What follows an entry up to the end of a removed one goes along with that.
                    let stays = removed.get(last + 1).is_none_or(|removed| !removed);
                    self.add_after(inside, entries, last, texts, style, stays);
                }
                None => {
                    let space = self.space_before(inside, entries, 1, style);
                    let text: String = texts.iter().flat_map(|text| [text, ",", &space]).collect();
                    self.splice_first(entries[0].start, text);
                }
            }
        }
        self.splice(entries[0].start, entries[first_kept].start, "");
        let mut at = first_kept + 1;
        while at < entries.len() {
            let run = removed[at..].iter().take_while(|removed| **removed).count();
            if run > 0 {
                self.remove_run(inside, entries, at, run);
            }
            at += run + 1;
        }
    }

    fn add_after(
        &mut self,
        inside: Span,
        entries: &[Span],
        last: usize,
        texts: &[String],
        style: &FlowStyle,
        comment_stays: bool,
    ) {
        let end = entries[last].end;
        let space = self.space_before(inside, entries, last + 1, style);
        let comma = skip_trivia(self.text, end);
        let has_comma = self.text.as_bytes().get(comma) == Some(&b',') && comma < inside.end;
        let same_line = comma < line_end(self.text, end);
        let comment = skip_blanks(self.text, if has_comma && same_line { comma + 1 } else { end });
        if !comment_stays || !space.contains(['\n', '\r']) || self.text.as_bytes().get(comment) != Some(&b'#') {
            let text: String = texts.iter().flat_map(|text| [",", &space, text]).collect();
            return self.splice(end, end, format!("{}{text}", self.colon_space(end)));
        }
        // A comment behind the entry stays behind it.
        let line = line_end(self.text, end);
        if has_comma && same_line {
            let text: String = texts.iter().flat_map(|text| [&space, text.as_str(), ","]).collect();
            self.splice(line, line, text);
        } else {
            self.splice(end, end, format!("{},", self.colon_space(end)));
            self.splice(line, line, format!("{space}{}", texts.join(&format!(",{space}"))));
        }
    }

    /// The white space before the entry of a number, or before the one before it.
    fn space_before(&self, inside: Span, entries: &[Span], index: usize, style: &FlowStyle) -> String {
        let index = index.min(entries.len().saturating_sub(1));
        let gap = match index {
            0 => Span::new(inside.start, entries[0].start),
            _ => {
                let comma = skip_trivia(self.text, entries[index - 1].end);
                Span::new((comma + 1).min(entries[index].start), entries[index].start)
            }
        };
        let gap = gap.of(self.text);
        if !gap.contains(['\n', '\r']) {
            return style.comma.clone();
        }
        format!("{}{:indent$}", self.newline, "", indent = column(self.text, entries[index].start))
    }
}
