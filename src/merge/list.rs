//! Lists that an override is merged into: where entries go, what moves, and sets.

use super::{MergeError, MergeErrorKind, Walk, order, order::Placed};
use crate::diff::common_ids;
use crate::location::Location;
use crate::plan::{Assignment, Expected, Op, Plan};
use crate::value::{Node, Value, equal};

impl Walk {
    /// Puts entries where they belong: what keeps its place among the others is merged there, what moves goes and comes
    /// as a whole.
    pub(super) fn place<'a, B: Node<'a>>(
        &mut self,
        base: B,
        old: &[B],
        placed: &[Placed],
        merge_old: impl Fn(&mut Self, usize) -> Result<(), MergeError>,
        make_new: impl Fn(&mut Self, usize) -> Result<Value, MergeError>,
    ) -> Result<(), MergeError> {
        let mut standing: Vec<usize> = placed.iter().filter_map(Placed::old).collect();
        let wanted: Vec<usize> = placed.iter().map(|place| place.old().unwrap_or(usize::MAX)).collect();
        standing.sort_unstable();
        let pairs = common_ids(&standing, &wanted);
        let mut to = 0;
        for (i, j) in pairs.into_iter().map(|(i, j)| (standing[i], j)).chain([(old.len(), placed.len())]) {
            let mut values = Vec::new();
            for place in &placed[to..j] {
                values.push(match *place {
                    Placed::New(at) => make_new(self, at)?,
                    Placed::Old(at) => self.moved(at, old[at], &merge_old)?,
                });
            }
            if !values.is_empty() {
                let expected = base.entry(i).map_or(Expected::Absent, |entry| Expected::Value(entry.to_value()));
                self.inside(i, i, |walk| walk.push(Op::Insert(values), expected, None));
            }
            if i < old.len() {
                merge_old(self, i)?;
            }
            to = j + 1;
        }
        Ok(())
    }

    /// Takes an entry out of its place; gives it back as it is after the merge.
    fn moved<'a, B: Node<'a>>(
        &mut self,
        place: usize,
        old: B,
        merge_old: impl Fn(&mut Self, usize) -> Result<(), MergeError>,
    ) -> Result<Value, MergeError> {
        let outer = std::mem::take(&mut self.out);
        let merged = merge_old(self, place);
        let inside = std::mem::replace(&mut self.out, outer);
        merged?;
        let depth = self.at.segments().len() + 1;
        let relative = inside.into_iter().map(|assignment| Assignment {
            location: Location::from(assignment.location.segments()[depth..].to_vec()),
            ..assignment
        });
        let mut value = old.to_value();
        let expected = Expected::Value(value.clone());
        let plan = Plan::new(relative.collect())
            .map_err(|conflict| self.error(MergeErrorKind::Overlap { first: conflict.first }))?;
        // The plan was made on this very value.
        let applied = plan.apply_to_value(&mut value);
        debug_assert!(applied.is_ok());
        self.inside(place, place, |walk| walk.push(Op::Remove, expected, None));
        Ok(value)
    }

    /// A list of scalars, each at most once: removes, adds, and orders.
    pub(super) fn set<'a, 'b, B: Node<'a>, O: Node<'b>>(
        &mut self,
        base: B,
        over: Option<O>,
        delete: Option<O>,
        order: Option<O>,
    ) -> Result<(), MergeError> {
        let entries = |list: Option<O>| list.map_or(Vec::new(), |list| list.entries().collect::<Vec<_>>());
        let (over, delete) = (entries(over), entries(delete));
        let old: Vec<B> = base.entries().collect();
        let gone = |entry: B| delete.iter().any(|other| equal(entry, *other));
        let mut placed: Vec<Placed> = (0..old.len()).filter(|at| !gone(old[*at])).map(Placed::Old).collect();
        for (at, entry) in over.iter().enumerate() {
            let stands = old.iter().any(|other| !gone(*other) && equal(*entry, *other));
            if !stands && !over[..at].iter().any(|earlier| equal(*earlier, *entry)) {
                placed.push(Placed::New(at));
            }
        }
        if let Some(list) = order {
            let wanted: Vec<O> = list.entries().collect();
            placed = order::arrange(placed, |place| match *place {
                Placed::Old(at) => wanted.iter().position(|other| equal(*other, old[at])),
                Placed::New(at) => wanted.iter().position(|other| equal(*other, over[at])),
            });
        }
        for at in (0..old.len()).filter(|at| gone(old[*at])) {
            self.inside(at, at, |walk| walk.push(Op::Remove, Expected::Value(old[at].to_value()), None));
        }
        self.place(base, &old, &placed, |_, _| Ok(()), |_, at| Ok(over[at].to_value()))
    }
}
