//! The record in memory: which keys we applied, and what we know of each.

use super::Digest;
use crate::value::{Node, Value, equal};
use std::collections::BTreeMap;

/// The keys that we applied to one map.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AppliedKeys {
    keys: BTreeMap<String, Applied>,
    created: bool,
}

/// What we know of one key that we applied. A form of the record that holds names alone knows nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Applied {
    /// The value that we wrote.
    pub wrote: Wrote,
    /// What stood there before a user's value went over an operator's; `None` if the key was nobody's, or is not known.
    pub before: Option<Before>,
}

/// What is known of the value that we wrote.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Wrote {
    /// Nothing
    #[default]
    Unknown,
    /// Its digest
    Digest(Digest),
    /// The value itself
    Value(Value),
}

/// What an operator had under a protected key when a user's value took its place.
#[derive(Clone, Debug, PartialEq)]
pub enum Before {
    /// Nothing
    Absent,
    /// This value
    Value(Value),
}

impl AppliedKeys {
    /// A record of no keys. It differs from having no record: whatever the map holds is known to be of others.
    pub fn new() -> Self {
        Self::default()
    }

    /// The recorded keys in the order of their bytes.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Applied)> {
        self.keys.iter().map(|(key, applied)| (key.as_str(), applied))
    }

    /// What is known of a key, if it is recorded.
    pub fn get(&self, key: &str) -> Option<&Applied> {
        self.keys.get(key)
    }

    /// Records a key; gives what was known of it.
    pub fn insert(&mut self, key: impl Into<String>, applied: Applied) -> Option<Applied> {
        self.keys.insert(key.into(), applied)
    }

    /// How many keys are recorded.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether no key is recorded.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Whether the map was not there before we wrote the first key, so that it goes when it becomes empty.
    pub fn created(&self) -> bool {
        self.created
    }

    /// Says whether we created the map.
    pub fn set_created(&mut self, created: bool) {
        self.created = created;
    }

    /// The recorded key, to complete it while a record is read.
    pub(super) fn get_mut(&mut self, key: &str) -> Option<&mut Applied> {
        self.keys.get_mut(key)
    }
}

/// Names alone.
impl<K: Into<String>> FromIterator<K> for AppliedKeys {
    fn from_iter<I: IntoIterator<Item = K>>(keys: I) -> Self {
        Self { keys: keys.into_iter().map(|key| (key.into(), Applied::default())).collect(), created: false }
    }
}

impl Wrote {
    /// Whether the value that stands there now is surely not the one that we wrote.
    pub fn differs<'a>(&self, now: impl Node<'a>) -> bool {
        match self {
            Self::Unknown => false,
            Self::Digest(digest) => *digest != Digest::of(now),
            Self::Value(value) => !equal(now, value),
        }
    }

    /// The digest of what we wrote, if that much is known.
    pub fn digest(&self) -> Option<Digest> {
        match self {
            Self::Unknown => None,
            Self::Digest(digest) => Some(*digest),
            Self::Value(value) => Some(Digest::of(value)),
        }
    }
}
