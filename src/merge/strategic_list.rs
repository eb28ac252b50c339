//! The entries of a keyed list before and after a plan, by the key of a strategic merge patch.

use crate::location::Segment;
use crate::plan::{Branch, Inexpressible, Op};
use crate::schema::Keys;
use crate::value::{Kind, Node, Value};

/// A keyed list before and after.
pub(super) struct Entries<'p, N> {
    pub(super) before: Vec<N>,
    /// The merge key of each of them.
    pub(super) keys: Vec<Option<Value>>,
    pub(super) after: Vec<After<'p>>,
    /// What is not there afterwards, under any entry.
    pub(super) gone: Vec<usize>,
}

/// One entry as it is afterwards.
pub(super) struct After<'p> {
    pub(super) key: Option<Value>,
    /// The entry that it was, if it keeps its place.
    pub(super) old: Option<usize>,
    /// The entry with its key that was taken away elsewhere.
    pub(super) moved: Option<usize>,
    /// What happens inside it.
    pub(super) change: Option<&'p Branch<'p>>,
    /// What is put there whole.
    pub(super) new: Option<&'p Value>,
}

impl<'p, 'a, N: Node<'a>> Entries<'p, N> {
    pub(super) fn of(branch: &'p Branch<'p>, list: N, keys: &Keys) -> Self {
        let before: Vec<N> = list.entries().collect();
        let name = keys.merge_key.as_deref().unwrap_or_default();
        let mut entries = Self {
            keys: before.iter().map(|entry| key_of(*entry, name)).collect(),
            before,
            after: Vec::new(),
            gone: Vec::new(),
        };
        let mut changes = branch.children.iter().rev().peekable();
        for index in 0..=entries.before.len() {
            let change = changes.next_if(|(segment, _)| **segment == Segment::Index(index)).map(|(_, change)| change);
            for value in change.map_or(&[][..], |change| change.inserts) {
                entries.put(value, name);
            }
            match change.and_then(|change| change.op) {
                _ if index == entries.before.len() => {}
                Some(Op::Set(value)) => {
                    entries.gone.push(index);
                    entries.put(value, name);
                }
                Some(_) => entries.gone.push(index),
                None => {
                    let key = entries.keys[index].clone();
                    let change = change.filter(|change| !change.children.is_empty());
                    entries.after.push(After { key, old: Some(index), moved: None, change, new: None });
                }
            }
        }
        entries.join_moved(keys);
        entries
    }

    fn put(&mut self, value: &'p Value, name: &str) {
        self.after.push(After { key: key_of(value, name), old: None, moved: None, change: None, new: Some(value) });
    }

    /// What goes in one place and comes in another with the whole of its key is one entry.
    fn join_moved(&mut self, keys: &Keys) {
        for after in self.after.iter_mut().filter(|after| after.key.is_some()) {
            let Some(key) = after.new.and_then(|new| keys.of(new)) else { continue };
            let same = self.gone.iter().position(|index| keys.of(self.before[*index]).as_ref() == Some(&key));
            after.moved = same.map(|at| self.gone.remove(at));
        }
    }

    /// The merge keys in their order afterwards; or the place that has none of its own.
    pub(super) fn order(&self, keys: &Keys) -> Result<Vec<Value>, (usize, Inexpressible)> {
        let name = keys.merge_key.as_deref().unwrap_or_default();
        let mut order: Vec<Value> = Vec::with_capacity(self.after.len());
        for (at, after) in self.after.iter().enumerate() {
            let key = after.key.as_ref().ok_or((at, Inexpressible::NoMergeKey))?;
            let entry = Value::Object(vec![(name.to_string(), key.clone())]);
            if order.contains(&entry) {
                return Err((at, Inexpressible::MergeKeyTwice));
            }
            order.push(entry);
        }
        Ok(order)
    }
}

impl<N> Entries<'_, N> {
    /// Whether the key finds one entry, before and after.
    pub(super) fn check_once(&self, key: &Value) -> Result<(), Inexpressible> {
        let before = self.keys.iter().filter(|other| other.as_ref() == Some(key)).count();
        let after = self.after.iter().filter(|other| other.key.as_ref() == Some(key)).count();
        if before > 1 || after > 1 { Err(Inexpressible::MergeKeyTwice) } else { Ok(()) }
    }
}

fn key_of<'a>(entry: impl Node<'a>, name: &str) -> Option<Value> {
    let key = entry.member(name).last()?;
    (!matches!(key.kind(), Kind::Object | Kind::Array | Kind::Null)).then(|| key.to_value())
}
