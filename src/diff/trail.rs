//! The place that a walk stands at, kept so that going down and up asks for no memory: most places are passed and never
//! told of.

use crate::location::{Location, Segment};

/// The steps from the root, their keys one behind the other in one text.
pub(super) struct Trail {
    base: Location,
    keys: String,
    steps: Vec<Mark>,
    /// The first of the steps as the last place that was told of has them: the places of one plan share their keys.
    told: Vec<Segment>,
}

enum Mark {
    /// A key, which begins here and ends where the next one begins.
    Key(usize),
    Index(usize),
}

/// One step down.
pub(super) enum Step<'k> {
    Key(&'k str),
    Index(usize),
}

impl<'k> From<&'k str> for Step<'k> {
    fn from(key: &'k str) -> Self {
        Self::Key(key)
    }
}

impl From<usize> for Step<'_> {
    fn from(index: usize) -> Self {
        Self::Index(index)
    }
}

impl Trail {
    pub(super) fn new(base: Location) -> Self {
        Self { base, keys: String::new(), steps: Vec::new(), told: Vec::new() }
    }

    pub(super) fn push<'k>(&mut self, step: impl Into<Step<'k>>) {
        self.steps.push(match step.into() {
            Step::Key(key) => {
                self.keys.push_str(key);
                Mark::Key(self.keys.len() - key.len())
            }
            Step::Index(index) => Mark::Index(index),
        });
    }

    pub(super) fn pop(&mut self) {
        if let Some(Mark::Key(start)) = self.steps.pop() {
            self.keys.truncate(start);
        }
        self.told.truncate(self.steps.len());
    }

    /// The place, for an assignment or an error.
    pub(super) fn location(&mut self) -> Location {
        for at in self.told.len()..self.steps.len() {
            self.told.push(match self.steps[at] {
                Mark::Key(start) => Segment::from(&self.keys[start..self.end_of_key(at)]),
                Mark::Index(index) => Segment::Index(index),
            });
        }
        if self.base.is_root() {
            Location::from(self.told.clone())
        } else {
            Location::from(self.told.clone()).below(&self.base)
        }
    }

    fn end_of_key(&self, at: usize) -> usize {
        let later = self.steps[at + 1..].iter().find_map(|mark| match mark {
            Mark::Key(start) => Some(*start),
            Mark::Index(_) => None,
        });
        later.unwrap_or(self.keys.len())
    }
}
