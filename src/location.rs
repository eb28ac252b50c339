//! Locations: one concrete place in a document, by keys and indexes only.
//!
//! RFC 9535 calls this a location. It prints as jq, as a JSON Pointer (RFC 6901) and as a normalized path
//! (RFC 9535, section 2.7).

use crate::value::Node;
use std::fmt::{self, Write as _};
use std::sync::Arc;

/// One step of a location.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Segment {
    /// A member of an object, by its key. Shared, since the places of one plan have most of their steps in common.
    Key(Arc<str>),
    /// An entry of a list, by its index from 0.
    Index(usize),
}

impl fmt::Display for Segment {
    /// The bare key or index, for messages.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Key(key) => f.write_str(key),
            Self::Index(index) => write!(f, "{index}"),
        }
    }
}

impl From<&str> for Segment {
    fn from(key: &str) -> Self {
        Self::Key(key.into())
    }
}

impl From<usize> for Segment {
    fn from(index: usize) -> Self {
        Self::Index(index)
    }
}

/// A place in a document. [`fmt::Display`] prints it as jq: `.spec.containers[0].image`; the whole document is `.`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Location(Vec<Segment>);

impl Location {
    /// The whole document.
    pub const fn root() -> Self {
        Self(Vec::new())
    }

    /// The steps from the root.
    pub fn segments(&self) -> &[Segment] {
        &self.0
    }

    /// Whether this is the whole document.
    pub fn is_root(&self) -> bool {
        self.0.is_empty()
    }

    /// One step further down.
    #[must_use]
    pub fn child(&self, segment: impl Into<Segment>) -> Self {
        let mut segments = Vec::with_capacity(self.0.len() + 1);
        segments.extend_from_slice(&self.0);
        segments.push(segment.into());
        Self(segments)
    }

    /// The place that holds this one, and the last step; `None` at the root.
    pub fn split_last(&self) -> Option<(&Segment, &[Segment])> {
        self.0.split_last()
    }

    /// The same place, seen from `base`: `base` first, then these steps.
    #[must_use]
    pub fn below(&self, base: &Location) -> Self {
        Self(base.0.iter().chain(&self.0).cloned().collect())
    }

    /// Whether `other` is this place or inside it.
    pub fn contains(&self, other: &Location) -> bool {
        other.0.starts_with(&self.0)
    }

    /// What stands here in a document; `None` if nothing does. Of a key that stands twice it is the last value.
    pub fn find<'a, N: Node<'a>>(&self, root: N) -> Option<N> {
        find(&self.0, root)
    }

    /// Adds a step in place.
    pub fn push(&mut self, segment: impl Into<Segment>) {
        self.0.push(segment.into());
    }

    /// Takes the last step off.
    pub fn pop(&mut self) -> Option<Segment> {
        self.0.pop()
    }

    /// As a JSON Pointer, RFC 6901: `/spec/containers/0/image`; the whole document is the empty text.
    pub fn to_pointer(&self) -> String {
        let mut out = String::new();
        for segment in &self.0 {
            match segment {
                Segment::Key(key) => {
                    out.push('/');
                    out.push_str(&key.replace('~', "~0").replace('/', "~1"));
                }
                Segment::Index(index) => write!(out, "/{index}").expect("a string takes any text"),
            }
        }
        out
    }

    /// As a normalized path, RFC 9535 section 2.7: `$['spec']['containers'][0]['image']`.
    pub fn to_normalized_path(&self) -> String {
        let mut out = String::from("$");
        for segment in &self.0 {
            match segment {
                Segment::Key(key) => {
                    out.push_str("['");
                    key.chars().for_each(|c| push_normalized(&mut out, c));
                    out.push_str("']");
                }
                Segment::Index(index) => write!(out, "[{index}]").expect("a string takes any text"),
            }
        }
        out
    }
}

/// As [`Location::find`], of the steps of a place.
pub(crate) fn find<'a, N: Node<'a>>(segments: &[Segment], root: N) -> Option<N> {
    segments.iter().try_fold(root, enter)
}

/// What stands one step inside a value.
pub(crate) fn enter<'a, N: Node<'a>>(node: N, segment: &Segment) -> Option<N> {
    match segment {
        Segment::Key(key) => node.member(key).last(),
        Segment::Index(index) => node.entry(*index),
    }
}

/// RFC 9535, `normal-single-quoted`: short escapes where there are some, `\u00xx` for other control characters.
fn push_normalized(out: &mut String, c: char) {
    match c {
        '\u{8}' => out.push_str("\\b"),
        '\t' => out.push_str("\\t"),
        '\n' => out.push_str("\\n"),
        '\u{c}' => out.push_str("\\f"),
        '\r' => out.push_str("\\r"),
        '\'' => out.push_str("\\'"),
        '\\' => out.push_str("\\\\"),
        c if c < ' ' => write!(out, "\\u{:04x}", u32::from(c)).expect("a string takes any text"),
        c => out.push(c),
    }
}

impl From<Vec<Segment>> for Location {
    fn from(segments: Vec<Segment>) -> Self {
        Self(segments)
    }
}

impl FromIterator<Segment> for Location {
    fn from_iter<I: IntoIterator<Item = Segment>>(segments: I) -> Self {
        Self(segments.into_iter().collect())
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str(".");
        }
        for (at, segment) in self.0.iter().enumerate() {
            match segment {
                Segment::Key(key) => write_key(f, key, at == 0)?,
                Segment::Index(index) if at == 0 => write!(f, ".[{index}]")?,
                Segment::Index(index) => write!(f, "[{index}]")?,
            }
        }
        Ok(())
    }
}

/// Writes one key as jq: `.name` where the name allows it, else `["..."]`, after a dot at the `first` step.
pub(crate) fn write_key(f: &mut impl fmt::Write, key: &str, first: bool) -> fmt::Result {
    if is_name(key) {
        return write!(f, ".{key}");
    }
    f.write_str(if first { ".[" } else { "[" })?;
    crate::value::write_string(f, key)?;
    f.write_char(']')
}

/// Whether jq reads the key after a bare dot: `[A-Za-z_][A-Za-z0-9_]*`, words of the language included.
pub(crate) fn is_name(key: &str) -> bool {
    let mut bytes = key.bytes();
    bytes.next().is_some_and(|first| first == b'_' || first.is_ascii_alphabetic())
        && bytes.all(|byte| byte == b'_' || byte.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 6901, section 5.
    #[test]
    fn pointers() {
        for (key, pointer) in [("foo", "/foo"), ("", "/"), ("a/b", "/a~1b"), ("m~n", "/m~0n"), (" ", "/ ")] {
            assert_eq!(Location::root().child(key).to_pointer(), pointer);
        }
        assert_eq!(Location::root().to_pointer(), "");
        assert_eq!(Location::root().child("foo").child(0).to_pointer(), "/foo/0");
    }

    /// RFC 9535, section 2.7, table 20.
    #[test]
    fn normalized_paths() {
        let path = |key: &str| Location::root().child(key).to_normalized_path();
        assert_eq!(path("a"), "$['a']");
        assert_eq!(path("\u{b}"), "$['\\u000b']");
        assert_eq!(path("'"), "$['\\'']");
        assert_eq!(Location::root().child("a").child(1).to_normalized_path(), "$['a'][1]");
    }

    #[test]
    fn jq() {
        let place = Location::root().child("spec").child("a/b").child(0).child("if");
        assert_eq!(place.to_string(), ".spec[\"a/b\"][0].if");
        assert_eq!(Location::root().child("a b").to_string(), ".[\"a b\"]");
        assert_eq!(Location::root().child(3).to_string(), ".[3]");
        assert_eq!(Location::root().to_string(), ".");
        assert!(Location::root().contains(&place));
        assert!(!place.contains(&Location::root()));
    }
}
