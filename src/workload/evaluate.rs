//! Reading an expression for each instance: the values belong to instances by place, never by position in two lists.

use super::error::WorkloadError;
use super::iteration::{Pairing, goes_through, pair, picks_one, restricted};
use crate::definition::PathText;
use crate::expression::{Budget, EvaluateError, Expression, Formula, Step, Variables};
use crate::limits::Limits;
use crate::location::Location;
use crate::value::{Node, Value, equal};

/// What an expression is read on.
pub(super) struct Reading<'r, N> {
    pub(super) root: N,
    pub(super) prefix: &'r [Step<'r>],
    /// The places of the instances: those that the prefix means on the root.
    pub(super) places: &'r [Location],
    pub(super) variables: &'r Variables,
    pub(super) limits: &'r Limits,
}

impl<'r, 'a, N: Node<'a>> Reading<'r, N> {
    /// The value of an expression for each place; `None` where it gives nothing.
    pub(super) fn each(
        &self,
        path: &PathText,
        expression: &Expression<'_>,
    ) -> Result<Vec<Option<Value>>, WorkloadError> {
        let several = |got: String| WorkloadError::Unreadable {
            path: Box::new(path.clone()),
            want: "one value for each instance",
            got,
        };
        match expression {
            Expression::Address(address) => match pair(self.prefix, address) {
                Pairing::Inside(rest) => {
                    Ok(self.places.iter().map(|place| rest.below(place).find(self.root).map(Node::to_value)).collect())
                }
                Pairing::Shared(place) => Ok(self.for_all(place.find(self.root).map(Node::to_value))),
                Pairing::Iterates => Err(several("several values of one instance".into())),
                Pairing::OtherList => Err(several("values of another list".into())),
            },
            Expression::Formula(formula) => self.each_computed(path, formula),
        }
    }

    fn for_all(&self, value: Option<Value>) -> Vec<Option<Value>> {
        vec![value; self.places.len()]
    }

    fn each_computed(&self, path: &PathText, formula: &Formula<'_>) -> Result<Vec<Option<Value>>, WorkloadError> {
        let several = |got: usize| WorkloadError::Unreadable {
            path: Box::new(path.clone()),
            want: "one value for each instance",
            got: format!("{got} values"),
        };
        if self.prefix.is_empty() {
            let mut values = self.whole(path, formula)?;
            return match values.len() {
                0 | 1 => Ok(self.for_all(values.pop())),
                many => Err(several(many)),
            };
        }
        // Each instance costs an evaluation.
        if self.places.len() > self.limits.results {
            let error = EvaluateError::Budget(Budget::Results);
            return Err(WorkloadError::Evaluate { path: Box::new(path.clone()), error });
        }
        let reads = formula.reads();
        let shared = reads.iter().any(|read| picks_one(self.prefix, read));
        if !shared && reads.iter().any(|read| goes_through(self.prefix, read)) {
            let one = |mut values: Vec<Value>| match values.len() {
                0 | 1 => Ok(values.pop()),
                many => Err(several(many)),
            };
            return self.places.iter().map(|place| self.at(path, formula, place).and_then(one)).collect();
        }
        let mut whole = self.whole(path, formula)?;
        if !shared && let Some(values) = self.split(path, formula, &whole)? {
            return Ok(values.into_iter().map(Some).collect());
        }
        match whole.len() {
            0 | 1 => Ok(self.for_all(whole.pop())),
            many => Err(several(many)),
        }
    }

    /// The one value for each place, if together they are what the formula gives on the whole object.
    ///
    /// This pairs `.s | to_entries[] | .key` without knowing what it does.
    pub(super) fn split(
        &self,
        path: &PathText,
        formula: &Formula<'_>,
        whole: &[Value],
    ) -> Result<Option<Vec<Value>>, WorkloadError> {
        if whole.len() != self.places.len() {
            return Ok(None);
        }
        let mut values = Vec::with_capacity(whole.len());
        for place in self.places {
            // What fails on one place alone does not go by places.
            match self.at(path, formula, place).as_deref() {
                Ok([one]) => values.push(one.clone()),
                Ok(_) | Err(WorkloadError::Evaluate { error: EvaluateError::Failed { .. }, .. }) => {
                    return Ok(None);
                }
                Err(error) => return Err(error.clone()),
            }
        }
        Ok(same_values(&values, whole).then_some(values))
    }

    /// What a formula gives on the object as one instance sees it.
    fn at(&self, path: &PathText, formula: &Formula<'_>, place: &Location) -> Result<Vec<Value>, WorkloadError> {
        let object = restricted(self.root, self.prefix, place.segments());
        evaluate(path, formula, &object, self.variables, self.limits)
    }

    pub(super) fn whole(&self, path: &PathText, formula: &Formula<'_>) -> Result<Vec<Value>, WorkloadError> {
        evaluate(path, formula, self.root, self.variables, self.limits)
    }
}

/// What a formula gives on an object.
pub(super) fn evaluate<'a>(
    path: &PathText,
    formula: &Formula<'_>,
    root: impl Node<'a>,
    variables: &Variables,
    limits: &Limits,
) -> Result<Vec<Value>, WorkloadError> {
    let failed = |error| WorkloadError::Evaluate { path: Box::new(path.clone()), error };
    formula.evaluate(root, variables, limits).map_err(failed)
}

/// Whether two lists hold the same values, in any order. A formula goes over a map by sorted keys, a walk as they stand.
fn same_values(a: &[Value], b: &[Value]) -> bool {
    let state = foldhash::fast::RandomState::default();
    let sorted = |values: &[Value]| {
        let mut hashes: Vec<u64> = values.iter().map(|value| crate::value::hash(&state, value)).collect();
        hashes.sort_unstable();
        hashes
    };
    a.len() == b.len() && (a.iter().zip(b).all(|(a, b)| equal(a, b)) || sorted(a) == sorted(b))
}
