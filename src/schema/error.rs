//! What is wrong with a schema, and where.

use crate::diagnostic::{Code, Diagnose, Diagnostic};
use crate::location::Location;
use crate::value::Kind;

/// A schema that cannot be read, or a type that cannot be attached.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{}", self.diagnose().message)]
pub struct SchemaError {
    /// The place in the schema; the root for an attachment.
    pub location: Location,
    /// What is wrong there.
    pub kind: SchemaErrorKind,
}

/// What is wrong with a place of a schema.
#[derive(Clone, Debug, PartialEq)]
pub enum SchemaErrorKind {
    /// `"fields": []`
    WrongType {
        /// The types that fit.
        want: &'static str,
        /// The type that stands there.
        got: Kind,
    },
    /// `"feilds": {}`
    UnknownMember {
        /// The members that there are.
        known: &'static [&'static str],
    },
    /// `"of": "contaner"`
    UnknownType {
        /// The name that nothing has.
        name: String,
        /// A name that looks like it.
        near: Option<String>,
    },
    /// `"list": "map"`
    UnknownListKind {
        /// The text that stands there.
        found: String,
    },
    /// `{"list": "keyed"}` without keys, or with none in it
    NoKeys,
    /// `{"keys": ["name"]}` without `"list": "keyed"`
    NotKeyed,
    /// `"mergeKey": "x"` where `x` is no key
    MergeKeyIsNoKey,
    /// `"keys": ["a", "a"]`, `"members": ["a", "a"]`
    Repeated {
        /// The field.
        field: String,
    },
    /// `"default": {}`
    DefaultIsNoScalar,
    /// `"members": ["a"]`
    OneMember,
    /// `{"list": "atomic", "fields": {}}`
    ListWithFields,
    /// `.a[] | select(.b == 1)` as the place of a type
    NotAPlace {
        /// The address.
        address: String,
    },
}

impl SchemaErrorKind {
    /// At this place of the schema.
    pub(super) fn at(self, location: &Location) -> SchemaError {
        SchemaError { location: location.clone(), kind: self }
    }
}

impl Diagnose for SchemaError {
    fn diagnose(&self) -> Diagnostic {
        let place = &self.location;
        let say = |message: String| Diagnostic::new(Code::InvalidSchema, message);
        match &self.kind {
            SchemaErrorKind::WrongType { want, got } => {
                say(format!("`{place}` of the schema is of type {got}, not {want}"))
                    .help(format!("write {want} there"))
                    .fact("want", want)
                    .fact("got", got)
            }
            SchemaErrorKind::UnknownMember { known } => say(format!("`{place}` means nothing in a schema"))
                .help(format!("the members that can stand there are {}", known.join(", "))),
            SchemaErrorKind::UnknownType { name, near } => {
                let found = say(format!("no type of the schema is named `{name}`"));
                match near {
                    Some(near) => found.help(format!("did you mean `{near}`")),
                    None => found.help("name a type of the schema, or add one under `types`"),
                }
            }
            SchemaErrorKind::UnknownListKind { found } => {
                say(format!("a list cannot be `{found}`")).help("a list is `keyed`, `atomic` or `set`")
            }
            SchemaErrorKind::NoKeys => say(format!("the keyed list at `{place}` has no keys"))
                .help("name the fields that find an entry: `\"keys\": [\"name\"]`"),
            SchemaErrorKind::NotKeyed => say(format!("`{place}` has keys and is not a keyed list"))
                .help("write `\"list\": \"keyed\"` beside the keys"),
            SchemaErrorKind::MergeKeyIsNoKey => say(format!("`{place}` names a field that is not among the keys"))
                .help("name one of the keys, or null where a strategic merge patch replaces the list"),
            SchemaErrorKind::Repeated { field } => {
                say(format!("`{field}` stands twice at `{place}`")).help("name each field once")
            }
            SchemaErrorKind::DefaultIsNoScalar => say(format!("the default at `{place}` is not a scalar"))
                .help("a key is a string, a number or a boolean"),
            SchemaErrorKind::OneMember => say(format!("the group at `{place}` has only one member"))
                .help("name at least two members, or a discriminator"),
            SchemaErrorKind::ListWithFields => {
                say(format!("the type at `{place}` is a list and has fields of its own"))
                    .help("say what its entries are with `of`")
            }
            SchemaErrorKind::NotAPlace { address } => {
                say(format!("a type cannot be attached to `{address}`")).help("use fields, indexes and `[]` only")
            }
        }
        .at(place)
    }
}
