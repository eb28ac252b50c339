//! Lists that an override is merged into: keyed ones by their keys, sets by their values.

use super::{MergeError, MergeErrorKind, Walk, directives, directives::Patch, order::Placed};
use crate::diff::common_ids;
use crate::location::Location;
use crate::plan::{Assignment, Expected, Op, Plan};
use crate::schema::{Cursor, Keys};
use crate::value::{Kind, Node, Value, equal, hash};
use std::collections::HashMap;

/// One entry of a keyed list of the override.
pub(super) struct Entry<O> {
    pub(super) index: usize,
    pub(super) node: O,
    key: Vec<Value>,
    patch: Option<Patch>,
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
        let old: Vec<B> = base.entries().collect();
        let old_keys: Vec<Option<Vec<Value>>> = old.iter().map(|entry| keys.of(*entry)).collect();
        let known = ByKey::of(&old_keys);
        let entries = over.map_or(Ok(Vec::new()), |over| self.read_entries(over, keys))?;
        let (mut touched, mut added) = (HashMap::new(), Vec::new());
        for entry in &entries {
            match *known.places(&old_keys, &entry.key) {
                [] if entry.patch != Some(Patch::Delete) => added.push(entry),
                [] => {}
                [place] => drop(touched.insert(place, entry)),
                [first, second, ..] => {
                    let second = self.at.child(second);
                    let kind = MergeErrorKind::DuplicateInBase { key: keys.text(&entry.key), second };
                    return self.inside(first, entry.index, |walk| Err(walk.error(kind)));
                }
            }
        }
        let stays = |place: &usize| touched.get(place).is_none_or(|entry| entry.patch != Some(Patch::Delete));
        let mut placed: Vec<Placed> = (0..old.len()).filter(stays).map(Placed::Old).collect();
        placed.extend((0..added.len()).map(Placed::New));
        if let Some(order) = order {
            let wanted = self.read_order(order, keys)?;
            placed = super::order::arrange(placed, |place| {
                let key = match *place {
                    Placed::Old(at) => old_keys[at].as_deref()?,
                    Placed::New(at) => &*added[at].key,
                };
                wanted.iter().position(|parts| {
                    parts.iter().zip(key).all(|(part, value)| part.as_ref().is_none_or(|part| part == value))
                })
            });
        }
        for place in (0..old.len()).filter(|place| !stays(place)) {
            self.inside(place, place, |walk| walk.push(Op::Remove, Expected::Value(old[place].to_value()), None));
        }
        let merge_old = |walk: &mut Self, place: usize| match touched.get(&place) {
            Some(entry) => {
                walk.inside(place, entry.index, |walk| walk.node(Some(old[place]), entry.node, &cursor.entry(place)))
            }
            None => Ok(()),
        };
        let make_new = |walk: &mut Self, at: usize| {
            let cursor = cursor.entry(old.len() + at);
            walk.inside(old.len(), added[at].index, |walk| walk.fresh(added[at].node, &cursor))
        };
        self.place(base, &old, &placed, merge_old, make_new)
    }

    /// Puts entries where they belong: what keeps its place among the others is merged there, what moves goes and comes
    /// as a whole.
    fn place<'a, B: Node<'a>>(
        &mut self,
        base: B,
        old: &[B],
        placed: &[Placed],
        merge_old: impl Fn(&mut Self, usize) -> Result<(), MergeError>,
        make_new: impl Fn(&mut Self, usize) -> Result<Value, MergeError>,
    ) -> Result<(), MergeError> {
        let mut standing: Vec<usize> = placed.iter().filter_map(Placed::old).collect();
        let wanted: Vec<usize> = placed.iter().map(|place| place.old().unwrap_or(usize::MAX)).collect();
        standing.sort_unstable();
        let pairs = common_ids(&standing, &wanted);
        let mut to = 0;
        for (i, j) in pairs.into_iter().map(|(i, j)| (standing[i], j)).chain([(old.len(), placed.len())]) {
            let mut values = Vec::new();
            for place in &placed[to..j] {
                values.push(match *place {
                    Placed::New(at) => make_new(self, at)?,
                    Placed::Old(at) => self.moved(at, old[at], &merge_old)?,
                });
            }
            if !values.is_empty() {
                let expected = base.entry(i).map_or(Expected::Absent, |entry| Expected::Value(entry.to_value()));
                self.inside(i, i, |walk| walk.push(Op::Insert(values), expected, None));
            }
            if i < old.len() {
                merge_old(self, i)?;
            }
            to = j + 1;
        }
        Ok(())
    }

    /// Takes an entry out of its place; gives it back as it is after the merge.
    fn moved<'a, B: Node<'a>>(
        &mut self,
        place: usize,
        old: B,
        merge_old: impl Fn(&mut Self, usize) -> Result<(), MergeError>,
    ) -> Result<Value, MergeError> {
        let outer = std::mem::take(&mut self.out);
        let merged = merge_old(self, place);
        let inside = std::mem::replace(&mut self.out, outer);
        merged?;
        let depth = self.at.segments().len() + 1;
        let relative = inside.into_iter().map(|assignment| Assignment {
            location: Location::from(assignment.location.segments()[depth..].to_vec()),
            ..assignment
        });
        let mut value = old.to_value();
        let expected = Expected::Value(value.clone());
        let plan = Plan::new(relative.collect())
            .map_err(|conflict| self.error(MergeErrorKind::Overlap { first: conflict.first }))?;
        // The plan was made on this very value.
        let applied = plan.apply_to_value(&mut value);
        debug_assert!(applied.is_ok());
        self.inside(place, place, |walk| walk.push(Op::Remove, expected, None));
        Ok(value)
    }

    /// A list of scalars, each at most once: removes, adds, and orders.
    pub(super) fn set<'a, 'b, B: Node<'a>, O: Node<'b>>(
        &mut self,
        base: B,
        over: Option<O>,
        delete: Option<O>,
        order: Option<O>,
    ) -> Result<(), MergeError> {
        let entries = |list: Option<O>| list.map_or(Vec::new(), |list| list.entries().collect::<Vec<_>>());
        let (over, delete) = (entries(over), entries(delete));
        let old: Vec<B> = base.entries().collect();
        let gone = |entry: B| delete.iter().any(|other| equal(entry, *other));
        let mut placed: Vec<Placed> = (0..old.len()).filter(|at| !gone(old[*at])).map(Placed::Old).collect();
        for (at, entry) in over.iter().enumerate() {
            let stands = old.iter().any(|other| !gone(*other) && equal(*entry, *other));
            if !stands && !over[..at].iter().any(|earlier| equal(*earlier, *entry)) {
                placed.push(Placed::New(at));
            }
        }
        if let Some(order) = order {
            let wanted: Vec<O> = order.entries().collect();
            placed = super::order::arrange(placed, |place| match *place {
                Placed::Old(at) => wanted.iter().position(|other| equal(*other, old[at])),
                Placed::New(at) => wanted.iter().position(|other| equal(*other, over[at])),
            });
        }
        for at in (0..old.len()).filter(|at| gone(old[*at])) {
            self.inside(at, at, |walk| walk.push(Op::Remove, Expected::Value(old[at].to_value()), None));
        }
        self.place(base, &old, &placed, |_, _| Ok(()), |_, at| Ok(over[at].to_value()))
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
