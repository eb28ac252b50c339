//! One component of a workload.

use super::error::{Unwritable, WorkloadError};
use super::evaluate::Reading;
use super::instances::Instance;
use super::parts::Part;
use super::{Known, Workload};
use crate::definition::{Component, PathField, PathText};
use crate::location::Location;
use crate::value::{Node, Value};

/// A component of a workload: what is read and written goes through it.
#[derive(Debug)]
pub struct ComponentRef<'w, 'd, N> {
    pub(super) workload: &'w Workload<'d, N>,
    index: usize,
}

impl<N> Clone for ComponentRef<'_, '_, N> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<N> Copy for ComponentRef<'_, '_, N> {}

/// Which instances of a component are meant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Selection {
    /// The only one; with several it is an error not to say which.
    #[default]
    Only,
    /// All of them.
    All,
    /// Those with these names; an empty list names none and counts as [`Selection::Only`].
    Named(Vec<String>),
}

/// A field of the pod template, and whether it can be written.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldReport {
    /// The field of the definition.
    pub field: PathField,
    /// Its place in a pod template.
    pub pod_place: Location,
    /// Its expression and the place of that in the definition.
    pub path: PathText,
    /// Why it cannot be written; `None` if it can. What all instances share can be written for all at once.
    pub refusal: Option<Unwritable>,
}

impl<'w, 'd, 'a, N: Node<'a>> ComponentRef<'w, 'd, N> {
    pub(super) fn new(workload: &'w Workload<'d, N>, index: usize) -> Self {
        Self { workload, index }
    }

    /// The workload that it belongs to.
    pub fn workload(&self) -> &'w Workload<'d, N> {
        self.workload
    }

    /// What the definition says of it.
    pub fn definition(&self) -> &'d Component {
        &self.workload.definition().components[self.index]
    }

    /// Its name.
    pub fn name(&self) -> &'d str {
        &self.definition().name.text
    }

    fn known(&self) -> &'w Known {
        &self.workload.components[self.index]
    }

    /// Its instances, in document order.
    pub fn instances(&self) -> &'w [Instance] {
        &self.known().instances.list
    }

    pub(super) fn parts(&self) -> &'w [Part] {
        &self.known().parts
    }

    /// The fields of the pod template that it has a path for, each with whether it can be written.
    pub fn fields(&self) -> Vec<FieldReport> {
        self.parts().iter().map(|part| part.report(&self.workload.compiled)).collect()
    }

    /// The instances that are meant, in document order.
    pub fn select(&self, selection: &Selection) -> Result<Vec<&'w Instance>, WorkloadError> {
        let all = self.instances();
        let component = || self.name().to_owned();
        match selection {
            Selection::Named(names) if !names.is_empty() => {
                let mut wanted = Vec::with_capacity(names.len());
                for name in names {
                    let found = all.iter().position(|instance| instance.id.as_ref() == Some(name));
                    wanted.push(found.ok_or_else(|| WorkloadError::UnknownInstance {
                        component: component(),
                        name: name.clone(),
                        known: self.known_ids(),
                    })?);
                }
                wanted.sort_unstable();
                wanted.dedup();
                Ok(wanted.into_iter().map(|index| &all[index]).collect())
            }
            _ if all.is_empty() => {
                let location = super::iteration::list_place(&self.known().instances.prefix);
                Err(WorkloadError::NoInstance { component: component(), location })
            }
            Selection::Only | Selection::Named(_) if all.len() > 1 => {
                Err(WorkloadError::Ambiguous { component: component(), count: all.len(), known: self.known_ids() })
            }
            Selection::Only | Selection::All | Selection::Named(_) => Ok(all.iter().collect()),
        }
    }

    fn known_ids(&self) -> Vec<String> {
        self.instances().iter().filter_map(|instance| instance.id.clone()).take(WorkloadError::KNOWN).collect()
    }

    /// The value of a field for each instance; `None` for the whole if the component has no such field.
    pub(super) fn read(&self, field: PathField) -> Result<Option<Vec<Option<Value>>>, WorkloadError> {
        let workload = self.workload;
        let Some((id, expression)) = workload.compiled.field(self.definition(), field) else { return Ok(None) };
        let places: Vec<Location> = self.instances().iter().map(|instance| instance.location.clone()).collect();
        let reading = Reading {
            root: workload.root,
            prefix: &self.known().instances.prefix,
            places: &places,
            variables: &workload.options.references,
            limits: &workload.options.limits,
        };
        reading.each(workload.definition().path(id), expression).map(Some)
    }

    pub(super) fn prefix(&self) -> &'w [crate::expression::Step<'static>] {
        &self.known().instances.prefix
    }
}
