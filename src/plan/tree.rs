//! The assignments of a plan arranged by the places they go to, for what walks a document once.

use super::{Assignment, Expected, Op};
use crate::location::Segment;
use crate::value::Value;

/// What a plan does at one place and inside it.
#[derive(Clone, Debug, Default)]
pub struct Branch<'p> {
    /// The places inside, each once: members in plan order, entries of a list from the back to the front.
    pub children: Vec<(&'p Segment, Branch<'p>)>,
    /// What happens to the place itself: [`Op::Set`] or [`Op::Remove`], and then nothing happens inside.
    pub op: Option<&'p Op>,
    /// What is inserted before this place, an entry of a list or its end.
    pub inserts: &'p [Value],
    /// What the plan expects to find here, for [`op`](Self::op) and for [`inserts`](Self::inserts).
    pub(super) expected: (Option<&'p Expected>, Option<&'p Expected>),
}

impl<'p> Branch<'p> {
    /// Builds the tree of assignments that stand in a plan's order, where places that share a parent are neighbours.
    pub(super) fn of(assignments: &'p [Assignment]) -> Self {
        let mut root = Self::default();
        for assignment in assignments {
            let mut branch = &mut root;
            for segment in assignment.location.segments() {
                if branch.children.last().is_none_or(|(last, _)| *last != segment) {
                    branch.children.push((segment, Self::default()));
                }
                branch = &mut branch.children.last_mut().expect("pushed above").1;
            }
            match &assignment.op {
                Op::Insert(values) => {
                    branch.inserts = values;
                    branch.expected.1 = assignment.expected.as_ref();
                }
                op => {
                    branch.op = Some(op);
                    branch.expected.0 = assignment.expected.as_ref();
                }
            }
        }
        root
    }

    /// Whether entries of this list are known to change their index: some go or come, and the plan expects them.
    pub(super) fn shifts(&self) -> bool {
        self.children.iter().any(|(segment, child)| {
            matches!(segment, Segment::Index(_))
                && (child.expected.1.is_some() || (child.expected.0.is_some() && child.op == Some(&Op::Remove)))
        })
    }

    /// Whether nothing happens here.
    pub fn is_empty(&self) -> bool {
        self.children.is_empty() && self.op.is_none() && self.inserts.is_empty()
    }
}
