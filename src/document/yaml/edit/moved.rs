//! Entries of a block sequence that a plan removes in one place and puts back in another: they keep their lines, and with
//! them the comments.

use super::block::Entry;
use super::change::difference;
use super::{Editor, Holder, Slot, Splice, carry_out};
use crate::document::yaml::lines::{Line, break_before, column, line_kind, line_start, next_line};
use crate::document::yaml::tree::Id;
use crate::location::Location;
use crate::plan::Plan;
use crate::span::Span;
use crate::value::Value;
use std::collections::HashMap;

/// Which entries are moved, and where each inserted value comes from.
pub(super) struct Moves {
    /// For each entry whether it is moved.
    pub moved: Vec<bool>,
    /// For each insert, for each of its values: the number of the entry that it was.
    pub sources: Vec<Vec<Option<usize>>>,
}

/// What makes two values the same entry, if they are not equal.
const NAME: &str = "name";

impl Editor<'_> {
    /// Finds for each inserted value the removed entry that it is: one that is equal, else one of the same name.
    pub(super) fn moves(&self, removed: &[bool], inserts: &[(usize, &[Value])]) -> Moves {
        let mut moves = Moves {
            moved: vec![false; removed.len()],
            sources: inserts.iter().map(|(_, values)| vec![None; values.len()]).collect(),
        };
        let old = match self.at.find(self.root) {
            Some(Value::Array(entries)) if entries.len() == removed.len() && !self.care.quoted => entries,
            _ => return moves,
        };
        for by in [whole, name] {
            let mut gone: HashMap<String, Vec<usize>> = HashMap::new();
            for at in (0..old.len()).rev().filter(|at| removed[*at] && !moves.moved[*at]) {
                if let Some(key) = by(&old[at]) {
                    gone.entry(key).or_default().push(at);
                }
            }
            let values = inserts.iter().zip(&mut moves.sources).flat_map(|((_, values), to)| values.iter().zip(to));
            for (value, source) in values.filter(|(_, source)| source.is_none()) {
                *source = by(value).and_then(|key| gone.get_mut(&key)?.pop());
                if let Some(at) = *source {
                    moves.moved[at] = true;
                }
            }
        }
        moves
    }

    /// The lines of an entry with the comments that belong to it, the value in them changed to what is inserted. `None`
    /// where they cannot be taken along.
    pub(super) fn moved_lines(&mut self, id: Id, index: usize, entry: Entry, value: &Value) -> Option<Vec<String>> {
        let span = Span::new(entry.start, self.after(entry));
        if self.holds_anchors(span) {
            return None;
        }
        let old = self.at.find(self.root).and_then(|list| match list {
            Value::Array(entries) => entries.get(index),
            _ => None,
        })?;
        let from = self.comments_above(entry);
        // What stands beside a dash gets a line of its own.
        let indent = if from > line_start(self.text, entry.start) { column(self.text, entry.start) } else { 0 };
        let mut splices = self.splices_inside(id, index, old, value)?;
        if splices.iter().any(|splice| splice.span.start < entry.start || splice.span.end > span.end) {
            return None;
        }
        let to = span.end;
        for splice in &mut splices {
            splice.span = Span::new(splice.span.start - from, splice.span.end - from);
        }
        let text = carry_out(&self.text[from..to], splices).ok()?;
        let mut lines = vec![];
        let mut at = 0;
        while at < text.len() {
            let next = next_line(&text, at);
            let end = break_before(&text, next);
            lines.push(format!("{:indent$}{}", "", &text[at..end], indent = if at == 0 { indent } else { 0 }));
            at = next;
        }
        Some(lines)
    }

    /// The first of the comment lines that stand right above an entry, as deep as it; the line of the entry if there are
    /// none, and the entry itself beside a dash.
    pub(super) fn comments_above(&self, entry: Entry) -> usize {
        let mut at = line_start(self.text, entry.start);
        if !self.text[at..entry.start].bytes().all(|byte| byte == b' ') {
            return entry.start;
        }
        let column = column(self.text, entry.start);
        while at > entry.floor {
            let above = line_start(self.text, break_before(self.text, at));
            if above < entry.floor || line_kind(self.text, above) != Line::Comment(column) {
                break;
            }
            at = above;
        }
        at
    }

    /// Whether an anchor or an alias stands in a stretch: elsewhere it may name something else.
    fn holds_anchors(&self, span: Span) -> bool {
        let inside = |id: Id| (span.start..span.end).contains(&self.tree.node(id).start());
        self.tree.anchors.values().any(|id| inside(*id)) || self.tree.aliases.iter().any(|(_, id)| inside(*id))
    }

    /// The splices that make one value of another where it stands.
    fn splices_inside(&mut self, id: Id, index: usize, old: &Value, new: &Value) -> Option<Vec<Splice>> {
        let mut changes = Vec::new();
        difference(old, new, &Location::root(), &mut changes);
        if changes.is_empty() {
            return Some(Vec::new());
        }
        let plan = Plan::new(changes).ok()?;
        let branch = plan.fit(old).ok()?;
        let item = self.tree.node(id).items()[index];
        let slot = Slot {
            lead: item.start + 1,
            column: Some(column(self.text, item.start)),
            holder: Holder::Dash(None),
            outer: None,
        };
        let outside = std::mem::take(&mut self.splices);
        self.at.push(index);
        let done = self.visit(item.value, &slot, &branch);
        self.at.pop();
        let inside = std::mem::replace(&mut self.splices, outside);
        done.is_ok().then_some(inside)
    }
}

fn whole(value: &Value) -> Option<String> {
    Some(value.to_string())
}

pub(super) fn name(value: &Value) -> Option<String> {
    value.get(NAME).and_then(Value::as_str).map(Into::into)
}
