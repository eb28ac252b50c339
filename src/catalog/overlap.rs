//! Which written fields of a definition share a place, or lie one inside another.

use super::subject::{Judged, Subject};
use crate::definition::{Against, PathText, Role};
use crate::expression::{Step, StepKind};

/// Two fields, one at or inside the place of the other.
pub(super) struct Overlap {
    /// The numbers of the expressions.
    outer: usize,
    inner: usize,
    /// From the outer place to the inner one: keys, and `None` for an index or `[]`. Empty for one place.
    pub(super) inside: Vec<Option<String>>,
}

/// The overlaps of a definition: for each field the nearest one around it.
pub(super) struct Overlaps {
    pub(super) list: Vec<Overlap>,
}

impl Overlap {
    pub(super) fn outer<'a, 's>(&self, subject: &'a Subject<'s>) -> (&'s PathText, &'a Judged<'s>) {
        (&subject.definition.paths()[self.outer], &subject.expressions[self.outer])
    }

    pub(super) fn inner<'a, 's>(&self, subject: &'a Subject<'s>) -> (&'s PathText, &'a Judged<'s>) {
        (&subject.definition.paths()[self.inner], &subject.expressions[self.inner])
    }
}

impl Overlaps {
    /// Sorts the addresses by their steps, so that what lies inside a place follows it, and walks them once.
    pub(super) fn of(subject: &Subject) -> Self {
        let written = subject
            .paths()
            .enumerate()
            .filter(|(_, (path, judged))| judged.role != Role::ReadOnly && path.field.row().against == Against::Object);
        // The whole object has a rule of its own.
        let mut places: Vec<(Vec<Mark>, usize)> = written
            .filter_map(|(index, (_, judged))| Some((judged.address()?.steps().iter().map(mark).collect(), index)))
            .filter(|(steps, _): &(Vec<Mark>, usize)| !steps.is_empty())
            .collect();
        places.sort();
        let mut list = Vec::new();
        let mut around: Vec<(&[Mark], usize)> = Vec::new();
        for (steps, inner) in &places {
            while around.last().is_some_and(|(outer, _)| !steps.starts_with(outer)) {
                around.pop();
            }
            if let Some((outer_steps, outer)) = around.last() {
                let inside = steps[outer_steps.len()..].iter().map(Mark::key).collect();
                list.push(Overlap { outer: *outer, inner: *inner, inside });
            }
            // Of several fields on one place the first one stands for it.
            if around.last().is_none_or(|(outer, _)| outer.len() < steps.len()) {
                around.push((steps, *inner));
            }
        }
        list.sort_by_key(|overlap| (overlap.inner, overlap.outer));
        Self { list }
    }
}

/// A step, to sort by.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Mark {
    Each,
    Index(usize),
    Key(String),
}

fn mark(step: &Step) -> Mark {
    match &step.kind {
        StepKind::Key(key) => Mark::Key(key.to_string()),
        StepKind::Index(index) => Mark::Index(*index),
        StepKind::Each | StepKind::Entry(_) => Mark::Each,
    }
}

impl Mark {
    fn key(&self) -> Option<String> {
        match self {
            Self::Key(key) => Some(key.clone()),
            Self::Each | Self::Index(_) => None,
        }
    }
}
