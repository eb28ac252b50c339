//! From the tree to the value that a client reads: scalars resolved, aliases followed, merge keys merged.

use super::Dialect;
use super::check::fault;
use super::error::{YamlError, YamlErrorKind};
use super::scalar;
use super::tree::{Anchor, Id, NodeKind, Pair, Style, Tag, Tree};
use crate::limits::Limits;
use crate::span::Span;
use crate::value::Value;
use std::collections::{HashMap, HashSet};

/// A key that stands twice in its mapping.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duplicate {
    /// The key as it reads.
    pub key: String,
    /// The bytes of the first one.
    pub first: Span,
    /// The bytes of the one after it.
    pub second: Span,
}

/// Composes the documents of a tree one after another. Of a key that stands twice the last one counts; the caller is told.
pub(super) struct Composer<'t> {
    text: &'t str,
    tree: &'t Tree,
    dialect: Dialect,
    /// The values of the anchors that aliases use.
    anchored: HashMap<Anchor, Anchored>,
    used: HashSet<Anchor>,
    /// How much more the aliases may add.
    budget: usize,
    /// How much deeper the value may still nest.
    depth: usize,
    pub duplicates: Vec<Duplicate>,
}

struct Anchored {
    value: Value,
    size: usize,
    depth: usize,
}

impl<'t> Composer<'t> {
    pub fn new(text: &'t str, tree: &'t Tree, dialect: Dialect, limits: &Limits) -> Self {
        Self {
            text,
            tree,
            dialect,
            anchored: HashMap::new(),
            used: tree.aliases.iter().map(|(anchor, _)| *anchor).collect(),
            budget: limits.result_bytes,
            depth: limits.document_depth,
            duplicates: Vec::new(),
        }
    }

    /// The value of a node.
    pub fn value(&mut self, id: Id) -> Result<Value, YamlError> {
        let node = self.tree.node(id);
        let value = match &node.kind {
            NodeKind::Scalar { style, .. } => {
                let text = self.tree.text(id, self.text);
                if let Some(c) = text.chars().find(|c| matches!(c, '\u{2028}' | '\u{2029}'))
                    && !style.is_quoted()
                    && self.dialect == Dialect::Kubernetes
                {
                    // A line break to go-yaml, and none in YAML 1.2: in quotes the two agree.
                    return Err(self.error(id, YamlErrorKind::ControlCharacter(c)));
                }
                scalar::value(text, *style, node.tag, self.dialect).map_err(|kind| self.error(id, kind))?
            }
            NodeKind::Alias(anchor) => return self.alias(id, *anchor),
            NodeKind::Sequence { items, .. } => {
                self.enter(id)?;
                let entries: Result<_, _> = items.iter().map(|item| self.value(item.value)).collect();
                self.depth += 1;
                Value::Array(entries?)
            }
            NodeKind::Mapping { pairs, .. } => {
                self.enter(id)?;
                let members = self.members(pairs);
                self.depth += 1;
                Value::Object(members?)
            }
        };
        if node.anchor != 0 && self.used.contains(&node.anchor) {
            let (size, depth) = measure(&value);
            self.anchored.insert(node.anchor, Anchored { value: value.clone(), size, depth });
        }
        Ok(value)
    }

    fn error(&self, id: Id, kind: YamlErrorKind) -> YamlError {
        fault(self.text, self.tree.node(id).span, kind)
    }

    fn enter(&mut self, id: Id) -> Result<(), YamlError> {
        self.depth = self.depth.checked_sub(1).ok_or_else(|| self.error(id, YamlErrorKind::TooDeep))?;
        Ok(())
    }

    fn alias(&mut self, id: Id, anchor: Anchor) -> Result<Value, YamlError> {
        let name = || self.tree.node(id).span.of(self.text).trim_start_matches('*').to_string();
        let Some(anchored) = self.anchored.get(&anchor) else {
            return Err(self.error(id, YamlErrorKind::AliasCycle(name())));
        };
        if anchored.depth > self.depth {
            return Err(self.error(id, YamlErrorKind::TooDeep));
        }
        let Some(budget) = self.budget.checked_sub(anchored.size) else {
            return Err(self.error(id, YamlErrorKind::TooLargeExpanded));
        };
        self.budget = budget;
        Ok(anchored.value.clone())
    }

    fn members(&mut self, pairs: &[Pair]) -> Result<Vec<(String, Value)>, YamlError> {
        let mut members = Members::with_capacity(pairs.len());
        let mut merged: Option<Id> = None;
        for pair in pairs {
            if is_merge(self.tree, self.text, self.dialect, pair) {
                if let Some(first) = merged.replace(pair.key) {
                    self.duplicate("<<", first, pair.key);
                }
                self.merge(pair.value, &mut members)?;
                continue;
            }
            let key = key_of(self.tree, self.text, self.dialect, pair.key);
            let key = key.map_err(|kind| self.error(pair.key, kind))?;
            let value = self.value(pair.value)?;
            let at = members.set(key, value, Some(pair.key));
            if let Some((at, first)) = at {
                self.duplicate(&members.list[at].0, first, pair.key);
            }
        }
        Ok(members.list)
    }

    fn duplicate(&mut self, key: &str, first: Id, second: Id) {
        let span = |id: Id| self.tree.node(id).span;
        self.duplicates.push(Duplicate { key: key.into(), first: span(first), second: span(second) });
    }

    /// go-yaml v2, `merge`: what is merged stands for what came before it; of a list the first entry stands for the
    /// others.
    fn merge(&mut self, id: Id, members: &mut Members) -> Result<(), YamlError> {
        let sources = match &self.tree.node(id).kind {
            NodeKind::Sequence { items, .. } => items.iter().map(|item| item.value).collect(),
            _ => vec![id],
        };
        let values: Result<Vec<_>, _> = sources.iter().map(|source| self.value(*source)).collect();
        for (value, source) in values?.into_iter().zip(sources).rev() {
            let Value::Object(list) = value else {
                return Err(self.error(source, YamlErrorKind::MergeValue));
            };
            for (key, value) in list {
                members.set(key, value, None);
            }
        }
        Ok(())
    }
}

/// Whether an entry is a merge key. The core schema has none.
pub(super) fn is_merge(tree: &Tree, text: &str, dialect: Dialect, pair: &Pair) -> bool {
    let node = tree.node(pair.key);
    dialect == Dialect::Kubernetes
        && matches!(node.kind, NodeKind::Scalar { style: Style::Plain, .. })
        && node.tag == Tag::None
        && tree.text(pair.key, text) == "<<"
}

/// The string that a key is read as.
pub(super) fn key_of(tree: &Tree, text: &str, dialect: Dialect, id: Id) -> Result<String, YamlErrorKind> {
    let target = tree.target(id);
    match tree.node(target).kind {
        NodeKind::Scalar { style, .. } => scalar::key(tree.text(target, text), style, tree.node(target).tag, dialect),
        _ => Err(YamlErrorKind::NonStringKey),
    }
}

/// Members in their order, and where each key stands.
struct Members {
    list: Vec<(String, Value)>,
    /// The node of each key; none of one that only a merge key brought.
    keys: Vec<Option<Id>>,
    /// The places of the keys, once there are many.
    index: HashMap<String, usize>,
}

impl Members {
    /// Up to this many keys are compared one by one.
    const FEW: usize = 12;

    fn with_capacity(capacity: usize) -> Self {
        Self { list: Vec::with_capacity(capacity), keys: Vec::with_capacity(capacity), index: HashMap::new() }
    }

    fn position(&mut self, key: &str) -> Option<usize> {
        if self.list.len() <= Self::FEW {
            return self.list.iter().position(|(name, _)| name == key);
        }
        for at in self.index.len()..self.list.len() {
            self.index.insert(self.list[at].0.clone(), at);
        }
        self.index.get(key).copied()
    }

    /// Sets a member. If the mapping itself has the key already: its place and node.
    fn set(&mut self, key: String, value: Value, id: Option<Id>) -> Option<(usize, Id)> {
        match self.position(&key) {
            None => {
                self.list.push((key, value));
                self.keys.push(id);
                None
            }
            Some(at) => {
                self.list[at].1 = value;
                let first = self.keys[at];
                self.keys[at] = first.or(id);
                first.filter(|_| id.is_some()).map(|first| (at, first))
            }
        }
    }
}

/// What a copy of a value costs, in bytes, and how deep it nests.
fn measure(value: &Value) -> (usize, usize) {
    let own = std::mem::size_of::<Value>();
    let sum = |(size, depth): (usize, usize), (inner, below): (usize, usize)| (size + inner, depth.max(below + 1));
    match value {
        Value::Null | Value::Bool(_) => (own, 0),
        Value::Number(number) => (own + number.as_str().len(), 0),
        Value::String(text) => (own + text.len(), 0),
        Value::Array(entries) => entries.iter().map(measure).fold((own, 1), sum),
        Value::Object(members) => members
            .iter()
            .map(|(key, value)| {
                let (size, depth) = measure(value);
                (size + key.len() + std::mem::size_of::<String>(), depth)
            })
            .fold((own, 1), sum),
    }
}
