//! The record that suspending makes: what stood at the places that it writes.
//!
//! It is JSON text in an annotation of the object:
//!
//! ```json
//! {"version":1,"made":{"absent":".metadata"},"saved":{".spec.replicas":{"value":3},".spec.run.suspend":{"absent":".spec.run"}}}
//! ```
//!
//! A place is spelled as jq. `absent` says that nothing stood there, and names the outermost parent that was not there
//! either (the place itself, if its parent was); `null` names the parent that was null. `made` says the same of the
//! annotation itself; without it only the annotation was not there.

use super::error::WorkloadError;
use super::restore::{Restore, Saved};
use super::suspend::expected;
use crate::expression::Address;
use crate::json::parse_value;
use crate::limits::Limits;
use crate::location::{Location, find};
use crate::plan::{Assignment, Op};
use crate::value::{Kind, Node, Value, equal};
use std::collections::{BTreeMap, HashMap, HashSet};

/// What stood at the places that suspending writes.
pub(super) struct Record {
    /// Where it stands.
    place: Location,
    /// What stood there before.
    before: Saved,
    saved: BTreeMap<Location, Saved>,
}

pub(super) fn place_of(annotation: &str) -> Location {
    Location::root().child("metadata").child("annotations").child(annotation)
}

impl Record {
    /// A record of nothing.
    pub(super) fn new<'a>(root: impl Node<'a>, annotation: &str) -> Self {
        let place = place_of(annotation);
        Self { before: at(root, &place), place, saved: BTreeMap::new() }
    }

    /// Reads the record in an annotation, if there is one.
    pub(super) fn read<'a>(
        root: impl Node<'a>,
        annotation: &str,
        limits: &Limits,
    ) -> Result<Option<Self>, WorkloadError> {
        let place = place_of(annotation);
        let Some(node) = place.find(root).filter(|node| node.kind() != Kind::Null) else {
            return Ok(None);
        };
        let wrong = || WorkloadError::Record { location: place.clone() };
        let text = node.as_str().ok_or_else(wrong)?;
        let value = parse_value(&text, limits).map_err(|_| wrong())?;
        let (before, saved) = parse(&value, &place, limits).ok_or_else(wrong)?;
        Ok(Some(Self { place, before, saved }))
    }

    /// Records what stands at some places now. What is recorded already is kept.
    pub(super) fn add<'p, 'a>(&mut self, root: impl Node<'a>, places: impl Iterator<Item = &'p Location>) {
        // A parent that stands only because of what was suspended before is not there for those after it either.
        let made: HashMap<Location, Saved> = self
            .saved
            .values()
            .filter_map(|saved| match saved {
                Saved::Absent(outermost) | Saved::Null(outermost) => Some((outermost.clone(), saved.clone())),
                Saved::Value(_) => None,
            })
            .collect();
        for place in places {
            let now = || match place.find(root) {
                Some(node) => Saved::Value(node.to_value()),
                None => made_around(place, &made).unwrap_or_else(|| at(root, place)),
            };
            self.saved.entry(place.clone()).or_insert_with(now);
        }
    }

    /// What stood at a place, if the record knows it.
    pub(super) fn saved(&self, place: &Location) -> Option<&Saved> {
        self.saved.get(place)
    }

    /// The record without some places.
    pub(super) fn without<'p>(&self, places: impl Iterator<Item = &'p Location>) -> Self {
        let gone: HashSet<&Location> = places.collect();
        let saved = self.saved.iter().filter(|(place, _)| !gone.contains(place));
        let saved = saved.map(|(place, saved)| (place.clone(), saved.clone())).collect();
        Self { place: self.place.clone(), before: self.before.clone(), saved }
    }

    /// What makes the record stand in the object; `None` if it stands there so.
    pub(super) fn assignment<'a>(&self, root: impl Node<'a>) -> Option<Assignment> {
        let (old, text) = (self.place.find(root), Value::String(self.text()));
        if old.is_some_and(|old| equal(old, &text)) {
            return None;
        }
        Some(Assignment { location: self.place.clone(), op: Op::Set(text), expected: Some(expected(old)), cause: None })
    }

    /// Leaves the record in the object, or what stood there before it if it has nothing left to say.
    pub(super) fn leave<'r, 'a, N: Node<'a>>(&'r self, restore: &mut Restore<'r, N>) -> Option<Assignment> {
        if !self.saved.is_empty() {
            return self.assignment(restore.root());
        }
        restore.add(&self.place, &self.before);
        None
    }

    fn text(&self) -> String {
        let member = |key: &str, value| (key.to_owned(), value);
        let saved = self.saved.iter().map(|(place, saved)| (place.to_string(), told(saved)));
        let mut members = vec![member("version", Value::Number(1u64.into()))];
        if self.before != Saved::Absent(self.place.clone()) {
            members.push(member("made", told(&self.before)));
        }
        members.push(member("saved", Value::Object(saved.collect())));
        Value::Object(members).to_string()
    }
}

/// What stands at a place now.
fn at<'a>(root: impl Node<'a>, place: &Location) -> Saved {
    if let Some(node) = place.find(root) {
        return Saved::Value(node.to_value());
    }
    let segments = place.segments();
    for len in 1..segments.len() {
        match find(&segments[..len], root).map(Node::kind) {
            None => return Saved::Absent(segments[..len].iter().cloned().collect()),
            Some(Kind::Null) => return Saved::Null(segments[..len].iter().cloned().collect()),
            Some(_) => {}
        }
    }
    Saved::Absent(place.clone())
}

/// What is said of the outermost parent of a place that was made.
fn made_around(place: &Location, made: &HashMap<Location, Saved>) -> Option<Saved> {
    let segments = place.segments();
    let parents = (1..segments.len()).map(|len| segments[..len].iter().cloned().collect::<Location>());
    parents.filter_map(|parent| made.get(&parent).cloned()).next()
}

fn told(saved: &Saved) -> Value {
    let (key, value) = match saved {
        Saved::Value(value) => ("value", value.clone()),
        Saved::Absent(outermost) => ("absent", Value::String(outermost.to_string())),
        Saved::Null(outermost) => ("null", Value::String(outermost.to_string())),
    };
    Value::Object(vec![(key.to_owned(), value)])
}

fn parse(value: &Value, own: &Location, limits: &Limits) -> Option<(Saved, BTreeMap<Location, Saved>)> {
    if !matches!(value.get("version"), Some(Value::Number(number)) if number.as_str() == "1") {
        return None;
    }
    let place = |text: &str| Address::parse(text, limits).ok()?.to_location();
    let saved = |value: &Value| match value {
        Value::Object(members) => match members.as_slice() {
            [(key, value)] if key == "value" => Some(Saved::Value(value.clone())),
            [(key, outermost)] if key == "absent" => Some(Saved::Absent(place(outermost.as_str()?)?)),
            [(key, outermost)] if key == "null" => Some(Saved::Null(place(outermost.as_str()?)?)),
            _ => None,
        },
        _ => None,
    };
    let before = match value.get("made") {
        None => Saved::Absent(own.clone()),
        Some(made) => saved(made)?,
    };
    let Some(Value::Object(members)) = value.get("saved") else { return None };
    let entry = |(key, value): &(String, Value)| Some((place(key)?, saved(value)?));
    Some((before, members.iter().map(entry).collect::<Option<_>>()?))
}
