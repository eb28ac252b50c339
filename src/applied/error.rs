//! What can go wrong with applied keys.

use crate::diagnostic::{Code, Diagnose, Diagnostic};
use crate::expression::ResolveError;
use crate::json::{JsonError, JsonErrorKind};
use crate::location::Location;
use crate::plan::Conflict;
use crate::value::Kind;

/// Why applied keys could not be reconciled. Nothing was changed.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{}", self.diagnose().message)]
pub enum AppliedError {
    /// The map or the record is at no place that can be written.
    Place(ResolveError),
    /// The record cannot be read or written.
    Record(RecordError),
    /// The record's place is inside the map, and both are written.
    Conflict(Conflict),
    /// The key at this place holds the record and is desired as well.
    RecordDesired(Location),
    /// The record's place is on a pod template: writing it there would restart the pods.
    OnTemplate {
        /// Where the record would stand.
        record: Location,
        /// The template.
        template: Location,
    },
    /// No record can stand at this place: something else has its meaning there.
    NoRecordPlace {
        /// Where the record would stand.
        record: Location,
    },
    /// More bytes of annotations than an object may have.
    AnnotationsTooLarge {
        /// Where the annotations stand.
        location: Location,
        /// Keys and values together.
        bytes: usize,
    },
}

/// Why a record cannot be read, or not be written in its form.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{}", self.diagnose().message)]
pub struct RecordError {
    /// Where the record stands in the document, if it does.
    pub location: Option<Location>,
    /// What is wrong.
    pub kind: RecordErrorKind,
}

/// What is wrong with a record.
#[derive(Clone, Debug, PartialEq)]
pub enum RecordErrorKind {
    /// `["a"`: not JSON
    NotJson(JsonError),
    /// `5`
    Type(Kind),
    /// `my team,tier`: this part names no key
    Name(String),
    /// `/made,team`: this mark is unknown
    Mark(String),
    /// `team=12`: not a digest
    Digest(String),
    /// `["a",5]`: an entry that is neither a name nor the facts
    Entry(usize),
    /// `["a",{"made":true}]`: a fact that is unknown, or is not what it should be
    Fact(String),
    /// `["a",{"digests":{"b":"..."}}]`: facts about a key that is not recorded
    Stray(String),
    /// `team=...,team=...`: a key twice with two digests, or facts twice
    Twice(String),
    /// `{"f:a":5}`, `{"x:a":{}}`: not fields as managed fields spell them, at this place of the record
    Fields(Location),
    /// The manager has several entries of managed fields: these
    Managers(String, Vec<usize>),
    /// The record knows of this key what its form cannot say
    Inexpressible {
        /// The key, or the map's entry.
        key: String,
        /// The form.
        form: &'static str,
    },
}

impl RecordErrorKind {
    /// The error at no place in particular.
    pub(super) fn nowhere(self) -> RecordError {
        RecordError { location: None, kind: self }
    }
}

impl From<RecordError> for AppliedError {
    fn from(error: RecordError) -> Self {
        Self::Record(error)
    }
}

impl From<ResolveError> for AppliedError {
    fn from(error: ResolveError) -> Self {
        Self::Place(error)
    }
}

impl From<Conflict> for AppliedError {
    fn from(conflict: Conflict) -> Self {
        Self::Conflict(conflict)
    }
}

impl Diagnose for AppliedError {
    fn diagnose(&self) -> Diagnostic {
        match self {
            Self::Place(error) => error.diagnose(),
            Self::Record(error) => error.diagnose(),
            Self::Conflict(conflict) => conflict.diagnose(),
            Self::RecordDesired(location) => Diagnostic::new(
                Code::ConflictingWrites,
                format!("`{location}` holds the record and is desired as well"),
            )
            .help("leave that key out of the desired ones, or keep the record under another key")
            .at(location),
            Self::OnTemplate { record, template } => Diagnostic::new(
                Code::MisplacedRecord,
                format!(
                    "the record at `{record}` would be part of the template `{template}`: writing it restarts the pods"
                ),
            )
            .help("keep it in the object's own `.metadata.annotations`")
            .at(record)
            .and_at(template),
            Self::NoRecordPlace { record } => Diagnostic::new(
                Code::MisplacedRecord,
                format!("`{record}` is no place for a record: it is no annotation and no fields of a manager"),
            )
            .help("name one annotation, such as `.metadata.annotations[\"example.io/applied\"]`")
            .at(record),
            Self::AnnotationsTooLarge { location, bytes } => Diagnostic::new(
                Code::TooLarge,
                format!(
                    "`{location}` would hold {bytes} bytes of annotations; an object may have {}",
                    super::ANNOTATIONS_BYTES
                ),
            )
            .help("keep the record in a file, or as names alone")
            .at(location),
        }
    }
}

impl Diagnose for RecordError {
    fn diagnose(&self) -> Diagnostic {
        let diagnostic = self.kind.diagnose();
        match &self.location {
            Some(location) => diagnostic.at(location),
            None => diagnostic,
        }
    }
}

impl Diagnose for RecordErrorKind {
    fn diagnose(&self) -> Diagnostic {
        let (what, help) = match self {
            Self::NotJson(error) => return not_json(error).help(FORMS),
            Self::Inexpressible { key, form } => {
                let message = format!("{form} cannot hold what the record knows of `{key}`");
                return Diagnostic::new(Code::Inexpressible, message)
                    .help("keep the record in another form: a list of keys with facts holds everything");
            }
            Self::Type(got) => (format!("it is of type {got}"), FORMS),
            Self::Name(name) => (format!("`{name}` names no key"), FORMS),
            Self::Mark(mark) => (format!("the mark `{mark}` is unknown"), "the marks are `/created` and `/digests`"),
            Self::Digest(text) => {
                (format!("`{text}` is no digest"), "a digest has 16 digits, `0` to `9` and `a` to `f`")
            }
            Self::Entry(index) => (format!("entry {index} is no key"), r#"write keys as strings: `["team","tier"]`"#),
            Self::Fact(fact) => (format!("the fact `{fact}` is unknown or of another type"), FACTS),
            Self::Stray(key) => {
                (format!("it has facts about `{key}`, which is not recorded"), "add the key, or remove the facts")
            }
            Self::Twice(what) => (format!("`{what}` stands there twice"), "keep one of the two"),
            Self::Fields(place) => (format!("`{place}` is not as managed fields are written"), FIELDS),
            Self::Managers(manager, entries) => {
                let places: Vec<_> = entries.iter().map(|at| format!("`.metadata.managedFields[{at}]`")).collect();
                (format!("the manager `{manager}` has several entries: {}", places.join(", ")), "name one of them")
            }
        };
        Diagnostic::new(Code::InvalidRecord, format!("the record cannot be read: {what}")).help(help)
    }
}

const FORMS: &str = r#"write the keys as `team,tier`, as `["team","tier"]`, or with their values as `{"team":"a"}`"#;
const FACTS: &str =
    r#"the facts are `"created":true`, `"before":{KEY:{"value":VALUE}}`, in a list `"digests":{KEY:DIGEST}`"#;
const FIELDS: &str =
    r#"fields are `"f:NAME":{}`, entries `"k:{...}":{}`, `"v:VALUE":{}` or `"i:INDEX":{}`, and `".":{}`"#;

fn not_json(error: &JsonError) -> Diagnostic {
    let code = match error.kind {
        JsonErrorKind::TooLarge(_) => Code::TooLarge,
        JsonErrorKind::TooDeep(_) => Code::TooDeep,
        _ => Code::InvalidRecord,
    };
    Diagnostic::new(code, format!("the record cannot be read: {error}"))
        .fact("line", error.place.line)
        .fact("column", error.place.column)
}
