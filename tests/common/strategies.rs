//! The generators as proptest strategies: bytes that proptest shrinks, turned into structure.

use super::choices::Choices;
use super::generate;
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::Value as Serde;
use std::collections::HashSet;

/// Any document.
pub fn document() -> impl Strategy<Value = Serde> {
    vec(any::<u8>(), 0..120).prop_map(|bytes| generate::few(&mut Choices::new(&bytes), 4))
}

/// A pod spec, in which a key now and then is missing or stands twice.
pub fn pod_spec() -> impl Strategy<Value = Serde> {
    vec(any::<u8>(), 0..120).prop_map(|bytes| generate::pod_spec(&mut Choices::new(&bytes)))
}

/// A pod spec in which every keyed entry has its key, and no other entry has it too.
pub fn keyed_pod_spec() -> impl Strategy<Value = Serde> {
    pod_spec().prop_map(|mut spec| {
        keep_keyed(&mut spec);
        spec
    })
}

fn keep_keyed(value: &mut Serde) {
    match value {
        Serde::Object(members) => members.values_mut().for_each(keep_keyed),
        Serde::Array(entries) => {
            let mut seen = HashSet::new();
            entries.retain(|entry| {
                let key = entry.get("name").or_else(|| entry.get("containerPort"));
                !entry.is_object() || key.is_some_and(|key| seen.insert(format!("{key} {}", protocol(entry))))
            });
            entries.iter_mut().for_each(keep_keyed);
        }
        _ => {}
    }
}

fn protocol(entry: &Serde) -> &str {
    entry.get("protocol").and_then(Serde::as_str).unwrap_or("TCP")
}
