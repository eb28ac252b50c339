//! Whether the parts of a definition fit together: names, owners, shapes, and what one part needs of another.

use super::field::PathField;
use super::model::{Component, Definition, PodShape, StatusDefinition, Text};
use super::problem::{Problem, ProblemKind};
use crate::location::{Location, is_name};
use crate::near::nearest;
use std::collections::HashMap;

/// So many names are compared for "did you mean": each comparison takes time.
const COMPARED: usize = 256;

pub(super) fn check(definition: &Definition, problems: &mut Vec<Problem>) {
    let mut check = Check { definition, problems, names: HashMap::new() };
    check.names();
    check.owners();
    check.cycles();
    for component in &definition.components {
        check.shapes(component);
        check.selectors(component);
        if let Some(status) = &component.status {
            check.status(component, status);
        }
    }
    check.members();
    check.references();
}

struct Check<'c> {
    definition: &'c Definition,
    problems: &'c mut Vec<Problem>,
    /// The first component of each name, by index.
    names: HashMap<&'c str, usize>,
}

impl<'c> Check<'c> {
    fn report(&mut self, location: &Location, kind: ProblemKind) {
        self.problems.push(Problem { location: location.clone(), kind });
    }

    fn names(&mut self) {
        let definition = self.definition;
        for (index, component) in definition.components.iter().enumerate() {
            let name = component.name.text.as_str();
            let first = *self.names.entry(name).or_insert(index);
            // What has no name was reported as such.
            if first != index && !name.is_empty() {
                let first = definition.components[first].name.location.clone();
                self.report(&component.name.location, ProblemKind::DuplicateName { first });
            }
        }
        self.unique(definition.references.iter().map(|reference| &reference.name));
        self.unique(definition.pod_groups.iter().map(|group| &group.name));
    }

    fn unique<'t>(&mut self, names: impl Iterator<Item = &'t Text>) {
        let mut seen: HashMap<&str, &Location> = HashMap::new();
        for name in names.filter(|name| !name.text.is_empty()) {
            match seen.get(name.text.as_str()) {
                Some(first) => {
                    let first = (*first).clone();
                    self.report(&name.location, ProblemKind::DuplicateName { first });
                }
                None => drop(seen.insert(&name.text, &name.location)),
            }
        }
    }

    fn near(&self, name: &str) -> Option<String> {
        let known = self.definition.components.iter().map(|component| component.name.text.as_str());
        nearest(name, known.filter(|known| !known.is_empty()).take(COMPARED)).map(String::from)
    }

    fn owners(&mut self) {
        for component in &self.definition.components {
            match (&component.owner, component.is_root()) {
                (Some(owner), true) => self.report(&owner.location, ProblemKind::OwnedRoot),
                (None, false) => self.report(&component.location, ProblemKind::NoOwner),
                (Some(owner), false) if !self.names.contains_key(owner.text.as_str()) => {
                    let near = self.near(&owner.text);
                    self.report(&owner.location, ProblemKind::UnknownOwner { near });
                }
                _ => {}
            }
        }
        if self.definition.root().kind.is_none() {
            let root = self.definition.root().location.clone();
            self.report(&root, ProblemKind::MissingKey { key: "kind", required: true });
        }
        if self.definition.root().status.is_none() {
            let root = self.definition.root().location.clone();
            self.report(&root, ProblemKind::MissingKey { key: "statusDefinition", required: false });
        }
    }

    fn owner_of(&self, component: &Component) -> Option<usize> {
        let owner = component.owner.as_ref().filter(|_| !component.is_root())?;
        self.names.get(owner.text.as_str()).copied()
    }

    /// Follows the owners of each component once; every cycle is reported once, at its first component.
    fn cycles(&mut self) {
        let components = &self.definition.components;
        // The walk that passed a component: 0 for none yet.
        let mut passed = vec![0; components.len()];
        for start in 0..components.len() {
            let walk = start + 1;
            let mut at = Some(start);
            while let Some(here) = at.filter(|here| passed[*here] == 0) {
                passed[here] = walk;
                at = self.owner_of(&components[here]);
            }
            if let Some(first) = at.filter(|first| passed[*first] == walk) {
                self.report_cycle(first);
            }
        }
    }

    fn report_cycle(&mut self, first: usize) {
        let components = &self.definition.components;
        let mut names = vec![components[first].name.text.clone()];
        let mut at = self.owner_of(&components[first]);
        while let Some(here) = at {
            names.push(components[here].name.text.clone());
            at = self.owner_of(&components[here]).filter(|_| here != first);
        }
        let location = components[first].owner.as_ref().map_or(&components[first].location, |owner| &owner.location);
        self.report(location, ProblemKind::OwnerCycle { names });
    }

    fn shapes(&mut self, component: &Component) {
        let definition = self.definition;
        let shapes = definition.pod_shapes(component);
        if let [(_, first), (_, second), ..] = shapes.as_slice() {
            let first = definition.path(*first).location.clone();
            self.report(&definition.path(*second).location, ProblemKind::SeveralShapes { first });
        }
        if let Some(metadata) = definition.path_of(component, PathField::Metadata)
            && !shapes.iter().any(|(shape, _)| *shape != PodShape::Spec)
            && definition.path_of(component, PathField::PodSpec).is_none()
        {
            self.report(&definition.path(metadata).location, ProblemKind::MetadataAlone);
        }
    }

    fn selectors(&mut self, component: &Component) {
        let instance = component.selector.as_ref().and_then(|selector| selector.instance);
        match (self.definition.path_of(component, PathField::InstanceId), instance) {
            (Some(id), None) => {
                self.report(&self.definition.path(id).location, ProblemKind::NoInstanceSelector);
            }
            (None, Some(id)) => self.report(&self.definition.path(id).location, ProblemKind::NoInstanceId),
            _ => {}
        }
        if let Some(selector) = component.selector.as_ref().and_then(|selector| selector.component.as_ref())
            && selector.key.is_none()
            && (selector.labels.is_empty() || selector.value.is_some())
        {
            self.report(&selector.location, ProblemKind::NoSelectorKey);
        }
    }

    fn status(&mut self, component: &Component, status: &StatusDefinition) {
        let phase = self.definition.path_of(component, PathField::Phase);
        let conditions = self.definition.path_of(component, PathField::Conditions);
        let (mut reads_phase, mut reads_conditions) = (false, false);
        for matcher in status.mappings.iter().flat_map(|mapping| &mapping.matchers) {
            if let Some(wanted) = &matcher.phase {
                reads_phase = true;
                if phase.is_none() {
                    self.report(&wanted.location, ProblemKind::NoSource { key: "phaseDefinition" });
                }
            }
            if let Some(wanted) = matcher.conditions.first() {
                reads_conditions = true;
                if conditions.is_none() {
                    self.report(&wanted.kind.location, ProblemKind::NoSource { key: "conditionsDefinition" });
                }
            }
            if matcher.phase.is_none() && matcher.conditions.is_empty() && matcher.expression.is_none() {
                self.report(&matcher.location, ProblemKind::EmptyMatcher);
            }
        }
        for (path, key, used) in
            [(phase, "phaseDefinition", reads_phase), (conditions, "conditionsDefinition", reads_conditions)]
        {
            if path.is_some() && !used {
                self.report(&status.location.child(key), ProblemKind::UnusedSource);
            }
        }
    }

    fn members(&mut self) {
        let definition = self.definition;
        let members = definition.pod_groups.iter().flat_map(|group| &group.members).map(|member| &member.component);
        for name in members.chain(&definition.sub_groups) {
            if !name.text.is_empty() && !self.names.contains_key(name.text.as_str()) {
                let near = self.near(&name.text);
                self.report(&name.location, ProblemKind::UnknownComponent { near });
            }
        }
    }

    fn references(&mut self) {
        for reference in &self.definition.references {
            if reference.shape.is_none() {
                self.report(&reference.location, ProblemKind::ReferenceShape);
            }
            if !reference.name.text.is_empty() && !is_name(&reference.name.text) {
                self.report(&reference.name.location, ProblemKind::NotAVariable);
            }
        }
    }
}
