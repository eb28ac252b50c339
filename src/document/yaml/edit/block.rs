//! Entries of block mappings and sequences: removed with their lines, added as lines.

use super::{Editor, Holder, Slot};

use crate::document::yaml::layout::{FlowStyle, dash_spaces, is_one_line_flow, quotes_of};
use crate::document::yaml::lines::{begins_line, break_before, column, line_start, owned_end};
use crate::document::yaml::quote::Quotes;
use crate::document::yaml::render::{flow, is_filled};
use crate::document::yaml::tree::Id;
use crate::value::Value;

/// The bytes of an entry, from its key or dash to the end of its value.
#[derive(Clone, Copy, Debug)]
struct Entry {
    start: usize,
    end: usize,
}

/// Lines that go before the entry of this number.
type Added = (usize, Vec<String>);

impl Editor<'_> {
    pub(super) fn block_members(&mut self, id: Id, slot: &Slot, removed: &[bool], added: &[(String, Value)]) {
        let pairs = self.tree.node(id).pairs();
        let entries: Vec<_> =
            pairs.iter().map(|pair| Entry { start: pair.start, end: self.tree.pair_end(pair) }).collect();
        let column = self.entry_column(&entries);
        let below = self.below(self.insert_at(&entries, removed, pairs.len()), column + 1);
        let block = self.block(1, below);
        let lines: Vec<String> = added.iter().flat_map(|(key, value)| block.member(key, value, column)).collect();
        let added = if lines.is_empty() { vec![] } else { vec![(pairs.len(), lines)] };
        self.change_block(&entries, removed, added, slot, id, "{}");
    }

    pub(super) fn block_items(&mut self, id: Id, slot: &Slot, removed: &[bool], inserts: &[(usize, &[Value])]) {
        let items = self.tree.node(id).items();
        let entries: Vec<_> =
            items.iter().map(|item| Entry { start: item.start, end: self.tree.item_end(item, false) }).collect();
        let column = self.entry_column(&entries);
        let dash = dash_spaces(self.tree, self.text, id);
        let mut added = Vec::new();
        for (index, values) in inserts {
            let beside = items[index.saturating_sub(1)].value;
            let below = self.below(self.insert_at(&entries, removed, *index), column + 1);
            let block = self.block(dash, below);
            let quotes = quotes_of(self.tree, beside).unwrap_or(Quotes::Free);
            let style = is_one_line_flow(self.tree, self.text, beside)
                .then(|| FlowStyle::of(self.tree, self.text, beside, None));
            let lines = values.iter().flat_map(|value| match &style {
                Some(style) if is_filled(value) => {
                    vec![format!("{:column$}-{:dash$}{}", "", "", flow(value, style, style.quotes()))]
                }
                _ => block.item(value, column, quotes),
            });
            added.push((*index, lines.collect()));
        }
        self.change_block(&entries, removed, added, slot, id, "[]");
    }

    fn entry_column(&self, entries: &[Entry]) -> usize {
        entries.first().map_or(0, |entry| column(self.text, entry.start))
    }

    /// Behind the lines of an entry, its own comments included.
    fn after(&self, entry: Entry) -> usize {
        owned_end(self.text, entry.end, column(self.text, entry.start))
    }

    /// Where lines that go before an entry are put.
    fn insert_at(&self, entries: &[Entry], removed: &[bool], index: usize) -> usize {
        match (0..index.min(entries.len())).rev().find(|at| !removed[*at]) {
            Some(last) => self.after(entries[last]),
            None => entries.first().map_or(0, |entry| line_start(self.text, entry.start)),
        }
    }

    fn change_block(
        &mut self,
        entries: &[Entry],
        removed: &[bool],
        added: Vec<Added>,
        slot: &Slot,
        id: Id,
        emptied: &str,
    ) {
        let compact = entries.first().is_some_and(|first| !begins_line(self.text, first.start));
        let mut head = Vec::new();
        for (index, lines) in added {
            match (0..index.min(entries.len())).rev().find(|at| !removed[*at]) {
                Some(last) => {
                    let at = self.after(entries[last]);
                    self.splice(at, at, self.join(&lines));
                }
                None => head.extend(lines),
            }
        }
        let column = self.entry_column(entries);
        match (head.is_empty(), removed.iter().all(|removed| *removed)) {
            (true, true) => return self.empty_block(entries, slot, id, emptied, compact),
            (false, _) => self.put_head(entries[0], removed[0], &head, compact, column),
            (true, false) if compact && removed[0] => return self.move_up(entries, removed),
            _ => {}
        }
        let first = usize::from(!head.is_empty());
        for at in first..entries.len() {
            if removed[at] {
                self.remove_lines(entries[at]);
            }
        }
    }

    fn remove_lines(&mut self, entry: Entry) {
        let end = self.after(entry);
        self.splice(line_start(self.text, entry.start), end, "");
    }

    /// Lines before the first entry, or in place of it.
    fn put_head(&mut self, first: Entry, removed: bool, lines: &[String], compact: bool, column: usize) {
        let line = line_start(self.text, first.start);
        let end = self.after(first);
        let joined = self.join(lines);
        match (compact, removed) {
            (false, false) => self.splice(line, line, joined),
            (false, true) => self.splice(line, end, joined),
            (true, false) => {
                let text = format!("{}{:column$}", joined.trim_start_matches(' '), "");
                self.splice(first.start, first.start, text);
            }
            (true, true) => {
                let text = joined.trim_start_matches(' ').strip_suffix(self.newline).unwrap_or_default().to_string();
                self.splice(first.start, break_before(self.text, end), text);
            }
        }
    }

    /// What stands beside a dash is removed: what comes next, an entry or a comment, moves up to it.
    fn move_up(&mut self, entries: &[Entry], removed: &[bool]) {
        let start = entries[0].start;
        let mut at = 0;
        loop {
            let lines_end = self.after(entries[at]);
            at += 1;
            let mut next = lines_end;
            // Blank lines between go along; a comment stops the move.
            while next < self.text.len() && self.text.as_bytes()[next].is_ascii_whitespace() {
                next += 1;
            }
            if at < entries.len() && removed[at] && next == entries[at].start {
                continue;
            }
            self.splice(start, next, "");
            break;
        }
        for entry in (at..entries.len()).filter(|at| removed[*at]) {
            self.remove_lines(entries[entry]);
        }
    }

    /// All entries are removed.
    fn empty_block(&mut self, entries: &[Entry], slot: &Slot, id: Id, emptied: &str, compact: bool) {
        let first = entries[0];
        let own_line = matches!(slot.holder, Holder::Root);
        if compact {
            let end = break_before(self.text, self.after(first));
            self.splice(first.start, end, emptied);
        } else if own_line {
            let end = self.after(first);
            self.splice(first.start, end, format!("{emptied}{}", self.newline));
        } else {
            let lead = self.tree.node(id).properties.span().map_or(slot.lead, |span| span.end);
            self.splice(lead, lead, format!(" {emptied}"));
            self.remove_lines(first);
        }
        for entry in &entries[1..] {
            self.remove_lines(*entry);
        }
    }
}
