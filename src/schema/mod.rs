//! Schemas: which lists are keyed and by what, and which fields exclude each other.
//!
//! A [`Schema`] is data, read once. [`Attached`] says where its types stand in one document; a [`Cursor`] goes down the
//! document beside whoever walks it.

mod attach;
mod error;
mod key;
mod kubernetes;
#[rustfmt::skip]
mod kubernetes_table;
mod read;

pub use attach::{Attached, Cursor};
pub use error::{SchemaError, SchemaErrorKind};

use crate::value::Value;
use std::borrow::Cow;
use std::sync::LazyLock;

/// A text of a schema, which was read or is part of the program.
type Text = Cow<'static, str>;
/// Several of something in a schema.
type Many<T> = Cow<'static, [T]>;

/// A set of types, by name, and the kinds of objects that they describe.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Schema {
    types: Many<Type>,
    /// Sorted by name.
    names: Many<(Text, TypeId)>,
    /// `apiVersion` and `kind`, sorted.
    kinds: Many<((Text, Text), TypeId)>,
    source: Option<Text>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct TypeId(usize);

/// What is known of one value: of the fields of an object, or of the entries of a list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Type {
    name: Option<Text>,
    origin: Option<Text>,
    /// Sorted by name.
    fields: Many<(Text, TypeId)>,
    of: Option<TypeId>,
    list: Option<ListKind>,
    groups: Many<OneOf>,
}

/// How the entries of a list belong together.
#[derive(Clone, Debug, PartialEq)]
pub enum ListKind {
    /// An entry is found by the values of some of its fields.
    Keyed(Keys),
    /// The list is one value.
    Atomic,
    /// The entries are scalars, each at most once.
    Set,
}

/// The fields that find an entry of a keyed list.
#[derive(Clone, Debug, PartialEq)]
pub struct Keys {
    /// The fields; at least one.
    pub fields: Cow<'static, [KeyField]>,
    /// The one field that a Kubernetes strategic merge patch finds an entry by; `None` if it replaces the list.
    pub merge_key: Option<Cow<'static, str>>,
}

/// One field of a list key.
#[derive(Clone, Debug, PartialEq)]
pub struct KeyField {
    /// Its name.
    pub name: Cow<'static, str>,
    default: Option<KeyDefault>,
}

/// What an entry without a field of its key has.
#[derive(Clone, Debug)]
enum KeyDefault {
    Read(Value),
    Built(&'static LazyLock<Value>),
}

impl KeyDefault {
    fn value(&self) -> &Value {
        match self {
            Self::Read(value) => value,
            Self::Built(value) => value,
        }
    }
}

impl PartialEq for KeyDefault {
    fn eq(&self, other: &Self) -> bool {
        self.value() == other.value()
    }
}

/// Fields of one object that exclude each other: those of one arm against those of every other.
#[derive(Clone, Debug, PartialEq)]
pub struct OneOf {
    /// The field that says which arm is meant.
    pub discriminator: Option<Cow<'static, str>>,
    /// The alternatives; at least one, with a discriminator, else at least two.
    pub arms: Cow<'static, [Arm]>,
}

/// One alternative of a [`OneOf`].
#[derive(Clone, Debug, PartialEq)]
pub struct Arm {
    /// The fields that may stand together; mostly one.
    pub fields: Cow<'static, [Cow<'static, str>]>,
    /// The value of the discriminator that means this arm.
    pub value: Option<Cow<'static, str>>,
}

impl Schema {
    /// The built-in schema: everything inside a Kubernetes pod template, and the workloads that hold one.
    pub fn kubernetes() -> &'static Schema {
        &kubernetes_table::SCHEMA
    }

    /// The schema that knows nothing: lists are compared by their entries, nothing excludes anything.
    pub fn none() -> &'static Schema {
        static NONE: Schema =
            Schema { types: Cow::Borrowed(&[]), names: Cow::Borrowed(&[]), kinds: Cow::Borrowed(&[]), source: None };
        &NONE
    }

    /// Reads a schema of its own. See [`extend`](Self::extend) for the form.
    pub fn from_value(value: &Value) -> Result<Schema, SchemaError> {
        Self::none().extend(value)
    }

    /// Reads a schema that stands on this one: it may use the types of this one, and replaces those it names again.
    ///
    /// ```json
    /// {
    ///   "kinds": { "example.io/v1": { "Widget": "widget" } },
    ///   "types": {
    ///     "widget": {
    ///       "fields": { "spec": "podSpec", "parts": { "list": "keyed", "keys": ["name"], "of": "part" } }
    ///     },
    ///     "part": {
    ///       "fields": { "flags": { "list": "atomic" }, "owners": { "list": "set" } },
    ///       "oneOf": [
    ///         { "members": ["inline", ["file", "fileMode"]] },
    ///         { "discriminator": "type", "members": { "Rolling": "rolling", "Batch": ["batch", "size"] } }
    ///       ]
    ///     }
    ///   }
    /// }
    /// ```
    ///
    /// A key with a default is `{ "field": "protocol", "default": "TCP" }`. `"of"` beside `"fields"` is the type of every
    /// member that is not named.
    pub fn extend(&self, value: &Value) -> Result<Schema, SchemaError> {
        read::extend(self, value)
    }

    /// What the data was taken from, if it says so.
    pub fn source(&self) -> Option<&str> {
        self.source.as_deref()
    }

    /// The names of its types, sorted.
    pub fn type_names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(|(name, _)| &**name)
    }

    /// The type of this name.
    pub fn type_named(&self, name: &str) -> Option<&Type> {
        self.id(name).map(|id| self.type_at(id))
    }

    /// The type of the field, if the type is known to have it.
    pub fn field_type(&self, of: &Type, field: &str) -> Option<&Type> {
        let known = of.fields.binary_search_by(|(name, _)| (**name).cmp(field));
        known.ok().map(|at| of.fields[at].1).or(of.of).map(|id| self.type_at(id))
    }

    /// The type of the entries of a list.
    pub fn entry_type(&self, of: &Type) -> Option<&Type> {
        of.of.map(|id| self.type_at(id))
    }

    fn kind(&self, api_version: &str, kind: &str) -> Option<TypeId> {
        let known = self.kinds.binary_search_by(|((version, name), _)| (&**version, &**name).cmp(&(api_version, kind)));
        known.ok().map(|at| self.kinds[at].1)
    }

    fn id(&self, name: &str) -> Option<TypeId> {
        let known = self.names.binary_search_by(|(known, _)| (**known).cmp(name));
        known.ok().map(|at| self.names[at].1)
    }

    fn type_at(&self, id: TypeId) -> &Type {
        &self.types[id.0]
    }
}

impl Type {
    /// Its name, if it has one.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// The definition that it was taken from, if the data says so.
    pub fn origin(&self) -> Option<&str> {
        self.origin.as_deref()
    }

    /// The fields that the schema knows something of, sorted.
    pub fn fields(&self) -> impl Iterator<Item = &str> {
        self.fields.iter().map(|(name, _)| &**name)
    }

    /// How its entries belong together, if it is a list.
    pub fn list(&self) -> Option<&ListKind> {
        self.list.as_ref()
    }

    /// Its key, if it is a keyed list.
    pub fn keys(&self) -> Option<&Keys> {
        match &self.list {
            Some(ListKind::Keyed(keys)) => Some(keys),
            _ => None,
        }
    }

    /// The groups of fields that exclude each other.
    pub fn groups(&self) -> &[OneOf] {
        &self.groups
    }
}

impl OneOf {
    /// The arm that has the field.
    pub fn arm_of(&self, field: &str) -> Option<usize> {
        self.arms.iter().position(|arm| arm.fields.iter().any(|name| &**name == field))
    }

    /// Whether a value of the discriminator means the arm.
    pub fn means(&self, value: &str, arm: usize) -> bool {
        self.arms[arm].value.as_deref() == Some(value)
    }

    /// Every field of every arm.
    pub fn fields(&self) -> impl Iterator<Item = (usize, &str)> {
        self.arms.iter().enumerate().flat_map(|(at, arm)| arm.fields.iter().map(move |field| (at, &**field)))
    }
}
