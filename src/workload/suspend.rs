//! Suspending and resuming: the definition's actions as one plan, and the record of what stood there before.

use super::Workload;
use super::error::WorkloadError;
use super::record::{Record, place_of};
use super::restore::Restore;
use crate::definition::{Action, Component};
use crate::expression::{Expression, Intent, resolve};
use crate::location::{Location, Segment};
use crate::plan::{Assignment, Expected, Op, Plan};
use crate::value::{Node, Value, equal};
use std::collections::{HashMap, HashSet};

/// What is suspended or resumed, and where the record stands.
#[derive(Clone, Debug, Default)]
pub struct SuspendOptions {
    /// The one component that is meant; without one, all that can be suspended.
    pub component: Option<String>,
    /// The annotation of the object that holds the record of what suspending replaces. Without it there is no record,
    /// and what the resume actions do not write themselves cannot be restored.
    pub annotation: Option<String>,
}

/// Places and what is to stand there, in the order in which the actions first name them. A later action overwrites an
/// earlier one at the same place.
#[derive(Default)]
struct Writes {
    list: Vec<(Location, Value)>,
    at: HashMap<Location, usize>,
}

impl Writes {
    fn set(&mut self, place: Location, value: &Value) {
        match self.at.get(&place) {
            Some(at) => self.list[*at].1 = value.clone(),
            None => {
                self.at.insert(place.clone(), self.list.len());
                self.list.push((place, value.clone()));
            }
        }
    }

    /// Tells of places whether they are written, whole or in part.
    fn touched(&self) -> impl Fn(&Location) -> bool + '_ {
        let written: HashSet<&[Segment]> = self.list.iter().map(|(place, _)| place.segments()).collect();
        let mut around: HashSet<&[Segment]> = HashSet::new();
        for (place, _) in &self.list {
            around.extend((0..=place.segments().len()).map(|len| &place.segments()[..len]));
        }
        move |place| {
            around.contains(place.segments())
                || (0..place.segments().len()).any(|len| written.contains(&place.segments()[..len]))
        }
    }
}

impl<'d, 'a, N: Node<'a>> Workload<'d, N> {
    /// The plan that suspends the workload: the suspend actions of its components, children before their owners.
    ///
    /// With an annotation named, what stood at the written places is recorded there. What is recorded already is kept:
    /// suspending twice does not overwrite it, and only adds to a record what that one does not know.
    pub fn suspend(&self, options: &SuspendOptions) -> Result<Plan, WorkloadError> {
        let mut components = self.suspendable(options)?;
        components.reverse();
        let writes = self.writes(components.iter().flat_map(|(_, definition)| &definition.suspend))?;
        // Places inside one another, or around the record, are refused whatever stands there now.
        let places = writes.list.iter().map(|(place, _)| place.clone());
        let places = places.chain(options.annotation.as_deref().map(place_of));
        let whole = places.map(|place| Assignment::new(place, Op::Set(Value::Null)));
        Plan::new(whole.collect()).map_err(WorkloadError::Conflict)?;
        let mut assignments = self.assignments(&writes);
        let suspends = writes.list.iter().any(|(place, value)| !self.stands(place, value));
        if let Some(annotation) = &options.annotation {
            let record = Record::read(self.root, annotation, &self.options.limits)?;
            // One that is there already takes what stands as suspending leaves it, too: resuming asks for all of it.
            let Some(mut record) = record.or_else(|| suspends.then(|| Record::new(self.root, annotation))) else {
                return self.plan(assignments);
            };
            record.add(self.root, writes.list.iter().map(|(place, _)| place));
            assignments.extend(record.assignment(self.root));
        }
        self.plan(assignments)
    }

    /// The plan that resumes the workload: the resume actions of its components, owners before their children.
    ///
    /// What suspending wrote and no resume action writes is restored from the record, absence too: what was made goes, and
    /// every parent that was made for it and holds nothing else. The record goes when nothing of it is left. Without a
    /// record it is an error, unless something else than the suspended value stands there.
    pub fn resume(&self, options: &SuspendOptions) -> Result<Plan, WorkloadError> {
        let components = self.suspendable(options)?;
        let writes = self.writes(components.iter().flat_map(|(_, definition)| &definition.resume))?;
        let suspended = self.writes(components.iter().flat_map(|(_, definition)| &definition.suspend))?;
        let mut assignments = self.assignments(&writes);
        let record = match &options.annotation {
            Some(annotation) => Record::read(self.root, annotation, &self.options.limits)?,
            None => None,
        };
        let touched = writes.touched();
        let mut restore = Restore::new(self.root);
        for (place, value) in suspended.list.iter().filter(|(place, _)| !touched(place)) {
            match record.as_ref().and_then(|record| record.saved(place)) {
                Some(saved) => restore.add(place, saved),
                None if !self.stands(place, value) => {}
                None => {
                    let annotation = options.annotation.clone();
                    return Err(WorkloadError::NoSavedValue { location: place.clone(), annotation });
                }
            }
        }
        let rest = record.as_ref().map(|record| record.without(suspended.list.iter().map(|(place, _)| place)));
        if let Some(rest) = &rest {
            assignments.extend(rest.leave(&mut restore));
        }
        assignments.extend(restore.assignments(touched));
        self.plan(assignments)
    }

    /// The components that can be suspended, depth first.
    fn suspendable(
        &self,
        options: &SuspendOptions,
    ) -> Result<Vec<(&'d Component, &'d crate::definition::SuspendDefinition)>, WorkloadError> {
        let wanted: Vec<&'d Component> = match &options.component {
            Some(name) => vec![self.component(name)?.definition()],
            None => self.definition().tree().into_iter().map(|(_, component)| component).collect(),
        };
        let found: Vec<_> =
            wanted.into_iter().filter_map(|component| Some((component, component.suspend.as_ref()?))).collect();
        match found.is_empty() {
            true => Err(WorkloadError::NoActions { component: options.component.clone() }),
            false => Ok(found),
        }
    }

    /// The places that actions write, all found on the object as it is now.
    fn writes<'c>(&self, actions: impl Iterator<Item = &'c Action>) -> Result<Writes, WorkloadError> {
        let mut writes = Writes::default();
        for action in actions {
            let (Some(id), Some(value)) = (action.path, &action.value) else { continue };
            let address = match self.compiled.expression(id) {
                Expression::Address(address) => address,
                Expression::Formula(formula) => {
                    return Err(WorkloadError::NotAnAddress {
                        path: Box::new(self.definition().path(id).clone()),
                        reason: formula.reason(),
                        span: formula.span(),
                    });
                }
            };
            let places = resolve(address, self.root, Intent::Set, &self.options.limits);
            for place in places.map_err(WorkloadError::Resolve)? {
                writes.set(place.location, value);
            }
        }
        Ok(writes)
    }

    fn stands(&self, place: &Location, value: &Value) -> bool {
        place.find(self.root).is_some_and(|node| equal(node, value))
    }

    /// What really changes of the writes.
    fn assignments(&self, writes: &Writes) -> Vec<Assignment> {
        let changing = writes.list.iter().filter(|(place, value)| !self.stands(place, value));
        let assignment = |(place, value): &(Location, Value)| Assignment {
            location: place.clone(),
            op: Op::Set(value.clone()),
            expected: Some(expected(place.find(self.root))),
            cause: None,
        };
        changing.map(assignment).collect()
    }

    fn plan(&self, assignments: Vec<Assignment>) -> Result<Plan, WorkloadError> {
        let plan = Plan::new(assignments).map_err(WorkloadError::Conflict)?;
        plan.fit(self.root).map_err(WorkloadError::Apply)?;
        Ok(plan)
    }
}

/// What stands at a place, as a plan expects it.
pub(super) fn expected<'a>(node: Option<impl Node<'a>>) -> Expected {
    node.map_or(Expected::Absent, |node| Expected::Value(node.to_value()))
}
