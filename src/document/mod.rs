//! Documents: text in, text out, with every byte outside a plan's places unchanged.

pub mod json;
mod root;
#[cfg(feature = "yaml")]
pub mod yaml;

pub use root::{Root, RootEntries, RootMembers};
#[cfg(feature = "yaml")]
pub use yaml::Dialect;

use crate::diagnostic::{Code, Diagnose, Diagnostic};
use crate::expression::Address;
use crate::json::JsonError;
use crate::limits::Limits;
use crate::location::Location;
use crate::plan::{ApplyError, Plan};
use crate::span::Span;
use json::{JsonDocument, Spliced};
#[cfg(feature = "yaml")]
use yaml::{YamlEditError, YamlError, YamlStream};

/// How a text says what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// JSON, and nothing else
    Json,
    /// JSON if it reads as JSON, else YAML
    ByContent,
}

/// A text that was read: one JSON document, or a stream of YAML documents.
#[derive(Debug)]
pub enum Document<'t> {
    /// JSON
    Json(JsonDocument<'t>),
    /// YAML
    #[cfg(feature = "yaml")]
    Yaml(YamlStream),
}

/// Why a text is no document, or an edit of it was refused.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.diagnose().message)]
pub enum DocumentError {
    /// The text is not JSON.
    Json(JsonError),
    /// The text is not YAML that a Kubernetes client reads.
    #[cfg(feature = "yaml")]
    Yaml(YamlError),
    /// The plan does not fit.
    Apply(ApplyError),
    /// The YAML text cannot take the edit.
    #[cfg(feature = "yaml")]
    YamlEdit(YamlEditError),
    /// Several documents, and none was named.
    Ambiguous {
        /// How many there are.
        count: usize,
    },
    /// A document was named that is not there.
    NoDocument {
        /// Which, from 0.
        index: usize,
        /// How many there are.
        count: usize,
    },
}

/// How a text is read.
#[derive(Clone, Copy, Debug)]
pub struct ReadOptions<'a, 'b> {
    /// What the text says it is.
    pub format: Format,
    /// How YAML scalars are read.
    #[cfg(feature = "yaml")]
    pub dialect: Dialect,
    /// The bounds.
    pub limits: Limits,
    /// The addresses that will be asked for, if they are known: the rest of a JSON text is checked and not indexed.
    pub addresses: Option<&'a [Address<'b>]>,
}

impl<'t> Document<'t> {
    /// Reads a text.
    pub fn parse(text: &'t str, options: &ReadOptions<'_, '_>) -> Result<Self, DocumentError> {
        Self::read(text, options, |limits| match options.addresses {
            Some(addresses) => JsonDocument::parse_for(text, addresses, limits),
            None => JsonDocument::parse(text, limits),
        })
    }

    /// Reads a text that is to be compared with another one: as [`parse`](Self::parse), quicker where both are JSON and
    /// mostly the same.
    pub fn parse_beside(text: &'t str, other: &str, options: &ReadOptions<'_, '_>) -> Result<Self, DocumentError> {
        Self::read(text, options, |limits| JsonDocument::parse_beside(text, other, limits))
    }

    /// The same where the other text was already read in that way: how both begin is not checked again.
    pub fn parse_beside_document(
        text: &'t str,
        other: &Document<'_>,
        options: &ReadOptions<'_, '_>,
    ) -> Result<Self, DocumentError> {
        Self::read(text, options, |limits| match other {
            Document::Json(other) => JsonDocument::parse_beside_document(text, other, limits),
            #[cfg(feature = "yaml")]
            Document::Yaml(_) => JsonDocument::parse(text, limits),
        })
    }

    fn read(
        text: &'t str,
        options: &ReadOptions<'_, '_>,
        json: impl FnOnce(&Limits) -> Result<JsonDocument<'t>, JsonError>,
    ) -> Result<Self, DocumentError> {
        if options.format == Format::ByContent && !looks_like_json(text) {
            return Self::yaml(text, options);
        }
        match json(&options.limits) {
            Ok(document) => Ok(Self::Json(document)),
            // What is beyond a limit in one language is so in the other.
            Err(error) if options.format == Format::Json || error.is_limit() => Err(DocumentError::Json(error)),
            Err(error) => Self::yaml(text, options).map_err(|yaml| neither(text, error, yaml)),
        }
    }

    #[cfg(feature = "yaml")]
    fn yaml(text: &str, options: &ReadOptions<'_, '_>) -> Result<Self, DocumentError> {
        YamlStream::parse(text, options.dialect, &options.limits).map(Self::Yaml).map_err(DocumentError::Yaml)
    }

    #[cfg(not(feature = "yaml"))]
    fn yaml(text: &'t str, options: &ReadOptions<'_, '_>) -> Result<Self, DocumentError> {
        JsonDocument::parse(text, &options.limits).map(Self::Json).map_err(DocumentError::Json)
    }

    /// How many documents there are. JSON has one.
    pub fn count(&self) -> usize {
        match self {
            Self::Json(_) => 1,
            #[cfg(feature = "yaml")]
            Self::Yaml(stream) => stream.len(),
        }
    }

    /// The document that a caller means who named this one, or none.
    pub fn select(&self, named: Option<usize>) -> Result<usize, DocumentError> {
        match (named, self.count()) {
            (None, 1) => Ok(0),
            (None, count) => Err(DocumentError::Ambiguous { count }),
            (Some(index), count) if index < count => Ok(index),
            (Some(index), count) => Err(DocumentError::NoDocument { index, count }),
        }
    }

    /// The root of one document. An index past the end is a mistake of the program; it reads as null.
    pub fn root(&self, index: usize) -> Root<'_> {
        let _ = index; // JSON is one document.
        match self {
            Self::Json(document) => Root::Json(document.root()),
            #[cfg(feature = "yaml")]
            Self::Yaml(stream) => {
                stream.documents().nth(index).map_or(Root::NULL, |document| Root::Value(document.root()))
            }
        }
    }

    /// The text as it was read.
    pub fn text(&self) -> &str {
        match self {
            Self::Json(document) => document.text(),
            #[cfg(feature = "yaml")]
            Self::Yaml(stream) => stream.text(),
        }
    }

    /// The text after the plans, each for the document with its index. The document itself stays as it was.
    pub fn apply(&self, plans: &[(usize, &Plan)]) -> Result<String, DocumentError> {
        self.splice(plans).map(|parts| parts.into_string(self.text()))
    }

    /// As [`apply`](Self::apply), in parts, of which those of a JSON text that stay are not copied.
    pub(crate) fn splice(&self, plans: &[(usize, &Plan)]) -> Result<Spliced, DocumentError> {
        match self {
            Self::Json(document) => match plans {
                [] => Ok(Spliced::unchanged(document.text())),
                [(_, plan), ..] => document.splice(plan).map_err(DocumentError::Apply),
            },
            #[cfg(feature = "yaml")]
            Self::Yaml(stream) => stream.apply(plans).map(Spliced::new).map_err(DocumentError::YamlEdit),
        }
    }

    /// Where the value at a location stands in the text.
    pub fn span_of(&self, index: usize, location: &Location) -> Option<Span> {
        let _ = index; // JSON is one document.
        match self {
            Self::Json(document) => document.span_of(location),
            #[cfg(feature = "yaml")]
            Self::Yaml(stream) => stream.documents().nth(index)?.span_of(location),
        }
    }
}

/// Whether the text begins as JSON documents do and block YAML hardly ever.
fn looks_like_json(text: &str) -> bool {
    let head = head(text);
    let number = head.strip_prefix('-').unwrap_or(head);
    head.starts_with(['{', '[', '"', 't', 'f', 'n']) || number.starts_with(|first: char| first.is_ascii_digit())
}

fn head(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text).trim_start_matches([' ', '\t', '\r', '\n'])
}

/// What to say of a text that is neither: in brackets or quotes it was meant as JSON, unless it is YAML up to something
/// that no client takes, such as a key that stands twice.
fn neither(text: &str, json: JsonError, yaml: DocumentError) -> DocumentError {
    let meant_as_json = head(text).starts_with(['{', '[', '"']);
    match yaml {
        #[cfg(feature = "yaml")]
        DocumentError::Yaml(error) if !error.is_syntax() => DocumentError::Yaml(error),
        yaml if !meant_as_json => yaml,
        _ => DocumentError::Json(json),
    }
}

impl Diagnose for DocumentError {
    fn diagnose(&self) -> Diagnostic {
        match self {
            Self::Json(error) => error.diagnose(),
            #[cfg(feature = "yaml")]
            Self::Yaml(error) => error.diagnose(),
            Self::Apply(error) => error.diagnose(),
            #[cfg(feature = "yaml")]
            Self::YamlEdit(error) => error.diagnose(),
            Self::Ambiguous { count: 0 } => Diagnostic::new(Code::InvalidDocument, "there is no document in the text")
                .help("write a value, `{}` for an empty object"),
            Self::Ambiguous { count } => {
                Diagnostic::new(Code::AmbiguousDocument, format!("the stream has {count} documents"))
                    .help("name one with `--document N`, counted from 0")
            }
            Self::NoDocument { index, count } => Diagnostic::new(
                Code::AmbiguousDocument,
                format!("there is no document {index}: the stream has {count}, counted from 0"),
            )
            .help("name a document that is there"),
        }
    }
}
