//! The check of a text against the keys that it may have.

use super::field::PathField;
use super::model::PathText;
use super::problem::{Problem, ProblemKind};
use super::shape::{Content, DEFINITION, Key, Need, Shape};
use crate::location::Location;
use crate::near::nearest;
use crate::value::{Kind, Node};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// What a text has of the keys that it may have.
pub(super) struct Checked {
    /// What does not fit.
    pub(super) problems: Vec<Problem>,
    /// Its path expressions, in document order.
    pub(super) paths: Vec<PathText>,
    /// Which of them stand inside an object, by its place.
    pub(super) inside: HashMap<Location, Range<usize>>,
}

/// Compares a text with the keys that it may have. Nesting is bounded by that of the table, not by the text's.
pub(super) fn check<'a, N: Node<'a>>(root: N) -> Checked {
    let checked = Checked { problems: Vec::new(), paths: Vec::new(), inside: HashMap::new() };
    let mut check = Check { checked, at: Location::root() };
    check.object(&DEFINITION, root);
    check.checked
}

struct Check {
    checked: Checked,
    at: Location,
}

impl Check {
    fn report(&mut self, kind: ProblemKind) {
        self.checked.problems.push(Problem { location: self.at.clone(), kind });
    }

    fn is<'a, N: Node<'a>>(&mut self, want: Kind, node: N) -> bool {
        let got = node.kind();
        if got != want {
            self.report(ProblemKind::WrongType { want, got });
        }
        got == want
    }

    fn object<'a, N: Node<'a>>(&mut self, shape: &'static Shape, node: N) {
        if !self.is(Kind::Object, node) {
            return;
        }
        let before = self.checked.paths.len();
        let mut seen = HashSet::new();
        for (name, member) in node.members() {
            self.at.push(&*name);
            match shape.keys.iter().find(|key| key.name == name) {
                _ if !seen.insert(name.clone()) => self.report(ProblemKind::DuplicateKey),
                Some(key) => self.content(key, member),
                None => {
                    let near = nearest(&name, shape.keys.iter().map(|key| key.name));
                    self.report(ProblemKind::UnknownKey { near });
                }
            }
            self.at.pop();
        }
        for key in shape.keys.iter().filter(|key| key.need != Need::Optional && !seen.contains(key.name)) {
            self.report(ProblemKind::MissingKey { key: key.name, required: key.need == Need::Required });
        }
        let after = self.checked.paths.len();
        if before < after {
            self.checked.inside.insert(self.at.clone(), before..after);
        }
    }

    fn content<'a, N: Node<'a>>(&mut self, key: &Key, node: N) {
        // An optional key without a value counts as absent, as it does for a Kubernetes client.
        if node.kind() == Kind::Null && key.need != Need::Required {
            return;
        }
        match key.holds {
            Content::Text => drop(self.text(node)),
            Content::AnyText => {
                self.is(Kind::String, node);
            }
            Content::Path(field) => self.path(field, node),
            Content::Object(shape) => self.object(shape, node),
            Content::List(shape) => self.entries(node, |check, entry| check.object(shape, entry)),
            Content::Paths(field) => self.entries(node, |check, entry| check.path(field, entry)),
            Content::Map(shape) => self.values(node, |check, value| check.object(shape, value)),
            Content::TextMap => self.values(node, |check, value| {
                check.is(Kind::String, value);
            }),
            Content::Any => {}
        }
    }

    /// The text, if it is one and says something.
    fn text<'a, N: Node<'a>>(&mut self, node: N) -> Option<Cow<'a, str>> {
        let text = if self.is(Kind::String, node) { node.as_str()? } else { return None };
        if text.trim().is_empty() {
            self.report(ProblemKind::EmptyText);
            return None;
        }
        Some(text)
    }

    fn path<'a, N: Node<'a>>(&mut self, field: PathField, node: N) {
        if let Some(text) = self.text(node) {
            self.checked.paths.push(PathText {
                field,
                text: text.into_owned(),
                location: self.at.clone(),
                component: None,
            });
        }
    }

    fn entries<'a, N: Node<'a>>(&mut self, list: N, check: impl Fn(&mut Self, N)) {
        if !self.is(Kind::Array, list) {
            return;
        }
        for (index, entry) in list.entries().enumerate() {
            self.at.push(index);
            check(self, entry);
            self.at.pop();
        }
    }

    fn values<'a, N: Node<'a>>(&mut self, map: N, check: impl Fn(&mut Self, N)) {
        if !self.is(Kind::Object, map) {
            return;
        }
        let mut seen = HashSet::new();
        for (name, value) in map.members() {
            self.at.push(&*name);
            match seen.insert(name) {
                true => check(self, value),
                false => self.report(ProblemKind::DuplicateKey),
            }
            self.at.pop();
        }
    }
}
