//! Keyed lists: entries of the override meet those of the base by their keys.

use super::{MergeError, MergeErrorKind, Walk, directives, directives::Patch, order, order::Placed};
use crate::plan::{Expected, Op};
use crate::schema::{Cursor, Keys};
use crate::value::{Kind, Node, Value};
use foldhash::{HashMap, fast::RandomState};
use smallvec::SmallVec;

/// One entry of a keyed list of the override.
pub(super) struct Entry<O> {
    pub(super) index: usize,
    pub(super) node: O,
    patch: Option<Patch>,
}

/// The entries of both lists, joined by key.
struct Joined<'e, B, O> {
    old: Vec<B>,
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
                let key = match *place {
                    Placed::Old(at) => keys.of(joined.old[at]),
                    Placed::New(at) => keys.of(joined.added[at].node),
                }?;
                wanted.iter().position(|parts| is_named(parts, &key))
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

    fn join<'e, 'a, 'b, B: Node<'a>, O: Node<'b>>(
        &mut self,
        base: B,
        entries: &'e [Entry<O>],
        keys: &Keys,
    ) -> Result<Joined<'e, B, O>, MergeError> {
        let old: Vec<B> = base.entries().collect();
        let known = ByKey::of(keys, &old);
        let (mut touched, mut added) = (HashMap::default(), Vec::new());
        for entry in entries {
            match *known.places(entry.node, |place| old[place]) {
                // What is not there is deleted already.
                [] if entry.patch == Some(Patch::Delete) => {}
                [] => added.push(entry),
                [place] => drop(touched.insert(place, entry)),
                [first, second, ..] => {
                    let second = self.at.child(second);
                    let kind = MergeErrorKind::DuplicateInBase { key: keys.text_of(entry.node), second };
                    return self.inside(first, entry.index, |walk| Err(walk.error(kind)));
                }
            }
        }
        Ok(Joined { old, touched, added })
    }

    /// The entries of a keyed list of the override, each with its key.
    pub(super) fn read_entries<'b, O: Node<'b>>(&mut self, over: O, keys: &Keys) -> Result<Vec<Entry<O>>, MergeError> {
        let mut entries: Vec<Entry<O>> = Vec::with_capacity(over.len());
        let mut seen = ByKey::with_capacity(keys, over.len());
        for (index, node) in over.entries().enumerate().filter(|(_, node)| !is_list_replacement(*node)) {
            let entry = self.read_entry(index, node, keys)?;
            if let Some(earlier) = seen.places(node, |at| entries[at].node).first().map(|at| &entries[*at]) {
                let first = self.over.child(earlier.index);
                let kind = MergeErrorKind::DuplicateInOverride { key: keys.text_of(node), first };
                self.over.push(index);
                return Err(self.error(kind));
            }
            seen.add(node, entries.len());
            entries.push(entry);
        }
        Ok(entries)
    }

    fn read_entry<'b, O: Node<'b>>(&mut self, index: usize, node: O, keys: &Keys) -> Result<Entry<O>, MergeError> {
        self.over.push(index);
        let entry = match (node.kind(), keys.same(node, node)) {
            (Kind::Object, true) => {
                let patch = node.member(directives::PATCH).last().map(|value| self.patch(value)).transpose()?;
                Ok(Entry { index, node, patch })
            }
            (Kind::Object, false) => {
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

/// Where the keys of a list stand.
struct ByKey<'k> {
    keys: &'k Keys,
    state: RandomState,
    places: HashMap<u64, SmallVec<[usize; 1]>>,
}

impl<'k> ByKey<'k> {
    fn with_capacity(keys: &'k Keys, entries: usize) -> Self {
        let places = HashMap::with_capacity_and_hasher(entries, Default::default());
        Self { keys, state: RandomState::default(), places }
    }

    fn of<'a, N: Node<'a>>(keys: &'k Keys, entries: &[N]) -> Self {
        let mut known = Self::with_capacity(keys, entries.len());
        entries.iter().enumerate().for_each(|(place, entry)| known.add(*entry, place));
        known
    }

    fn add<'a>(&mut self, entry: impl Node<'a>, place: usize) {
        if let Some(hash) = self.keys.hash(&self.state, entry) {
            self.places.entry(hash).or_default().push(place);
        }
    }

    /// The places of the entries that have the key of this one.
    fn places<'a, 'b, N: Node<'a>>(&self, like: impl Node<'b>, at: impl Fn(usize) -> N) -> SmallVec<[usize; 2]> {
        let hash = self.keys.hash(&self.state, like);
        let same = hash.and_then(|hash| self.places.get(&hash)).map_or(&[][..], |places| &places[..]);
        same.iter().copied().filter(|place| self.keys.same(at(*place), like)).collect()
    }
}
