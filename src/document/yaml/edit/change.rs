//! What changes in an entry that is moved.

use super::moved::name;
use crate::location::Location;
use crate::plan::{Assignment, Op};
use crate::value::{Value, equal};
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// What turns one value into another, objects member by member, lists entry by entry.
pub(super) fn difference(old: &Value, new: &Value, at: &Location, out: &mut Vec<Assignment>) {
    match (old, new) {
        (old, new) if equal(old, new) => {}
        (Value::Object(before), Value::Object(after)) if !before.is_empty() && !after.is_empty() => {
            for (key, old) in before {
                match new.get(key) {
                    Some(new) => difference(old, new, &at.child(&**key), out),
                    None => out.push(Assignment::new(at.child(&**key), Op::Remove)),
                }
            }
            for (key, value) in after.iter().filter(|(key, _)| old.get(key).is_none()) {
                out.push(Assignment::new(at.child(&**key), Op::Set(value.clone())));
            }
        }
        (Value::Array(before), Value::Array(after)) if !before.is_empty() && !after.is_empty() => {
            let mut changes = Vec::new();
            match Entries::new(before, after).changes(at, &mut changes) {
                true => out.append(&mut changes),
                false => out.push(Assignment::new(at.clone(), Op::Set(new.clone()))),
            }
        }
        (_, new) => out.push(Assignment::new(at.clone(), Op::Set(new.clone()))),
    }
}

/// The entries of two lists, each with what it is known by: its name, else all of it.
struct Entries<'v> {
    before: &'v [Value],
    after: &'v [Value],
    old: Vec<String>,
    new: Vec<String>,
}

impl<'v> Entries<'v> {
    fn new(before: &'v [Value], after: &'v [Value]) -> Self {
        let known = |entries: &[Value]| entries.iter().map(|it| name(it).unwrap_or_else(|| it.to_string())).collect();
        Self { before, after, old: known(before), new: known(after) }
    }

    /// Entries that both lists have in the same order are changed where they stand. Those between are, too, if they are as
    /// many and known nowhere else; else they are removed and inserted, which moves the ones of the same name. `false` if
    /// nothing stays.
    fn changes(&self, at: &Location, out: &mut Vec<Assignment>) -> bool {
        let mut places: HashMap<&str, Vec<usize>> = HashMap::new();
        for (index, known) in self.old.iter().enumerate().rev() {
            places.entry(known).or_default().push(index);
        }
        let old: HashSet<&str> = self.old.iter().map(String::as_str).collect();
        let new: HashSet<&str> = self.new.iter().map(String::as_str).collect();
        let both = (&old, &new);
        let (mut stays, mut from, mut to) = (false, 0, 0);
        for (index, known) in self.new.iter().enumerate() {
            let Some(place) = places.get_mut(known.as_str()).and_then(Vec::pop).filter(|place| *place >= from) else {
                continue;
            };
            self.gap(both, (from..place, to..index), at, out);
            difference(&self.before[place], &self.after[index], &at.child(place), out);
            (stays, from, to) = (true, place + 1, index + 1);
        }
        self.gap(both, (from..self.before.len(), to..self.after.len()), at, out) || stays
    }

    /// What stands between two entries that stay; whether any of it stays.
    fn gap(
        &self,
        (old, new): (&HashSet<&str>, &HashSet<&str>),
        (gone, come): (Range<usize>, Range<usize>),
        at: &Location,
        out: &mut Vec<Assignment>,
    ) -> bool {
        let apart = gone.clone().all(|index| !new.contains(self.old[index].as_str()))
            && come.clone().all(|index| !old.contains(self.new[index].as_str()));
        if gone.len() == come.len() && apart {
            gone.clone().zip(come).for_each(|(old, new)| {
                difference(&self.before[old], &self.after[new], &at.child(old), out);
            });
            return !gone.is_empty();
        }
        if !come.is_empty() {
            out.push(Assignment::new(at.child(gone.end), Op::Insert(self.after[come].to_vec())));
        }
        out.extend(gone.map(|index| Assignment::new(at.child(index), Op::Remove)));
        false
    }
}
