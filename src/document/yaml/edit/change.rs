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
        let new: HashSet<&str> = self.new.iter().map(String::as_str).collect();
        let (mut stay, mut from) = (Vec::new(), 0);
        for (index, known) in self.new.iter().enumerate() {
            let later = places.get_mut(known.as_str()).and_then(|places| {
                places.truncate(places.partition_point(|place| *place >= from));
                places.pop()
            });
            if let Some(place) = later {
                stay.push((place, index));
                from = place + 1;
            }
        }
        let is_elsewhere = |gone: Range<usize>, come: Range<usize>| {
            self.old[gone].iter().any(|known| new.contains(known.as_str()))
                || self.new[come].iter().any(|known| places.contains_key(known.as_str()))
        };
        let (mut stays, mut from, mut to) = (!stay.is_empty(), 0, 0);
        for (place, index) in stay.into_iter().chain([(self.before.len(), self.after.len())]) {
            stays |= self.gap(from..place, to..index, is_elsewhere(from..place, to..index), at, out);
            if place < self.before.len() {
                difference(&self.before[place], &self.after[index], &at.child(place), out);
            }
            (from, to) = (place + 1, index + 1);
        }
        stays
    }

    /// What stands between two entries that stay; whether any of it stays.
    fn gap(
        &self,
        gone: Range<usize>,
        come: Range<usize>,
        is_elsewhere: bool,
        at: &Location,
        out: &mut Vec<Assignment>,
    ) -> bool {
        if gone.len() == come.len() && !is_elsewhere {
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
