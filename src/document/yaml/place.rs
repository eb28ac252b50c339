//! From locations to the nodes that stand there, through aliases and merge keys, and back.

use super::Dialect;
use super::compose::{is_merge, key_of};
use super::tree::{Id, Item, NodeKind, Pair, Tag, Tree};
use crate::location::{Location, Segment};

/// A tree that is looked into.
#[derive(Clone, Copy)]
pub(super) struct Places<'a> {
    pub tree: &'a Tree,
    pub text: &'a str,
    pub dialect: Dialect,
}

/// What a value is the value of.
#[derive(Clone, Copy)]
pub(super) enum Entry {
    Root,
    Member(Pair),
    Item(Item),
}

impl Entry {
    /// The key of a member.
    pub fn key(&self) -> Option<Id> {
        match self {
            Self::Member(pair) => Some(pair.key),
            _ => None,
        }
    }
}

impl Places<'_> {
    /// The node at a location, and the entry that it is the value of.
    pub fn find(&self, root: Id, location: &Location) -> Option<(Entry, Id)> {
        location.segments().iter().try_fold((Entry::Root, root), |(_, id), segment| match segment {
            Segment::Key(key) => self.member(id, key).map(|pair| (Entry::Member(pair), pair.value)),
            Segment::Index(index) => {
                let target = self.tree.target(id);
                self.tree.node(target).items().get(*index).map(|item| (Entry::Item(*item), item.value))
            }
        })
    }

    /// The entry that a client reads for a key: the last one in the mapping, where a merge key stands for its entries.
    pub fn member(&self, id: Id, key: &str) -> Option<Pair> {
        let node = self.tree.node(self.tree.target(id));
        node.pairs().iter().rev().find_map(|pair| match self.is_merge(pair) {
            true => self.merged(pair.value, key),
            false => self.is_key(pair.key, key).then_some(*pair),
        })
    }

    /// The entry that the value of a merge key brings in for a key. Of a list the first source counts.
    pub fn merged(&self, id: Id, key: &str) -> Option<Pair> {
        match &self.tree.node(self.tree.target(id)).kind {
            NodeKind::Sequence { items, .. } => items.iter().find_map(|item| self.merged(item.value, key)),
            _ => self.member(id, key),
        }
    }

    pub fn is_merge(&self, pair: &Pair) -> bool {
        is_merge(self.tree, self.text, self.dialect, pair)
    }

    /// The string that a key is read as; the text was read, so it is one.
    pub fn key(&self, id: Id) -> String {
        key_of(self.tree, self.text, self.dialect, id).unwrap_or_default()
    }

    pub fn is_key(&self, id: Id, key: &str) -> bool {
        // An untagged key of letters only, and more than a few, is what it says.
        let said = self.tree.text(id, self.text);
        match self.tree.node(id).tag == Tag::None
            && said.len() > 5
            && said.bytes().all(|byte| byte.is_ascii_alphabetic())
        {
            true => said == key,
            false => key_of(self.tree, self.text, self.dialect, id).is_ok_and(|name| name == key),
        }
    }

    /// Where a node stands below a root.
    pub fn location_of(&self, root: Id, wanted: Id) -> Option<Location> {
        let mut waiting = vec![(root, Location::root())];
        while let Some((id, at)) = waiting.pop() {
            if id == wanted {
                return Some(at);
            }
            let node = self.tree.node(id);
            waiting.extend(node.items().iter().enumerate().map(|(index, item)| (item.value, at.child(index))));
            for pair in node.pairs() {
                let inner = at.child(&*self.key(pair.key));
                if pair.key == wanted {
                    return Some(inner);
                }
                waiting.push((pair.value, inner));
            }
        }
        None
    }
}
