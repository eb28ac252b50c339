//! The record that suspending makes: what stood at the places that it writes.
//!
//! It is JSON text in an annotation of the object:
//!
//! ```json
//! {"version":1,"saved":{".spec.replicas":{"value":3},".spec.run.suspend":{"absent":".spec.run"}}}
//! ```
//!
//! A place is spelled as jq. `absent` says that nothing stood there, and names the outermost parent that was not there
//! either (the place itself, if its parent was). `"made":true` says that the object had no annotations.

use super::error::WorkloadError;
use super::suspend::expected;
use crate::expression::Address;
use crate::json::parse_value;
use crate::limits::Limits;
use crate::location::{Location, Segment, find};
use crate::plan::{Assignment, Op};
use crate::value::{Kind, Node, Value};
use std::collections::BTreeMap;

/// What stood at the places that suspending writes.
pub(super) struct Record {
    /// Where it stands.
    place: Location,
    /// Whether the object had no annotations before.
    made: bool,
    saved: BTreeMap<Location, Saved>,
}

enum Saved {
    Value(Value),
    /// Nothing; the outermost parent that was not there either.
    Absent(Location),
}

fn place_of(annotation: &str) -> Location {
    Location::root().child("metadata").child("annotations").child(annotation)
}

impl Record {
    /// Records what stands at some places now.
    pub(super) fn of<'p, 'a, N: Node<'a>>(
        root: N,
        annotation: &str,
        places: impl Iterator<Item = &'p Location>,
    ) -> Self {
        let saved = places.map(|place| {
            let saved = match place.find(root) {
                Some(node) => Saved::Value(node.to_value()),
                None => Saved::Absent(outermost_missing(root, place)),
            };
            (place.clone(), saved)
        });
        let place = place_of(annotation);
        let annotations = place.split_last().and_then(|(_, parents)| find(parents, root));
        Self { made: annotations.is_none(), saved: saved.collect(), place }
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
        let (made, saved) = entries(&value, limits).ok_or_else(wrong)?;
        Ok(Some(Self { place, made, saved }))
    }

    /// What restores a place; `None` if the record does not know it.
    pub(super) fn restore<'a>(&self, root: impl Node<'a>, place: &Location) -> Option<Assignment> {
        let (location, op) = match self.saved.get(place)? {
            Saved::Value(value) => (place.clone(), Op::Set(value.clone())),
            Saved::Absent(outermost) => (what_to_remove(root, place, outermost), Op::Remove),
        };
        let expected = Some(expected(location.find(root)));
        Some(Assignment { location, op, expected, cause: None })
    }

    /// The record without some places.
    pub(super) fn without<'p>(mut self, places: impl Iterator<Item = &'p Location>) -> Self {
        for place in places {
            self.saved.remove(place);
        }
        self
    }

    /// What makes the record stand in the object. An empty one goes, with the annotations if it made them.
    pub(super) fn assignment<'a>(&self, root: impl Node<'a>) -> Assignment {
        let (location, op) = match self.saved.is_empty() {
            false => (self.place.clone(), Op::Set(Value::String(self.text()))),
            true if self.made => {
                let annotations = self.place.split_last().map(|(_, parents)| parents.iter().cloned().collect());
                (what_to_remove(root, &self.place, &annotations.unwrap_or_default()), Op::Remove)
            }
            true => (self.place.clone(), Op::Remove),
        };
        let expected = Some(expected(location.find(root)));
        Assignment { location, op, expected, cause: None }
    }

    fn text(&self) -> String {
        let member = |key: &str, value| (key.to_owned(), value);
        let saved = self.saved.iter().map(|(place, saved)| {
            let saved = match saved {
                Saved::Value(value) => member("value", value.clone()),
                Saved::Absent(outermost) => member("absent", Value::String(outermost.to_string())),
            };
            (place.to_string(), Value::Object(vec![saved]))
        });
        let mut members = vec![member("version", Value::Number(1u64.into()))];
        if self.made {
            members.push(member("made", Value::Bool(true)));
        }
        members.push(member("saved", Value::Object(saved.collect())));
        Value::Object(members).to_string()
    }
}

fn entries(value: &Value, limits: &Limits) -> Option<(bool, BTreeMap<Location, Saved>)> {
    if !matches!(value.get("version"), Some(Value::Number(number)) if number.as_str() == "1") {
        return None;
    }
    let place = |text: &str| Address::parse(text, limits).ok()?.to_location();
    let saved = |value: &Value| match (value.get("value"), value.get("absent")) {
        (Some(value), None) => Some(Saved::Value(value.clone())),
        (None, Some(outermost)) => Some(Saved::Absent(place(outermost.as_str()?)?)),
        _ => None,
    };
    let Some(Value::Object(members)) = value.get("saved") else { return None };
    let entry = |(key, value): &(String, Value)| Some((place(key)?, saved(value)?));
    let made = matches!(value.get("made"), Some(Value::Bool(true)));
    Some((made, members.iter().map(entry).collect::<Option<_>>()?))
}

fn outermost_missing<'a>(root: impl Node<'a>, place: &Location) -> Location {
    let segments = place.segments();
    let len =
        (1..=segments.len()).find(|len| find(&segments[..*len], root).is_none_or(|node| node.kind() == Kind::Null));
    segments[..len.unwrap_or(segments.len())].iter().cloned().collect()
}

/// The place to remove so that `place` is gone: the outermost parent, down from `outermost`, that holds nothing else.
fn what_to_remove<'a>(root: impl Node<'a>, place: &Location, outermost: &Location) -> Location {
    let mut gone = place.segments();
    while gone.len() > outermost.segments().len() && outermost.contains(place) {
        let Some((Segment::Key(_), parents)) = gone.split_last() else { break };
        if find(parents, root).is_none_or(|parent| parent.len() != 1) {
            break;
        }
        gone = parents;
    }
    gone.iter().cloned().collect()
}
