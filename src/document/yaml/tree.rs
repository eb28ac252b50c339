//! The values of a text with the bytes they stand on, before anything is resolved.

use super::gap::Properties;
use crate::span::Span;
use std::collections::HashMap;

/// The number of a node in its [`Tree`].
pub(super) type Id = usize;

/// The number that the parser gives an anchor; 0 is none.
pub(super) type Anchor = usize;

/// All documents of a text.
#[derive(Clone, Debug, Default)]
pub(super) struct Tree {
    pub nodes: Vec<Node>,
    pub documents: Vec<Document>,
    /// Aliases, in the order of the text: the anchor they use and their node.
    pub aliases: Vec<(Anchor, Id)>,
    /// The nodes that carry an anchor, by its number.
    pub anchors: HashMap<Anchor, Id>,
    /// Whether a strict parser refuses the text as it stands.
    pub loose: bool,
}

/// Where a document stands.
#[derive(Clone, Debug)]
pub(super) struct Document {
    pub root: Id,
    /// Behind its `---`; without one, behind the document before, or 0.
    pub start: usize,
    /// Whether `---` stands before it.
    pub marked: bool,
    /// Where its `...`, the next `---`, directives of the next document or the end of the text begin.
    pub end: usize,
}

/// One value.
#[derive(Clone, Debug)]
pub(super) struct Node {
    /// The anchor and the tag in front of it.
    pub properties: Properties,
    /// Its bytes without the properties. Of a block collection: from its first entry to the end of its last. Empty
    /// and behind the indicator or the properties where nothing stands.
    pub span: Span,
    /// The number of its anchor, or 0.
    pub anchor: Anchor,
    pub tag: Tag,
    /// Whether it is the key of an entry.
    pub is_key: bool,
    pub kind: NodeKind,
}

impl Node {
    /// Where the properties begin, or the value if there are none.
    pub fn start(&self) -> usize {
        self.properties.span().map_or(self.span.start, |span| span.start)
    }

    /// Whether nothing stands here, a null.
    pub fn is_blank(&self) -> bool {
        self.span.start == self.span.end && matches!(self.kind, NodeKind::Scalar { style: Style::Plain, .. })
    }

    pub fn is_flow_collection(&self) -> bool {
        matches!(self.kind, NodeKind::Sequence { flow: true, .. } | NodeKind::Mapping { flow: true, .. })
    }

    pub fn is_block_collection(&self) -> bool {
        matches!(self.kind, NodeKind::Sequence { flow: false, .. } | NodeKind::Mapping { flow: false, .. })
    }

    pub fn pairs(&self) -> &[Pair] {
        match &self.kind {
            NodeKind::Mapping { pairs, .. } => pairs,
            _ => &[],
        }
    }

    pub fn items(&self) -> &[Item] {
        match &self.kind {
            NodeKind::Sequence { items, .. } => items,
            _ => &[],
        }
    }
}

#[derive(Clone, Debug)]
pub(super) enum NodeKind {
    Scalar {
        style: Style,
        /// What it says, if that is not what its bytes (inside quotes) are.
        text: Option<Box<str>>,
    },
    /// `*name`
    Alias(Anchor),
    Sequence {
        flow: bool,
        items: Vec<Item>,
    },
    Mapping {
        flow: bool,
        /// `[a: b]`: a mapping of one pair without braces
        bare: bool,
        pairs: Vec<Pair>,
    },
}

/// How a scalar is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Without quotes
    Plain,
    /// `'...'`
    Single,
    /// `"..."`
    Double,
    /// `|`
    Literal,
    /// `>`
    Folded,
}

impl Style {
    /// Whether it is a block scalar: text on the lines below its header.
    pub const fn is_block(self) -> bool {
        matches!(self, Self::Literal | Self::Folded)
    }

    /// Whether it stands in quotes.
    pub const fn is_quoted(self) -> bool {
        matches!(self, Self::Single | Self::Double)
    }
}

/// What a tag says about the type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tag {
    None,
    /// `!` alone
    NonSpecific,
    Str,
    Int,
    Float,
    Bool,
    Null,
    Binary,
    Timestamp,
    Map,
    Seq,
    /// One that no Kubernetes client knows
    Other,
}

/// One entry of a sequence.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    /// Its dash; in brackets where the entry begins.
    pub start: usize,
    pub value: Id,
}

/// One entry of a mapping.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    /// Where its `?` or its key with properties begins.
    pub start: usize,
    /// Whether a `?` stands before the key.
    pub explicit: bool,
    pub key: Id,
    /// The `:`; none where a key stands alone.
    pub colon: Option<usize>,
    pub value: Id,
}

impl Tree {
    pub fn node(&self, id: Id) -> &Node {
        &self.nodes[id]
    }

    /// Where an entry ends: behind its value, or behind its indicator or key if there is none.
    pub fn pair_end(&self, pair: &Pair) -> usize {
        self.nodes[pair.value].span.end.max(pair.colon.map_or(0, |at| at + 1)).max(self.nodes[pair.key].span.end)
    }

    /// Where an entry of a sequence ends.
    pub fn item_end(&self, item: &Item, flow: bool) -> usize {
        self.nodes[item.value].span.end.max(item.start + usize::from(!flow))
    }

    /// The node that carries an anchor.
    pub fn anchored(&self, anchor: Anchor) -> Option<Id> {
        self.anchors.get(&anchor).copied()
    }

    /// The node itself, or the one that it is an alias of.
    pub fn target(&self, id: Id) -> Id {
        match self.nodes[id].kind {
            NodeKind::Alias(anchor) => self.anchored(anchor).unwrap_or(id),
            _ => id,
        }
    }

    /// What a scalar says; empty for anything else.
    pub fn text<'t>(&'t self, id: Id, text: &'t str) -> &'t str {
        let node = &self.nodes[id];
        match &node.kind {
            NodeKind::Scalar { text: Some(said), .. } => said,
            NodeKind::Scalar { style, text: None } if style.is_quoted() => {
                Span::new(node.span.start + 1, node.span.end.saturating_sub(1)).of(text)
            }
            NodeKind::Scalar { text: None, .. } => node.span.of(text),
            _ => "",
        }
    }
}
