//! Values: JSON that keeps what `serde_json` drops (the order of members, the spelling of numbers), and a
//! common way to read any representation of a document.

mod hash;
mod node;
mod number;
mod serde_node;
mod unique;
mod write;

pub(crate) use hash::{glance, hash};
pub(crate) use node::same_text;
pub use node::{Found, Node, equal, reads_as};
pub use number::{Number, NumberView};
pub(crate) use unique::Unique;
pub(crate) use write::{write_string, write_value};

use std::fmt;

/// The six types of JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// `null`
    Null,
    /// `true` or `false`
    Boolean,
    /// A number
    Number,
    /// A string
    String,
    /// A list
    Array,
    /// An object
    Object,
}

impl Kind {
    /// JSON's name of the type, as error messages use it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Boolean => "boolean",
            Self::Number => "number",
            Self::String => "string",
            Self::Array => "array",
            Self::Object => "object",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A JSON value that keeps the order of members and the spelling of numbers.
///
/// Equality is that of values: the order of members does not count, and `1`, `1.0` and `1e0` are one number.
/// An object has each key once; what builds one from a text sees to it.
#[derive(Clone, Debug)]
pub enum Value {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number as it is spelled
    Number(Number),
    /// A string
    String(String),
    /// A list
    Array(Vec<Value>),
    /// Members in their order
    Object(Vec<(String, Value)>),
}

impl Value {
    /// The type.
    pub const fn kind(&self) -> Kind {
        match self {
            Self::Null => Kind::Null,
            Self::Bool(_) => Kind::Boolean,
            Self::Number(_) => Kind::Number,
            Self::String(_) => Kind::String,
            Self::Array(_) => Kind::Array,
            Self::Object(_) => Kind::Object,
        }
    }

    /// The member with this key, if this is an object that has one.
    pub fn get(&self, key: &str) -> Option<&Value> {
        match self {
            Self::Object(members) => members.iter().find(|(name, _)| name == key).map(|(_, value)| value),
            _ => None,
        }
    }

    /// The string, if this is one.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::String(text) => Some(text),
            _ => None,
        }
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        equal(self, other)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::String(text.into())
    }
}

impl From<&serde_json::Value> for Value {
    fn from(value: &serde_json::Value) -> Self {
        value.to_value()
    }
}

impl From<&Value> for serde_json::Value {
    /// A number that neither 64 bits nor a double hold exactly becomes the nearest double, as `serde_json` itself
    /// reads it; one beyond the doubles becomes the largest one.
    fn from(value: &Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(value) => Self::Bool(*value),
            Value::Number(number) => Self::Number(number.to_serde()),
            Value::String(text) => Self::String(text.clone()),
            Value::Array(entries) => Self::Array(entries.iter().map(Self::from).collect()),
            Value::Object(members) => {
                Self::Object(members.iter().map(|(key, value)| (key.clone(), value.into())).collect())
            }
        }
    }
}

impl fmt::Display for Value {
    /// Compact JSON, numbers as they are spelled.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_value(f, self)
    }
}
