//! Keyed lists: an entry is found by its key, never by its position.

use super::{DiffError, DiffErrorKind, Walk, list::common_ids};
use crate::schema::{Cursor, Keys};
use crate::value::{Node, Value, equal, hash};
use std::collections::HashMap;

impl Walk {
    /// An entry that changes its place among the others goes and comes as a whole.
    pub(super) fn keyed<'a, 'b, B: Node<'a>, A: Node<'b>>(
        &mut self,
        before: B,
        after: A,
        keys: &Keys,
        cursor: &Cursor<'_>,
    ) -> Result<(), DiffError> {
        let (old, new): (Vec<B>, Vec<A>) = (before.entries().collect(), after.entries().collect());
        let mut names = Names::default();
        let old_ids: Vec<usize> = old.iter().map(|entry| names.id(keys, *entry)).collect();
        let new_ids: Vec<usize> = new.iter().map(|entry| names.id(keys, *entry)).collect();
        let pairs = common_ids(&old_ids, &new_ids);
        if names.known.len() < old.len().max(new.len()) {
            let lists = Lists { old: &old, new: &new, old_ids: &old_ids, new_ids: &new_ids };
            self.check_duplicates(&names, keys, &lists, &pairs)?;
        }
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

    /// Entries that share their key must stay, all of them, as they are: a change could not say which it means.
    fn check_duplicates<'a, 'b, B: Node<'a>, A: Node<'b>>(
        &self,
        names: &Names,
        keys: &Keys,
        lists: &Lists<'_, B, A>,
        pairs: &[(usize, usize)],
    ) -> Result<(), DiffError> {
        let mut stays = vec![0; names.known.len()];
        for (i, j) in pairs.iter().filter(|(i, j)| equal(lists.old[*i], lists.new[*j])) {
            debug_assert_eq!(lists.old_ids[*i], lists.new_ids[*j]);
            stays[lists.old_ids[*i]] += 1;
        }
        for (ids, in_after) in [(lists.old_ids, false), (lists.new_ids, true)] {
            let places = places(ids, names.known.len());
            for (id, name) in names.known.iter().enumerate() {
                if let (Name::Key(key), [first, second, ..]) = (name, &*places[id])
                    && places[id].len() != stays[id]
                {
                    let (key, second) = (keys.text(key), self.at.location().child(*second));
                    let kind = DiffErrorKind::DuplicateKey { key, second, in_after };
                    return Err(DiffError { location: self.at.location().child(*first), kind });
                }
            }
        }
        Ok(())
    }
}

struct Lists<'l, B, A> {
    old: &'l [B],
    new: &'l [A],
    old_ids: &'l [usize],
    new_ids: &'l [usize],
}

fn places(ids: &[usize], names: usize) -> Vec<Vec<usize>> {
    let mut places = vec![Vec::new(); names];
    ids.iter().enumerate().for_each(|(at, id)| places[*id].push(at));
    places
}

/// What tells an entry from the others: its key, or where it has none, all of it.
#[derive(PartialEq)]
enum Name {
    Key(Vec<Value>),
    Whole(Value),
}

#[derive(Default)]
struct Names {
    known: Vec<Name>,
    by_hash: HashMap<u64, Vec<usize>>,
}

impl Names {
    fn id<'a>(&mut self, keys: &Keys, entry: impl Node<'a>) -> usize {
        let (name, hash) = match keys.of(entry) {
            Some(key) => {
                let hash = key.iter().fold(0u64, |all, value| all.rotate_left(7) ^ hash(value));
                (Name::Key(key), hash)
            }
            None => (Name::Whole(entry.to_value()), !hash(entry)),
        };
        let same = self.by_hash.entry(hash).or_default();
        if let Some(id) = same.iter().find(|id| self.known[**id] == name) {
            return *id;
        }
        self.known.push(name);
        same.push(self.known.len() - 1);
        self.known.len() - 1
    }
}
