//! The plan that lays an override over a base.

mod choices;
mod directives;
mod error;
mod fresh;
mod keyed;
mod list;
mod order;
mod strategic;
mod strategic_list;

pub use error::{MergeError, MergeErrorKind};

use crate::location::{Location, Segment};
use crate::plan::{Assignment, Cause, Expected, Op, Plan};
use crate::schema::{Attached, Cursor, ListKind};
use crate::value::{Kind, Node, Unique, Value, reads_as};
use directives::{Directives, Patch};

/// What lays `over` on `base`.
///
/// Objects are merged by key and keyed lists by their keys, new entries after the last; sets gain what they lack; other
/// lists are replaced; null deletes. A member of a group that the override sets removes those that it does not set, with
/// [`Cause::Excluded`]; a new entry, and one that sets two members itself, is taken as it is written. The directives of a
/// Kubernetes strategic merge patch are followed: `$patch`, `$retainKeys`, `$deleteFromPrimitiveList/FIELD`,
/// `$setElementOrder/FIELD`.
pub fn merge<'a, 'b>(base: impl Node<'a>, over: impl Node<'b>, schema: &Attached<'_>) -> Result<Plan, MergeError> {
    merge_at(&Location::root(), Some(base), over, schema)
}

/// As [`merge`], of the value that stands at a place of its document, if one does; the plan speaks of the whole document.
pub fn merge_at<'a, 'b>(
    place: &Location,
    base: Option<impl Node<'a>>,
    over: impl Node<'b>,
    schema: &Attached<'_>,
) -> Result<Plan, MergeError> {
    run(place, base, over, &schema.cursor_at(place.segments()), Rules::Strategic)
}

impl Plan {
    /// Reads a JSON Merge Patch, RFC 7396, on the document that it is for.
    ///
    /// Unlike [`merge`] it knows no directives, and what stands in the way of an object is replaced.
    pub fn from_merge_patch<'a, 'b>(patch: impl Node<'b>, root: impl Node<'a>) -> Result<Plan, MergeError> {
        run(
            &Location::root(),
            Some(root),
            patch,
            &Attached::new(crate::schema::Schema::none()).cursor(),
            Rules::MergePatch,
        )
    }
}

fn run<'a, 'b>(
    place: &Location,
    base: Option<impl Node<'a>>,
    over: impl Node<'b>,
    cursor: &Cursor<'_>,
    rules: Rules,
) -> Result<Plan, MergeError> {
    let mut walk = Walk { at: place.clone(), over: Location::root(), out: Vec::new(), rules };
    match (over.kind(), base) {
        (Kind::Null, Some(base)) if rules == Rules::MergePatch => walk.set_unless_equal(base, Value::Null),
        (Kind::Null, Some(base)) if base.kind() != Kind::Null => return Err(walk.mismatch(base.kind(), Kind::Null)),
        // Null over nothing, or over null, changes nothing.
        (Kind::Null, _) if rules == Rules::Strategic => {}
        _ => walk.node(base, over, cursor)?,
    }
    let plan = Plan::new(walk.out).map_err(|conflict| MergeError {
        location: conflict.second.clone(),
        over: Location::root(),
        kind: MergeErrorKind::Overlap { first: conflict.first },
    })?;
    Ok(match base {
        Some(base) => plan.testing_keys(place, base, cursor),
        None => plan,
    })
}

/// Whose rules hold.
#[derive(Clone, Copy, PartialEq)]
enum Rules {
    /// Those of [`merge`].
    Strategic,
    /// Those of RFC 7396.
    MergePatch,
}

struct Walk {
    /// The place in the base.
    at: Location,
    /// The place in the override.
    over: Location,
    out: Vec<Assignment>,
    rules: Rules,
}

impl Walk {
    fn node<'a, 'b, B: Node<'a>, O: Node<'b>>(
        &mut self,
        base: Option<B>,
        over: O,
        cursor: &Cursor<'_>,
    ) -> Result<(), MergeError> {
        let strategic = self.rules == Rules::Strategic;
        let Some(base) = base else { return self.set_new(over, cursor) };
        match (base.kind(), over.kind()) {
            (_, Kind::Null) => {
                self.push(Op::Remove, Expected::Value(base.to_value()), None);
                Ok(())
            }
            (Kind::Object, Kind::Object) => self.object(base, over, cursor),
            (Kind::Array, Kind::Array) => self.list(base, Some(over), None, None, cursor),
            (Kind::Object, got) if strategic => Err(self.mismatch(Kind::Object, got)),
            (Kind::Array, got) if strategic && cursor.list().is_some() && !is_deletion(over) => {
                Err(self.mismatch(Kind::Array, got))
            }
            (_, Kind::Object) if strategic && is_deletion(over) => {
                self.push(Op::Remove, Expected::Value(base.to_value()), None);
                Ok(())
            }
            _ => {
                let value = self.fresh(over, cursor)?;
                self.set_unless_equal(base, value);
                Ok(())
            }
        }
    }

    /// Where the base has nothing there is nothing to delete.
    fn set_new<'b>(&mut self, over: impl Node<'b>, cursor: &Cursor<'_>) -> Result<(), MergeError> {
        if over.kind() == Kind::Null || (self.rules == Rules::Strategic && is_deletion(over)) {
            return Ok(());
        }
        let value = self.fresh(over, cursor)?;
        self.push(Op::Set(value), Expected::Absent, None);
        Ok(())
    }

    fn object<'a, 'b, B: Node<'a>, O: Node<'b>>(
        &mut self,
        base: B,
        over: O,
        cursor: &Cursor<'_>,
    ) -> Result<(), MergeError> {
        let directives = match self.rules {
            Rules::Strategic => self.directives(base, over)?,
            Rules::MergePatch => Directives::default(),
        };
        match directives.patch {
            Some(Patch::Delete) => {
                self.set_unless_equal(base, Value::Object(Vec::new()));
                return Ok(());
            }
            Some(Patch::Replace) => {
                let value = self.fresh(over, cursor)?;
                self.set_unless_equal(base, value);
                return Ok(());
            }
            Some(Patch::Merge) | None => {}
        }
        for member in Unique::of(over).iter().filter(|member| !directives.is_directive(&member.key)) {
            let (key, value, old) = (&*member.key, member.node, base.member(&member.key).last());
            // Deletions inside a member that is not there do not choose it.
            let is_choice = || cursor.groups().iter().any(|group| group.arm_of(key).is_some());
            if old.is_none() && !choices::sets(value) && is_choice() {
                continue;
            }
            let inner = cursor.member(key);
            self.inside(key, key, |walk| match (old, value.kind()) {
                (Some(list), Kind::Array) if list.kind() == Kind::Array => {
                    let (delete, order) = (directives.delete_from(key), directives.order_of(key));
                    walk.list(list, Some(value), delete, order, &inner)
                }
                _ => walk.node(old, value, &inner),
            })?;
        }
        self.list_directives(base, over, &directives, cursor)?;
        self.choices(base, over, cursor);
        self.retain(base, over, &directives)
    }

    /// Directives about lists that the override does not hold itself.
    fn list_directives<'a, 'b, B: Node<'a>, O: Node<'b>>(
        &mut self,
        base: B,
        over: O,
        directives: &Directives<O>,
        cursor: &Cursor<'_>,
    ) -> Result<(), MergeError> {
        for field in directives.list_fields() {
            let list = base.member(field).last().filter(|node| node.kind() == Kind::Array);
            if let (Some(list), None) = (list, over.member(field).last()) {
                let (delete, order) = (directives.delete_from(field), directives.order_of(field));
                self.inside(field, field, |walk| walk.list(list, None, delete, order, &cursor.member(field)))?;
            }
        }
        Ok(())
    }

    fn list<'a, 'b, B: Node<'a>, O: Node<'b>>(
        &mut self,
        base: B,
        over: Option<O>,
        delete: Option<O>,
        order: Option<O>,
        cursor: &Cursor<'_>,
    ) -> Result<(), MergeError> {
        match (cursor.list(), over) {
            (Some(ListKind::Keyed(keys)), _) => self.keyed(base, over, order, keys, cursor),
            (Some(ListKind::Set), _) => self.set(base, over, delete, order),
            (_, Some(over)) => {
                let value = self.fresh(over, cursor)?;
                self.set_unless_equal(base, value);
                Ok(())
            }
            // Only directives speak of it.
            (_, None) => self.set(base, None, delete, order),
        }
    }

    fn set_unless_equal<'a>(&mut self, base: impl Node<'a>, value: Value) {
        if !reads_as(base, &value) {
            self.push(Op::Set(value), Expected::Value(base.to_value()), None);
        }
    }

    fn push(&mut self, op: Op, expected: Expected, cause: Option<Cause>) {
        self.out.push(Assignment { location: self.at.clone(), op, expected: Some(expected), cause });
    }

    /// Does something one step further down in both.
    fn inside<T>(
        &mut self,
        base: impl Into<Segment>,
        over: impl Into<Segment>,
        then: impl FnOnce(&mut Self) -> T,
    ) -> T {
        self.at.push(base);
        self.over.push(over);
        let result = then(self);
        self.at.pop();
        self.over.pop();
        result
    }

    fn mismatch(&self, want: Kind, got: Kind) -> MergeError {
        self.error(MergeErrorKind::TypeMismatch { want, got })
    }

    fn error(&self, kind: MergeErrorKind) -> MergeError {
        MergeError { location: self.at.clone(), over: self.over.clone(), kind }
    }
}

/// `{"$patch": "delete"}`
fn is_deletion<'b>(over: impl Node<'b>) -> bool {
    let patch = over.member(directives::PATCH).last();
    patch.and_then(Node::as_str).is_some_and(|text| text == "delete")
}
