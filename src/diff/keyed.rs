//! Keyed lists: an entry is found by its key, never by its position.

use super::{DiffError, DiffErrorKind, Walk, list::common_ids};
use crate::schema::{Cursor, Keys};
use crate::value::{Node, equal, hash};
use foldhash::{HashMap, fast::RandomState};
use smallvec::SmallVec;

impl Walk {
    /// An entry that changes its place among the others goes and comes as a whole.
    pub(super) fn keyed<'a, 'b, B: Node<'a>, A: Node<'b>>(
        &mut self,
        before: B,
        after: A,
        keys: &Keys,
        cursor: &Cursor<'_>,
    ) -> Result<(), DiffError> {
        if before.len() == after.len() && before.entries().zip(after.entries()).all(|(old, new)| keys.same(old, new)) {
            return self.in_place(before, after, keys, cursor);
        }
        let (old, new): (Vec<B>, Vec<A>) = (before.entries().collect(), after.entries().collect());
        let pairs = self.pairs(keys, &old, &new)?;
        let (mut from, mut to) = (0, 0);
        for (i, j) in pairs.into_iter().chain([(old.len(), new.len())]) {
            (from..i).for_each(|index| self.remove(index, old[index]));
            self.insert(before, i, new[to..j].iter().copied());
            if i < old.len() {
                self.inside(i, |walk| walk.node(old[i], new[j], &cursor.entry(i)))?;
            }
            (from, to) = (i + 1, j + 1);
        }
        Ok(())
    }

    /// Every entry is where it was. Whether a key stands twice matters only where something changes, and is so in both lists.
    fn in_place<'a, 'b, B: Node<'a>, A: Node<'b>>(
        &mut self,
        before: B,
        after: A,
        keys: &Keys,
        cursor: &Cursor<'_>,
    ) -> Result<(), DiffError> {
        let mut is_checked = false;
        let entries = before.entries().zip(after.entries()).enumerate();
        for (at, (old, new)) in entries.filter(|(_, (old, new))| !equal(*old, *new)) {
            let mark = self.out.len();
            self.inside(at, |walk| walk.node(old, new, &cursor.entry(at)))?;
            if self.out.len() > mark && !std::mem::replace(&mut is_checked, true) {
                let old: Vec<B> = before.entries().collect();
                let mut names = Names::of(keys, &old, &[] as &[A]);
                names.old_ids();
                if names.known.len() < old.len() {
                    let new: Vec<A> = after.entries().collect();
                    self.pairs(keys, &old, &new)?;
                }
            }
        }
        Ok(())
    }

    /// The entries that stay; an error if some that change share their key.
    fn pairs<'a, 'b, B: Node<'a>, A: Node<'b>>(
        &mut self,
        keys: &Keys,
        old: &[B],
        new: &[A],
    ) -> Result<Vec<(usize, usize)>, DiffError> {
        let mut names = Names::of(keys, old, new);
        let (old_ids, new_ids) = (names.old_ids(), names.new_ids());
        let pairs = common_ids(&old_ids, &new_ids);
        if names.known.len() < old.len().max(new.len()) {
            self.check_duplicates(&names, &old_ids, &new_ids, &pairs)?;
        }
        Ok(pairs)
    }

    /// Entries that share their key must stay, all of them, as they are: a change could not say which it means.
    fn check_duplicates<'a, 'b, B: Node<'a>, A: Node<'b>>(
        &mut self,
        names: &Names<'_, B, A>,
        old_ids: &[usize],
        new_ids: &[usize],
        pairs: &[(usize, usize)],
    ) -> Result<(), DiffError> {
        let mut stays = vec![0; names.known.len()];
        for (i, _) in pairs.iter().filter(|(i, j)| equal(names.old[*i], names.new[*j])) {
            stays[old_ids[*i]] += 1;
        }
        for (ids, in_after) in [(old_ids, false), (new_ids, true)] {
            let places = places(ids, names.known.len());
            for (id, places) in places.iter().enumerate() {
                if let [first, second, ..] = places[..]
                    && places.len() != stays[id]
                    && let Some(key) = names.text(id)
                {
                    let list = self.at.location();
                    let kind = DiffErrorKind::DuplicateKey { key, second: list.child(second), in_after };
                    return Err(DiffError { location: list.child(first), kind });
                }
            }
        }
        Ok(())
    }
}

fn places(ids: &[usize], names: usize) -> Vec<Vec<usize>> {
    let mut places = vec![Vec::new(); names];
    ids.iter().enumerate().for_each(|(at, id)| places[*id].push(at));
    places
}

/// Entries of both lists that are told apart by their keys; one that has no key, by all of it.
struct Names<'l, B, A> {
    keys: &'l Keys,
    old: &'l [B],
    new: &'l [A],
    state: RandomState,
    /// By its number, where the first entry of a name stands.
    known: Vec<Place>,
    by_hash: HashMap<u64, SmallVec<[usize; 1]>>,
}

#[derive(Clone, Copy)]
enum Place {
    Old(usize),
    New(usize),
}

impl<'l, 'a, 'b, B: Node<'a>, A: Node<'b>> Names<'l, B, A> {
    fn of(keys: &'l Keys, old: &'l [B], new: &'l [A]) -> Self {
        let by_hash = HashMap::with_capacity_and_hasher(old.len(), Default::default());
        Self { keys, old, new, state: RandomState::default(), known: Vec::with_capacity(old.len()), by_hash }
    }

    fn old_ids(&mut self) -> Vec<usize> {
        (0..self.old.len()).map(|at| self.id(Place::Old(at), self.old[at])).collect()
    }

    fn new_ids(&mut self) -> Vec<usize> {
        (0..self.new.len()).map(|at| self.id(Place::New(at), self.new[at])).collect()
    }

    fn id<'n>(&mut self, place: Place, entry: impl Node<'n>) -> usize {
        let (hash, keyed) = match self.keys.hash(&self.state, entry) {
            Some(hash) => (hash, true),
            None => (!hash(&self.state, entry), false),
        };
        let is_same = |id: &usize| match self.known[*id] {
            Place::Old(at) => is_same_name(self.keys, keyed, self.old[at], entry),
            Place::New(at) => is_same_name(self.keys, keyed, self.new[at], entry),
        };
        let fresh = self.known.len();
        let same = self.by_hash.entry(hash).or_default();
        if let Some(id) = same.iter().find(|id| is_same(id)) {
            return *id;
        }
        same.push(fresh);
        self.known.push(place);
        fresh
    }

    /// The key of a name, as text; `None` for an entry without a key.
    fn text(&self, id: usize) -> Option<String> {
        let key = match self.known[id] {
            Place::Old(at) => self.keys.of(self.old[at]),
            Place::New(at) => self.keys.of(self.new[at]),
        };
        key.map(|key| self.keys.text(&key))
    }
}

fn is_same_name<'a, 'b>(keys: &Keys, keyed: bool, known: impl Node<'a>, entry: impl Node<'b>) -> bool {
    if keyed { keys.same(known, entry) } else { equal(known, entry) }
}
