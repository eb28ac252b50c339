//! Write fields, not objects.

pub mod applied;
#[cfg(feature = "cli")]
pub mod cli;
pub mod diagnostic;
pub mod diff;
pub mod document;
pub mod expression;
pub mod json;
pub mod limits;
pub mod location;
pub mod merge;
pub mod plan;
pub mod schema;
pub mod span;
pub mod value;
