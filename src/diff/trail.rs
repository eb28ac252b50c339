//! The place that a walk stands at, kept so that going down and up asks for no memory: most places are passed and never
//! told of.

use crate::location::{Location, Segment};

/// The steps from the root, their keys one behind the other in one text.
pub(super) struct Trail {
    base: Location,
    keys: String,
    steps: Vec<Mark>,
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
        Self { base, keys: String::new(), steps: Vec::new() }
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
    }

    /// The place, for an assignment or an error.
    pub(super) fn location(&self) -> Location {
        let mut end = self.keys.len();
        let mut below: Vec<Segment> = Vec::with_capacity(self.steps.len());
        for mark in self.steps.iter().rev() {
            below.push(match mark {
                Mark::Key(start) => Segment::from(&self.keys[*start..std::mem::replace(&mut end, *start)]),
                Mark::Index(index) => Segment::Index(*index),
            });
        }
        self.base.segments().iter().cloned().chain(below.into_iter().rev()).collect()
    }
}
