//! The values that formulas compute with.
//!
//! Unlike jaq's own values, objects are sorted by key, as in gojq, which definitions are written against; and every
//! value knows its size and its depth, so that what explodes is found before it is printed, compared or dropped.

mod jaq;

use super::arithmetic;
use crate::value::{Kind, Node, Number, NumberView, Value, write_string};
use jaq_json::Num;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::sync::Arc;

/// A value on the way of an evaluation. Copies share what they hold.
#[derive(Clone, Debug, Default)]
pub(super) enum Datum {
    #[default]
    Null,
    Bool(bool),
    Num(Num),
    Str(Arc<str>),
    Arr(Arc<List>),
    Obj(Arc<Map>),
}

/// The error of jaq with our values.
pub(super) type Fault = jaq_core::Error<Datum>;

/// A list with its size.
#[derive(Clone, Debug, Default)]
pub(super) struct List {
    pub items: Vec<Datum>,
    weight: Weight,
}

/// An object with its size.
#[derive(Clone, Debug, Default)]
pub(super) struct Map {
    pub members: BTreeMap<Arc<str>, Datum>,
    weight: Weight,
}

/// What a value takes if nothing is shared, and how deep it is nested.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Weight {
    pub bytes: u64,
    pub depth: u32,
}

impl Weight {
    fn add(&mut self, inner: Self) {
        self.bytes = self.bytes.saturating_add(inner.bytes);
        self.depth = self.depth.max(inner.depth.saturating_add(1));
    }
}

/// The bytes that any value takes at least.
const BASE: u64 = 16;

impl Datum {
    /// What the value takes.
    pub fn weight(&self) -> Weight {
        match self {
            Self::Null | Self::Bool(_) => Weight { bytes: BASE, depth: 0 },
            Self::Num(Num::BigInt(number)) => Weight { bytes: BASE + number.bits() / 8, depth: 0 },
            Self::Num(Num::Dec(text)) => Weight { bytes: BASE + text.len() as u64, depth: 0 },
            Self::Num(_) => Weight { bytes: BASE, depth: 0 },
            Self::Str(text) => Weight { bytes: BASE + text.len() as u64, depth: 0 },
            Self::Arr(list) => list.weight,
            Self::Obj(map) => map.weight,
        }
    }

    /// A list.
    pub fn list(items: Vec<Self>) -> Self {
        let mut weight = Weight { bytes: BASE, depth: 1 };
        items.iter().for_each(|item| weight.add(item.weight()));
        Self::Arr(Arc::new(List { items, weight }))
    }

    /// An object.
    pub fn object(members: BTreeMap<Arc<str>, Self>) -> Self {
        let mut weight = Weight { bytes: BASE, depth: 1 };
        for (key, value) in &members {
            weight.bytes = weight.bytes.saturating_add(BASE + key.len() as u64);
            weight.add(value.weight());
        }
        Self::Obj(Arc::new(Map { members, weight }))
    }

    /// A string.
    pub fn text(text: impl Into<Arc<str>>) -> Self {
        Self::Str(text.into())
    }

    /// A whole number.
    pub fn count(number: usize) -> Self {
        Self::Num(Num::from_integral(number))
    }

    /// JSON's name of the type.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Null => Kind::Null,
            Self::Bool(_) => Kind::Boolean,
            Self::Num(_) => Kind::Number,
            Self::Str(_) => Kind::String,
            Self::Arr(_) => Kind::Array,
            Self::Obj(_) => Kind::Object,
        }
    }

    /// The text of the value in an error message: its type and a short piece of it.
    pub fn shown(&self) -> String {
        if matches!(self, Self::Null) {
            return "null".into();
        }
        let mut shown = String::new();
        let _ = Short { out: &mut shown, room: 24 }.write_fmt(format_args!("{self}"));
        format!("{} ({shown})", self.kind())
    }

    /// A copy of a document or of a part of one.
    pub fn of<'a>(node: impl Node<'a>) -> Self {
        match node.kind() {
            Kind::Null => Self::Null,
            Kind::Boolean => Self::Bool(node.as_bool().unwrap_or_default()),
            Kind::Number => Self::Num(number(&node.as_number().map(NumberView::text).unwrap_or_default())),
            Kind::String => Self::text(node.as_str().unwrap_or_default()),
            Kind::Array => Self::list(node.entries().map(Self::of).collect()),
            Kind::Object => {
                Self::object(node.members().map(|(key, member)| (Arc::from(&*key), Self::of(member))).collect())
            }
        }
    }

    /// The value as the rest of the program has it.
    pub fn to_value(&self) -> Value {
        match self {
            Self::Null => Value::Null,
            Self::Bool(value) => Value::Bool(*value),
            Self::Num(number) => spelled(number),
            Self::Str(text) => Value::String(text.to_string()),
            Self::Arr(list) => Value::Array(list.items.iter().map(Self::to_value).collect()),
            Self::Obj(map) => {
                let members = map.members.iter();
                Value::Object(members.map(|(key, value)| (key.to_string(), value.to_value())).collect())
            }
        }
    }

    /// The member or entry at a key, an index, a slice or a list that is searched for; null where it is missing.
    pub fn at(&self, key: &Self) -> Result<Self, Fault> {
        match (self, key) {
            (Self::Null, Self::Str(_) | Self::Num(_) | Self::Null | Self::Obj(_)) => Ok(Self::Null),
            (Self::Obj(map), Self::Str(key)) => Ok(map.members.get(key).cloned().unwrap_or_default()),
            (Self::Arr(list), Self::Num(number)) => {
                let index = arithmetic::floor(number).and_then(|index| position(index, list.items.len()));
                Ok(index.and_then(|index| list.items.get(index)).cloned().unwrap_or_default())
            }
            (Self::Arr(_), Self::Arr(wanted)) => arithmetic::indices(self, &Self::Arr(wanted.clone())),
            (Self::Arr(_) | Self::Str(_), Self::Obj(bounds)) => {
                let bound = |name: &str| bounds.members.get(name);
                self.slice(bound("start"), bound("end"))
            }
            (_, Self::Str(_)) => Err(fault(format!("expected an object but got: {}", self.shown()))),
            (_, Self::Num(_)) => Err(fault(format!("expected an array but got: {}", self.shown()))),
            _ => Err(fault(format!("cannot index {} with {}", self.shown(), key.shown()))),
        }
    }

    fn slice(&self, start: Option<&Self>, end: Option<&Self>) -> Result<Self, Fault> {
        let bound = |bound: Option<&Self>, len: usize, missing: usize| match bound {
            None | Some(Self::Null) => Ok(missing),
            Some(Self::Num(number)) => {
                let index = arithmetic::floor(number).unwrap_or_default();
                let index = if index < 0 { index.saturating_add_unsigned(len) } else { index };
                Ok(usize::try_from(index).unwrap_or(0).min(len))
            }
            Some(other) => Err(fault(format!("a slice needs numbers but got: {}", other.shown()))),
        };
        match self {
            Self::Null => Ok(Self::Null),
            Self::Arr(list) => {
                let (start, end) =
                    (bound(start, list.items.len(), 0)?, bound(end, list.items.len(), list.items.len())?);
                Ok(Self::list(list.items.get(start..end).unwrap_or_default().to_vec()))
            }
            Self::Str(text) => {
                let len = text.chars().count();
                let (start, end) = (bound(start, len, 0)?, bound(end, len, len)?);
                let part: String = text.chars().skip(start).take(end.saturating_sub(start)).collect();
                Ok(Self::text(part))
            }
            _ => Err(fault(format!("cannot slice: {}", self.shown()))),
        }
    }

    fn iterate_fault(&self) -> Fault {
        fault(format!("cannot iterate over: {}", self.shown()))
    }
}

/// An error with a text.
pub(super) fn fault(message: impl Into<String>) -> Fault {
    Fault::new(Datum::text(message.into()))
}

/// The index in a list of `len` entries, counted from the end where it is negative.
pub(super) fn position(index: isize, len: usize) -> Option<usize> {
    let index = if index < 0 { index.checked_add_unsigned(len)? } else { index };
    usize::try_from(index).ok()
}

/// Digits of the largest whole number that is computed with exactly. Arithmetic on larger ones takes long and is of no
/// use; they keep their spelling, so they can be passed on.
pub(super) const MAX_DIGITS: usize = 2400;

/// The number that a text spells. What is not whole keeps its spelling until it is computed with.
pub(super) fn number(text: &str) -> Num {
    let whole = if text.len() <= MAX_DIGITS { Num::from_str_radix(text, 10) } else { None };
    whole.unwrap_or_else(|| Num::Dec(text.to_string().into()))
}

/// A result: whole numbers without a fraction, the largest double for an infinity, null for what is no number.
fn spelled(number: &Num) -> Value {
    let text = match number {
        Num::Int(number) => number.to_string(),
        Num::BigInt(number) => number.to_string(),
        Num::Dec(text) => text.to_string(),
        Num::Float(number) if number.is_nan() => return Value::Null,
        Num::Float(number) => {
            let number = number.clamp(f64::MIN, f64::MAX);
            match number.fract() == 0.0 && number.abs() < 1e17 {
                true => format!("{number:.0}"),
                false => NumberView::Double(number).text().into_owned(),
            }
        }
    };
    Number::parse(&text).map_or(Value::Null, Value::Number)
}

/// Writes the beginning of a text.
struct Short<'s> {
    out: &'s mut String,
    room: usize,
}

impl fmt::Write for Short<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for c in text.chars() {
            if self.room == 0 {
                self.out.push_str("...");
                return Err(fmt::Error);
            }
            self.room -= 1;
            self.out.push(c);
        }
        Ok(())
    }
}

impl fmt::Display for Datum {
    /// Compact JSON.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Bool(value) => write!(f, "{value}"),
            Self::Num(number) => spelled(number).fmt(f),
            Self::Str(text) => write_string(f, text),
            Self::Arr(list) => {
                f.write_char('[')?;
                for (at, item) in list.items.iter().enumerate() {
                    f.write_str(if at > 0 { "," } else { "" })?;
                    item.fmt(f)?;
                }
                f.write_char(']')
            }
            Self::Obj(map) => {
                f.write_char('{')?;
                for (at, (key, value)) in map.members.iter().enumerate() {
                    f.write_str(if at > 0 { "," } else { "" })?;
                    write_string(f, key)?;
                    f.write_char(':')?;
                    value.fmt(f)?;
                }
                f.write_char('}')
            }
        }
    }
}

impl Ord for Datum {
    /// jq's order: null, false, true, numbers, strings, arrays, objects; objects by their keys first.
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Bool(a), Self::Bool(b)) => a.cmp(b),
            (Self::Num(a), Self::Num(b)) => a.cmp(b),
            (Self::Str(a), Self::Str(b)) => a.cmp(b),
            (Self::Arr(a), Self::Arr(b)) => a.items.cmp(&b.items),
            (Self::Obj(a), Self::Obj(b)) => {
                let keys = a.members.keys().cmp(b.members.keys());
                keys.then_with(|| a.members.values().cmp(b.members.values()))
            }
            _ => (self.kind() as u8).cmp(&(other.kind() as u8)),
        }
    }
}

impl PartialOrd for Datum {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Datum {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Datum {}
