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

/// The values of the documents, and the keys that stand twice; of those the last one counts.
pub(super) fn compose(
    text: &str,
    tree: &Tree,
    dialect: Dialect,
    limits: &Limits,
) -> Result<(Vec<Value>, Vec<Duplicate>), YamlError> {
    let mut composer = Composer {
        text,
        tree,
        dialect,
        made: Vec::with_capacity(tree.nodes.len()),
        anchored: HashMap::new(),
        used: tree.aliases.iter().map(|(anchor, _)| *anchor).collect(),
        budget: limits.result_bytes,
        depth: limits.document_depth,
        duplicates: Vec::new(),
    };
    // What a collection holds stands before it in the tree, so nothing here recurses, however deep the text nests.
    for id in 0..tree.nodes.len() {
        let made = composer.make(id)?;
        composer.made.push(made);
    }
    let roots = tree.documents.iter().map(|document| composer.take(document.root).value).collect();
    Ok((roots, composer.duplicates))
}

struct Composer<'t> {
    text: &'t str,
    tree: &'t Tree,
    dialect: Dialect,
    /// The values made so far, by their node; null once they are part of another.
    made: Vec<Made>,
    /// The values of the anchors that aliases use, and what a copy costs.
    anchored: HashMap<Anchor, (Made, usize)>,
    used: HashSet<Anchor>,
    /// How much more the aliases may add.
    budget: usize,
    /// How deep a value may nest.
    depth: usize,
    duplicates: Vec<Duplicate>,
}

/// A value and how deep it nests.
#[derive(Clone)]
struct Made {
    value: Value,
    depth: usize,
}

impl Made {
    const NULL: Self = Self { value: Value::Null, depth: 0 };
}

impl Composer<'_> {
    fn make(&mut self, id: Id) -> Result<Made, YamlError> {
        let node = self.tree.node(id);
        let is_used = node.anchor != 0 && self.used.contains(&node.anchor);
        if node.is_key && !is_used {
            return Ok(Made::NULL);
        }
        let made = match &node.kind {
            NodeKind::Scalar { style, .. } => Made { value: self.scalar(id, *style)?, depth: 0 },
            NodeKind::Alias(anchor) => self.alias(id, *anchor)?,
            NodeKind::Sequence { items, .. } => {
                let parts: Vec<Made> = items.iter().map(|item| self.take(item.value)).collect();
                let depth = parts.iter().map(|part| part.depth + 1).max().unwrap_or(1);
                Made { value: Value::Array(parts.into_iter().map(|part| part.value).collect()), depth }
            }
            NodeKind::Mapping { pairs, .. } => self.members(pairs)?,
        };
        if made.depth > self.depth {
            return Err(self.error(id, YamlErrorKind::TooDeep));
        }
        if is_used {
            self.anchored.insert(node.anchor, (made.clone(), cost(&made.value)));
        }
        Ok(made)
    }

    fn take(&mut self, id: Id) -> Made {
        self.made.get_mut(id).map_or(Made::NULL, |made| std::mem::replace(made, Made::NULL))
    }

    fn error(&self, id: Id, kind: YamlErrorKind) -> YamlError {
        fault(self.text, self.tree.node(id).span, kind)
    }

    fn scalar(&self, id: Id, style: Style) -> Result<Value, YamlError> {
        let text = self.tree.text(id, self.text);
        scalar::value(text, style, self.tree.node(id).tag, self.dialect).map_err(|kind| self.error(id, kind))
    }

    fn alias(&mut self, id: Id, anchor: Anchor) -> Result<Made, YamlError> {
        let Some((made, cost)) = self.anchored.get(&anchor) else {
            let name = self.tree.node(id).span.of(self.text).trim_start_matches('*').to_string();
            return Err(self.error(id, YamlErrorKind::AliasCycle(name)));
        };
        match self.budget.checked_sub(*cost) {
            Some(budget) => self.budget = budget,
            None => return Err(self.error(id, YamlErrorKind::TooLargeExpanded)),
        }
        Ok(made.clone())
    }

    fn members(&mut self, pairs: &[Pair]) -> Result<Made, YamlError> {
        let mut members = Members::with_capacity(pairs.len());
        let mut merged: Option<Id> = None;
        let mut depth = 1;
        for pair in pairs {
            let Made { value, depth: inner } = self.take(pair.value);
            depth = depth.max(inner + 1);
            if is_merge(self.tree, self.text, self.dialect, pair) {
                if let Some(first) = merged.replace(pair.key) {
                    self.duplicate("<<", first, pair.key);
                }
                self.merge(pair.value, value, &mut members)?;
                continue;
            }
            let key = key_of(self.tree, self.text, self.dialect, pair.key);
            let key = key.map_err(|kind| self.error(pair.key, kind))?;
            let at = members.set(key, value, Some(pair.key));
            if let Some((at, first)) = at {
                self.duplicate(&members.list[at].0, first, pair.key);
            }
        }
        Ok(Made { value: Value::Object(members.list), depth })
    }

    fn duplicate(&mut self, key: &str, first: Id, second: Id) {
        let span = |id: Id| self.tree.node(id).span;
        self.duplicates.push(Duplicate { key: key.into(), first: span(first), second: span(second) });
    }

    /// go-yaml v2, `merge`: what is merged stands for what came before it; of a list the first entry stands for the
    /// others.
    fn merge(&mut self, id: Id, value: Value, members: &mut Members) -> Result<(), YamlError> {
        let is_list = matches!(self.tree.node(id).kind, NodeKind::Sequence { .. });
        let sources = match value {
            Value::Array(entries) if is_list => entries,
            other => vec![other],
        };
        for (index, source) in sources.into_iter().enumerate().rev() {
            let Value::Object(list) = source else {
                let at = self.tree.node(id).items().get(index).map_or(id, |item| item.value);
                return Err(self.error(at, YamlErrorKind::MergeValue));
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

/// What a copy of a value costs, in bytes.
fn cost(value: &Value) -> usize {
    let own = std::mem::size_of::<Value>();
    own + match value {
        Value::Null | Value::Bool(_) => 0,
        Value::Number(number) => number.as_str().len(),
        Value::String(text) => text.len(),
        Value::Array(entries) => entries.iter().map(cost).sum(),
        Value::Object(members) => {
            members.iter().map(|(key, value)| cost(value) + key.len() + std::mem::size_of::<String>()).sum()
        }
    }
}
