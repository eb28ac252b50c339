//! Entries of block mappings and sequences: removed with their lines, added as lines.

use super::{Editor, Holder, Slot};

use crate::document::yaml::gap::skip_blanks;
use crate::document::yaml::layout::{FlowStyle, dash_spaces, is_one_line_flow, quotes_of};
use crate::document::yaml::lines::{begins_line, break_before, column, line_start, owned_end};
use crate::document::yaml::quote::Quotes;
use crate::document::yaml::render::{flow, is_filled};
use crate::document::yaml::tree::Id;
use crate::value::Value;

/// The bytes of an entry, from its key or dash to the end of its value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub start: usize,
    pub end: usize,
    /// Where what stands before it ends: the entry before, or the key of the collection.
    pub floor: usize,
    /// Whether it is put back elsewhere, with the comments above it.
    moved: bool,
}

impl Entry {
    /// From the bytes of all entries of a collection that begins behind `lead`.
    fn list(lead: usize, spans: impl Iterator<Item = (usize, usize)>) -> Vec<Self> {
        let floors = |floor: &mut usize, (start, end)| {
            Some(Self { start, end, floor: std::mem::replace(floor, end), moved: false })
        };
        spans.scan(lead, floors).collect()
    }
}

/// Lines that go before the entry of this number.
type Added = (usize, Vec<String>);

impl Editor<'_> {
    pub(super) fn block_members(&mut self, id: Id, slot: &Slot, removed: &[bool], added: &[(String, Value)]) {
        let pairs = self.tree.node(id).pairs();
        let entries = Entry::list(slot.lead, pairs.iter().map(|pair| (pair.start, self.tree.pair_end(pair))));
        let column = self.entry_column(&entries);
        let below = self.below(self.insert_at(&entries, removed, pairs.len()), column + 1);
        let block = self.block(1, below);
        let lines: Vec<String> = added.iter().flat_map(|(key, value)| block.member(key, value, column)).collect();
        let added = if lines.is_empty() { vec![] } else { vec![(pairs.len(), lines)] };
        self.change_block(&entries, removed, added, slot, id, "{}");
    }

    pub(super) fn block_items(&mut self, id: Id, slot: &Slot, removed: &[bool], inserts: &[(usize, &[Value])]) {
        let items = self.tree.node(id).items();
        let ends = items.iter().map(|item| (item.start, self.tree.item_end(item, false)));
        let mut entries = Entry::list(slot.lead, ends);
        let moves = self.moves(removed, inserts);
        let column = self.entry_column(&entries);
        let dash = dash_spaces(self.tree, self.text, id);
        let mut added = Vec::new();
        for ((index, values), sources) in inserts.iter().zip(moves.sources) {
            let beside = items[index.saturating_sub(1)].value;
            let below = self.below(self.insert_at(&entries, removed, *index), column + 1);
            let block = self.block(dash, below);
            let quotes = quotes_of(self.tree, beside).unwrap_or(Quotes::Free);
            let style = is_one_line_flow(self.tree, self.text, beside)
                .then(|| FlowStyle::of(self.tree, self.text, beside, None));
            let mut lines = Vec::new();
            for (value, source) in values.iter().zip(sources) {
                let kept = source.and_then(|at| {
                    self.moved_lines(id, at, entries[at], value).inspect(|_| {
                        entries[at].moved = true;
                    })
                });
                match (kept, &style) {
                    (Some(kept), _) => lines.extend(kept),
                    (None, Some(style)) if is_filled(value) => {
                        lines.push(format!("{:column$}-{:dash$}{}", "", "", flow(value, style, style.quotes())));
                    }
                    (None, _) => lines.extend(block.item(value, column, quotes)),
                }
            }
            added.push((*index, lines));
        }
        self.change_block(&entries, removed, added, slot, id, "[]");
    }

    fn entry_column(&self, entries: &[Entry]) -> usize {
        entries.first().map_or(0, |entry| column(self.text, entry.start))
    }

    /// Behind the lines of an entry, its own comments included.
    pub(super) fn after(&self, entry: Entry) -> usize {
        owned_end(self.text, entry.end, column(self.text, entry.start))
    }

    /// Where the lines of an entry begin; those of a moved one with the comments above it.
    fn first_line(&self, entry: Entry) -> usize {
        if entry.moved { self.comments_above(entry) } else { line_start(self.text, entry.start) }
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
        match (head.is_empty(), removed.iter().all(|removed| *removed)) {
            (true, true) => return self.empty_block(entries, slot, id, emptied, compact),
            (false, _) => self.put_head(entries, removed[0], &head, compact),
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
        self.splice(self.first_line(entry), end, "");
    }

    /// Lines before the first entry, or in place of it; what is moved there goes above the comments of that entry.
    fn put_head(&mut self, entries: &[Entry], removed: bool, lines: &[String], compact: bool) {
        let (first, column) = (entries[0], self.entry_column(entries));
        let moves = !removed && entries.iter().any(|entry| entry.moved);
        let line = if moves { self.comments_above(first) } else { self.first_line(first) };
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
            if at < entries.len() && removed[at] && next == skip_blanks(self.text, self.first_line(entries[at])) {
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
