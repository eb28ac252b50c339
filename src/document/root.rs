//! One way to read the root of a document, whatever its format.

use crate::json::JsonNode;
use crate::value::{Found, Kind, Node, NumberView, Value};
use std::borrow::Cow;

/// A value of a document: in JSON text, or read from YAML.
#[derive(Clone, Copy, Debug)]
pub enum Root<'a> {
    /// In an indexed JSON text
    Json(JsonNode<'a>),
    /// A value that stands alone
    Value(&'a Value),
}

impl Root<'_> {
    /// `null`
    pub const NULL: Root<'static> = Root::Value(&Value::Null);
}

/// The entries of a list in either representation.
pub enum RootEntries<'a> {
    /// See [`Root::Json`]
    Json(<JsonNode<'a> as Node<'a>>::Entries),
    /// See [`Root::Value`]
    Value(<&'a Value as Node<'a>>::Entries),
}

/// The members of an object in either representation.
pub enum RootMembers<'a> {
    /// See [`Root::Json`]
    Json(<JsonNode<'a> as Node<'a>>::Members),
    /// See [`Root::Value`]
    Value(<&'a Value as Node<'a>>::Members),
}

impl<'a> Iterator for RootEntries<'a> {
    type Item = Root<'a>;

    fn next(&mut self) -> Option<Root<'a>> {
        match self {
            Self::Json(entries) => entries.next().map(Root::Json),
            Self::Value(entries) => entries.next().map(Root::Value),
        }
    }
}

impl<'a> Iterator for RootMembers<'a> {
    type Item = (Cow<'a, str>, Root<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Self::Json(members) => members.next().map(|(key, node)| (key, Root::Json(node))),
            Self::Value(members) => members.next().map(|(key, node)| (key, Root::Value(node))),
        }
    }
}

impl<'a> Node<'a> for Root<'a> {
    type Entries = RootEntries<'a>;
    type Members = RootMembers<'a>;

    fn kind(self) -> Kind {
        match self {
            Self::Json(node) => node.kind(),
            Self::Value(node) => node.kind(),
        }
    }

    fn as_bool(self) -> Option<bool> {
        match self {
            Self::Json(node) => node.as_bool(),
            Self::Value(node) => node.as_bool(),
        }
    }

    fn as_number(self) -> Option<NumberView<'a>> {
        match self {
            Self::Json(node) => node.as_number(),
            Self::Value(node) => node.as_number(),
        }
    }

    fn as_str(self) -> Option<Cow<'a, str>> {
        match self {
            Self::Json(node) => Node::as_str(node),
            Self::Value(node) => Node::as_str(node),
        }
    }

    fn entries(self) -> Self::Entries {
        match self {
            Self::Json(node) => RootEntries::Json(node.entries()),
            Self::Value(node) => RootEntries::Value(node.entries()),
        }
    }

    fn members(self) -> Self::Members {
        match self {
            Self::Json(node) => RootMembers::Json(node.members()),
            Self::Value(node) => RootMembers::Value(node.members()),
        }
    }

    fn json_text(self) -> Option<&'a str> {
        match self {
            Self::Json(node) => node.json_text(),
            Self::Value(node) => node.json_text(),
        }
    }

    fn len(self) -> usize {
        match self {
            Self::Json(node) => node.len(),
            Self::Value(node) => node.len(),
        }
    }

    fn entry(self, index: usize) -> Option<Self> {
        match self {
            Self::Json(node) => node.entry(index).map(Self::Json),
            Self::Value(node) => node.entry(index).map(Self::Value),
        }
    }

    fn member(self, key: &str) -> Found<Self> {
        fn map<N, M>(found: Found<N>, wrap: impl Fn(N) -> M) -> Found<M> {
            match found {
                Found::Absent => Found::Absent,
                Found::One(node) => Found::One(wrap(node)),
                Found::Twice(first, last) => Found::Twice(wrap(first), wrap(last)),
            }
        }
        match self {
            Self::Json(node) => map(node.member(key), Root::Json),
            Self::Value(node) => map(node.member(key), Root::Value),
        }
    }
}
