//! Carrying a plan out on a `serde_json` value.

use super::{ApplyError, Branch, Op, Plan};
use crate::location::Segment;
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
}

/// Carries out a branch that was fitted to this very value, so every place it names is there.
fn carry_out(branch: &Branch<'_>, value: &mut Serde) {
    if let Some(Op::Set(new)) = branch.op {
        *value = new.into();
        return;
    }
    if value.is_null() && !branch.children.is_empty() {
        *value = Serde::Object(Map::new());
    }
    match value {
        Serde::Object(members) => branch.children.iter().for_each(|(segment, child)| match (segment, child.op) {
            (Segment::Key(key), Some(Op::Remove)) => drop(members.remove(&**key)),
            (Segment::Key(key), _) => carry_out(child, members.entry(&**key).or_insert(Serde::Null)),
            (Segment::Index(_), _) => {}
        }),
        Serde::Array(entries) => change_entries(branch, entries),
        _ => {}
    }
}

/// One pass over the list: the tree goes from the back to the front, so it is taken from its end.
fn change_entries(branch: &Branch<'_>, entries: &mut Vec<Serde>) {
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
        entries.extend(child.inserts.iter().map(Serde::from));
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
