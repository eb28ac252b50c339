//! The splice: the plan's tree and the document walked together, forward, once.
//!
//! A container is a row of entries. What stands between two entries (the gap: white space, the comma, white space) goes
//! with the later one; the white space behind the opening bracket stays there for whatever comes first.

use super::out::{New, Out, Spliced};
use super::style::{Colon, Layout, Line, Style, is_filled_line, is_line_end};
use crate::json::{JsonNode, PlacedMember};
use crate::location::Segment;
use crate::plan::{Branch, Op};
use crate::value::{Kind, Node, Value};
use std::cell::OnceCell;
use std::collections::HashMap;

/// Carries out a branch that was fitted to this very document.
pub(super) fn splice(text: &str, root: JsonNode<'_>, branch: &Branch<'_>) -> Spliced {
    let style = Style::of(text, root);
    let mut splice = Splice { style, out: Out::new(text, style) };
    let around = Around { container: None, colon: style.colon, in_line: false, line: &OnceCell::new() };
    splice.value(root, branch, &around);
    splice.out.finish()
}

struct Splice<'t> {
    style: Style<'t>,
    out: Out<'t>,
}

/// What a value stands in.
struct Around<'l, 't> {
    /// The container; none around the outermost value.
    container: Option<JsonNode<'t>>,
    /// The white space around the nearest colon.
    colon: Colon<'t>,
    /// The container is known to stand on one line, because one around it does.
    in_line: bool,
    /// How the container stands if on one line, once somebody asked.
    line: &'l OnceCell<Option<Line<'t>>>,
}

impl<'t> Around<'_, 't> {
    fn is_in_line(&self) -> bool {
        self.in_line || matches!(self.line.get(), Some(Some(_)))
    }

    /// How a new container inside is written if on one line: always in a compact document.
    fn line(&self, style: &Style<'t>) -> Option<Line<'t>> {
        *self.line.get_or_init(|| {
            let on_line = |it: &JsonNode<'_>| !style.indented || self.in_line || !it.source().contains(is_line_end);
            match self.container {
                Some(container) => Some(container).filter(on_line).map(|it| style.line_of(it, self.colon)),
                None if style.indented => None,
                None => Some(Line { comma: self.colon.after, colon: self.colon, ..Line::default() }),
            }
        })
    }
}

impl<'t> Splice<'t> {
    fn value(&mut self, node: JsonNode<'t>, branch: &Branch<'_>, around: &Around<'_, 't>) {
        match (branch.op, node.kind()) {
            (Some(Op::Set(value)), _) => self.replace(node, New::Value(value), around),
            (Some(_), _) => {}
            (None, _) if branch.children.is_empty() => {}
            (None, Kind::Object) if !node.is_empty() => self.object(node, branch, around),
            (None, Kind::Object | Kind::Null) => self.replace(node, New::Members(&branch.children), around),
            (None, Kind::Array) if !node.is_empty() => self.array(node, branch, around),
            (None, Kind::Array) => {
                let inserts = branch.children.first().map_or(&[][..], |(_, end)| end.inserts);
                self.replace(node, New::Entries(inserts), around);
            }
            (None, _) => {}
        }
    }

    fn replace(&mut self, node: JsonNode<'t>, new: New<'_>, around: &Around<'_, 't>) {
        self.out.copy_to(node.span().start);
        self.push(new, Some(node), around);
        self.out.skip_to(node.span().end);
    }

    /// Writes a new value, with the white space of its neighbour: the value it replaces or the entry beside it.
    fn push(&mut self, new: New<'_>, neighbour: Option<JsonNode<'t>>, around: &Around<'_, 't>) {
        let layout = new.is_filled().then(|| self.layout(neighbour, around));
        self.out.push_new(new, layout);
    }

    fn layout(&self, neighbour: Option<JsonNode<'t>>, around: &Around<'_, 't>) -> Layout<'t> {
        let style = &self.style;
        if let Some(neighbour) =
            neighbour.filter(|it| if style.indented { is_filled_line(*it) } else { !it.is_empty() })
        {
            return Layout::Line(style.line_of(neighbour, around.colon));
        }
        match around.line(style) {
            Some(line) => Layout::Line(line),
            None => Layout::Lines(neighbour.and_then(|it| style.last_colon(it)).unwrap_or(around.colon).on_line()),
        }
    }

    fn object(&mut self, node: JsonNode<'t>, branch: &Branch<'_>, around: &Around<'_, 't>) {
        let mut children = Children::new(&branch.children);
        if children.removals == children.left && children.removals == node.len() {
            return self.empty(node);
        }
        let line = OnceCell::new();
        let inside = |colon| Around { container: Some(node), colon, in_line: around.is_in_line(), line: &line };
        let mut row = Row::default();
        for member in node.placed_members() {
            let (start, end) = (member.key_span().start, member.value.span().end);
            match children.take(&member) {
                Some(child) if child.op == Some(&Op::Remove) => row.remove(&mut self.out, start, end, member),
                child => {
                    row.keep(&mut self.out, start, end, member);
                    if let Some(child) = child {
                        self.value(member.value, child, &inside(self.style.colon_of(&member)));
                    }
                }
            }
            if children.left == 0 && row.filled {
                return;
            }
        }
        let Some((index, member)) = row.model else { return };
        let colon = self.style.colon_of(&member);
        let comma = self.style.behind_comma(node, index, member.key_span().start, colon);
        for (key, child) in children.rest() {
            row.append(&mut self.out, comma);
            self.out.push_key(key);
            self.out.push(colon.before);
            self.out.push(":");
            self.out.push(colon.after);
            self.push(New::of(child), None, &inside(colon));
        }
    }

    fn array(&mut self, node: JsonNode<'t>, branch: &Branch<'_>, around: &Around<'_, 't>) {
        let removals = branch.children.iter().filter(|(_, child)| child.op == Some(&Op::Remove)).count();
        let inserts = branch.children.iter().any(|(_, child)| !child.inserts.is_empty());
        if !inserts && removals > 0 && removals == node.len() {
            return self.empty(node);
        }
        let line = OnceCell::new();
        let inside = Around { container: Some(node), colon: around.colon, in_line: around.is_in_line(), line: &line };
        let mut row = Row::default();
        let mut entries = node.entries();
        // The tree goes from the back to the front.
        for (segment, child) in branch.children.iter().rev() {
            let Segment::Index(index) = *segment else { continue };
            while row.index < *index
                && let Some(entry) = entries.next()
            {
                row.keep(&mut self.out, entry.span().start, entry.span().end, entry);
            }
            match entries.next() {
                Some(entry) => self.entry(entry, child, &mut row, &inside),
                None => self.append(child.inserts, &mut row, &inside),
            }
        }
        if let Some(entry) = entries.next().filter(|_| !row.filled) {
            row.keep(&mut self.out, entry.span().start, entry.span().end, entry);
        }
    }

    /// One entry of a list that is changed or removed, or before which something is inserted.
    fn entry(&mut self, entry: JsonNode<'t>, child: &Branch<'_>, row: &mut Row<JsonNode<'t>>, list: &Around<'_, 't>) {
        let (start, end) = (entry.span().start, entry.span().end);
        let removed = child.op == Some(&Op::Remove);
        if !child.inserts.is_empty() {
            let neighbour = row.last.unwrap_or(entry);
            let comma = self.comma(row.index, entry, neighbour, list);
            row.take_place(&mut self.out, start);
            for (at, value) in child.inserts.iter().enumerate() {
                if at > 0 {
                    self.out.push_comma(comma);
                }
                self.push(New::Value(value), Some(neighbour), list);
            }
            if !removed {
                self.out.push_comma(comma);
            }
        }
        match removed {
            true => row.remove(&mut self.out, start, end, entry),
            false => {
                row.keep(&mut self.out, start, end, entry);
                self.value(entry, child, list);
            }
        }
    }

    /// Values behind the last entry of a list.
    fn append(&mut self, values: &[Value], row: &mut Row<JsonNode<'t>>, list: &Around<'_, 't>) {
        let (Some((index, model)), Some(neighbour)) = (row.model, row.last) else { return };
        let comma = self.comma(index, model, neighbour, list);
        for value in values {
            row.append(&mut self.out, comma);
            self.push(New::Value(value), Some(neighbour), list);
        }
    }

    /// The white space behind a new comma of a list, where a new entry stands as `entry` does.
    fn comma(&self, index: usize, entry: JsonNode<'t>, neighbour: JsonNode<'t>, list: &Around<'_, 't>) -> &'t str {
        let Some(container) = list.container else { return "" };
        let colon = self.style.last_colon(neighbour).unwrap_or(list.colon);
        self.style.behind_comma(container, index, entry.span().start, colon)
    }

    /// Removes all that a container holds.
    fn empty(&mut self, node: JsonNode<'t>) {
        self.out.copy_to(node.span().start + 1);
        self.out.skip_to(node.span().end - 1);
    }
}

/// The entries of one container on their way into the new text.
struct Row<E> {
    /// Where the first entry of the old text starts.
    first: Option<usize>,
    /// Where the entry before ends in the old text.
    end: usize,
    /// How many old entries were passed.
    index: usize,
    /// The entry before in the old text.
    last: Option<E>,
    /// The last entry that remains, with its index; the last one of all as long as none does.
    model: Option<(usize, E)>,
    /// Whether the new text has an entry.
    filled: bool,
    kept: bool,
}

impl<E> Default for Row<E> {
    fn default() -> Self {
        Self { first: None, end: 0, index: 0, last: None, model: None, filled: false, kept: false }
    }
}

impl<E: Copy> Row<E> {
    /// An old entry remains, with the gap before it; if it becomes the first one, without.
    fn keep(&mut self, out: &mut Out<'_>, start: usize, end: usize, entry: E) {
        if !self.filled && self.first.is_some() {
            out.skip_to(start);
        }
        self.filled = true;
        self.kept = true;
        self.model = Some((self.index, entry));
        self.pass(start, end, entry);
    }

    /// An old entry goes, with the gap before it.
    fn remove(&mut self, out: &mut Out<'_>, start: usize, end: usize, entry: E) {
        out.copy_to(if self.filled { self.end } else { self.first.unwrap_or(start) });
        out.skip_to(end);
        if !self.kept {
            self.model = Some((self.index, entry));
        }
        self.pass(start, end, entry);
    }

    /// Something new comes where the entry that starts here stands.
    fn take_place(&mut self, out: &mut Out<'_>, start: usize) {
        if !self.filled {
            out.copy_to(self.first.unwrap_or(start));
            out.skip_to(start);
        }
        out.copy_to(start);
        self.filled = true;
    }

    /// Something new comes behind the last entry.
    fn append(&mut self, out: &mut Out<'_>, comma: &str) {
        if self.filled {
            out.copy_to(self.end);
            out.push_comma(comma);
        }
        self.filled = true;
    }

    fn pass(&mut self, start: usize, end: usize, entry: E) {
        self.first.get_or_insert(start);
        self.end = end;
        self.last = Some(entry);
        self.index += 1;
    }
}

/// The places of one object that change, found by key as its members come by.
struct Children<'b, 'p> {
    all: &'b [(&'p Segment, Branch<'p>)],
    taken: Vec<bool>,
    /// Where each key is, if there are many.
    by_key: HashMap<&'b str, usize>,
    /// How many were not met yet.
    left: usize,
    removals: usize,
}

/// From so many places on looking one up by hash is quicker than comparing all.
const MANY: usize = 8;

impl<'b, 'p> Children<'b, 'p> {
    fn new(all: &'b [(&'p Segment, Branch<'p>)]) -> Self {
        let places = all.iter().enumerate().filter(|_| all.len() >= MANY);
        let by_key = places.filter_map(|(at, (segment, _))| Some((key_of(segment)?, at))).collect();
        let removals = all.iter().filter(|(_, child)| child.op == Some(&Op::Remove)).count();
        Self { all, taken: vec![false; all.len()], by_key, left: all.len(), removals }
    }

    /// What happens to a member, if anything.
    fn take(&mut self, member: &PlacedMember<'_>) -> Option<&'b Branch<'p>> {
        let at = match self.all.len() {
            MANY.. => *self.by_key.get(&*member.key())?,
            _ => self.all.iter().position(|(segment, _)| key_of(segment).is_some_and(|key| member.has_key(key)))?,
        };
        self.left -= usize::from(!self.taken[at]);
        self.taken[at] = true;
        Some(&self.all[at].1)
    }

    /// The members that were not met, which are new, in the order of the plan.
    fn rest(&self) -> impl Iterator<Item = (&'b str, &'b Branch<'p>)> {
        let all = self.all.iter().zip(&self.taken).filter(|(_, taken)| !**taken);
        all.filter_map(|((segment, child), _)| Some((key_of(segment)?, child)))
    }
}

fn key_of(segment: &Segment) -> Option<&str> {
    match segment {
        Segment::Key(key) => Some(key),
        Segment::Index(_) => None,
    }
}
