//! Write fields, not objects.

pub mod diagnostic;
pub mod expression;
pub mod limits;
pub mod location;
pub mod plan;
pub mod span;
pub mod value;
