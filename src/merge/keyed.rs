//! Keyed lists: entries of the override meet those of the base by their keys.

use super::{MergeError, MergeErrorKind, Walk, directives, directives::Patch, order, order::Placed};
use crate::plan::{Expected, Op};
use crate::schema::{Cursor, Keys};
use crate::value::{Kind, Node, Value, hash};
use std::collections::HashMap;

/// One entry of a keyed list of the override.
pub(super) struct Entry<O> {
    pub(super) index: usize,
    pub(super) node: O,
    key: Vec<Value>,
    patch: Option<Patch>,
}

/// The entries of both lists, joined by key.
struct Joined<'e, B, O> {
    old: Vec<B>,
    old_keys: Vec<Option<Vec<Value>>>,
    /// By the index of an entry of the base, the one that means it.
    touched: HashMap<usize, &'e Entry<O>>,
    added: Vec<&'e Entry<O>>,
}

impl<B, O> Joined<'_, B, O> {
    fn is_deleted(&self, place: usize) -> bool {
        self.touched.get(&place).is_some_and(|entry| entry.patch == Some(Patch::Delete))
    }

    /// Without an order of its own the list keeps that of the base; what is new comes last.
    fn placed(&self) -> Vec<Placed> {
        let old = (0..self.old.len()).filter(|place| !self.is_deleted(*place)).map(Placed::Old);
        old.chain((0..self.added.len()).map(Placed::New)).collect()
    }

    fn key(&self, place: &Placed) -> Option<&[Value]> {
        match *place {
            Placed::Old(at) => self.old_keys[at].as_deref(),
            Placed::New(at) => Some(&self.added[at].key),
        }
    }
}

impl Walk {
    pub(super) fn keyed<'a, 'b, B: Node<'a>, O: Node<'b>>(
        &mut self,
        base: B,
        over: Option<O>,
        order: Option<O>,
        keys: &Keys,
        cursor: &Cursor<'_>,
    ) -> Result<(), MergeError> {
        if let Some(over) = over.filter(|over| over.entries().any(is_list_replacement)) {
            let value = self.fresh(over, cursor)?;
            self.set_unless_equal(base, value);
            return Ok(());
        }
        let entries = over.map_or(Ok(Vec::new()), |over| self.read_entries(over, keys))?;
        let joined = self.join(base, &entries, keys)?;
        let mut placed = joined.placed();
        if let Some(list) = order {
            let wanted = self.read_order(list, keys)?;
            placed = order::arrange(placed, |place| {
                let key = joined.key(place)?;
                wanted.iter().position(|parts| is_named(parts, key))
            });
        }
        let old = &joined.old;
        for place in (0..old.len()).filter(|place| joined.is_deleted(*place)) {
            self.inside(place, place, |walk| walk.push(Op::Remove, Expected::Value(old[place].to_value()), None));
        }
        let merge_old = |walk: &mut Self, place: usize| match joined.touched.get(&place) {
            Some(entry) => {
                let cursor = cursor.entry(place);
                walk.inside(place, entry.index, |walk| walk.node(Some(old[place]), entry.node, &cursor))
            }
            None => Ok(()),
        };
        let make_new = |walk: &mut Self, at: usize| {
            let (entry, cursor) = (joined.added[at], cursor.entry(old.len() + at));
            walk.inside(old.len(), entry.index, |walk| walk.fresh(entry.node, &cursor))
        };
        self.place(base, old, &placed, merge_old, make_new)
    }

    fn join<'e, 'a, B: Node<'a>, O>(
        &mut self,
        base: B,
        entries: &'e [Entry<O>],
        keys: &Keys,
    ) -> Result<Joined<'e, B, O>, MergeError> {
        let old: Vec<B> = base.entries().collect();
        let old_keys: Vec<_> = old.iter().map(|entry| keys.of(*entry)).collect();
        let known = ByKey::of(&old_keys);
        let (mut touched, mut added) = (HashMap::new(), Vec::new());
        for entry in entries {
            match *known.places(&old_keys, &entry.key) {
                // What is not there is deleted already.
                [] if entry.patch == Some(Patch::Delete) => {}
                [] => added.push(entry),
                [place] => drop(touched.insert(place, entry)),
                [first, second, ..] => {
                    let second = self.at.child(second);
                    let kind = MergeErrorKind::DuplicateInBase { key: keys.text(&entry.key), second };
                    return self.inside(first, entry.index, |walk| Err(walk.error(kind)));
                }
            }
        }
        Ok(Joined { old, old_keys, touched, added })
    }

    /// The entries of a keyed list of the override, each with its key.
    pub(super) fn read_entries<'b, O: Node<'b>>(&mut self, over: O, keys: &Keys) -> Result<Vec<Entry<O>>, MergeError> {
        let mut entries: Vec<Entry<O>> = Vec::with_capacity(over.len());
        let mut seen: HashMap<u64, Vec<usize>> = HashMap::with_capacity(over.len());
        for (index, node) in over.entries().enumerate().filter(|(_, node)| !is_list_replacement(*node)) {
            let entry = self.read_entry(index, node, keys)?;
            let same = seen.entry(hash_key(&entry.key)).or_default();
            if let Some(earlier) = same.iter().map(|at| &entries[*at]).find(|other| other.key == entry.key) {
                let first = self.over.child(earlier.index);
                let kind = MergeErrorKind::DuplicateInOverride { key: keys.text(&entry.key), first };
                self.over.push(index);
                return Err(self.error(kind));
            }
            same.push(entries.len());
            entries.push(entry);
        }
        Ok(entries)
    }

    fn read_entry<'b, O: Node<'b>>(&mut self, index: usize, node: O, keys: &Keys) -> Result<Entry<O>, MergeError> {
        self.over.push(index);
        let entry = match (node.kind(), keys.of(node)) {
            (Kind::Object, Some(key)) => {
                let patch = node.member(directives::PATCH).last().map(|value| self.patch(value)).transpose()?;
                Ok(Entry { index, node, key, patch })
            }
            (Kind::Object, None) => {
                let fields = keys.fields.iter().map(|field| field.name.to_string()).collect();
                Err(self.error(MergeErrorKind::EmptyKey { fields }))
            }
            (got, _) => Err(self.mismatch(Kind::Object, got)),
        };
        self.over.pop();
        entry
    }

    /// What `$setElementOrder` says of the keys: of a key with several fields it may name only some.
    fn read_order<'b, O: Node<'b>>(&mut self, order: O, keys: &Keys) -> Result<Vec<Vec<Option<Value>>>, MergeError> {
        let mut wanted = Vec::with_capacity(order.len());
        for (index, entry) in order.entries().enumerate() {
            let parts: Vec<Option<Value>> =
                keys.fields.iter().map(|field| Some(entry.member(&field.name).last()?.to_value())).collect();
            if parts.iter().all(Option::is_none) {
                self.over.push(index);
                let fields = keys.fields.iter().map(|field| field.name.to_string()).collect();
                return Err(self.error(MergeErrorKind::EmptyKey { fields }));
            }
            wanted.push(parts);
        }
        Ok(wanted)
    }
}

/// Whether the parts of a key that are named are those of this one.
fn is_named(parts: &[Option<Value>], key: &[Value]) -> bool {
    parts.iter().zip(key).all(|(part, value)| part.as_ref().is_none_or(|part| part == value))
}

/// `{"$patch": "replace"}` among the entries: the others are the whole list afterwards.
fn is_list_replacement<'b>(entry: impl Node<'b>) -> bool {
    entry.len() == 1
        && entry.member(directives::PATCH).last().and_then(Node::as_str).is_some_and(|text| text == "replace")
}

fn hash_key(key: &[Value]) -> u64 {
    key.iter().fold(0, |all: u64, value| all.rotate_left(7) ^ hash(value))
}

/// Where the keys of a list stand.
struct ByKey(HashMap<u64, Vec<usize>>);

impl ByKey {
    fn of(keys: &[Option<Vec<Value>>]) -> Self {
        let mut known: HashMap<u64, Vec<usize>> = HashMap::with_capacity(keys.len());
        for (place, key) in keys.iter().enumerate() {
            if let Some(key) = key {
                known.entry(hash_key(key)).or_default().push(place);
            }
        }
        Self(known)
    }

    fn places(&self, keys: &[Option<Vec<Value>>], key: &[Value]) -> Vec<usize> {
        let same = self.0.get(&hash_key(key)).map_or(&[][..], Vec::as_slice);
        same.iter().copied().filter(|place| keys[*place].as_deref() == Some(key)).collect()
    }
}
