//! Carrying the changes of a view over to the value that stands in the document.
//!
//! The view may show less than the document holds (fields that a type does not know) and more (zero values that it adds).
//! Only what differs between the view before and the view after is taken over; all else comes from the document.

use crate::diff::equal_entries;
use crate::schema::{Cursor, Keys, ListKind};
use crate::value::{Kind, Node, Unique, Value};
use serde_json::{Map, Value as Serde};

/// What should stand in the place of `actual`; `None` if nothing stands there and nothing should.
pub(crate) fn rebase<'a, N: Node<'a>>(
    actual: Option<N>,
    before: &Serde,
    after: &Serde,
    cursor: &Cursor<'_>,
) -> Option<Value> {
    if before == after {
        return actual.map(Node::to_value);
    }
    let kind = actual.map_or(Kind::Null, Node::kind);
    match (kind, before, after) {
        (Kind::Object | Kind::Null, Serde::Object(before), Serde::Object(after)) => {
            Some(Value::Object(members(actual, before, after, cursor)))
        }
        (Kind::Array, Serde::Array(before), Serde::Array(after)) => {
            let actual: Vec<N> = actual.into_iter().flat_map(Node::entries).collect();
            let same_length = actual.len() == before.len();
            let lists = Lists { actual: &actual, before, after, cursor };
            Some(Value::Array(match cursor.list() {
                Some(ListKind::Keyed(keys)) if same_length => lists.by_key(keys),
                None | Some(ListKind::Set) if same_length => lists.by_equality(),
                _ => after.iter().map(Value::from).collect(),
            }))
        }
        _ => Some(after.into()),
    }
}

/// The members that the document has, changed where the view was, then those that are new in the view.
fn members<'a, N: Node<'a>>(
    actual: Option<N>,
    before: &Map<String, Serde>,
    after: &Map<String, Serde>,
    cursor: &Cursor<'_>,
) -> Vec<(String, Value)> {
    let mut out = Vec::with_capacity(after.len());
    let standing = actual.map(Unique::of);
    for member in standing.iter().flat_map(Unique::iter) {
        let key = &*member.key;
        let value = match (before.get(key), after.get(key)) {
            (None, None) => Some(member.node.to_value()),
            (Some(old), Some(new)) => rebase(Some(member.node), old, new, &cursor.member(key)),
            (None, Some(new)) => Some(new.into()),
            (Some(_), None) => None,
        };
        out.extend(value.map(|value| (key.to_owned(), value)));
    }
    for (key, new) in after {
        if standing.as_ref().is_some_and(|standing| standing.get(key).is_some()) {
            continue;
        }
        let value = match before.get(key) {
            Some(old) => rebase::<N>(None, old, new, &cursor.member(key)),
            None => Some(new.into()),
        };
        out.extend(value.map(|value| (key.clone(), value)));
    }
    out
}

struct Lists<'l, N> {
    actual: &'l [N],
    before: &'l [Serde],
    after: &'l [Serde],
    cursor: &'l Cursor<'l>,
}

impl<'a, N: Node<'a>> Lists<'_, N> {
    /// An entry of the view is the entry of the document that had its key before, wherever it stands now.
    fn by_key(&self, keys: &Keys) -> Vec<Value> {
        let old: Vec<Option<Vec<Value>>> = self.before.iter().map(|entry| keys.of(entry)).collect();
        let mut taken = vec![false; old.len()];
        let entry = |(at, new): (usize, &Serde)| {
            let key = keys.of(new);
            let has_key = |index: &usize| !taken[*index] && key.is_some() && old[*index] == key;
            // Where it stood before is the likeliest, and tells entries that share their key apart.
            let found = Some(at).filter(|at| *at < old.len() && has_key(at)).or_else(|| (0..old.len()).find(has_key));
            match found {
                Some(index) => {
                    taken[index] = true;
                    self.entry(index, new)
                }
                None => new.into(),
            }
        };
        self.after.iter().enumerate().map(entry).collect()
    }

    /// Equal entries are the same entry; between them entries at the same position are.
    fn by_equality(&self) -> Vec<Value> {
        let (old, new): (Vec<&Serde>, Vec<&Serde>) = (self.before.iter().collect(), self.after.iter().collect());
        let mut out = Vec::with_capacity(new.len());
        let (mut from, mut to) = (0, 0);
        for (i, j) in equal_entries(&old, &new).into_iter().chain([(old.len(), new.len())]) {
            let paired = (i - from).min(j - to);
            out.extend((0..paired).map(|at| self.entry(from + at, new[to + at])));
            out.extend(new[to + paired..j].iter().map(|entry| Value::from(*entry)));
            out.extend(self.actual.get(i).map(|entry| entry.to_value()));
            (from, to) = (i + 1, j + 1);
        }
        out
    }

    fn entry(&self, index: usize, new: &Serde) -> Value {
        let moved = rebase(Some(self.actual[index]), &self.before[index], new, &self.cursor.entry(index));
        moved.unwrap_or_else(|| new.into())
    }
}

/// A view that shows exactly what stands in the document changes into exactly what the caller made of it.
#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::{Attached, Schema};
    use crate::value::equal;
    use serde_json::json;

    #[test]
    fn what_the_view_does_not_show_stays() {
        let actual = json!({"a": {"known": 1, "unknown": 2}, "l": [{"v": 1, "x": 1}, {"v": 2, "x": 2}]});
        let before = json!({"a": {"known": 1, "zero": {}}, "l": [{"v": 1}, {"v": 2}]});
        let after = json!({"a": {"known": 5, "zero": {}}, "l": [{"v": 2}]});
        let schema = Attached::new(Schema::none());
        let wanted = rebase(Some(&actual), &before, &after, &schema.cursor()).expect("a value");
        assert!(equal(&wanted, &json!({"a": {"known": 5, "unknown": 2}, "l": [{"v": 2, "x": 2}]})), "{wanted}");
    }

    #[test]
    fn a_zero_value_that_is_filled_is_written() {
        let schema = Attached::new(Schema::none());
        let (before, after) = (json!({"r": {}}), json!({"r": {"limits": 1}}));
        let wanted = rebase(Some(&json!({"u": 0})), &before, &after, &schema.cursor()).expect("a value");
        assert!(equal(&wanted, &json!({"u": 0, "r": {"limits": 1}})), "{wanted}");
        assert!(rebase::<&Serde>(None, &before, &before, &schema.cursor()).is_none());
    }
}
