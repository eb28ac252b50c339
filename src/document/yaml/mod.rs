//! YAML text: read as a Kubernetes client reads it, edited in place, every other byte kept.
//!
//! The text is read with a parser that reports events with spans. An edit is a list of splices into the text; the
//! result is read again and compared with what the plan means before anyone sees it.

mod brackets;
mod check;
mod compose;
mod edit;
mod error;
mod expressible;
mod gap;
mod layout;
mod lines;
mod literal;
mod number;
mod offsets;
mod older;
mod place;
mod print;
mod quote;
mod read;
mod region;
#[cfg(test)]
mod region_tests;
mod render;
mod scalar;
mod source;
mod tabs;
mod tree;
mod verify;

pub use check::decode;
pub use compose::Duplicate;
pub use error::{Share, YamlEditError, YamlError, YamlErrorKind};
pub use print::print;
pub use tree::Style;

use crate::limits::Limits;
use crate::location::Location;
use crate::plan::{Branch, Plan};
use crate::span::{Span, line_column};
use crate::value::Value;
use edit::Care;
use place::{Entry, Places};
use std::sync::Arc;
use tree::{Id, NodeKind, Tree};

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
    shared: Arc<Shared>,
    limits: Limits,
    documents: Vec<YamlDocument>,
    duplicates: Vec<Duplicate>,
}

/// One document of a stream.
#[derive(Clone, Debug)]
pub struct YamlDocument {
    shared: Arc<Shared>,
    number: usize,
    root: Value,
}

/// What the documents of a stream have in common.
#[derive(Debug)]
struct Shared {
    text: String,
    dialect: Dialect,
    tree: Tree,
}

/// A scalar as it stands in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scalar<'a> {
    /// How it is written.
    pub style: Style,
    /// The bytes that it is written with, quotes included.
    pub raw: &'a str,
    /// What it says, before a plain one is read as a number, a boolean or null.
    pub text: &'a str,
    /// Whether a tag stands before it.
    pub tagged: bool,
    /// Where it stands.
    pub span: Span,
}

impl YamlStream {
    /// Reads a text. Empty documents count; a text without any document has one that is null.
    pub fn parse(text: &str, dialect: Dialect, limits: &Limits) -> Result<Self, YamlError> {
        let stream = Self::parse_with_duplicates(text, dialect, limits)?;
        stream.duplicate_error().map_or(Ok(stream), Err)
    }

    fn duplicate_error(&self) -> Option<YamlError> {
        let Duplicate { key, first, second } = self.duplicates.first()?;
        let first_at = line_column(self.text(), first.start);
        let kind = YamlErrorKind::DuplicateKey { key: key.clone(), first: *first, first_at };
        Some(check::fault(self.text(), *second, kind))
    }

    /// Reads a text in which keys may stand twice; the last one counts. For what only reports them: such a text is not
    /// edited.
    pub fn parse_with_duplicates(text: &str, dialect: Dialect, limits: &Limits) -> Result<Self, YamlError> {
        check::check(text, dialect, limits)?;
        let tree = read::read(text, dialect, limits)?;
        check::check_separators(text, &tree, dialect)?;
        check::check_anchors(text, &tree, dialect)?;
        tabs::check_tabs(text, &tree, dialect)?;
        let (roots, duplicates) = compose::compose(text, &tree, dialect, limits)?;
        let shared = Arc::new(Shared { text: text.into(), dialect, tree });
        let documents = roots.into_iter().enumerate();
        let documents = documents.map(|(number, root)| YamlDocument { shared: Arc::clone(&shared), number, root });
        Ok(Self { documents: documents.collect(), shared, limits: *limits, duplicates })
    }

    /// The keys that stand twice, in the order of the text.
    pub fn duplicates(&self) -> &[Duplicate] {
        &self.duplicates
    }

    /// How every scalar of the text is written and where, keys included.
    pub fn scalars(&self) -> impl Iterator<Item = (Style, Span)> {
        self.shared.tree.nodes.iter().filter_map(|node| match node.kind {
            NodeKind::Scalar { style, .. } => Some((style, node.span)),
            _ => None,
        })
    }

    /// The text that was read.
    pub fn text(&self) -> &str {
        &self.shared.text
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
    /// All or nothing: the result was read again and is what the plans mean. A text with keys that stand twice is
    /// refused.
    pub fn apply(&self, edits: &[(usize, &Plan)]) -> Result<String, YamlEditError> {
        let branches = edit::fitted(self, edits)?;
        if branches.is_empty() {
            return Ok(self.text().to_string());
        }
        if let Some(error) = self.duplicate_error() {
            return Err(YamlEditError::Invalid(error));
        }
        expressible::check(&branches)?;
        let mut result = self.attempt(&branches, Care::default());
        for care in Care::MORE {
            if !matches!(result, Err(YamlEditError::Unfaithful { .. })) {
                break;
            }
            result = self.attempt(&branches, care).or(result);
        }
        result
    }

    fn attempt(&self, branches: &[(usize, Branch<'_>)], care: Care) -> Result<String, YamlEditError> {
        let edited = edit::edit(self, branches, care)?;
        if !region::is_proven(self, &edited, branches) {
            verify::verify(self, &edited, branches)?;
        }
        Ok(edited)
    }
}

impl YamlDocument {
    /// The value as a client reads it: aliases and merge keys resolved, members in document order.
    pub fn root(&self) -> &Value {
        &self.root
    }

    /// The bytes of the value at a location; of an alias, those of the alias. Empty where a null is not written.
    pub fn span_of(&self, location: &Location) -> Option<Span> {
        self.find(location).map(|(_, id)| self.shared.tree.node(id).span)
    }

    /// The bytes of the key of the member at a location.
    pub fn key_span_of(&self, location: &Location) -> Option<Span> {
        let (entry, _) = self.find(location)?;
        entry.key().map(|key| self.shared.tree.node(key).span)
    }

    /// The bytes of the whole entry at a location: from its key, its `?` or its dash to the end of its value.
    pub fn entry_span_of(&self, location: &Location) -> Option<Span> {
        let tree = &self.shared.tree;
        let (entry, id) = self.find(location)?;
        let node = tree.node(id);
        Some(match entry {
            Entry::Root => Span::new(node.start(), node.span.end),
            Entry::Member(pair) => Span::new(pair.start, tree.pair_end(&pair)),
            Entry::Item(item) => Span::new(item.start, node.span.end.max(item.start)),
        })
    }

    /// The scalar at a location; of an alias, the one that its anchor names.
    pub fn scalar_at(&self, location: &Location) -> Option<Scalar<'_>> {
        self.find(location).and_then(|(_, id)| self.scalar(id))
    }

    /// The key of the member at a location.
    pub fn key_at(&self, location: &Location) -> Option<Scalar<'_>> {
        self.find(location).and_then(|(entry, _)| self.scalar(entry.key()?))
    }

    /// The bytes that a stretch of the string at a location was read from: through quotes, escapes and folded lines.
    pub fn source_span(&self, location: &Location, inner: Span) -> Option<Span> {
        let (_, id) = self.find(location)?;
        let tree = &self.shared.tree;
        let id = tree.target(id);
        let said = tree.text(id, &self.shared.text);
        source::source_span(&self.shared.text, tree.node(id), said, inner)
    }

    fn find(&self, location: &Location) -> Option<(Entry, Id)> {
        let Shared { text, dialect, tree } = &*self.shared;
        Places { tree, text, dialect: *dialect }.find(tree.documents[self.number].root, location)
    }

    fn scalar(&self, id: Id) -> Option<Scalar<'_>> {
        let Shared { text, tree, .. } = &*self.shared;
        let id = tree.target(id);
        let node = tree.node(id);
        let NodeKind::Scalar { style, .. } = node.kind else { return None };
        let tagged = node.properties.tag.is_some();
        Some(Scalar { style, raw: node.span.of(text), text: tree.text(id, text), tagged, span: node.span })
    }
}
