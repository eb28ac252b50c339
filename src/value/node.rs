//! Reading a document, whatever represents it: a parsed value, a `serde_json` value, an indexed text.

use super::{Kind, NumberView, Unique, Value, serde_node};
use std::borrow::Cow;

/// What an object has under a key.
///
/// JSON text may hold a key twice. Reading takes the last one, as jq does; a write must know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found<N> {
    /// No member has the key.
    Absent,
    /// One member has it.
    One(N),
    /// Several have it: the first and the last of them.
    Twice(N, N),
}

impl<N> Found<N> {
    /// The member that a reader sees: the last one.
    pub fn last(self) -> Option<N> {
        match self {
            Self::Absent => None,
            Self::One(node) | Self::Twice(_, node) => Some(node),
        }
    }
}

/// One value of a document that is only read.
pub trait Node<'a>: Copy {
    /// Goes over the entries of a list.
    type Entries: Iterator<Item = Self>;
    /// Goes over the members of an object, in document order, duplicates included.
    type Members: Iterator<Item = (Cow<'a, str>, Self)>;

    /// The type.
    fn kind(self) -> Kind;
    /// The boolean, if it is one.
    fn as_bool(self) -> Option<bool>;
    /// The number, if it is one.
    fn as_number(self) -> Option<NumberView<'a>>;
    /// The string with its escapes read, if it is one.
    fn as_str(self) -> Option<Cow<'a, str>>;
    /// The entries of a list; none if it is something else.
    fn entries(self) -> Self::Entries;
    /// The members of an object; none if it is something else.
    fn members(self) -> Self::Members;
    /// How many entries or members there are; 0 for a scalar.
    fn len(self) -> usize;
    /// The JSON text that the value stands in, if it is read from one. Equal texts are equal values.
    fn json_text(self) -> Option<&'a str> {
        None
    }
    /// The `serde_json` value, if it is one.
    fn as_serde(self) -> Option<&'a serde_json::Value> {
        None
    }
    /// Whether there are none.
    fn is_empty(self) -> bool {
        self.len() == 0
    }
    /// The entry of a list at an index.
    fn entry(self, index: usize) -> Option<Self> {
        self.entries().nth(index)
    }
    /// What an object has under a key.
    fn member(self, key: &str) -> Found<Self> {
        let mut found = Found::Absent;
        for (name, node) in self.members() {
            if name == key {
                found = match found {
                    Found::Absent => Found::One(node),
                    Found::One(first) | Found::Twice(first, _) => Found::Twice(first, node),
                };
            }
        }
        found
    }
    /// A copy. Of a key that stands twice it keeps the last value, at the place of the first, as jq does.
    fn to_value(self) -> Value {
        match self.kind() {
            Kind::Null => Value::Null,
            Kind::Boolean => Value::Bool(self.as_bool().unwrap_or_default()),
            Kind::Number => Value::Number(self.as_number().map(NumberView::to_number).unwrap_or_default()),
            Kind::String => Value::String(self.as_str().unwrap_or_default().into_owned()),
            Kind::Array => Value::Array(self.entries().map(Node::to_value).collect()),
            Kind::Object => Value::Object(unique_members(self)),
        }
    }
}

fn unique_members<'a, N: Node<'a>>(object: N) -> Vec<(String, Value)> {
    let unique = Unique::of(object);
    unique.iter().map(|member| (member.key.to_string(), member.node.to_value())).collect()
}

impl<'a> Node<'a> for &'a Value {
    type Entries = std::slice::Iter<'a, Value>;
    type Members =
        std::iter::Map<std::slice::Iter<'a, (String, Value)>, fn(&'a (String, Value)) -> (Cow<'a, str>, &'a Value)>;

    fn kind(self) -> Kind {
        Value::kind(self)
    }

    fn as_bool(self) -> Option<bool> {
        match self {
            Value::Bool(value) => Some(*value),
            _ => None,
        }
    }

    fn as_number(self) -> Option<NumberView<'a>> {
        match self {
            Value::Number(number) => Some(NumberView::Text(number.as_str())),
            _ => None,
        }
    }

    fn as_str(self) -> Option<Cow<'a, str>> {
        match self {
            Value::String(text) => Some(Cow::Borrowed(text)),
            _ => None,
        }
    }

    fn entries(self) -> Self::Entries {
        match self {
            Value::Array(entries) => entries.iter(),
            _ => [].iter(),
        }
    }

    fn members(self) -> Self::Members {
        let members: &[(String, Value)] = match self {
            Value::Object(members) => members,
            _ => &[],
        };
        members.iter().map(|(key, value)| (Cow::Borrowed(key.as_str()), value))
    }

    fn len(self) -> usize {
        match self {
            Value::Array(entries) => entries.len(),
            Value::Object(members) => members.len(),
            _ => 0,
        }
    }

    fn entry(self, index: usize) -> Option<Self> {
        match self {
            Value::Array(entries) => entries.get(index),
            _ => None,
        }
    }
}

/// Whether two values are equal as values: the order of members, escapes and the spelling of numbers do not count.
pub fn equal<'a, 'b, A: Node<'a>, B: Node<'b>>(a: A, b: B) -> bool {
    if let (Some(a), Some(b)) = (a.as_serde(), b.as_serde()) {
        return serde_node::equal(a, b);
    }
    if a.kind() != b.kind() {
        return false;
    }
    match a.kind() {
        Kind::Null => true,
        Kind::Boolean => a.as_bool() == b.as_bool(),
        Kind::Number => a.as_number() == b.as_number(),
        Kind::String => a.as_str() == b.as_str(),
        Kind::Array | Kind::Object if same_text(a, b) => true,
        Kind::Array => a.len() == b.len() && a.entries().zip(b.entries()).all(|(a, b)| equal(a, b)),
        Kind::Object => a.len() == b.len() && equal_members(a, b),
    }
}

/// Whether a reader of the node sees this value: of a key that stands twice, anywhere inside, the last value counts.
pub fn reads_as<'a>(node: impl Node<'a>, value: &Value) -> bool {
    let is_container = matches!(node.kind(), Kind::Array | Kind::Object) && node.kind() == value.kind();
    equal(node, value) || (is_container && equal(&node.to_value(), value))
}

/// Whether two containers are known to be equal because they stand in equal JSON texts.
pub(crate) fn same_text<'a, 'b, A: Node<'a>, B: Node<'b>>(a: A, b: B) -> bool {
    matches!((a.json_text(), b.json_text()), (Some(a), Some(b)) if a == b)
}

/// Walks both objects side by side, and from where their order differs on looks keys up.
///
/// A key that stands twice has no equal but the same key twice in the same order.
fn equal_members<'a, 'b, A: Node<'a>, B: Node<'b>>(a: A, b: B) -> bool {
    let (mut ours, mut others) = (a.members(), b.members());
    while let (Some((key, value)), Some((name, other))) = (ours.next(), others.next()) {
        if key != name {
            let ours = std::iter::once((key, value)).chain(ours);
            return equal_rest(ours, std::iter::once((name, other)).chain(others).collect());
        }
        if !equal(value, other) {
            return false;
        }
    }
    true
}

/// Few members are quicker compared than hashed.
const MANY: usize = 16;

fn equal_rest<'a, 'b, A: Node<'a>, B: Node<'b>>(
    mut ours: impl Iterator<Item = (Cow<'a, str>, A)>,
    mut others: Vec<(Cow<'b, str>, B)>,
) -> bool {
    if others.len() < MANY {
        return ours.all(|(key, value)| {
            let at = others.iter().position(|(name, _)| *name == key);
            at.is_some_and(|at| equal(value, others.swap_remove(at).1))
        });
    }
    let count = others.len();
    let mut others: std::collections::HashMap<_, _> = others.into_iter().collect();
    others.len() == count && ours.all(|(key, value)| others.remove(&key).is_some_and(|other| equal(value, other)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object(keys: &[&str]) -> Value {
        Value::Object(keys.iter().map(|key| ((*key).into(), Value::Null)).collect())
    }

    #[test]
    fn the_order_of_members_does_not_count() {
        let many: Vec<_> = (0..40).map(|at| at.to_string()).collect();
        let many: Vec<_> = many.iter().map(String::as_str).collect();
        for keys in [&["a", "b", "c"][..], &many] {
            let turned: Vec<_> = keys.iter().rev().copied().collect();
            assert!(equal(&object(keys), &object(&turned)));
            let mut other = turned.clone();
            other[1] = "other";
            assert!(!equal(&object(keys), &object(&other)));
        }
    }

    /// `{"a":1,"a":1}` has as many members as `{"a":1,"b":1}`, and each of them is in it.
    #[test]
    fn a_key_that_stands_twice_is_not_another_key() {
        for (a, b) in [(&["a", "a"][..], &["a", "b"][..]), (&["a", "b", "a"], &["a", "c", "b"])] {
            assert!(!equal(&object(a), &object(b)));
            assert!(!equal(&object(b), &object(a)));
        }
    }
}
