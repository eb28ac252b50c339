//! The members of an object, each key once.

use super::Node;
use foldhash::HashMap;
use std::borrow::Cow;

/// Up to this many members a key is found by going over them.
const FEW: usize = 16;

/// The members of an object, each key once: with its last value, as readers take it, at its first place.
pub(crate) struct Unique<'a, N> {
    members: Vec<Member<'a, N>>,
    /// Where each key is; empty where there are few.
    places: HashMap<Cow<'a, str>, usize>,
}

/// One member of an object.
pub(crate) struct Member<'a, N> {
    pub(crate) key: Cow<'a, str>,
    pub(crate) node: N,
    /// How many members stand before its first place, duplicates included.
    pub(crate) index: usize,
    /// Whether the key stands more than once.
    pub(crate) twice: bool,
}

impl<'a, N: Node<'a>> Unique<'a, N> {
    /// Goes over the members once.
    pub(crate) fn of(object: N) -> Self {
        let few = object.len() <= FEW;
        let mut unique = Self { members: Vec::with_capacity(object.len()), places: HashMap::default() };
        for (index, (key, node)) in object.members().enumerate() {
            if let Some(at) = unique.place(&key) {
                unique.members[at].node = node;
                unique.members[at].twice = true;
                continue;
            }
            if !few {
                unique.places.insert(key.clone(), unique.members.len());
            }
            unique.members.push(Member { key, node, index, twice: false });
        }
        unique
    }

    /// In the order of their first places.
    pub(crate) fn iter(&self) -> std::slice::Iter<'_, Member<'a, N>> {
        self.members.iter()
    }

    /// What stands under a key.
    pub(crate) fn get(&self, key: &str) -> Option<N> {
        self.find(key).map(|member| member.node)
    }

    /// The member with a key.
    pub(crate) fn find(&self, key: &str) -> Option<&Member<'a, N>> {
        self.place(key).map(|at| &self.members[at])
    }

    /// Whether a key stands more than once.
    pub(crate) fn is_twice(&self, key: &str) -> bool {
        self.find(key).is_some_and(|member| member.twice)
    }

    fn place(&self, key: &str) -> Option<usize> {
        match self.places.is_empty() {
            true => self.members.iter().position(|member| member.key == key),
            false => self.places.get(key).copied(),
        }
    }
}
