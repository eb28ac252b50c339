//! The plan between two documents.

mod error;
mod json_patch;
mod keyed;
mod list;
mod object;
mod patch_error;
mod sequence;
mod trail;

pub(crate) use list::common_ids;

pub use error::{DiffError, DiffErrorKind};
pub(crate) use list::equal_entries;
pub use patch_error::{PatchError, PatchErrorKind};

use crate::location::Location;
use crate::plan::{Assignment, Expected, Op, Plan};
use crate::schema::{Attached, Cursor, ListKind};
use crate::value::{Kind, Node, equal, same_text};
use trail::{Step, Trail};

/// What turns `before` into `after`: the assignments, each with what it expects to find.
///
/// Objects are compared by key, keyed lists by their keys, atomic lists as one value, other lists by equality (the
/// longest common subsequence) and inside a gap by position. Carried out on `before` the plan gives `after`, the order
/// of lists included, and no proper subset of its assignments does. Members come in the order of `before`, then new ones
/// in that of `after`. Nothing that is equal is copied.
pub fn diff<'a, 'b>(before: impl Node<'a>, after: impl Node<'b>, schema: &Attached<'_>) -> Result<Plan, DiffError> {
    diff_at(&Location::root(), before, after, schema)
}

/// As [`diff`], of two values that stand at a place of their documents; the plan speaks of the whole document.
pub fn diff_at<'a, 'b>(
    place: &Location,
    before: impl Node<'a>,
    after: impl Node<'b>,
    schema: &Attached<'_>,
) -> Result<Plan, DiffError> {
    run(place.clone(), before, after, &schema.cursor_at(place.segments()))
}

/// As [`diff`], of two values of which a schema says this; the plan begins at them.
pub(crate) fn diff_part<'a, 'b>(
    before: impl Node<'a>,
    after: impl Node<'b>,
    cursor: &Cursor<'_>,
) -> Result<Plan, DiffError> {
    run(Location::root(), before, after, cursor)
}

fn run<'a, 'b>(
    at: Location,
    before: impl Node<'a>,
    after: impl Node<'b>,
    cursor: &Cursor<'_>,
) -> Result<Plan, DiffError> {
    let mut walk = Walk { at: Trail::new(at.clone()), out: Vec::new() };
    walk.node(before, after, cursor)?;
    let plan = Plan::new(walk.out).map_err(|conflict| DiffError {
        location: conflict.second,
        kind: DiffErrorKind::Overlap { first: conflict.first },
    })?;
    Ok(plan.testing_keys(&at, before, cursor))
}

struct Walk {
    at: Trail,
    out: Vec<Assignment>,
}

impl Walk {
    fn node<'a, 'b, B: Node<'a>, A: Node<'b>>(
        &mut self,
        before: B,
        after: A,
        cursor: &Cursor<'_>,
    ) -> Result<(), DiffError> {
        match (before.kind(), after.kind()) {
            (Kind::Object, Kind::Object) | (Kind::Array, Kind::Array) if same_text(before, after) => Ok(()),
            (Kind::Object, Kind::Object) => self.object(before, after, cursor),
            (Kind::Array, Kind::Array) => match cursor.list() {
                Some(ListKind::Keyed(keys)) => self.keyed(before, after, keys, cursor),
                Some(ListKind::Atomic) => {
                    self.set_unless_equal(before, after);
                    Ok(())
                }
                Some(ListKind::Set) => self.list(before, after, cursor, list::Gap::Replace),
                None => self.list(before, after, cursor, list::Gap::Pair),
            },
            _ => {
                self.set_unless_equal(before, after);
                Ok(())
            }
        }
    }

    fn set_unless_equal<'a, 'b>(&mut self, before: impl Node<'a>, after: impl Node<'b>) {
        if equal(before, after) {
            return;
        }
        // Texts that are not equal may still read the same: a member may stand twice.
        let (before, after) = (before.to_value(), after.to_value());
        if before != after {
            self.push(Op::Set(after), Expected::Value(before));
        }
    }

    fn push(&mut self, op: Op, expected: Expected) {
        let location = self.at.location();
        self.out.push(Assignment { location, op, expected: Some(expected), cause: None });
    }

    /// Does something one step further down.
    fn inside<'k, T>(&mut self, step: impl Into<Step<'k>>, then: impl FnOnce(&mut Self) -> T) -> T {
        self.at.push(step);
        let result = then(self);
        self.at.pop();
        result
    }

    /// The values stand before entry `index` of the list afterwards.
    fn insert<'a, 'b, B: Node<'a>, A: Node<'b>>(&mut self, before: B, index: usize, new: impl Iterator<Item = A>) {
        let values: Vec<_> = new.map(Node::to_value).collect();
        if !values.is_empty() {
            let expected = before.entry(index).map_or(Expected::Absent, |entry| Expected::Value(entry.to_value()));
            self.inside(index, |walk| walk.push(Op::Insert(values), expected));
        }
    }

    /// The entry is gone afterwards.
    fn remove<'a>(&mut self, index: usize, entry: impl Node<'a>) {
        let expected = Expected::Value(entry.to_value());
        self.inside(index, |walk| walk.push(Op::Remove, expected));
    }
}
