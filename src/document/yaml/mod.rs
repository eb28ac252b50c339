//! YAML text: read as a Kubernetes client reads it, edited in place, every other byte kept.
//!
//! The text is read with a parser that reports events with spans. An edit is a list of splices into the text; the
//! result is read again and compared with what the plan means before anyone sees it.

mod brackets;
mod check;
mod compose;
mod edit;
mod error;
mod gap;
mod layout;
mod lines;
mod literal;
mod number;
mod offsets;
mod quote;
mod read;
mod render;
mod scalar;
mod tree;
mod verify;

pub use check::decode;
pub use compose::Duplicate;
pub use error::{Share, YamlEditError, YamlError, YamlErrorKind};
pub use tree::Style;

use crate::limits::Limits;
use crate::location::Location;
use crate::plan::Plan;
use crate::span::{Span, line_column};
use crate::value::Value;
use compose::Composer;
use tree::Tree;

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
    dialect: Dialect,
    limits: Limits,
    tree: Tree,
    documents: Vec<YamlDocument>,
    duplicates: Vec<Duplicate>,
}

/// One document of a stream.
#[derive(Clone, Debug)]
pub struct YamlDocument {
    root: Value,
}

impl YamlStream {
    /// Reads a text. Empty documents count; a text without any document has one that is null.
    pub fn parse(text: &str, dialect: Dialect, limits: &Limits) -> Result<Self, YamlError> {
        let stream = Self::parse_with_duplicates(text, dialect, limits)?;
        match stream.duplicates.first() {
            None => Ok(stream),
            Some(Duplicate { key, first, second }) => {
                let first_at = line_column(text, first.start);
                let kind = YamlErrorKind::DuplicateKey { key: key.clone(), first: *first, first_at };
                Err(check::fault(text, *second, kind))
            }
        }
    }

    /// Reads a text in which keys may stand twice; the last one counts. For what only reports them: such a text is not
    /// edited.
    pub fn parse_with_duplicates(text: &str, dialect: Dialect, limits: &Limits) -> Result<Self, YamlError> {
        check::check(text, limits)?;
        let tree = read::read(text, limits)?;
        let mut composer = Composer::new(text, &tree, dialect, limits);
        let roots: Result<Vec<_>, _> = tree.documents.iter().map(|document| composer.value(document.root)).collect();
        let documents = roots?.into_iter().map(|root| YamlDocument { root }).collect();
        let duplicates = composer.duplicates;
        Ok(Self { text: text.into(), dialect, limits: *limits, tree, documents, duplicates })
    }

    /// The keys that stand twice, in the order of the text.
    pub fn duplicates(&self) -> &[Duplicate] {
        &self.duplicates
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
        let branches = edit::fitted(self, edits)?;
        if branches.is_empty() {
            return Ok(self.text.clone());
        }
        let edited = edit::edit(self, &branches)?;
        verify::verify(self, &edited, &branches)?;
        Ok(edited)
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
