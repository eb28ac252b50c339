//! Functions on objects and lists.

use super::arithmetic::{self, contains, indices, math};
use super::datum::{Datum, fault};
use super::meter::{Engine, Meter, Stop, once};
use super::natives::{Made, native};
use crate::value::Kind;
use jaq_core::native::{Fun, v};
use jaq_core::{Cv, Native, ValT, ValXs};
use std::collections::BTreeMap;

/// The functions.
pub(super) fn objects() -> Vec<Fun<Engine>> {
    vec![
        native!("keys", |meter, value| keys(meter, &value)),
        native!("_has", |_, value; key| match (&value, &key) {
            (Datum::Obj(map), Datum::Str(key)) => Ok(Datum::Bool(map.members.contains_key(key))),
            (Datum::Arr(list), Datum::Num(index)) => {
                let index = arithmetic::floor(index).and_then(|index| usize::try_from(index).ok());
                Ok(Datum::Bool(index.is_some_and(|index| index < list.items.len())))
            }
            (Datum::Null, _) => Ok(Datum::Bool(false)),
            _ => Err(fault(format!("cannot check whether {} has {}", value.shown(), key.shown())).into()),
        }),
        native!("to_entries", |meter, value| match &value {
            Datum::Obj(map) => {
                meter.room(128 * map.members.len() as u64)?;
                let entry = |(key, value): (&std::sync::Arc<str>, &Datum)| {
                    let pair = [("key".into(), Datum::Str(key.clone())), ("value".into(), value.clone())];
                    Datum::object(pair.into())
                };
                Ok(map.members.iter().map(entry).collect())
            }
            Datum::Arr(list) => {
                meter.room(128 * list.items.len() as u64)?;
                let entry = |(at, value): (usize, &Datum)| {
                    Datum::object([("key".into(), Datum::count(at)), ("value".into(), value.clone())].into())
                };
                Ok(list.items.iter().enumerate().map(entry).collect())
            }
            other => Err(fault(format!("has no entries: {}", other.shown())).into()),
        }),
        native!("from_entries", |meter, value| from_entries(meter, &value)),
        ("_set", v(3), Native::<Engine>::new(set)),
        native!("add", |meter, value| {
            let items = match &value {
                Datum::Arr(list) => list.items.clone(),
                Datum::Obj(map) => map.members.values().cloned().collect(),
                other => return Err(fault(format!("cannot iterate over: {}", other.shown())).into()),
            };
            sum(meter, items)
        }),
        native!("_contains", |meter, a; b| {
            meter.work(a.weight().bytes.saturating_mul(1 + b.weight().bytes / 64))?;
            Ok(Datum::Bool(contains(&a, &b)?))
        }),
        native!("_indices", |meter, value; wanted| {
            meter.work(value.weight().bytes.saturating_mul(1 + wanted.weight().bytes / 64))?;
            Ok(indices(&value, &wanted)?)
        }),
        native!("transpose", |meter, value| match &value {
            Datum::Arr(list) => {
                let widths = list.items.iter().map(|row| match row {
                    Datum::Arr(row) => row.items.len() as u64,
                    _ => 0,
                });
                meter.room(16 * widths.max().unwrap_or_default().saturating_mul(list.items.len() as u64))?;
                Ok(arithmetic::transpose(&list.items)?)
            }
            other => Err(fault(format!("cannot transpose: {}", other.shown())).into()),
        }),
        native!("_flatten", |meter, value; depth| {
            let Datum::Num(depth) = &depth else {
                return Err(fault(format!("a depth is a number but got: {}", depth.shown())).into());
            };
            let depth = arithmetic::double(depth);
            if depth < 0.0 {
                return Err(fault("a depth to flatten must not be negative").into());
            }
            let items = match &value {
                Datum::Arr(list) => list.items.clone(),
                Datum::Obj(map) => map.members.values().cloned().collect(),
                other => return Err(fault(format!("cannot flatten: {}", other.shown())).into()),
            };
            let mut flat = Vec::new();
            flatten(meter, &items, depth, &mut flat)?;
            Ok(Datum::list(flat))
        }),
    ]
}

/// `_set($object; $key; $value)`
fn set(mut cv: Cv<'_, Engine>) -> ValXs<'_, Datum> {
    let (value, key, object) = (cv.0.pop_var(), cv.0.pop_var(), cv.0.pop_var());
    let meter = &cv.0.data().meter;
    let made = match (object, key) {
        (Datum::Obj(map), Datum::Str(key)) => meter.work(16 * map.members.len() as u64).and_then(|()| {
            let mut members = map.members.clone();
            members.insert(key, value);
            meter.made(Datum::object(members))
        }),
        (_, key) => Err(fault(format!("expected a string for object key but got: {}", key.shown())).into()),
    };
    once(made)
}

fn keys(meter: &Meter, value: &Datum) -> Made {
    match value {
        Datum::Obj(map) => {
            meter.room(32 * map.members.len() as u64)?;
            Ok(map.members.keys().cloned().map(Datum::Str).collect())
        }
        Datum::Arr(list) => {
            meter.room(16 * list.items.len() as u64)?;
            Ok((0..list.items.len()).map(Datum::count).collect())
        }
        other => Err(fault(format!("has no keys: {}", other.shown())).into()),
    }
}

/// `[{key, value}]`, also with the other spellings of the two that jq and gojq know. A key is a string.
fn from_entries(meter: &Meter, value: &Datum) -> Made {
    let Datum::Arr(entries) = value else {
        return Err(fault(format!("cannot iterate over: {}", value.shown())).into());
    };
    meter.room(64 * entries.items.len() as u64)?;
    let mut members = BTreeMap::new();
    for entry in &entries.items {
        let Datum::Obj(map) = entry else {
            return Err(fault(format!("an entry is an object but got: {}", entry.shown())).into());
        };
        let find = |names: &[&str]| names.iter().find_map(|name| map.members.get(*name).filter(|v| v.as_bool()));
        let named = |names: &[&str]| names.iter().find_map(|name| map.members.get(*name));
        let key = find(&["key", "k", "name", "Name", "K", "Key"]);
        let Some(Datum::Str(key)) = key else {
            let key = key.map_or_else(|| "null".into(), Datum::shown);
            return Err(fault(format!("expected a string for object key but got: {key}")).into());
        };
        let value = find(&["value", "v", "Value", "V"]).or_else(|| named(&["value", "v", "Value", "V"]));
        members.insert(key.clone(), value.cloned().unwrap_or_default());
    }
    Ok(Datum::object(members))
}

/// Texts and lists are put together in one piece, so that the cost follows the result.
fn sum(meter: &Meter, items: Vec<Datum>) -> Made {
    let all = |kind: Kind| !items.is_empty() && items.iter().all(|item| item.kind() == kind);
    if all(Kind::String) {
        meter.room(items.iter().map(|item| item.weight().bytes).sum())?;
        let pieces = items.iter().filter_map(|item| match item {
            Datum::Str(text) => Some(&**text),
            _ => None,
        });
        return Ok(Datum::text(pieces.collect::<String>()));
    }
    if all(Kind::Array) {
        let lists: Vec<_> =
            items.iter().filter_map(|item| if let Datum::Arr(list) = item { Some(list) } else { None }).collect();
        meter.room(16 * lists.iter().map(|list| list.items.len() as u64).sum::<u64>())?;
        return Ok(lists.iter().flat_map(|list| list.items.iter().cloned()).collect());
    }
    items.into_iter().try_fold(Datum::Null, |sum, item| {
        meter.room(arithmetic::cost('+', &sum, &item))?;
        meter.made(math('+', sum, item)?)
    })
}

/// The recursion is as deep as the value, which is within the limits.
fn flatten(meter: &Meter, items: &[Datum], depth: f64, flat: &mut Vec<Datum>) -> Result<(), Stop> {
    for item in items {
        meter.spend(1)?;
        match item {
            Datum::Arr(list) if depth > 0.0 => flatten(meter, &list.items, depth - 1.0, flat)?,
            other => flat.push(other.clone()),
        }
    }
    Ok(())
}
