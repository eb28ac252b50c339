//! The order of a plan, and the overlaps that forbid one.

use super::{Assignment, Op};
use crate::diagnostic::{Code, Diagnose, Diagnostic};
use crate::location::{Location, Segment};
use std::collections::HashMap;

/// Two assignments of one plan that overlap.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{}", self.diagnose().message)]
pub struct Conflict {
    /// The place of the earlier one.
    pub first: Location,
    /// The place of the later one.
    pub second: Location,
}

impl Diagnose for Conflict {
    fn diagnose(&self) -> Diagnostic {
        let (first, second) = (&self.first, &self.second);
        let message = if first == second {
            format!("`{first}` is written twice, in different ways")
        } else if first.contains(second) {
            format!("`{second}` is inside `{first}`, which is written too")
        } else {
            format!("`{first}` is inside `{second}`, which is written too")
        };
        Diagnostic::new(Code::ConflictingWrites, message)
            .help("keep one of the two, or write the outer value whole")
            .at(second)
            .and_at(first)
    }
}

/// Sorts assignments into a plan's order.
///
/// Members of an object keep the order in which their places first appear, so that new ones are created in the order
/// of the edits and a parent that several share once, at the place of the first.
pub(super) fn arrange(assignments: Vec<Assignment>) -> Result<Vec<Assignment>, Conflict> {
    let mut arena = Arena { nodes: vec![Node::default()], edges: HashMap::new() };
    let mut slots: Vec<Option<Assignment>> = Vec::with_capacity(assignments.len());
    for assignment in assignments {
        let equal_stands = arena.place(&assignment, &slots, slots.len())?;
        slots.push((!equal_stands).then_some(assignment));
    }
    let mut ordered = Vec::with_capacity(slots.len());
    arena.collect(0, &mut slots, &mut ordered);
    Ok(ordered)
}

#[derive(Default)]
struct Node {
    /// Where the places inside are, in the order of their first appearance.
    children: Vec<(Segment, usize)>,
    /// The set or removal of this place.
    whole: Option<usize>,
    /// The insert before this place.
    insert: Option<usize>,
    /// Some assignment inside this place or an insert before an entry of it; tells a late set of the whole.
    inside: Option<usize>,
}

struct Arena {
    nodes: Vec<Node>,
    edges: HashMap<(usize, Segment), usize>,
}

impl Arena {
    /// Files one assignment under its place; tells whether an equal one stands there already.
    fn place(&mut self, new: &Assignment, slots: &[Option<Assignment>], slot: usize) -> Result<bool, Conflict> {
        let conflict = |other: usize| Conflict {
            first: slots[other].as_ref().map(|a| a.location.clone()).unwrap_or_default(),
            second: new.location.clone(),
        };
        let mut at = 0;
        for segment in new.location.segments() {
            if let Some(outer) = self.nodes[at].whole {
                return Err(conflict(outer));
            }
            self.nodes[at].inside.get_or_insert(slot);
            at = self.child(at, segment);
        }
        let node = &mut self.nodes[at];
        let (same, inner) = match new.op {
            Op::Insert(_) => (&mut node.insert, None),
            Op::Set(_) | Op::Remove => (&mut node.whole, node.inside),
        };
        if let Some(inner) = inner {
            return Err(conflict(inner));
        }
        match *same {
            Some(other) if slots[other].as_ref() == Some(new) => Ok(true),
            Some(other) => Err(conflict(other)),
            None => {
                *same = Some(slot);
                Ok(false)
            }
        }
    }

    fn child(&mut self, at: usize, segment: &Segment) -> usize {
        let fresh = self.nodes.len();
        let child = *self.edges.entry((at, segment.clone())).or_insert(fresh);
        if child == fresh {
            self.nodes.push(Node::default());
            self.nodes[at].children.push((segment.clone(), child));
        }
        child
    }

    fn collect(&mut self, at: usize, slots: &mut [Option<Assignment>], out: &mut Vec<Assignment>) {
        let mut children = std::mem::take(&mut self.nodes[at].children);
        // Keys keep their order; indexes go from the back to the front. A place has one kind of them, except in a
        // plan that no document fits.
        children.sort_by(|(a, _), (b, _)| match (a, b) {
            (Segment::Index(a), Segment::Index(b)) => b.cmp(a),
            (Segment::Key(_), Segment::Index(_)) => std::cmp::Ordering::Less,
            (Segment::Index(_), Segment::Key(_)) => std::cmp::Ordering::Greater,
            (Segment::Key(_), Segment::Key(_)) => std::cmp::Ordering::Equal,
        });
        for (_, child) in children {
            self.collect(child, slots, out);
        }
        let node = &self.nodes[at];
        for slot in [node.whole, node.insert].into_iter().flatten() {
            out.extend(slots[slot].take());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Plan;
    use crate::value::Value;

    fn at(segments: &[&dyn Fn() -> Segment]) -> Location {
        segments.iter().map(|segment| segment()).collect()
    }

    fn set(location: Location, text: &str) -> Assignment {
        Assignment::new(location, Op::Set(Value::from(text)))
    }

    #[test]
    fn lists_go_from_the_back_and_inserts_come_last() {
        let list = |index: usize| at(&[&|| "l".into(), &|| index.into()]);
        let insert = Assignment::new(list(1), Op::Insert(vec![Value::Null]));
        let plan = Plan::new(vec![
            Assignment::new(list(0), Op::Remove),
            insert.clone(),
            Assignment::new(list(1), Op::Remove),
            set(list(2).child("x"), "v"),
        ])
        .expect("no conflict");
        let order: Vec<_> = plan.assignments().iter().map(|a| (a.location.to_string(), &a.op)).collect();
        assert_eq!(order[0].0, ".l[2].x");
        assert_eq!(order[1], (".l[1]".into(), &Op::Remove));
        assert_eq!(order[2].1, &insert.op);
        assert_eq!(order[3], (".l[0]".into(), &Op::Remove));
    }

    #[test]
    fn overlaps_are_conflicts_unless_equal() {
        let (a, ab) = (Location::root().child("a"), Location::root().child("a").child("b"));
        for (first, second) in [(&a, &ab), (&ab, &a)] {
            let conflict = Plan::new(vec![set(first.clone(), "1"), set(second.clone(), "1")]).expect_err("overlap");
            assert_eq!((&conflict.first, &conflict.second), (first, second));
        }
        assert!(Plan::new(vec![set(a.clone(), "1"), set(a.clone(), "2")]).is_err());
        assert_eq!(Plan::new(vec![set(a.clone(), "1"), set(a.clone(), "1")]).expect("equal").assignments().len(), 1);
        let insert = Assignment::new(a.child(0), Op::Insert(vec![]));
        assert!(Plan::new(vec![set(a.clone(), "1"), insert]).is_err());
    }
}
