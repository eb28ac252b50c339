//! Plans: what one write changes, as assignments to locations of the document before the write.
//!
//! Everything that wants to change a document makes a [`Plan`]; everything that carries a change out takes one.

mod apply;
mod choices;
mod edit;
mod fit;
mod keys;
mod order;
mod render;
mod scan;
mod text;
mod tree;

pub use choices::{ChoiceError, ChoiceErrorKind, Violation, exclude, violations, violations_of_written};
pub use edit::{EditError, EditOptions, plan_edits};
pub use fit::ApplyError;
pub use order::Conflict;
pub use render::{Inexpressible, PatchForm, PlanReadError, PlanReadErrorKind, RenderError};
pub use text::{Action, Edit, EditSyntaxError, EditSyntaxErrorKind, parse_edits};
pub use tree::Branch;

use crate::location::Location;
use crate::value::Value;
use std::collections::HashSet;

/// What is done at a location.
#[derive(Clone, Debug, PartialEq)]
pub enum Op {
    /// `LOCATION = JSON`: the value stands there afterwards; missing or null object parents are created
    Set(Value),
    /// `del(LOCATION)`: the member or entry is gone afterwards
    Remove,
    /// `LIST[i:i] = [JSON...]`: the values stand before entry `i`; the location is that of entry `i`
    Insert(Vec<Value>),
}

/// What a plan expects to find at a location.
#[derive(Clone, Debug, PartialEq)]
pub enum Expected {
    /// Nothing stands there.
    Absent,
    /// This value stands there.
    Value(Value),
}

/// Why an assignment is in a plan, if not because the caller wrote it.
#[derive(Clone, Debug, PartialEq)]
pub enum Cause {
    /// A member of its one-of group was written: this location.
    Excluded(Location),
    /// The discriminator of its group meant another member than the one that was written: this location.
    Chosen(Location),
}

/// A change placed at a location.
#[derive(Clone, Debug)]
pub struct Assignment {
    /// The place, in the document before the write.
    pub location: Location,
    /// What is done there.
    pub op: Op,
    /// What the plan expects to find there; `None` where it was made without a document.
    pub expected: Option<Expected>,
    /// Why it is there, if the caller did not write it.
    pub cause: Option<Cause>,
}

impl Assignment {
    /// An assignment that expects nothing in particular.
    pub fn new(location: Location, op: Op) -> Self {
        Self { location, op, expected: None, cause: None }
    }
}

impl PartialEq for Assignment {
    /// Equal in what they do; what they expect and why they are there does not count.
    fn eq(&self, other: &Self) -> bool {
        self.location == other.location && self.op == other.op
    }
}

/// The assignments of one write, free of conflicts, in an order that is safe to carry out one after another: per list
/// from the back to the front, at one index the changes inside, the removal, the insert.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    assignments: Vec<Assignment>,
    tests: Vec<Test>,
}

/// What a plan expects at a place that it does not write: the key of a list entry that it goes into.
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    /// The place, in the document before the write.
    pub location: Location,
    /// What stands there.
    pub expected: Expected,
}

impl PartialEq for Plan {
    /// Equal in what they do; what they expect does not count.
    fn eq(&self, other: &Self) -> bool {
        self.assignments == other.assignments
    }
}

impl Plan {
    /// Puts assignments in order; equal ones become one, overlapping ones are a conflict.
    pub fn new(assignments: Vec<Assignment>) -> Result<Self, Conflict> {
        Ok(Self { assignments: order::arrange(assignments)?, tests: Vec::new() })
    }

    /// The assignments in their safe order.
    pub fn assignments(&self) -> &[Assignment] {
        &self.assignments
    }

    /// What it expects at places that it does not write.
    pub fn tests(&self) -> &[Test] {
        &self.tests
    }

    /// The same plan, which expects something more.
    #[must_use]
    pub fn with_tests(mut self, tests: impl IntoIterator<Item = Test>) -> Self {
        let mut places: HashSet<Location> = self.tests.iter().map(|test| test.location.clone()).collect();
        self.tests.extend(tests.into_iter().filter(|test| places.insert(test.location.clone())));
        self
    }

    /// Whether nothing changes.
    pub fn is_empty(&self) -> bool {
        self.assignments.is_empty()
    }

    /// The assignments arranged by the places they go to.
    pub fn tree(&self) -> Branch<'_> {
        Branch::of(&self.assignments)
    }
}
