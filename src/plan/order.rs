//! The order of a plan, and the overlaps that forbid one.

use super::{Assignment, Op};
use crate::diagnostic::{Code, Diagnose, Diagnostic};
use crate::location::{Location, Segment};
use foldhash::HashMap;
use smallvec::SmallVec;
use std::ops::Range;

/// Two assignments of one plan that overlap.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{}", self.diagnose().message)]
pub struct Conflict {
    /// The place of the earlier one.
    pub first: Location,
    /// The place of the later one.
    pub second: Location,
    /// Whether both insert values before the same entry.
    pub inserts: bool,
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
            .help(match self.inserts {
                true => "write both values in one insert: `.list[2:2] = [1, 2]`",
                false => "keep one of the two, or write the outer value whole",
            })
            .at(second)
            .and_at(first)
    }
}

/// Sorts assignments into a plan's order.
///
/// Members of an object keep the order in which their places first appear, so that new ones are created in the order
/// of the edits and a parent that several share once, at the place of the first.
pub(super) fn arrange(assignments: Vec<Assignment>) -> Result<Vec<Assignment>, Conflict> {
    if let [_] | [] = assignments[..] {
        return Ok(assignments);
    }
    let mut order = Vec::with_capacity(assignments.len());
    if walked(&assignments, 0..assignments.len(), 0, &mut order).is_none() {
        order = filed(&assignments)?;
    }
    let mut slots: Vec<_> = assignments.into_iter().map(Some).collect();
    Ok(order.into_iter().filter_map(|slot| slots[slot].take()).collect())
}

/// The order of assignments that come in any order.
fn filed(assignments: &[Assignment]) -> Result<Vec<usize>, Conflict> {
    let mut arena = Arena::of(assignments);
    for slot in 0..assignments.len() {
        arena.place(slot)?;
    }
    let mut order = Vec::with_capacity(assignments.len());
    arena.collect(0, &mut order);
    Ok(order)
}

/// Up to so many places side by side are compared each with each.
const FEW: usize = 16;

/// The order of assignments that come as a walk of a document finds them, which a diff does: what is in one place stands
/// side by side, entries of a list go up or down. `None` if they come otherwise or may be in conflict.
///
/// All in the range are at or inside the place with so many steps.
fn walked(assignments: &[Assignment], range: Range<usize>, depth: usize, order: &mut Vec<usize>) -> Option<()> {
    let (mut whole, mut insert) = (None, None);
    let mut children: SmallVec<[(&Segment, Range<usize>); 4]> = SmallVec::new();
    for slot in range {
        let assignment = &assignments[slot];
        match (assignment.location.segments().get(depth), &assignment.op) {
            (Some(segment), _) => match children.last_mut() {
                Some((last, inside)) if *last == segment && inside.end == slot => inside.end += 1,
                _ => children.push((segment, slot..slot + 1)),
            },
            (None, Op::Insert(_)) if insert.is_none() => insert = Some(slot),
            (None, Op::Set(_) | Op::Remove) if whole.is_none() => whole = Some(slot),
            _ => return None,
        }
    }
    if whole.is_some() && !children.is_empty() {
        return None;
    }
    let rises =
        |pair: &[(&Segment, _)]| matches!((pair[0].0, pair[1].0), (Segment::Index(a), Segment::Index(b)) if a < b);
    let falls =
        |pair: &[(&Segment, _)]| matches!((pair[0].0, pair[1].0), (Segment::Index(a), Segment::Index(b)) if a > b);
    if children.windows(2).all(rises) {
        children.reverse();
    } else if !children.windows(2).all(falls) {
        let are_keys = children.iter().all(|(segment, _)| matches!(segment, Segment::Key(_)));
        let once = |at: usize| children[..at].iter().all(|(other, _)| *other != children[at].0);
        if !are_keys || children.len() > FEW || !(1..children.len()).all(once) {
            return None;
        }
    }
    for (_, inside) in children {
        walked(assignments, inside, depth + 1, order)?;
    }
    order.extend([whole, insert].into_iter().flatten());
    Some(())
}

#[derive(Default)]
struct Node<'p> {
    /// Where the places inside are, in the order of their first appearance.
    children: Vec<(&'p Segment, usize)>,
    /// The set or removal of this place.
    whole: Option<usize>,
    /// The insert before this place.
    insert: Option<usize>,
    /// Some assignment inside this place or an insert before an entry of it; tells a late set of the whole.
    inside: Option<usize>,
}

struct Arena<'p> {
    assignments: &'p [Assignment],
    nodes: Vec<Node<'p>>,
    edges: HashMap<(usize, &'p Segment), usize>,
    /// The nodes on the way to the place before: what is written one after another mostly stands side by side.
    way: Vec<usize>,
}

impl<'p> Arena<'p> {
    fn of(assignments: &'p [Assignment]) -> Self {
        Self { assignments, nodes: vec![Node::default()], edges: HashMap::default(), way: vec![0] }
    }

    /// Files one assignment under its place; of equal ones the first stays.
    fn place(&mut self, slot: usize) -> Result<(), Conflict> {
        let assignments = self.assignments;
        let new = &assignments[slot];
        let conflict = |other: usize| {
            let old = &assignments[other];
            let inserts = old.location == new.location && [old, new].iter().all(|it| matches!(it.op, Op::Insert(_)));
            Err(Conflict { first: old.location.clone(), second: new.location.clone(), inserts })
        };
        let segments = new.location.segments();
        let before = slot.checked_sub(1).map_or(&[][..], |before| assignments[before].location.segments());
        let shared = segments.iter().zip(before).take_while(|(a, b)| a == b).count();
        self.way.truncate(shared + 1);
        for (depth, segment) in segments.iter().enumerate() {
            let at = self.way[depth];
            if let Some(outer) = self.nodes[at].whole {
                return conflict(outer);
            }
            self.nodes[at].inside.get_or_insert(slot);
            if depth >= shared {
                let child = self.child(at, segment);
                self.way.push(child);
            }
        }
        let node = &mut self.nodes[self.way[segments.len()]];
        let (same, inner) = match new.op {
            Op::Insert(_) => (&mut node.insert, None),
            Op::Set(_) | Op::Remove => (&mut node.whole, node.inside),
        };
        match (inner, *same) {
            (Some(inner), _) => conflict(inner),
            (None, Some(other)) if assignments[other] != *new => conflict(other),
            (None, known) => {
                *same = known.or(Some(slot));
                Ok(())
            }
        }
    }

    fn child(&mut self, at: usize, segment: &'p Segment) -> usize {
        let fresh = self.nodes.len();
        let child = *self.edges.entry((at, segment)).or_insert(fresh);
        if child == fresh {
            self.nodes.push(Node::default());
            self.nodes[at].children.push((segment, child));
        }
        child
    }

    fn collect(&mut self, at: usize, order: &mut Vec<usize>) {
        let mut children = std::mem::take(&mut self.nodes[at].children);
        // Keys keep their order; indexes go from the back to the front. A place has one kind of them, except in a
        // plan that no document fits.
        children.sort_by(|(a, _), (b, _)| match (*a, *b) {
            (Segment::Index(a), Segment::Index(b)) => b.cmp(a),
            (Segment::Key(_), Segment::Index(_)) => std::cmp::Ordering::Less,
            (Segment::Index(_), Segment::Key(_)) => std::cmp::Ordering::Greater,
            (Segment::Key(_), Segment::Key(_)) => std::cmp::Ordering::Equal,
        });
        for (_, child) in children {
            self.collect(child, order);
        }
        let node = &self.nodes[at];
        order.extend([node.whole, node.insert].into_iter().flatten());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Plan;
    use crate::value::Value;
    use proptest::prelude::*;

    fn assignment() -> impl Strategy<Value = Assignment> {
        let segment = prop_oneof![(0usize..4).prop_map(Segment::from), "[ab]".prop_map(|key| Segment::from(&*key))];
        let op = prop_oneof![
            (0u64..2).prop_map(|number| Op::Set(Value::Number(number.into()))),
            Just(Op::Remove),
            Just(Op::Insert(vec![Value::Null])),
        ];
        (prop::collection::vec(segment, 0..4), op).prop_map(|(place, op)| Assignment::new(place.into(), op))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2048))]
        /// What a walk found is in the order that anything is in, and is never in conflict.
        #[test]
        fn both_ways_are_one_order(mut all in prop::collection::vec(assignment(), 0..7), sorted in 0..3) {
            match sorted {
                0 => {}
                1 => all.sort_by(|a, b| a.location.cmp(&b.location)),
                _ => all.sort_by(|a, b| b.location.cmp(&a.location)),
            }
            let mut order = Vec::new();
            if walked(&all, 0..all.len(), 0, &mut order).is_some() {
                prop_assert_eq!(Ok(order), filed(&all));
            }
        }
    }

    #[test]
    fn a_walk_is_known_as_one() {
        let list = |index: usize| at(&[&|| "l".into(), &|| index.into()]);
        let all = [set(list(0).child("x"), "v"), set(list(2).child("x"), "v"), set(Location::root().child("m"), "v")];
        let mut order = Vec::new();
        assert_eq!(walked(&all, 0..3, 0, &mut order), Some(()));
        assert_eq!(order, [1, 0, 2]);
    }

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
