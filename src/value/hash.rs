//! A hash that agrees with equality as values.

use super::{Kind, Node, NumberView};
use foldhash::fast::RandomState;
use std::hash::{BuildHasher, Hash, Hasher};

/// Equal values have equal hashes under one state, whatever the order of their members and the spelling of their
/// numbers. The state is drawn anew for each search, so that no document is made of values that collide.
pub(crate) fn hash<'a>(state: &RandomState, node: impl Node<'a>) -> u64 {
    let mut hasher = state.build_hasher();
    let kind = node.kind();
    kind.hash(&mut hasher);
    match kind {
        Kind::Null => {}
        Kind::Boolean => node.as_bool().hash(&mut hasher),
        Kind::Number => {
            let text = node.as_number().map(NumberView::text).unwrap_or_default();
            // Equal decimals are read as one double; the zero that is added makes -0 the same as 0.
            (text.parse::<f64>().unwrap_or_default() + 0.0).to_bits().hash(&mut hasher);
        }
        Kind::String => node.as_str().hash(&mut hasher),
        Kind::Array => node.entries().for_each(|entry| hash(state, entry).hash(&mut hasher)),
        Kind::Object => {
            let member = |key: &str, member: u64| state.hash_one((key, member));
            let all = node.members().fold(0u64, |all, (key, value)| all.wrapping_add(member(&key, hash(state, value))));
            all.hash(&mut hasher);
        }
    }
    hasher.finish()
}

/// A number that is the same for equal values and mostly another for others, from what stands near the top of the value:
/// so many levels of it, no number's digits, the ends of strings. Anybody can make values that look the same.
pub(crate) fn glance<'a>(node: impl Node<'a>, levels: usize) -> u64 {
    match node.kind() {
        Kind::Null => 1,
        Kind::Boolean => 2 + u64::from(node.as_bool().unwrap_or_default()),
        Kind::Number => 4,
        Kind::String => glance_text(&node.as_str().unwrap_or_default()),
        Kind::Array => mix(5, node.len() as u64),
        Kind::Object if levels == 0 => mix(6, node.len() as u64),
        Kind::Object => {
            let member = |key: &str, value| mix(glance_text(key), glance(value, levels - 1));
            node.members().fold(6, |all, (key, value)| all.wrapping_add(member(&key, value)))
        }
    }
}

/// Names often end with what tells them apart.
fn glance_text(text: &str) -> u64 {
    let bytes = text.as_bytes();
    let ends = match (bytes.first_chunk::<8>(), bytes.last_chunk::<8>()) {
        (Some(first), Some(last)) => mix(u64::from_le_bytes(*first), u64::from_le_bytes(*last)),
        _ => bytes.iter().fold(0, |all, byte| all << 8 | u64::from(*byte)),
    };
    mix(ends, bytes.len() as u64)
}

fn mix(a: u64, b: u64) -> u64 {
    (a ^ b.rotate_left(32)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29) ^ a
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::parse_value;
    use crate::limits::Limits;
    use crate::value::Value;

    fn read(text: &str) -> Value {
        parse_value(text, &Limits::DEFAULT).expect("JSON")
    }

    #[test]
    fn equal_values_look_the_same() {
        let same = [
            (r#"{"a":1,"b":{"c":"long enough a text"}}"#, r#"{"b":{"c":"long enough \u0061 text"},"a":1.0}"#),
            (r#"{"a":{"b":{"c":[1,2]}}}"#, r#"{"a":{"b":{"c":[10e-1,2]}}}"#),
            ("-0", "0"),
        ];
        for (one, other) in same.map(|(one, other)| (read(one), read(other))) {
            assert_eq!(one, other);
            assert_eq!(glance(&one, 2), glance(&other, 2));
            assert_eq!(glance(&one, 2), glance(&serde_json::Value::from(&other), 2));
        }
    }

    #[test]
    fn named_entries_look_unlike() {
        let entry = |name: &str, value: &str| read(&format!(r#"{{"metadata":{{"name":"{name}"}},"v":"{value}"}}"#));
        let entries = [("a", "x"), ("a", "y"), ("front-6b474476c4-00001", "x"), ("front-6b474476c4-00002", "x")];
        let mut looks: Vec<_> = entries.iter().map(|(name, value)| glance(&entry(name, value), 2)).collect();
        looks.extend(
            [read("[]"), read("[1]"), read("{}"), read("null"), read("true"), read("false")]
                .iter()
                .map(|it| glance(it, 2)),
        );
        let count = looks.len();
        looks.sort_unstable();
        looks.dedup();
        assert_eq!(looks.len(), count);
    }
}
