//! Writes that would change what stands elsewhere, through an alias, an anchor or a merge key.

use super::Editor;
use crate::document::yaml::error::{Share, YamlEditError};
use crate::document::yaml::tree::{Id, NodeKind};
use crate::location::{Location, Segment};
use crate::plan::{Branch, Op};
use crate::span::Span;

impl Editor<'_> {
    /// Refuses a write to or into a node that is an alias or that an alias repeats.
    pub(super) fn guard_node(&self, id: Id, branch: &Branch<'_>) -> Result<(), YamlEditError> {
        let node = self.tree.node(id);
        if matches!(node.kind, NodeKind::Alias(_)) {
            return Err(self.aliased(Share::Alias, self.tree.target(id), branch));
        }
        match self.tree.aliases.iter().find(|(anchor, _)| node.anchor != 0 && *anchor == node.anchor) {
            Some((_, alias)) => Err(self.aliased(Share::Anchor, *alias, branch)),
            None => Ok(()),
        }
    }

    /// Refuses to take bytes away that hold an anchor of an alias which stays.
    pub(super) fn guard_range(&self, range: Span, branch: &Branch<'_>) -> Result<(), YamlEditError> {
        let inside = |id: Id| (range.start..range.end).contains(&self.tree.node(id).start());
        let stays = self
            .tree
            .aliases
            .iter()
            .find(|(anchor, alias)| !inside(*alias) && self.tree.anchored(*anchor).is_some_and(inside));
        match stays {
            Some((_, alias)) => Err(self.aliased(Share::Anchor, *alias, branch)),
            None => Ok(()),
        }
    }

    pub(super) fn merged(&self, source: Id, branch: &Branch<'_>) -> YamlEditError {
        self.aliased(Share::Merge, source, branch)
    }

    fn aliased(&self, share: Share, other: Id, branch: &Branch<'_>) -> YamlEditError {
        let mut location = self.at.clone();
        first_write(branch, &mut location);
        YamlEditError::Aliased {
            location,
            share,
            other: self.places().location_of(self.document.root, other).unwrap_or_default(),
            span: self.tree.node(other).span,
        }
    }
}

/// Goes on to the first place that a branch writes.
fn first_write(branch: &Branch<'_>, at: &mut Location) {
    let mut branch = branch;
    while !matches!(branch.op, Some(Op::Set(_) | Op::Remove)) && branch.inserts.is_empty() {
        let Some((segment, child)) = branch.children.first() else { return };
        at.push(Segment::clone(segment));
        branch = child;
    }
}
