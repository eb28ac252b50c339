//! The part of an edited text that has to be read again.
//!
//! An edit that stands inside one entry of a block, behind the `:` or the dash of that entry, changes nothing in how the
//! text before and behind is read: docs/decisions/0002 has the argument. Then the lines of this entry are read alone, with
//! an entry below that stands for what follows. Whatever is not plainly so is left to a reading of the whole text.

use super::Dialect;
use super::YamlStream;
use super::check::{check, check_separators};
use super::compose::compose;
use super::gap::skip_trivia;
use super::lines::{begins_line, column, line_start, next_line};
use super::place::Places;
use super::read;
use super::tabs::check_tabs;
use super::tree::{NodeKind, Tree};
use super::verify::Comparison;
use crate::limits::Limits;
use crate::location::{Location, Segment};
use crate::plan::{Branch, Op};
use crate::span::Span;
use crate::value::Value;

/// Whether a look at one entry shows that the edited text reads as the plan says. `false` says nothing.
pub(super) fn is_proven(before: &YamlStream, edited: &str, branches: &[(usize, Branch<'_>)]) -> bool {
    let [(number, branch)] = branches else { return false };
    let shared = &*before.shared;
    let local = !shared.tree.loose && shared.tree.anchors.is_empty() && !has_directives(before, *number);
    if !local || edited.len() > before.limits.document_bytes {
        return false;
    }
    let Some(changed) = changed(&shared.text, edited) else { return false };
    let Some(region) = Region::smallest(before, *number, branch, changed) else { return false };
    region.reads_as_planned(before, edited).is_some()
}

/// A `%` before the `---` of a document may give its tags another meaning.
fn has_directives(stream: &YamlStream, number: usize) -> bool {
    let documents = &stream.shared.tree.documents;
    let from = number.checked_sub(1).map_or(0, |before| documents[before].end);
    documents[number].marked && stream.shared.text[from..documents[number].start].contains('%')
}

/// The bytes of the old text outside of which the two are equal.
fn changed(old: &str, new: &str) -> Option<Span> {
    let (old, new) = (old.as_bytes(), new.as_bytes());
    let shorter = old.len().min(new.len());
    let head = common(old[..shorter].chunks(64).zip(new.chunks(64)), old.iter().zip(new));
    if head == old.len() && head == new.len() {
        return None;
    }
    let rest = shorter - head;
    let (old_tail, new_tail) = (&old[old.len() - rest..], &new[new.len() - rest..]);
    let tail = common(old_tail.rchunks(64).zip(new_tail.rchunks(64)), old_tail.iter().rev().zip(new_tail.iter().rev()));
    Some(Span::new(head, old.len() - tail))
}

/// How many bytes two texts share, counted in pieces first.
fn common<'a>(
    pieces: impl Iterator<Item = (&'a [u8], &'a [u8])>,
    bytes: impl Iterator<Item = (&'a u8, &'a u8)>,
) -> usize {
    let whole: usize = pieces.take_while(|(old, new)| old == new).map(|(old, _)| old.len()).sum();
    whole + bytes.skip(whole).take_while(|(old, new)| old == new).count()
}

/// The lines of one entry of a block, up to the next line with content.
struct Region<'s, 'p> {
    /// In the old text.
    lines: Span,
    /// Where its key or dash stands.
    column: usize,
    segment: &'p Segment,
    /// Whether something follows.
    followed: bool,
    /// How many containers are around the one that has the entry.
    depth: usize,
    branch: &'s Branch<'p>,
    old: &'s Value,
}

impl<'s, 'p> Region<'s, 'p> {
    /// The innermost entry that holds all that was changed.
    fn smallest(stream: &'s YamlStream, number: usize, branch: &'s Branch<'p>, changed: Span) -> Option<Self> {
        let (text, tree) = (&*stream.shared.text, &stream.shared.tree);
        let places = Places { tree, text, dialect: stream.shared.dialect };
        let (mut id, mut old, mut branch) = (tree.documents[number].root, stream.documents[number].root(), branch);
        let mut found = None;
        for depth in 0.. {
            let [(segment, child)] = &branch.children[..] else { break };
            if branch.op.is_some() || !child.inserts.is_empty() || child.op == Some(&Op::Remove) {
                break;
            }
            let (start, lead, end, value, inner) = match (&tree.node(id).kind, segment, old) {
                (NodeKind::Mapping { flow: false, pairs, .. }, Segment::Key(key), Value::Object(members)) => {
                    if pairs.iter().any(|pair| places.is_merge(pair)) {
                        break;
                    }
                    let Some(pair) = pairs.iter().find(|pair| places.is_key(pair.key, key)) else { break };
                    let Some(colon) = pair.colon.filter(|_| !pair.explicit) else { break };
                    let Some((_, inner)) = members.iter().find(|(name, _)| **name == **key) else { break };
                    (pair.start, colon + 1, tree.pair_end(pair), pair.value, inner)
                }
                (NodeKind::Sequence { flow: false, items }, Segment::Index(index), Value::Array(entries)) => {
                    let (Some(item), Some(inner)) = (items.get(*index), entries.get(*index)) else { break };
                    (item.start, item.start + 1, tree.item_end(item, false), item.value, inner)
                }
                _ => break,
            };
            if changed.start < lead {
                break;
            }
            if let Some(lines) = lines_of(text, start, end).filter(|lines| changed.end <= lines.end) {
                found = Some(Self {
                    lines,
                    column: column(text, start),
                    segment,
                    followed: skip_trivia(text, end) < text.len(),
                    depth,
                    branch: child,
                    old: inner,
                });
            }
            (id, old, branch) = (value, inner, child);
        }
        found
    }

    /// Reads the edited lines and compares the entry with what the plan makes of it; `None` where that fails.
    fn reads_as_planned(&self, stream: &YamlStream, edited: &str) -> Option<()> {
        let text = &*stream.shared.text;
        let end = edited.len() - (text.len() - self.lines.end);
        let lines = edited.get(self.lines.start..end)?;
        let region = self.with_entry_below(lines)?;
        let depth = stream.limits.document_depth.saturating_sub(self.depth);
        let limits = Limits { document_depth: depth, ..stream.limits };
        let (tree, root) = read_alone(&region, stream.shared.dialect, &limits)?;
        let [document] = &tree.documents[..] else { return None };
        let node = tree.node(document.root);
        let is_here = node.is_block_collection() && node.span.start == self.column;
        let new = match (root, self.segment) {
            (Value::Object(members), Segment::Key(key)) => {
                let (name, value) = self.alone(members)?;
                (name == **key).then_some(value)
            }
            (Value::Array(entries), Segment::Index(_)) => self.alone(entries),
            _ => None,
        }?;
        let mut comparison = Comparison { at: Location::root() };
        (is_here && comparison.place(self.branch, Some(self.old), Some(&new)).is_ok()).then_some(())
    }

    /// The lines, and below them an entry like the one that they are, if something follows in the text.
    fn with_entry_below(&self, lines: &str) -> Option<String> {
        let ends = lines.ends_with(['\n', '\r']) || !self.followed;
        let indented = lines.len() > self.column && lines.bytes().take(self.column).all(|byte| byte == b' ');
        if !ends || !indented || has_markers(lines) {
            return None;
        }
        let below = match (self.followed, self.segment) {
            (false, _) => "",
            (true, Segment::Key(_)) => "entry-below: 0\n",
            (true, Segment::Index(_)) => "- 0\n",
        };
        let column = if self.followed { self.column } else { 0 };
        Some(format!("{lines}{:column$}{below}", ""))
    }

    /// The one entry, without the one below.
    fn alone<T>(&self, entries: Vec<T>) -> Option<T> {
        (entries.len() == 1 + usize::from(self.followed)).then(|| entries.into_iter().next())?
    }
}

/// The lines of an entry with the blank lines and comments behind it, if what follows stands no deeper than the entry
/// and begins one of its own.
fn lines_of(text: &str, start: usize, end: usize) -> Option<Span> {
    let from = line_start(text, start);
    let next = skip_trivia(text, end);
    let to = if next < text.len() { line_start(text, next) } else { next };
    let apart = to >= end && text[from..start].bytes().all(|byte| byte == b' ');
    let follows = next == text.len()
        || (begins_line(text, next)
            && column(text, next) <= column(text, start)
            && !matches!(text.as_bytes()[next], b':' | b'?' | b'%'));
    (apart && follows).then_some(Span::new(from, to))
}

/// Whether a line may be read as a marker or a directive.
fn has_markers(lines: &str) -> bool {
    let mut at = 0;
    while at < lines.len() {
        if lines[at..].starts_with("---") || lines[at..].starts_with("...") || lines[at..].starts_with('%') {
            return true;
        }
        at = next_line(lines, at);
    }
    false
}

/// Reads lines that stand alone; nothing in them may refer to what stands elsewhere.
fn read_alone(lines: &str, dialect: Dialect, limits: &Limits) -> Option<(Tree, Value)> {
    check(lines, dialect, limits).ok()?;
    let tree = read::strictly(lines, dialect, limits).ok()?;
    check_separators(lines, &tree, dialect).ok()?;
    check_tabs(lines, &tree, dialect).ok()?;
    let (roots, duplicates) = compose(lines, &tree, dialect, limits).ok()?;
    let [root] = <[Value; 1]>::try_from(roots).ok()?;
    (duplicates.is_empty() && tree.anchors.is_empty()).then_some((tree, root))
}
