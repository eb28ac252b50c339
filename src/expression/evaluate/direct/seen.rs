//! The values that a formula meets on its way.

use super::super::datum::{Datum, position};
use crate::value::{Kind, Node, Unique};
use jaq_core::ValT as _;
use std::borrow::Cow;

/// A value on the way: where it stands in the document, or one that was made.
#[derive(Clone, Debug)]
pub(super) enum Seen<N> {
    There(N),
    Made(Datum),
}

impl<'n, N: Node<'n>> Seen<N> {
    pub(super) fn kind(&self) -> Kind {
        match self {
            Self::There(node) => node.kind(),
            Self::Made(datum) => datum.kind(),
        }
    }

    pub(super) fn holds(&self) -> bool {
        match self {
            Self::There(node) => node.kind() != Kind::Null && node.as_bool() != Some(false),
            Self::Made(datum) => datum.as_bool(),
        }
    }

    pub(super) fn child(&self, key: &str) -> Option<Self> {
        Some(match self {
            Self::There(node) => node.member(key).last().map_or(Self::Made(Datum::Null), Self::There),
            Self::Made(Datum::Obj(map)) => Self::Made(map.members.get(key).cloned().unwrap_or_default()),
            Self::Made(_) => return None,
        })
    }

    pub(super) fn entry(&self, index: isize) -> Option<Self> {
        Some(match self {
            Self::There(node) => {
                let entry = position(index, node.len()).and_then(|index| node.entry(index));
                entry.map_or(Self::Made(Datum::Null), Self::There)
            }
            Self::Made(Datum::Arr(list)) => {
                let entry = position(index, list.items.len()).and_then(|index| list.items.get(index));
                Self::Made(entry.cloned().unwrap_or_default())
            }
            Self::Made(_) => return None,
        })
    }

    /// The keys of an object, sorted.
    pub(super) fn keys(&self) -> Option<Vec<Cow<'n, str>>> {
        match self {
            Self::There(node) if node.kind() == Kind::Object => {
                let unique = Unique::of(*node);
                let mut keys: Vec<_> = unique.iter().map(|member| member.key.clone()).collect();
                keys.sort();
                Some(keys)
            }
            Self::Made(Datum::Obj(map)) => Some(map.members.keys().map(|key| key.to_string().into()).collect()),
            _ => None,
        }
    }

    /// The entries of a list, the members of an object in the order of their keys.
    pub(super) fn inside(&self) -> Option<Vec<Self>> {
        Some(match self {
            Self::There(node) if node.kind() == Kind::Array => node.entries().map(Self::There).collect(),
            Self::There(node) if node.kind() == Kind::Object => {
                let unique = Unique::of(*node);
                let mut members: Vec<_> = unique.iter().collect();
                members.sort_by(|a, b| a.key.cmp(&b.key));
                members.iter().map(|member| Self::There(member.node)).collect()
            }
            Self::Made(Datum::Arr(list)) => list.items.iter().cloned().map(Self::Made).collect(),
            Self::Made(Datum::Obj(map)) => map.members.values().cloned().map(Self::Made).collect(),
            _ => return None,
        })
    }
}
