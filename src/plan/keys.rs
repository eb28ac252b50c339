//! What tells that an index of a plan still means the entry that it meant: the keys of the entries on the way.

use super::{Branch, Expected, Plan, Test};
use crate::location::{Location, Segment};
use crate::schema::{Cursor, Keys, ListKind};
use crate::value::{Kind, Node, reads_as};

impl Plan {
    /// The same plan, which from now on expects the entries of keyed lists that it goes into to have the keys that they
    /// have in this value, the one that stands at `place` of the document that the plan is for, and of which a schema says
    /// what the cursor does.
    #[must_use]
    pub fn testing_keys<'a>(mut self, place: &Location, node: impl Node<'a>, cursor: &Cursor<'_>) -> Self {
        if cursor.is_blank() {
            return self;
        }
        let tree = self.tree();
        let inside = place.segments().iter().try_fold(&tree, |branch, segment| {
            branch.children.iter().find(|(child, _)| *child == segment).map(|(_, child)| child)
        });
        let mut walk = Walk { at: place.clone(), tests: Vec::new() };
        if let Some(branch) = inside {
            walk.node(branch, node, cursor);
        }
        if self.tests.is_empty() {
            // The walk comes to a place once.
            self.tests = walk.tests;
            return self;
        }
        self.with_tests(walk.tests)
    }
}

struct Walk {
    at: Location,
    tests: Vec<Test>,
}

impl Walk {
    fn node<'a, N: Node<'a>>(&mut self, branch: &Branch<'_>, node: N, cursor: &Cursor<'_>) {
        if cursor.is_blank() || branch.children.is_empty() {
            return;
        }
        match node.kind() {
            Kind::Object => {
                for (segment, child) in &branch.children {
                    if let Segment::Key(key) = segment
                        && !child.children.is_empty()
                        && let Some(member) = node.member(key).last()
                    {
                        self.at.push(&**key);
                        self.node(child, member, &cursor.member(key));
                        self.at.pop();
                    }
                }
            }
            Kind::Array => self.entries(branch, node, cursor),
            _ => {}
        }
    }

    /// Goes over the list once: the tree goes from the back to the front.
    fn entries<'a, N: Node<'a>>(&mut self, branch: &Branch<'_>, list: N, cursor: &Cursor<'_>) {
        let (mut entries, mut passed) = (list.entries(), 0);
        for (segment, child) in branch.children.iter().rev() {
            let Segment::Index(index) = **segment else { continue };
            let Some(entry) = entries.nth(index - passed) else { return };
            passed = index + 1;
            self.at.push(index);
            if let Some(ListKind::Keyed(keys)) = cursor.list()
                && (child.op.is_some() || !child.children.is_empty())
            {
                self.keys(keys, entry);
            }
            self.node(child, entry, &cursor.entry(index));
            self.at.pop();
        }
    }

    fn keys<'a, N: Node<'a>>(&mut self, keys: &Keys, entry: N) {
        for field in keys.fields.iter() {
            let expected = match entry.member(&field.name).last() {
                Some(node) => Expected::Value(node.to_value()),
                None => Expected::Absent,
            };
            self.tests.push(Test { location: self.at.child(&*field.name), expected });
        }
    }
}

impl Test {
    /// Whether a document has what the test expects; an entry that the plan was carried out on before still has.
    pub(super) fn holds<'a, N: Node<'a>>(&self, root: N) -> bool {
        match (&self.expected, self.location.find(root)) {
            (Expected::Absent, None) => true,
            (Expected::Value(value), Some(node)) => reads_as(node, value),
            _ => false,
        }
    }
}
