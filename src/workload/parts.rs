//! The parts of a pod template that a component says the place of: which field of the template stands where in an
//! instance, and which cannot be written, and why.
//!
//! This is where the three shapes of a definition become one: a whole template is one part, a pod spec with its
//! metadata two, fragments as many as there are paths.

use super::compiled::Compiled;
use super::component::FieldReport;
use super::error::Unwritable;
use super::iteration::{Pairing, pair};
use crate::definition::{Component, Holds, PathField, PathId};
use crate::expression::{Expression, Step};
use crate::location::Location;

/// A part of a pod template and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) field: PathField,
    pub(super) id: PathId,
    /// Its place in a pod template. The one container of a component that has one is `.spec.containers[0]`.
    pub(super) view: Location,
    pub(super) place: Place,
}

/// Where a part stands.
#[derive(Clone, Debug)]
pub(super) enum Place {
    /// Inside the place of each instance.
    Inside(Location),
    /// At one place of the object, for all instances.
    Shared(Location),
    /// Nowhere that could be written.
    Nowhere(Unwritable),
}

impl Part {
    /// The place in the object for an instance that stands at `instance`; `None` if there is none to write.
    pub(super) fn at(&self, instance: &Location) -> Option<Location> {
        match &self.place {
            Place::Inside(rest) => Some(rest.below(instance)),
            Place::Shared(place) => Some(place.clone()),
            Place::Nowhere(_) => None,
        }
    }

    fn is_somewhere(&self) -> bool {
        !matches!(self.place, Place::Nowhere(_))
    }

    /// Why it cannot be written when some (`all`: all) of the instances are meant.
    pub(super) fn refusal(&self, compiled: &Compiled<'_>, all: bool) -> Option<Unwritable> {
        match &self.place {
            Place::Nowhere(why) => Some(why.clone()),
            Place::Shared(_) if !all => Some(Unwritable::Shared(Box::new(compiled.definition().path(self.id).clone()))),
            Place::Inside(_) | Place::Shared(_) => None,
        }
    }

    /// What is told of it: whether it can be written for all instances at once.
    pub(super) fn report(&self, compiled: &Compiled<'_>) -> FieldReport {
        FieldReport {
            field: self.field,
            pod_place: self.view.clone(),
            path: compiled.definition().path(self.id).clone(),
            refusal: self.refusal(compiled, true),
        }
    }

    /// The type of the kubernetes schema that stands there, if it has one.
    pub(super) fn schema_type(&self) -> Option<&'static str> {
        match self.field.row().holds {
            Holds::PodTemplate => Some("podTemplate"),
            Holds::PodSpec => Some("podSpec"),
            Holds::ObjectMeta => Some("objectMeta"),
            Holds::Containers => Some("containers"),
            Holds::Container => Some("container"),
            Holds::Resources => Some("resourceRequirements"),
            Holds::ResourceClaims => Some("resourceClaims"),
            Holds::PodAffinity => Some("podAffinity"),
            Holds::NodeAffinity => Some("nodeAffinity"),
            _ => None,
        }
    }
}

/// The parts of a component, in the order of the table of fields.
pub(super) fn parts(compiled: &Compiled<'_>, component: &Component, prefix: &[Step<'_>]) -> Vec<Part> {
    let part = |field: PathField| {
        let (id, expression) = compiled.field(component, field)?;
        let view = view_of(field)?;
        let path = || Box::new(compiled.definition().path(id).clone());
        let place = match expression {
            Expression::Address(address) => match pair(prefix, address) {
                Pairing::Inside(rest) => Place::Inside(rest),
                Pairing::Shared(place) => Place::Shared(place),
                Pairing::Iterates => Place::Nowhere(Unwritable::Iterates(path())),
                Pairing::OtherList => Place::Nowhere(Unwritable::OtherList(path())),
            },
            Expression::Formula(formula) => Place::Nowhere(Unwritable::Formula {
                path: path(),
                reason: formula.reason(),
                span: formula.span(),
                target: formula.target().map(ToString::to_string),
            }),
        };
        Some(Part { field, id, view, place })
    };
    let mut parts: Vec<Part> = PathField::TABLE.iter().filter_map(|row| part(row.field)).collect();
    // Where a component lists its containers, a container is found by its name in that list. A path to one container
    // beside it can only be read.
    if parts.iter().any(|part| part.field == PathField::Containers && part.is_somewhere()) {
        for part in parts.iter_mut().filter(|part| is_of_one_container(part.field) && part.is_somewhere()) {
            let path = Box::new(compiled.definition().path(part.id).clone());
            part.place = Place::Nowhere(Unwritable::ByName(path));
        }
    }
    parts
}

/// Whether a field speaks of the one container of a component that has one.
pub(super) const fn is_of_one_container(field: PathField) -> bool {
    matches!(field, PathField::Container | PathField::Image | PathField::Resources)
}

/// The place of a field in a pod template.
pub(super) fn view_of(field: PathField) -> Option<Location> {
    let text = field.row().pod_place?;
    let steps = text.split(['.', '[', ']']).filter(|step| !step.is_empty());
    Some(steps.map(|step| step.parse().map_or_else(|_| step.into(), |index: usize| index.into())).collect())
}
