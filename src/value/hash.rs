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
