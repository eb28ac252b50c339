//! A hash that agrees with equality as values.

use super::{Kind, Node, NumberView};
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

/// Equal values have equal hashes, whatever the order of their members and the spelling of their numbers.
pub(crate) fn hash<'a>(node: impl Node<'a>) -> u64 {
    let mut hasher = DefaultHasher::new();
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
        Kind::Array => node.entries().for_each(|entry| hash(entry).hash(&mut hasher)),
        Kind::Object => {
            let member = |key: &str, member: u64| {
                let mut hasher = DefaultHasher::new();
                (key, member).hash(&mut hasher);
                hasher.finish()
            };
            let all = node.members().fold(0u64, |all, (key, value)| all.wrapping_add(member(&key, hash(value))));
            all.hash(&mut hasher);
        }
    }
    hasher.finish()
}
