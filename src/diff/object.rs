//! Objects, member by member.

use super::{DiffError, DiffErrorKind, Walk};
use crate::plan::{Expected, Op};
use crate::schema::Cursor;
use crate::value::{Found, Node, Unique, equal};

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
        for member in before.iter() {
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
        for member in after.iter().filter(|member| before.get(&member.key).is_none()) {
            let op = Op::Set(member.node.to_value());
            self.inside(&*member.key, |walk| walk.push(op, Expected::Absent));
        }
        Ok(())
    }

    fn duplicate_member(&self, key: &str) -> DiffError {
        DiffError { location: self.at.location().child(key), kind: DiffErrorKind::DuplicateMember }
    }
}
