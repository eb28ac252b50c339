//! Probes: one leaf that is written into a view, and canaries beside it that must stay.

use crate::definition::Holds;
use crate::expression::{Address, Place, StepKind};
use crate::location::{Location, Segment};
use crate::value::Value;
use serde_json::{Value as Serde, json};

/// A key and a text that no object has by chance.
const PROBE: &str = "fieldwright.dev/probe";
const CANARY: &str = "fieldwright.dev/canary";

/// Writes one leaf into the view of what a field names.
pub(super) fn write(holds: Holds, view: &mut Serde) {
    match holds {
        Holds::PodTemplate => set(view, &["metadata", "labels", PROBE], json!(PROBE)),
        Holds::ObjectMeta => set(view, &["labels", PROBE], json!(PROBE)),
        Holds::PodSpec => set(view, &["nodeSelector", PROBE], json!(PROBE)),
        Holds::Container => set(view, &["image"], json!(PROBE)),
        Holds::Resources => set(view, &["limits", PROBE], json!("1")),
        Holds::TextMap | Holds::PodAffinity | Holds::NodeAffinity => set(view, &[PROBE], json!(PROBE)),
        Holds::Containers => match view.get_mut(0) {
            Some(first) => set(first, &["image"], json!(PROBE)),
            None => *view = json!([{"name": PROBE}]),
        },
        Holds::ResourceClaims | Holds::Conditions => match view.as_array_mut() {
            Some(entries) => entries.push(json!({"name": PROBE})),
            None => *view = json!([{"name": PROBE}]),
        },
        Holds::Count => {
            *view = view.as_i64().map_or_else(|| json!(7), |count| json!(count.wrapping_add(1)));
        }
        Holds::Condition | Holds::ActionValue if view.is_boolean() => *view = json!(view != &json!(true)),
        Holds::Text | Holds::Id | Holds::Comparable | Holds::Condition | Holds::ActionValue => *view = json!(PROBE),
    }
}

/// Sets a member, through objects only: where something else stands nothing is written.
fn set(view: &mut Serde, path: &[&str], value: Serde) {
    let Some((first, rest)) = path.split_first() else {
        *view = value;
        return;
    };
    if view.is_null() {
        *view = json!({});
    }
    if let Some(members) = view.as_object_mut() {
        set(members.entry(*first).or_insert(Serde::Null), rest, value);
    }
}

/// A copy of an object with a member more in each place and beside it.
pub(super) fn with_canaries<N>(object: &Value, address: &Address, places: &[Place<N>]) -> Value {
    let mut copy = object.clone();
    // A member more in what an address goes over would be a place more.
    let beside = address.steps().last().is_some_and(|step| matches!(step.kind, StepKind::Key(_)));
    for place in places {
        let mut at = place.location.clone();
        hide(&mut copy, &at);
        if beside && at.pop().is_some() {
            hide(&mut copy, &at);
        }
    }
    copy
}

/// Adds a canary to what stands at a place, if it is an object.
fn hide(object: &mut Value, at: &Location) {
    let found = at.segments().iter().try_fold(object, |value, segment| match (segment, value) {
        (Segment::Key(key), Value::Object(members)) => {
            members.iter_mut().find(|(name, _)| **name == **key).map(|(_, value)| value)
        }
        (Segment::Index(index), Value::Array(entries)) => entries.get_mut(*index),
        _ => None,
    });
    if let Some(Value::Object(members)) = found
        && members.iter().all(|(name, _)| name != CANARY)
    {
        members.push((CANARY.into(), Value::from(CANARY)));
    }
}
