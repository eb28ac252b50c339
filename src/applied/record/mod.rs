//! The forms of a record.
//!
//! | form | looks like |
//! |---|---|
//! | names | `team,tier`, `/created,team,tier` |
//! | digests | `team=7877e7dfb66d983b,tier=...`; with no key `/digests` |
//! | list | `["team","tier"]`, `["team",{"created":true}]` |
//! | values | `{"team":"a"}`, `{"team":"a","/":{"created":true}}` |
//! | fields | `{"f:metadata":{"f:labels":{".":{},"f:team":{}}}}` |
//!
//! Names and digests are text and hold plain keys alone. What does not fit them is written as a list, whose entry of
//! facts, an object, says what names cannot; so is what does not fit values.

mod read;
mod write;

pub(super) use read::json;

use super::{AppliedKeys, FieldSet, RecordError};
use crate::location::Location;
use crate::value::{Node, Value};

/// How a record is written down.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// Keys, separated by commas
    Names,
    /// Keys with digests of what we wrote, separated by commas
    Digests,
    /// A JSON list of keys, perhaps with an entry of facts. A list without one gains it to keep an operator's value
    List {
        /// Whether it has an entry of facts.
        facts: bool,
        /// Whether digests of what we wrote are among the facts.
        digests: bool,
    },
    /// A JSON object of keys and the values that we wrote. A member of facts is gained as in a list
    Values {
        /// Whether it has a member of facts.
        facts: bool,
    },
    /// Managed fields, with all the fields of their manager
    Fields(FieldSet),
}

impl Form {
    /// `["team","tier"]`
    pub const LIST: Self = Self::List { facts: false, digests: false };
    /// `{"team":"a","tier":"x"}`
    pub const VALUES: Self = Self::Values { facts: false };
}

/// A record as it stands somewhere: what it says, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// What it says.
    pub keys: AppliedKeys,
    /// How it is written down.
    pub form: Form,
    /// Whether it stands as text, as in an annotation, and not as a JSON list or object.
    pub text: bool,
}

impl Record {
    /// Reads a record from its text: names, digests, or the JSON of another form.
    ///
    /// `map` is the place of the map that the record speaks of, in this document; only managed fields, which speak of a
    /// whole object, depend on it.
    ///
    /// # Errors
    ///
    /// The text is none of the forms.
    pub fn parse<'a, N: Node<'a>>(text: &str, map: &Location, document: N) -> Result<Self, RecordError> {
        let (keys, form) = read::text(text, map, document)?;
        Ok(Self { keys, form, text: true })
    }

    /// Reads a record from a value: a string holds its text, a list or an object is one itself.
    ///
    /// # Errors
    ///
    /// The value is none of the forms.
    pub fn read<'a, N: Node<'a>>(value: &Value, map: &Location, document: N) -> Result<Self, RecordError> {
        if let Value::String(text) = value {
            return Self::parse(text, map, document);
        }
        let (keys, form) = read::value(value, map, document)?;
        Ok(Self { keys, form, text: false })
    }

    /// The value that stands in this record's place when it says something else, in the same form. The form gives way
    /// to a list with facts where it cannot hold the keys.
    ///
    /// # Errors
    ///
    /// Managed fields cannot hold what the keys know.
    pub fn written<'a, N: Node<'a>>(
        &self,
        keys: &AppliedKeys,
        map: &Location,
        document: N,
    ) -> Result<Value, RecordError> {
        let value = match &self.form {
            Form::Names => write::names(keys, false),
            Form::Digests => write::names(keys, true),
            Form::List { facts, digests } => write::list(keys, *facts, *digests),
            Form::Values { facts } => write::values(keys, *facts),
            Form::Fields(fields) => fields.with_applied(keys, map, document)?.to_value(),
        };
        Ok(match value {
            Value::String(_) => value,
            value if self.text => Value::String(value.to_string()),
            value => value,
        })
    }
}

/// Names the facts' member among values, and begins a mark among names: no Kubernetes key does.
const MARK: &str = "/";

/// Whether a member of a values record is spelled as managed fields are, so that a key like it is written behind a `/`.
fn is_element(key: &str) -> bool {
    key == "." || ["f:", "k:", "v:", "i:"].iter().any(|prefix| key.starts_with(prefix))
}

/// Whether a key can stand among names: the characters of a Kubernetes key, and no slash at its head.
fn is_plain(key: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-' | b'/');
    !key.is_empty() && !key.starts_with(MARK) && key.bytes().all(plain)
}
