//! Finding the parts of a definition: components, their tree, their path expressions.

use super::field::PathField;
use super::model::{Component, Definition, PathId, PathText, PodShape};
use super::problem::Problem;
use crate::location::Segment;
use std::collections::HashMap;

impl Definition {
    /// The root component. What has none cannot be read, so it is always there.
    pub fn root(&self) -> &Component {
        &self.components[0]
    }

    /// The problems that make the definition unusable; those of [`Definition::read`] that are fatal.
    pub fn faults(&self) -> &[Problem] {
        &self.faults
    }

    /// The component with this name.
    pub fn component(&self, name: &str) -> Option<(usize, &Component)> {
        self.components.iter().enumerate().find(|(_, component)| component.name.text == name)
    }

    /// The components as a tree, depth first, each with its depth: the root, then what it owns, as they are written.
    pub fn tree(&self) -> Vec<(usize, &Component)> {
        let order = self.depth_first();
        order.into_iter().map(|(depth, index)| (depth, &self.components[index])).collect()
    }

    /// The tree by index. A component whose owner is not known counts as the root's; one that owns itself by others is
    /// left out.
    pub(crate) fn depth_first(&self) -> Vec<(usize, usize)> {
        let names = self.components.iter().enumerate().rev().map(|(index, c)| (c.name.text.as_str(), index));
        let by_name: HashMap<&str, usize> = names.collect();
        let mut owned: Vec<Vec<usize>> = vec![Vec::new(); self.components.len()];
        for (index, component) in self.components.iter().enumerate().skip(1) {
            let owner = component.owner.as_ref().and_then(|owner| by_name.get(owner.text.as_str()));
            owned[owner.copied().unwrap_or(0)].push(index);
        }
        let mut order = Vec::with_capacity(owned.len());
        let mut open = vec![(0, 0)];
        while let Some((depth, index)) = open.pop() {
            order.push((depth, index));
            open.extend(owned[index].iter().rev().map(|child| (depth + 1, *child)));
        }
        order
    }

    /// Every path expression, as it is written, in document order.
    pub fn paths(&self) -> &[PathText] {
        &self.paths
    }

    /// One path expression.
    pub fn path(&self, id: PathId) -> &PathText {
        &self.paths[id.0]
    }

    /// The path expression of a component's field. Of a field that can stand several times (actions, status
    /// expressions) it is the first.
    pub fn path_of(&self, component: &Component, field: PathField) -> Option<PathId> {
        component.paths.clone().find(|index| self.paths[*index].field == field).map(PathId)
    }

    /// Every path expression of a component.
    pub fn paths_of(&self, component: &Component) -> impl Iterator<Item = (PathId, &PathText)> {
        component.paths.clone().map(|index| (PathId(index), &self.paths[index]))
    }

    /// The ways in which a component describes its pods, each with the field that says so first. More than one is a
    /// mistake, none is common.
    pub fn pod_shapes(&self, component: &Component) -> Vec<(PodShape, PathId)> {
        let first = |wanted: &dyn Fn(PathField) -> bool| {
            component.paths.clone().find(|index| wanted(self.paths[*index].field)).map(PathId)
        };
        let shapes = [
            (PodShape::Template, first(&|field| field == PathField::PodTemplateSpec)),
            (PodShape::Spec, first(&|field| matches!(field, PathField::PodSpec | PathField::Metadata))),
            (PodShape::Fragments, first(&PathField::is_fragment)),
        ];
        shapes.into_iter().filter_map(|(shape, id)| Some((shape, id?))).collect()
    }
}

impl Component {
    /// Whether it is the root component.
    pub fn is_root(&self) -> bool {
        // The only other place of components is a list.
        matches!(self.location.split_last(), Some((Segment::Key(_), _)))
    }
}
