//! What an override brings that is new to the base: without the nulls, which have nothing to delete, and the directives.

use super::{MergeError, Rules, Walk, is_deletion};
use crate::schema::{Cursor, ListKind};
use crate::value::{Kind, Node, Unique, Value};

impl Walk {
    /// The value that stands there afterwards.
    pub(super) fn fresh<'b, O: Node<'b>>(&mut self, over: O, cursor: &Cursor<'_>) -> Result<Value, MergeError> {
        match (over.kind(), cursor.list()) {
            (Kind::Object, _) => self.fresh_object(over, cursor),
            (Kind::Array, Some(ListKind::Keyed(keys))) => {
                let entries = self.read_entries(over, keys)?;
                let mut fresh = Vec::with_capacity(entries.len());
                for entry in entries.into_iter().filter(|entry| !is_deletion(entry.node)) {
                    let cursor = cursor.entry(entry.index);
                    fresh.push(self.inside(entry.index, entry.index, |walk| walk.fresh(entry.node, &cursor))?);
                }
                Ok(Value::Array(fresh))
            }
            // Any other list is one value, as in RFC 7396: its nulls are nulls.
            _ => Ok(over.to_value()),
        }
    }

    fn fresh_object<'b, O: Node<'b>>(&mut self, over: O, cursor: &Cursor<'_>) -> Result<Value, MergeError> {
        let strategic = self.rules == Rules::Strategic;
        let mut members = Vec::with_capacity(over.len());
        for member in Unique::of(over).iter().filter(|member| member.node.kind() != Kind::Null) {
            let (key, value) = (&*member.key, member.node);
            if strategic && key.starts_with('$') {
                self.check_directive(key, value)?;
            } else if !(strategic && is_deletion(value)) {
                let cursor = cursor.member(key);
                let fresh = self.inside(key, key, |walk| walk.fresh(value, &cursor))?;
                members.push((key.to_string(), fresh));
            }
        }
        Ok(Value::Object(members))
    }
}
