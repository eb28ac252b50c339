//! Reading `serde_json` values in place.

use super::{Found, Kind, Node, NumberView};
use serde_json::Value as Serde;
use std::borrow::Cow;

impl<'a> Node<'a> for &'a Serde {
    type Entries = std::slice::Iter<'a, Serde>;
    type Members = Members<'a>;

    fn kind(self) -> Kind {
        match self {
            Serde::Null => Kind::Null,
            Serde::Bool(_) => Kind::Boolean,
            Serde::Number(_) => Kind::Number,
            Serde::String(_) => Kind::String,
            Serde::Array(_) => Kind::Array,
            Serde::Object(_) => Kind::Object,
        }
    }

    fn as_bool(self) -> Option<bool> {
        Serde::as_bool(self)
    }

    fn as_number(self) -> Option<NumberView<'a>> {
        let Serde::Number(number) = self else { return None };
        if let Some(number) = number.as_u64() {
            return Some(NumberView::Unsigned(number));
        }
        if let Some(number) = number.as_i64() {
            return Some(NumberView::Signed(number));
        }
        number.as_f64().map(NumberView::Double)
    }

    fn as_str(self) -> Option<Cow<'a, str>> {
        Serde::as_str(self).map(Cow::Borrowed)
    }

    fn entries(self) -> Self::Entries {
        match self {
            Serde::Array(entries) => entries.iter(),
            _ => [].iter(),
        }
    }

    fn members(self) -> Members<'a> {
        Members(self.as_object().map(serde_json::Map::iter))
    }

    fn len(self) -> usize {
        match self {
            Serde::Array(entries) => entries.len(),
            Serde::Object(members) => members.len(),
            _ => 0,
        }
    }

    fn entry(self, index: usize) -> Option<Self> {
        self.as_array().and_then(|entries| entries.get(index))
    }

    fn as_serde(self) -> Option<&'a Serde> {
        Some(self)
    }

    fn member(self, key: &str) -> Found<Self> {
        self.as_object().and_then(|members| members.get(key)).map_or(Found::Absent, Found::One)
    }
}

/// As [`equal`](super::equal), of two values of this kind, whose members mostly stand in the same order: most of the time
/// of a diff goes into what is equal.
pub(super) fn equal(a: &Serde, b: &Serde) -> bool {
    match (a, b) {
        (Serde::Null, Serde::Null) => true,
        (Serde::Bool(a), Serde::Bool(b)) => a == b,
        (Serde::String(a), Serde::String(b)) => a == b,
        (Serde::Number(one), Serde::Number(other)) => one == other || Node::as_number(a) == Node::as_number(b),
        (Serde::Array(a), Serde::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| equal(a, b)),
        (Serde::Object(a), Serde::Object(b)) => {
            let is_same = |((key, value), (name, other)): ((&String, &Serde), (&String, &Serde))| match key == name {
                true => equal(value, other),
                false => b.get(key).is_some_and(|other| equal(value, other)),
            };
            a.len() == b.len() && a.iter().zip(b).all(is_same)
        }
        _ => false,
    }
}

/// The members of a `serde_json` object, in its own order.
pub struct Members<'a>(Option<serde_json::map::Iter<'a>>);

impl<'a> Iterator for Members<'a> {
    type Item = (Cow<'a, str>, &'a Serde);

    fn next(&mut self) -> Option<Self::Item> {
        let (key, value) = self.0.as_mut()?.next()?;
        Some((Cow::Borrowed(key), value))
    }
}
