//! Giving back what suspending found: a value where one stood, and nothing where nothing stood, without the parents that
//! were made for it.
//!
//! A parent goes with the last thing that was made in it. What others put beside that meanwhile stays, and so does every
//! parent that it needs.

use super::suspend::expected;
use crate::location::{Location, Segment, find};
use crate::plan::{Assignment, Op};
use crate::value::{Kind, Node, Value, equal};
use std::collections::HashSet;

/// What stood at a place before it was written.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Saved {
    Value(Value),
    /// Nothing; the outermost parent that was not there either, or the place itself
    Absent(Location),
    /// Nothing; the parent that was null
    Null(Location),
}

/// Collects places to be given back.
pub(super) struct Restore<'r, N> {
    root: N,
    places: Vec<(&'r Location, &'r Saved)>,
}

impl<'r, 'a, N: Node<'a>> Restore<'r, N> {
    pub(super) fn new(root: N) -> Self {
        Self { root, places: Vec::new() }
    }

    pub(super) fn root(&self) -> N {
        self.root
    }

    pub(super) fn add(&mut self, place: &'r Location, saved: &'r Saved) {
        self.places.push((place, saved));
    }

    /// What gives the places back. `written` tells whether a place is written otherwise, whole or in part.
    pub(super) fn assignments(self, written: impl Fn(&Location) -> bool) -> Vec<Assignment> {
        let emptied = self.emptied(written);
        let nulls: HashSet<&Location> = self.places.iter().filter_map(|(_, saved)| was_null(saved)).collect();
        let mut seen = HashSet::new();
        let mut assignments = Vec::new();
        for (place, saved) in &self.places {
            let (location, op) = match saved {
                Saved::Value(value) => ((*place).clone(), Op::Set(value.clone())),
                Saved::Absent(_) | Saved::Null(_) => {
                    let outermost = prefixes(place).find(|parent| emptied.contains(*parent));
                    let location: Location = outermost.unwrap_or(place.segments()).iter().cloned().collect();
                    let op = if nulls.contains(&location) { Op::Set(Value::Null) } else { Op::Remove };
                    (location, op)
                }
            };
            let old = location.find(self.root);
            let stands = match (&op, old) {
                (Op::Set(value), Some(old)) => equal(old, value),
                (_, old) => old.is_none() && op == Op::Remove,
            };
            if !stands && seen.insert(location.clone()) {
                assignments.push(Assignment { location, op, expected: Some(expected(old)), cause: None });
            }
        }
        assignments
    }

    /// The parents that were made and hold nothing but what goes.
    fn emptied(&self, written: impl Fn(&Location) -> bool) -> HashSet<Vec<Segment>> {
        let mut gone: HashSet<Vec<Segment>> = HashSet::new();
        let mut parents: HashSet<&[Segment]> = HashSet::new();
        for (place, saved) in &self.places {
            let Some(outermost) = made(saved).filter(|outermost| outermost.contains(place)) else { continue };
            gone.insert(place.segments().to_vec());
            // Entries of lists are never made, so neither is what they stand in.
            let is_entry = |segment: &Segment| matches!(segment, Segment::Index(_));
            let entry = place.segments().iter().rposition(is_entry).map_or(0, |at| at + 1);
            let made = |parent: &&[Segment]| parent.len() >= outermost.segments().len() && parent.len() > entry;
            parents.extend(prefixes(place).filter(made));
        }
        let mut parents: Vec<&[Segment]> = parents.into_iter().collect();
        parents.sort_by_key(|parent| std::cmp::Reverse(parent.len()));
        let mut emptied = HashSet::new();
        for parent in parents {
            let Some(node) = find(parent, self.root).filter(|node| node.kind() == Kind::Object) else { continue };
            let mut member = parent.to_vec();
            let goes = |(key, _): (std::borrow::Cow<'_, str>, N)| {
                member.truncate(parent.len());
                member.push(Segment::from(&*key));
                gone.contains(&member) || emptied.contains(&member)
            };
            if node.members().all(goes) && !written(&parent.iter().cloned().collect()) {
                emptied.insert(parent.to_vec());
            }
        }
        emptied
    }
}

/// The places around a place, the outermost first, without the root and without itself.
fn prefixes(place: &Location) -> impl Iterator<Item = &[Segment]> {
    let segments = place.segments();
    (1..segments.len()).map(|len| &segments[..len])
}

fn made(saved: &Saved) -> Option<&Location> {
    match saved {
        Saved::Value(_) => None,
        Saved::Absent(outermost) | Saved::Null(outermost) => Some(outermost),
    }
}

fn was_null(saved: &Saved) -> Option<&Location> {
    match saved {
        Saved::Null(parent) => Some(parent),
        _ => None,
    }
}
