//! Carrying a plan out on a value.

use super::{ApplyError, Branch, Op, Plan};
use crate::location::Segment;
use crate::value::Value;
use serde_json::{Map, Value as Serde};

impl Plan {
    /// Changes the document as the plan says. On an error it is as it was. Returns whether anything changed.
    ///
    /// Members that the plan does not name are not touched, moved or copied.
    pub fn apply(&self, document: &mut Serde) -> Result<bool, ApplyError> {
        let branch = self.fit(&*document)?;
        carry_out(&branch, document);
        Ok(!branch.is_empty())
    }

    /// Changes a value of our own, as [`apply`](Self::apply) does: the order of members and the spelling of numbers stay.
    pub fn apply_to_value(&self, document: &mut Value) -> Result<bool, ApplyError> {
        let branch = self.fit(&*document)?;
        carry_out(&branch, document);
        Ok(!branch.is_empty())
    }
}

impl Branch<'_> {
    /// Carries out what was fitted to this very value.
    pub(crate) fn carry_out(&self, value: &mut Value) {
        carry_out(self, value);
    }
}

/// A value that a plan can be carried out on.
trait Target: Sized {
    fn of(value: &Value) -> Self;
    fn is_null(&self) -> bool;
    fn empty_object() -> Self;
    fn entries(&mut self) -> Option<&mut Vec<Self>>;
    fn remove(&mut self, key: &str);
    /// The member with this key, a new null if there is none; `None` if this is no object.
    fn slot(&mut self, key: &str) -> Option<&mut Self>;
}

impl Target for Serde {
    fn of(value: &Value) -> Self {
        value.into()
    }

    fn is_null(&self) -> bool {
        Serde::is_null(self)
    }

    fn empty_object() -> Self {
        Serde::Object(Map::new())
    }

    fn entries(&mut self) -> Option<&mut Vec<Self>> {
        self.as_array_mut()
    }

    fn remove(&mut self, key: &str) {
        if let Serde::Object(members) = self {
            members.remove(key);
        }
    }

    fn slot(&mut self, key: &str) -> Option<&mut Self> {
        Some(self.as_object_mut()?.entry(key).or_insert(Serde::Null))
    }
}

impl Target for Value {
    fn of(value: &Value) -> Self {
        value.clone()
    }

    fn is_null(&self) -> bool {
        matches!(self, Value::Null)
    }

    fn empty_object() -> Self {
        Value::Object(Vec::new())
    }

    fn entries(&mut self) -> Option<&mut Vec<Self>> {
        match self {
            Value::Array(entries) => Some(entries),
            _ => None,
        }
    }

    fn remove(&mut self, key: &str) {
        if let Value::Object(members) = self {
            members.retain(|(name, _)| name != key);
        }
    }

    fn slot(&mut self, key: &str) -> Option<&mut Self> {
        let Value::Object(members) = self else { return None };
        let at = members.iter().position(|(name, _)| name == key).unwrap_or_else(|| {
            members.push((key.into(), Value::Null));
            members.len() - 1
        });
        Some(&mut members[at].1)
    }
}

/// Carries out a branch that was fitted to this very value, so every place it names is there.
fn carry_out<T: Target>(branch: &Branch<'_>, value: &mut T) {
    if let Some(Op::Set(new)) = branch.op {
        *value = T::of(new);
        return;
    }
    if value.is_null() && !branch.children.is_empty() {
        *value = T::empty_object();
    }
    if let Some(entries) = value.entries() {
        return change_entries(branch, entries);
    }
    for (segment, child) in &branch.children {
        match (segment, child.op) {
            (Segment::Key(key), Some(Op::Remove)) => value.remove(key),
            (Segment::Key(key), _) => {
                if let Some(member) = value.slot(key) {
                    carry_out(child, member);
                }
            }
            (Segment::Index(_), _) => {}
        }
    }
}

/// One pass over the list: the tree goes from the back to the front, so it is taken from its end.
fn change_entries<T: Target>(branch: &Branch<'_>, entries: &mut Vec<T>) {
    if branch.children.iter().all(|(_, child)| child.inserts.is_empty() && child.op != Some(&Op::Remove)) {
        for (segment, child) in &branch.children {
            if let Segment::Index(index) = segment {
                carry_out(child, &mut entries[*index]);
            }
        }
        return;
    }
    let mut old = std::mem::take(entries).into_iter().enumerate().peekable();
    for (segment, child) in branch.children.iter().rev() {
        let Segment::Index(index) = segment else { continue };
        entries.extend(std::iter::from_fn(|| old.next_if(|(at, _)| at < index)).map(|(_, entry)| entry));
        entries.extend(child.inserts.iter().map(T::of));
        if child.op == Some(&Op::Remove) {
            old.next();
        } else if let Some((_, mut entry)) = old.next() {
            carry_out(child, &mut entry);
            entries.push(entry);
        }
    }
    entries.extend(old.map(|(_, entry)| entry));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::location::Location;
    use crate::plan::Assignment;
    use serde_json::json;

    fn plan(list: Vec<(Location, Op)>) -> Plan {
        Plan::new(list.into_iter().map(|(at, op)| Assignment::new(at, op)).collect()).expect("no conflict")
    }

    #[test]
    fn places_are_those_before_the_write() {
        let l = Location::root().child("l");
        let plan = plan(vec![
            (l.child(0), Op::Remove),
            (l.child(1).child("v"), Op::Set("new".into())),
            (l.child(1), Op::Insert(vec!["i".into()])),
            (l.child(3), Op::Insert(vec!["end".into()])),
        ]);
        let mut document = json!({"l": [{"v": 1}, {"v": 2}, 3]});
        assert!(plan.apply(&mut document).expect("fits"));
        assert_eq!(document, json!({"l": ["i", {"v": "new"}, 3, "end"]}));
        let mut value = Value::from(&json!({"l": [{"v": 1}, {"v": 2}, 3]}));
        assert!(plan.apply_to_value(&mut value).expect("fits"));
        assert_eq!(value, Value::from(&document));
    }

    #[test]
    fn parents_are_created_lists_are_not() {
        let mut document = json!({"a": null, "n": 1});
        let set = |at: Location| plan(vec![(at, Op::Set("x".into()))]);
        let root = Location::root();
        assert!(set(root.child("a").child("b").child("c")).apply(&mut document).expect("fits"));
        for misfit in [root.child("n").child("x"), root.child("l").child(0), root.child("a").child(0)] {
            assert!(set(misfit).apply(&mut document).is_err());
        }
        assert_eq!(document, json!({"a": {"b": {"c": "x"}}, "n": 1}));
        let gone = plan(vec![(root.child("z").child("y"), Op::Remove)]);
        assert!(!gone.apply(&mut document).expect("no change"));
        assert_eq!(document.get("z"), None);
    }
}
