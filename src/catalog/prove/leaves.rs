//! The leaves of a value: its scalars and empty containers, and which of them differ between two values.

use crate::location::{Location, Segment};
use crate::value::Value;
use std::collections::HashMap;

/// The places of the leaves that are not the same in two values: changed, added or gone. A container that was empty or
/// null and is filled counts by what fills it.
pub(super) fn changes(before: &Value, after: &Value) -> Vec<Location> {
    let mut walk = Walk { at: Location::root(), found: Vec::new() };
    walk.compare(Some(before), Some(after));
    walk.found
}

struct Walk {
    at: Location,
    found: Vec<Location>,
}

// Nesting is bounded by the limit under which the values were read.
impl Walk {
    fn compare(&mut self, before: Option<&Value>, after: Option<&Value>) {
        match (before, after) {
            (Some(Value::Object(before)), Some(Value::Object(after))) => {
                let mut others: HashMap<&str, &Value> = after.iter().map(|(key, value)| (&**key, value)).collect();
                for (key, value) in before {
                    let other = others.remove(key.as_str());
                    self.inside(key.as_str().into(), Some(value), other);
                }
                for (key, value) in after.iter().filter(|(key, _)| others.contains_key(key.as_str())) {
                    self.inside(key.as_str().into(), None, Some(value));
                }
            }
            (Some(Value::Array(before)), Some(Value::Array(after))) => {
                for index in 0..before.len().max(after.len()) {
                    self.inside(index.into(), before.get(index), after.get(index));
                }
            }
            (Some(before), Some(after)) if before == after => {}
            // Every leaf of both is another one.
            (before, after) => {
                let is_filled = |value: &Value| !matches!(value, Value::Null | Value::Object(_) | Value::Array(_));
                let was_empty = before.is_none_or(|before| !is_filled(before) && is_empty(before));
                if !was_empty || after.is_none() {
                    before.into_iter().for_each(|before| self.leaves(before));
                }
                match after {
                    Some(after) if was_empty => self.leaves(after),
                    Some(Value::Object(_) | Value::Array(_)) => after.into_iter().for_each(|after| self.leaves(after)),
                    _ => {}
                }
            }
        }
    }

    fn inside(&mut self, segment: Segment, before: Option<&Value>, after: Option<&Value>) {
        self.at.push(segment);
        self.compare(before, after);
        self.at.pop();
    }

    fn leaves(&mut self, value: &Value) {
        match value {
            Value::Object(members) if !members.is_empty() => {
                members.iter().for_each(|(key, value)| self.leaf(key.as_str().into(), value));
            }
            Value::Array(entries) if !entries.is_empty() => {
                entries.iter().enumerate().for_each(|(index, value)| self.leaf(index.into(), value));
            }
            _ => self.found.push(self.at.clone()),
        }
    }

    fn leaf(&mut self, segment: Segment, value: &Value) {
        self.at.push(segment);
        self.leaves(value);
        self.at.pop();
    }
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Object(members) => members.is_empty(),
        Value::Array(entries) => entries.is_empty(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn leaves_that_differ_are_found_once() {
        let found = |before: serde_json::Value, after: serde_json::Value| {
            let found = changes(&Value::from(&before), &Value::from(&after));
            found.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(found(json!({"a": {"b": 1, "c": 2}}), json!({"a": {"c": 3, "b": 1}})), [".a.c"]);
        assert_eq!(found(json!({"a": {}}), json!({"a": {"b": {"c": 1}}})), [".a.b.c"]);
        assert_eq!(found(json!({"a": null}), json!({"a": {"b": 1}})), [".a.b"]);
        assert_eq!(found(json!({}), json!({"a": {"b": 1}})), [".a.b"]);
        assert_eq!(found(json!({"a": {"b": 1, "c": 2}}), json!({})), [".a.b", ".a.c"]);
        assert_eq!(found(json!([1, 2]), json!([1, 2, {"a": 1}])), [".[2].a"]);
        assert_eq!(found(json!({"a": 1}), json!({"a": "x"})), [".a"]);
        assert_eq!(found(json!({"a": 1}), json!({"a": 1.0})), Vec::<String>::new());
    }
}
