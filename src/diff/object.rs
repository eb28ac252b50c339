//! Objects, member by member.

use super::{DiffError, DiffErrorKind, Walk};
use crate::plan::{Expected, Op};
use crate::schema::Cursor;
use crate::value::{Found, Node, equal};
use std::borrow::Cow;
use std::collections::HashMap;

impl Walk {
    pub(super) fn object<'a, 'b, B: Node<'a>, A: Node<'b>>(
        &mut self,
        before: B,
        after: A,
        cursor: &Cursor<'_>,
    ) -> Result<(), DiffError> {
        let in_step = before.len() == after.len()
            && before.members().zip(after.members()).all(|((before, _), (after, _))| before == after);
        if !in_step {
            return self.members(&Unique::of(before), &Unique::of(after), cursor);
        }
        for ((key, old), (_, new)) in before.members().zip(after.members()) {
            let mark = self.out.len();
            self.inside(&*key, |walk| walk.node(old, new, &cursor.member(&key)))?;
            // Whether a key stands twice matters only where it changes; of one that does, the last value counts.
            if self.out.len() > mark
                && let Found::Twice(_, last) = before.member(&key)
            {
                self.out.truncate(mark);
                if !after.member(&key).last().is_some_and(|new| equal(last, new)) {
                    return Err(self.duplicate_member(&key));
                }
            }
        }
        Ok(())
    }

    /// Members in the order of before, then new ones in the order of after.
    fn members<'a, 'b, B: Node<'a>, A: Node<'b>>(
        &mut self,
        before: &Unique<'a, B>,
        after: &Unique<'b, A>,
        cursor: &Cursor<'_>,
    ) -> Result<(), DiffError> {
        for member in &before.members {
            let mark = self.out.len();
            match after.get(&member.key) {
                Some(new) => {
                    self.inside(&*member.key, |walk| walk.node(member.node, new, &cursor.member(&member.key)))?;
                }
                None => {
                    let expected = Expected::Value(member.node.to_value());
                    self.inside(&*member.key, |walk| walk.push(Op::Remove, expected));
                }
            }
            if self.out.len() > mark && member.twice {
                return Err(self.duplicate_member(&member.key));
            }
        }
        for member in after.members.iter().filter(|member| before.get(&member.key).is_none()) {
            let op = Op::Set(member.node.to_value());
            self.inside(&*member.key, |walk| walk.push(op, Expected::Absent));
        }
        Ok(())
    }

    fn duplicate_member(&self, key: &str) -> DiffError {
        DiffError { location: self.at.child(key), kind: DiffErrorKind::DuplicateMember }
    }
}

/// Up to this many members a key is found by going over them.
const FEW: usize = 16;

/// The members of an object, each key once, with its last value at its first place.
struct Unique<'a, N> {
    members: Vec<Member<'a, N>>,
    /// Where each key is; empty where there are few.
    places: HashMap<Cow<'a, str>, usize>,
}

struct Member<'a, N> {
    key: Cow<'a, str>,
    node: N,
    twice: bool,
}

impl<'a, N: Node<'a>> Unique<'a, N> {
    fn of(object: N) -> Self {
        let few = object.len() <= FEW;
        let mut unique = Self { members: Vec::with_capacity(object.len()), places: HashMap::new() };
        for (key, node) in object.members() {
            if let Some(at) = unique.find(&key) {
                unique.members[at].node = node;
                unique.members[at].twice = true;
                continue;
            }
            if !few {
                unique.places.insert(key.clone(), unique.members.len());
            }
            unique.members.push(Member { key, node, twice: false });
        }
        unique
    }

    fn find(&self, key: &str) -> Option<usize> {
        match self.places.is_empty() {
            true => self.members.iter().position(|member| member.key == key),
            false => self.places.get(key).copied(),
        }
    }

    fn get(&self, key: &str) -> Option<N> {
        self.find(key).map(|at| self.members[at].node)
    }
}
