//! The key of an entry of a keyed list: copied, or compared where it stands.

use super::{KeyDefault, KeyField, Keys};
use crate::location::Location;
use crate::value::{Kind, Node, Value, equal, hash};
use foldhash::fast::RandomState;

impl Keys {
    /// Whether the field is part of the key.
    pub fn has(&self, field: &str) -> bool {
        self.field(field).is_some()
    }

    /// The field of the key with this name.
    pub fn field(&self, name: &str) -> Option<&KeyField> {
        self.fields.iter().find(|field| &*field.name == name)
    }

    /// The key of an entry: one scalar for each field. `None` if the entry is not an object, or lacks a field that has no
    /// default, or has something else than a scalar there.
    pub fn of<'a>(&self, entry: impl Node<'a>) -> Option<Vec<Value>> {
        if entry.kind() != Kind::Object {
            return None;
        }
        self.fields.iter().map(|field| field.of(entry)).collect()
    }

    /// A key as text: `.containerPort == 80 and .protocol == "TCP"`.
    pub fn text(&self, key: &[Value]) -> String {
        let equalities = self.fields.iter().zip(key).map(|(field, value)| {
            let place = Location::root().child(&*field.name);
            format!("{place} == {value}")
        });
        equalities.collect::<Vec<_>>().join(" and ")
    }

    /// The key of this entry as text; empty if it has none.
    pub(crate) fn text_of<'a>(&self, entry: impl Node<'a>) -> String {
        self.of(entry).map(|key| self.text(&key)).unwrap_or_default()
    }

    /// Whether both entries have a key, and the same.
    pub(crate) fn same<'a, 'b>(&self, a: impl Node<'a>, b: impl Node<'b>) -> bool {
        let is_same = |field: &KeyField| match (field.part(a), field.part(b)) {
            (Some(a), Some(b)) => a.equals(&b),
            _ => false,
        };
        self.fields.iter().all(is_same)
    }

    /// The hash of the key of an entry, the same for the same key. `None` if the entry has none.
    pub(crate) fn hash<'a>(&self, state: &RandomState, entry: impl Node<'a>) -> Option<u64> {
        self.fields.iter().try_fold(0u64, |all, field| {
            let part = match field.part(entry)? {
                Part::Node(node) => hash(state, node),
                Part::Default(value) => hash(state, value),
            };
            Some(all.rotate_left(7) ^ part)
        })
    }
}

impl KeyField {
    /// What an entry without the field has.
    pub fn default_value(&self) -> Option<&Value> {
        self.default.as_ref().map(KeyDefault::value)
    }

    /// What the entry has in this field. Null counts as absent.
    pub fn of<'a>(&self, entry: impl Node<'a>) -> Option<Value> {
        match self.part(entry)? {
            Part::Node(node) => Some(node.to_value()),
            Part::Default(value) => Some(value.clone()),
        }
    }

    fn part<'a, N: Node<'a>>(&self, entry: N) -> Option<Part<'_, N>> {
        if entry.kind() != Kind::Object {
            return None;
        }
        match entry.member(&self.name).last().map(|node| (node, node.kind())) {
            Some((_, Kind::Object | Kind::Array)) => None,
            Some((node, Kind::Boolean | Kind::Number | Kind::String)) => Some(Part::Node(node)),
            Some((_, Kind::Null)) | None => self.default_value().map(Part::Default),
        }
    }
}

/// What stands in a field of a key, or would by default.
enum Part<'s, N> {
    Node(N),
    Default(&'s Value),
}

impl<'a, N: Node<'a>> Part<'_, N> {
    fn equals<'b, M: Node<'b>>(&self, other: &Part<'_, M>) -> bool {
        match (self, other) {
            (Self::Node(a), Part::Node(b)) => equal(*a, *b),
            (Self::Node(a), Part::Default(b)) => equal(*a, *b),
            (Self::Default(a), Part::Node(b)) => equal(*a, *b),
            (Self::Default(a), Part::Default(b)) => a == b,
        }
    }
}
