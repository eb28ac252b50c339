//! Objects, member by member.

use super::{DiffError, DiffErrorKind, Walk};
use crate::plan::{Expected, Op};
use crate::schema::Cursor;
use crate::value::{Kind, Node, Unique, equal};

impl Walk {
    pub(super) fn object<'a, 'b, B: Node<'a>, A: Node<'b>>(
        &mut self,
        before: B,
        after: A,
        cursor: &Cursor<'_>,
    ) -> Result<(), DiffError> {
        let mut unique = None;
        let mut uniques = || (Unique::of(before), Unique::of(after));
        let (mut same, mut is_in_doubt) = (0, before.len() != after.len());
        for ((key, old), (name, new)) in before.members().zip(after.members()) {
            if key != name {
                is_in_doubt = true;
                break;
            }
            same += 1;
            if !matches!(old.kind(), Kind::Object | Kind::Array) && equal(old, new) {
                continue;
            }
            let mark = self.out.len();
            let walked = self.inside(&*key, |walk| walk.node(old, new, &cursor.member(&key)));
            if walked.is_err() || self.out.len() > mark {
                // Of a key that stands twice the last value counts: what was told of another one is taken back.
                let (ours, theirs) = unique.get_or_insert_with(&mut uniques);
                if ours.is_twice(&key) || theirs.is_twice(&key) {
                    self.out.truncate(mark);
                    is_in_doubt = true;
                    continue;
                }
            }
            walked?;
        }
        if !is_in_doubt {
            return Ok(());
        }
        let (ours, theirs) = unique.unwrap_or_else(uniques);
        self.members(&ours, &theirs, same, cursor)
    }

    /// Members in the order of before, then new ones in the order of after. The first so many are told of already where
    /// their keys stand once.
    fn members<'a, 'b, B: Node<'a>, A: Node<'b>>(
        &mut self,
        before: &Unique<'a, B>,
        after: &Unique<'b, A>,
        same: usize,
        cursor: &Cursor<'_>,
    ) -> Result<(), DiffError> {
        for member in before.iter() {
            let new = after.find(&member.key);
            if member.twice {
                if new.is_none_or(|new| !equal(member.node, new.node)) {
                    return Err(self.duplicate_member(&member.key));
                }
                continue;
            }
            match new {
                Some(new) if member.index < same && !new.twice => {}
                Some(new) => {
                    self.inside(&*member.key, |walk| walk.node(member.node, new.node, &cursor.member(&member.key)))?;
                }
                None => {
                    let expected = Expected::Value(member.node.to_value());
                    self.inside(&*member.key, |walk| walk.push(Op::Remove, expected));
                }
            }
        }
        for member in after.iter().filter(|member| before.find(&member.key).is_none()) {
            let op = Op::Set(member.node.to_value());
            self.inside(&*member.key, |walk| walk.push(op, Expected::Absent));
        }
        Ok(())
    }

    fn duplicate_member(&mut self, key: &str) -> DiffError {
        DiffError { location: self.at.location().child(key), kind: DiffErrorKind::DuplicateMember }
    }
}
