//! Definitions of workload kinds: where the parts of a workload's pods, its scale and its status stand in an object.
//!
//! A definition is data. It is [read](Definition::read) from a parsed document, leniently: what does not fit is a
//! [`Problem`] with its place, and [`Problem::is_fatal`] tells what makes it unusable. Its path expressions are kept as
//! they are written, each with its [`PathField`]; the table of those says what an expression is for.

mod check;
mod field;
mod integrity;
mod lookup;
mod model;
mod problem;
mod read;
mod shape;

pub use field::{Against, FieldRow, Holds, PathField, Role};
pub use model::{
    Action, Component, ComponentSelector, ConditionFields, Definition, ExpectedCondition, Form, Matcher, ObjectKind,
    PathId, PathText, PodGroup, PodGroupMember, PodSelector, PodShape, Reference, ReferenceShape, StatusDefinition,
    StatusMapping, SuspendDefinition, Text,
};
pub use problem::{Problem, ProblemKind};
pub use read::{Recognized, recognize};
