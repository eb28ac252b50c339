//! From the parser's events to the tree: which bytes each value, key and indicator stands on.
//!
//! The events say what follows what, and where scalars end. Everything else is found by reading on from the value
//! before: between two values there are only white space, comments, indicators and properties.

mod collection;
mod fault;
mod input;
mod loosely;
mod scalar;

use super::Dialect;
use super::error::YamlError;
use super::gap::{Properties, ends_indicator, skip_trivia};
use super::lines::line_start;
use super::offsets::Offsets;
use super::tree::{Anchor, Document, Id, Node, NodeKind, Style, Tag, Tree};
use crate::limits::Limits;
use crate::span::Span;
use collection::Open;
use input::Characters;
use saphyr_parser::{Event, Parser};
use std::borrow::Cow;

/// Reads all documents of a text.
pub(super) fn read(text: &str, dialect: Dialect, limits: &Limits) -> Result<Tree, YamlError> {
    match strictly(text, dialect, limits) {
        Err(error) => {
            let tree = loosely::read(text, dialect, limits, error)?;
            Ok(Tree { loose: true, ..tree })
        }
        result => result,
    }
}

/// Reads a text that a strict parser takes.
pub(super) fn strictly(text: &str, dialect: Dialect, limits: &Limits) -> Result<Tree, YamlError> {
    read_as(text, text, &[], dialect, limits)
}

/// `shown` is what the parser sees: as many characters as the text, and the same ones but for single ones and for the
/// `hidden` white space and comments.
fn read_as(text: &str, shown: &str, hidden: &[Span], dialect: Dialect, limits: &Limits) -> Result<Tree, YamlError> {
    // Clients end each line that they read with a line break. Below a block scalar it shows.
    let open = dialect == Dialect::Kubernetes && text.ends_with(' ');
    let shown = if open { Cow::Owned(format!("{shown}\n")) } else { Cow::Borrowed(shown) };
    let mut reader = Reader {
        text,
        parser: Parser::new(Characters::new(&shown)),
        offsets: Offsets::new(text),
        tree: Tree::default(),
        cursor: 0,
        open: Vec::new(),
        depth: limits.document_depth,
        brackets: 0,
        dialect,
        hidden,
        stand_ins: loosely::has_stand_ins(&shown),
        anchors: 0,
        earlier_anchors: 0,
    };
    reader.stream()?;
    Ok(reader.tree)
}

struct Reader<'t, 's> {
    text: &'t str,
    parser: Parser<'s, Characters<'s>>,
    offsets: Offsets<'t>,
    tree: Tree,
    /// Behind what was read last.
    cursor: usize,
    /// The collections that are not read to their end. Kept here and not on the stack, however deep they nest.
    open: Vec<Open>,
    /// How deep a document may nest.
    depth: usize,
    /// How many brackets are open.
    brackets: usize,
    dialect: Dialect,
    /// What the parser is shown as spaces.
    hidden: &'s [Span],
    /// Whether the parser is shown something else for some colons and dashes.
    stand_ins: bool,
    /// The highest number of an anchor so far.
    anchors: Anchor,
    /// The same before this document.
    earlier_anchors: Anchor,
}

type Spanned<'s> = (Event<'s>, saphyr_parser::Span);

impl<'s> Reader<'_, 's> {
    /// Whether scalars and keys end where go-yaml ends them.
    fn is_client(&self) -> bool {
        self.dialect == Dialect::Kubernetes
    }

    fn next(&mut self) -> Result<Spanned<'s>, YamlError> {
        match self.parser.next_event() {
            Some(Ok(event)) => Ok(event),
            Some(Err(error)) => Err(fault::scan_error(self.text, &mut self.offsets, &error)),
            None => Ok((Event::StreamEnd, saphyr_parser::Span::default())),
        }
    }

    fn stream(&mut self) -> Result<(), YamlError> {
        loop {
            match self.next()? {
                (Event::DocumentStart(marked), span) => self.document(marked, span)?,
                (Event::StreamEnd, _) => break,
                _ => {}
            }
        }
        if self.tree.documents.is_empty() {
            // Only comments, and perhaps a marker for the end.
            let marker = |at: &usize| line_start(self.text, *at) == *at;
            let end = self.text.match_indices("...").map(|(at, _)| at).find(marker).unwrap_or(self.text.len());
            let root = self.blank(end);
            self.tree.documents.push(Document { root, start: 0, marked: false, end });
        }
        Ok(())
    }

    fn document(&mut self, marked: bool, span: saphyr_parser::Span) -> Result<(), YamlError> {
        if marked {
            self.cursor = self.offsets.byte(span.end.index());
        } else {
            self.skip_end_markers();
        }
        let start = self.cursor;
        self.earlier_anchors = self.anchors;
        let root = self.root()?;
        let (_, span) = self.next()?;
        let end = self.offsets.byte(span.start.index()).max(self.cursor);
        // A marker for the end belongs to this document; one for a start, to the next.
        self.cursor = if self.text[end..].starts_with("...") { end + 3 } else { end };
        self.tree.documents.push(Document { root, start, marked, end });
        Ok(())
    }

    /// The value of a document: events up to the end of the outermost collection.
    fn root(&mut self) -> Result<Id, YamlError> {
        loop {
            let (event, span) = self.next()?;
            let done = match event {
                Event::SequenceEnd | Event::MappingEnd => Some(self.close()?),
                event => {
                    self.enter(&event)?;
                    self.node(event, span)?
                }
            };
            let Some(id) = done else { continue };
            if self.open.is_empty() {
                return Ok(id);
            }
            self.attach(id);
        }
    }

    /// Behind markers for the end of a document that has none.
    fn skip_end_markers(&mut self) {
        loop {
            let at = skip_trivia(self.text, self.cursor);
            let is_marker = self.text[at..].starts_with("...") && line_start(self.text, at) == at;
            if !is_marker || !ends_indicator(self.text, at + 3) {
                return;
            }
            self.cursor = at + 3;
        }
    }

    fn push(&mut self, node: Node) -> Id {
        if node.anchor != 0 {
            self.anchors = self.anchors.max(node.anchor);
            self.tree.anchors.insert(node.anchor, self.tree.nodes.len());
        }
        self.tree.nodes.push(node);
        self.tree.nodes.len() - 1
    }

    /// A null that nothing spells.
    fn blank(&mut self, at: usize) -> Id {
        self.push(Node {
            properties: Properties::default(),
            span: Span::new(at, at),
            anchor: 0,
            tag: Tag::None,
            is_key: false,
            kind: NodeKind::Scalar { style: Style::Plain, text: None },
        })
    }
}
