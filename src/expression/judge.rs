//! The verdict on what is not an address.

use super::error::{ExpressionError, ExpressionErrorKind};
use super::formula::Formula;
use crate::limits::Limits;

/// Judges a text that is no address.
pub(super) fn formula<'a>(text: &'a str, _limits: &Limits) -> Result<Formula<'a>, ExpressionError> {
    let kind = ExpressionErrorKind::UnsupportedSyntax { what: "a formula", instead: "an address" };
    Err(ExpressionError::new(0..text.len(), kind))
}
