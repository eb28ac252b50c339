//! A plan as a JSON Patch, RFC 6902.

use super::RenderError;
use crate::location::{Location, Segment};
use crate::plan::{Branch, Op, Plan};
use crate::schema::{Attached, Cursor};
use crate::value::{Found, Kind, Node, Value};

impl Plan {
    /// The operations of a JSON Patch that do on the document what the plan does, in the plan's order.
    ///
    /// Before anything happens to an entry of a list, or inside it, a `test` sees to it that the index still means that
    /// entry: by its key where the schema knows one and the entry has all of it, else by the entry itself. Missing object
    /// parents are added empty.
    pub fn to_json_patch<'a>(&self, root: impl Node<'a>, schema: &Attached<'_>) -> Result<Value, RenderError> {
        let branch = self.fit(root)?;
        let mut writer = Writer { at: Location::root(), operations: Vec::new() };
        match branch.op {
            Some(Op::Set(value)) => writer.operation("replace", Some(value.clone())),
            _ => writer.inside(&branch, Some(root), &schema.cursor()),
        }
        Ok(Value::Array(writer.operations))
    }
}

struct Writer {
    at: Location,
    operations: Vec<Value>,
}

impl Writer {
    /// What happens inside a place; `None` as the node is one that does not stand yet.
    fn inside<'a, N: Node<'a>>(&mut self, branch: &Branch<'_>, node: Option<N>, cursor: &Cursor<'_>) {
        if node.is_none_or(|node| node.kind() == Kind::Null) && !branch.children.is_empty() {
            let op = if node.is_some() { "replace" } else { "add" };
            self.operation(op, Some(Value::Object(Vec::new())));
        }
        for (segment, child) in &branch.children {
            match segment {
                Segment::Key(key) => {
                    let member = node.and_then(|node| node.member(key).last());
                    self.at.push(&**key);
                    self.place(child, member, &cursor.member(key));
                    self.at.pop();
                }
                Segment::Index(index) => {
                    let Some(list) = node else { continue };
                    self.entry(child, list, *index, cursor);
                }
            }
        }
    }

    fn entry<'a, N: Node<'a>>(&mut self, child: &Branch<'_>, list: N, index: usize, cursor: &Cursor<'_>) {
        self.test_entry(child, list, index, cursor);
        self.at.push(index);
        self.place(child, list.entry(index), &cursor.entry(index));
        self.at.pop();
        for (offset, value) in child.inserts.iter().enumerate() {
            self.at.push(index + offset);
            self.operation("add", Some(value.clone()));
            self.at.pop();
        }
    }

    fn place<'a, N: Node<'a>>(&mut self, branch: &Branch<'_>, node: Option<N>, cursor: &Cursor<'_>) {
        match branch.op {
            Some(Op::Set(value)) if node.is_some() => self.operation("replace", Some(value.clone())),
            Some(Op::Set(value)) => self.operation("add", Some(value.clone())),
            Some(_) => self.operation("remove", None),
            None if branch.children.is_empty() => {}
            None => self.inside(branch, node, cursor),
        }
    }

    /// An insert is tested by the entry that it comes before, or at the end of the list after.
    fn test_entry<'a, N: Node<'a>>(&mut self, child: &Branch<'_>, list: N, index: usize, cursor: &Cursor<'_>) {
        let at_end = child.op.is_none() && child.children.is_empty() && index > 0 && index == list.len();
        let index = if at_end { index - 1 } else { index };
        let Some(entry) = list.entry(index) else { return };
        self.at.push(index);
        match key_parts(entry, cursor) {
            Some(parts) => {
                for (name, value) in parts {
                    self.at.push(&*name);
                    self.operation("test", Some(value));
                    self.at.pop();
                }
            }
            None => self.operation("test", Some(entry.to_value())),
        }
        self.at.pop();
    }

    fn operation(&mut self, op: &str, value: Option<Value>) {
        let path = Value::String(self.at.to_pointer());
        let mut members = vec![("op".to_string(), Value::from(op)), ("path".to_string(), path)];
        members.extend(value.map(|value| ("value".to_string(), value)));
        self.operations.push(Value::Object(members));
    }
}

/// The key of an entry, if all of it stands there: a patch cannot test that a field is absent.
fn key_parts<'a, N: Node<'a>>(entry: N, list: &Cursor<'_>) -> Option<Vec<(String, Value)>> {
    let part = |name: &str| match entry.member(name) {
        Found::One(node) if !matches!(node.kind(), Kind::Object | Kind::Array | Kind::Null) => {
            Some((name.to_string(), node.to_value()))
        }
        _ => None,
    };
    list.ty()?.keys()?.fields.iter().map(|field| part(&field.name)).collect()
}
