//! What a definition reads on a sample: addresses resolve, formulas give what their fields need.

use super::Sample;
use crate::catalog::checks::{formula_fails, formula_type, over_budget, place_does_not_fit};
use crate::catalog::finding::Finding;
use crate::catalog::subject::{Judged, Subject};
use crate::definition::{Against, Component, Holds, PathField, PathText, ReferenceShape};
use crate::expression::{Address, EvaluateError, Formula, Intent, Variables, resolve};
use crate::value::{Kind, Node, Value};

/// A sample, and what is known of it before its fields are looked at.
pub(super) struct Reading<'r, 't> {
    pub(super) sample: &'r Sample<'t>,
    /// The objects that references mean.
    pub(super) variables: Variables,
    /// How many instances each component has; `None` where it lists none.
    instances: Vec<Option<usize>>,
}

impl<'r, 't> Reading<'r, 't> {
    pub(super) fn of(subject: &Subject, sample: &'r Sample<'t>, library: &[Sample]) -> Self {
        let variables = references(subject, sample, library);
        let mut reading = Self { sample, variables, instances: Vec::new() };
        reading.instances =
            subject.definition.components.iter().map(|component| reading.count(subject, component)).collect();
        reading
    }

    /// How many instances the component of an expression has.
    pub(super) fn instances(&self, path: &PathText) -> Option<usize> {
        self.instances.get(path.component?).copied().flatten()
    }

    fn count(&self, subject: &Subject, component: &Component) -> Option<usize> {
        let (_, id) = subject.paths_of(component).find(|(path, _)| path.field == PathField::InstanceId)?;
        let values = values(subject, self, id).ok()?;
        Some(values.iter().filter(|value| value.kind() != Kind::Null).count())
    }
}

/// What an expression gives on a sample. An address that does not fit gives nothing here.
fn values(subject: &Subject, reading: &Reading, judged: &Judged) -> Result<Vec<Value>, EvaluateError> {
    let value = &reading.sample.value;
    match (judged.address(), judged.formula()) {
        (Some(address), _) => {
            let places = resolve(address, value, Intent::Read, subject.limits).unwrap_or_default();
            Ok(places.into_iter().map(|place| place.node.map_or(Value::Null, Node::to_value)).collect())
        }
        (_, Some(formula)) => formula.evaluate(value, &reading.variables, subject.limits),
        _ => Ok(Vec::new()),
    }
}

/// The objects that the references of a definition mean, among the samples. A `lookup` that finds none is null.
fn references(subject: &Subject, sample: &Sample, library: &[Sample]) -> Variables {
    let bare = Reading { sample, variables: Variables::new(), instances: Vec::new() };
    let mut variables = Variables::new();
    for reference in &subject.definition.references {
        let of_kind = library.iter().filter(|other| reference.kind.as_ref().is_some_and(|kind| other.is_of(kind)));
        let value = match reference.shape {
            Some(ReferenceShape::List) => Value::Array(of_kind.map(|other| other.value.clone()).collect()),
            _ => {
                let mut names = subject.paths().filter(|(path, _)| {
                    path.field == PathField::ReferenceName && reference.location.contains(&path.location)
                });
                let name = names.next().and_then(|(_, judged)| values(subject, &bare, judged).ok()?.pop());
                let has_name = |other: &&Sample| {
                    let metadata = other.value.get("metadata").and_then(|metadata| metadata.get("name"));
                    metadata.is_some() && metadata == name.as_ref()
                };
                of_kind.filter(|other| has_name(other)).map(|other| other.value.clone()).next().unwrap_or(Value::Null)
            }
        };
        variables.set(&reference.name.text, value);
    }
    variables
}

/// Looks at every expression that is evaluated against the object. For each of all: whether it gives something.
pub(super) fn check(subject: &Subject, reading: &Reading, out: &mut Vec<Finding>) -> Vec<bool> {
    let look = |(path, judged): (&PathText, &Judged)| match (judged.address(), judged.formula()) {
        _ if path.field.row().against != Against::Object => false,
        (Some(address), _) => look_at_address(subject, reading, path, judged, address, out),
        (_, Some(formula)) => look_at_formula(subject, reading, path, judged, formula, out),
        _ => false,
    };
    subject.paths().map(look).collect()
}

fn look_at_address(
    subject: &Subject,
    reading: &Reading,
    path: &PathText,
    judged: &Judged,
    address: &Address,
    out: &mut Vec<Finding>,
) -> bool {
    let sample = reading.sample;
    let places = match resolve(address, &sample.value, Intent::Read, subject.limits) {
        Ok(places) => places,
        // A list that is not there has no entries to look at.
        Err(error) if error.kind.is_miss() => return false,
        Err(error) => {
            out.push(place_does_not_fit::not_resolved(subject, judged, sample, &error));
            return true;
        }
    };
    let there = places.iter().filter_map(|place| Some((&place.location, place.node?)));
    let mut there = there.filter(|(_, node)| node.kind() != Kind::Null).peekable();
    let present = there.peek().is_some();
    let holds = path.field.row().holds;
    if let Some((location, node)) = there.find(|(_, node)| !fits(holds, *node)) {
        out.push(place_does_not_fit::other_type(subject, judged, sample, (location, node.kind()), holds));
    }
    present
}

fn look_at_formula(
    subject: &Subject,
    reading: &Reading,
    path: &PathText,
    judged: &Judged,
    formula: &Formula,
    out: &mut Vec<Finding>,
) -> bool {
    let sample = reading.sample;
    let results = match formula.evaluate(&sample.value, &reading.variables, subject.limits) {
        Ok(results) => results,
        Err(error) => {
            if over_budget::is_over_budget(&error) {
                out.push(over_budget::finding(subject.page, judged, &error));
            } else if !sample.is_made() {
                let has_none = reading.instances(path) == Some(0);
                out.push(formula_fails::finding(subject, judged, sample, &error, has_none));
            }
            return true;
        }
    };
    let present = results.iter().any(|result| result.kind() != Kind::Null);
    // What is missing in an object that was made says nothing of real ones.
    if sample.is_made() {
        return present;
    }
    let holds = path.field.row().holds;
    let unfit = results.iter().find(|result| result.kind() != Kind::Null && !fits(holds, *result));
    if let Some(result) = unfit {
        out.push(formula_type::other_type(subject, judged, sample, result, holds));
    } else if let Some(wanted) = wanted_count(reading, path).filter(|wanted| !wanted.contains(&results.len())) {
        out.push(formula_type::other_count(subject, judged, sample, results.len(), &wanted));
    }
    present
}

/// How many results a field takes: one, or one for each instance.
fn wanted_count(reading: &Reading, path: &PathText) -> Option<Vec<usize>> {
    match path.field.row().holds {
        Holds::Count => reading.instances(path).map_or(Some(vec![1]), |count| Some(vec![1, count])),
        _ if path.field == PathField::StatusExpression => Some(vec![1]),
        _ => None,
    }
}

/// Whether a value is what a field names.
pub(super) fn fits<'a>(holds: Holds, node: impl Node<'a>) -> bool {
    let kinds = holds.kinds();
    let spells_number = |text: &str| crate::value::Number::parse(text).is_some();
    let fits_text = match (holds, node.as_str()) {
        (Holds::Count, Some(text)) => spells_number(text.trim()),
        (Holds::Id, Some(text)) => !text.is_empty(),
        _ => true,
    };
    (kinds.is_empty() || kinds.contains(&node.kind())) && fits_text
}
