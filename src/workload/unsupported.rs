//! The fields of a patch that a component has no place for.

use super::component::ComponentRef;
use super::error::{UnsupportedField, Unwritable};
use super::parts::{Part, view_of};
use crate::definition::PathField;
use crate::location::{Location, Segment};
use crate::value::{Kind, Node};

/// Finds the fields of a patch that a component has no place for.
pub(super) struct Unsupported<'u, 'c, N> {
    component: &'u ComponentRef<'u, 'c, N>,
    /// Whether all instances are meant.
    all: bool,
    at: Location,
    found: Vec<UnsupportedField>,
}

impl<'u, 'c, 'a, N: Node<'a>> Unsupported<'u, 'c, N> {
    pub(super) fn of(component: &'u ComponentRef<'u, 'c, N>, all: bool) -> Self {
        Self { component, all, at: Location::root(), found: Vec::new() }
    }

    /// Those of a patch, in document order.
    pub(super) fn fields<'p>(mut self, patch: impl Node<'p>) -> Vec<UnsupportedField> {
        self.walk(patch);
        self.found
    }

    fn report(&mut self, why: Unwritable) {
        self.found.push(UnsupportedField { field: self.at.clone(), why });
    }

    /// Whether a part that can be written holds the field.
    pub(super) fn is_covered(&self, field: &Location) -> bool {
        let parts = self.component.parts().iter().filter(|part| part.view.contains(field));
        parts.into_iter().any(|part| part.refusal(&self.component.workload.compiled, self.all).is_none())
    }

    /// Why a field cannot be written that no part covers.
    pub(super) fn why(&self, field: &Location) -> Unwritable {
        let parts = self.component.parts().iter().rev().filter(|part| part.view.contains(field));
        let refusal = |part: &Part| part.refusal(&self.component.workload.compiled, self.all);
        parts.into_iter().find_map(refusal).unwrap_or(Unwritable::NoPath)
    }

    // The depth is bounded by that of the parts.
    fn walk<'p, P: Node<'p>>(&mut self, value: P) {
        // Metadata and spec may share their place with what belongs to others.
        let is_whole = self.at.segments().len() < 2 && !matches!(self.at.segments(), [Segment::Index(_)]);
        if is_whole {
            if value.kind() == Kind::Null {
                return self.report(Unwritable::Whole);
            }
            if let Some((key, _)) = value.members().find(|(key, _)| matches!(&**key, "$patch" | "$retainKeys")) {
                self.at.push(&*key);
                self.report(Unwritable::Whole);
                self.at.pop();
                return;
            }
            if self.at.is_root() {
                return self.members(value);
            }
        }
        if self.is_covered(&self.at) {
            return;
        }
        let has_parts_below = self.component.parts().iter().any(|part| self.at.contains(&part.view));
        match value.kind() {
            Kind::Object if has_parts_below => self.members(value),
            Kind::Array if has_parts_below && Some(&self.at) == view_of(PathField::Containers).as_ref() => {
                // Which of them is meant is checked where they are written.
                for entry in value.entries() {
                    self.at.push(0);
                    self.walk(entry);
                    self.at.pop();
                }
            }
            _ => {
                let why = self.why(&self.at);
                self.report(why);
            }
        }
    }

    fn members<'p, P: Node<'p>>(&mut self, object: P) {
        let is_container = matches!(self.at.split_last(), Some((Segment::Index(_), _)));
        for (key, value) in object.members().filter(|(key, _)| !(is_container && key == "name")) {
            self.at.push(&*key);
            self.walk(value);
            self.at.pop();
        }
    }
}
