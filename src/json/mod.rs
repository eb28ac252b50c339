//! JSON text (RFC 8259), checked whole in one pass and then read in place.
//!
//! The pass writes a flat index of the text, the [`Tape`]: for each value and key where it starts and ends, and where
//! the next one is. [`JsonNode`] reads a document through it. A tape may leave the inside of containers out
//! ([`Interest`]); what is not on it is read from the checked text, only slower.
//!
//! A `\u` escape of half a surrogate pair is taken and reads as U+FFFD, as jq and Kubernetes read it; its bytes stay.

mod beside;
mod error;
mod escape;
mod interest;
mod lexis;
mod marks;
mod node;
mod record;
mod scan;
mod skip;
mod tape;

pub use error::{JsonError, JsonErrorKind, Wanted};
pub use interest::{Interest, Way};
pub use node::{Children, JsonNode, Members, PlacedMember, PlacedMembers};
pub use tape::Tape;

use crate::limits::Limits;
use crate::value::{Node, Value};

/// The JSON value at the head of a text, and how many bytes it takes with the white space before it.
///
/// What stands behind the value is the caller's business. Of a key that stands twice the last value counts, as in jq.
pub(crate) fn value_prefix(text: &str, limits: &Limits) -> Result<(Value, usize), JsonError> {
    let tape = Tape::of_prefix(text, limits)?;
    let root = JsonNode::root(text, &tape);
    Ok((root.to_value(), root.span().end))
}

/// The one JSON value of a text. Of a key that stands twice the last value counts, as in jq.
pub fn parse_value(text: &str, limits: &Limits) -> Result<Value, JsonError> {
    let tape = Tape::of_document(text, limits)?;
    Ok(JsonNode::root(text, &tape).to_value())
}
