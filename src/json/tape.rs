//! The tape: a flat index of a checked text.

use super::beside::Beside;
use super::error::{JsonError, JsonErrorKind, Wanted};
use super::interest::{Interest, Picked};
use super::lexis::{skip_space, unexpected};
use super::record::All;
use super::scan::{Record, Scan};
use crate::limits::Limits;

/// A byte-order mark: it may stand before a document and is no part of it.
const BYTE_ORDER_MARK: &str = "\u{feff}";

/// Where the values of a text are.
///
/// A container is followed by what it holds, a key by its value. Made by [`Tape::of_document`], it belongs to that very
/// text.
#[derive(Clone, Debug)]
pub struct Tape {
    entries: Vec<Entry>,
}

/// One value or key. Its type is what its first byte says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Entry {
    /// Offset of the first byte.
    pub(super) start: u32,
    /// Offset behind the last byte.
    pub(super) end: u32,
    /// The place on the tape behind this value and all that is inside it.
    pub(super) next: u32,
    /// Of a container how many entries or members it has, or [`Entry::UNREAD`]; of a string whether it has escapes.
    pub(super) count: u32,
}

impl Entry {
    /// The inside of the container is not on the tape.
    pub(super) const UNREAD: u32 = u32::MAX;
}

impl Tape {
    /// Checks a whole document and indexes all of it.
    pub fn of_document(text: &str, limits: &Limits) -> Result<Self, JsonError> {
        document(text, limits, All::default())
    }

    /// Checks a whole document and indexes what lies on the way to the places of interest.
    pub fn of_interest(text: &str, interest: &Interest<'_>, limits: &Limits) -> Result<Self, JsonError> {
        document(text, limits, Picked::new(text, interest))
    }

    /// Checks a whole document and indexes what reaches into its difference from another text.
    pub fn of_difference(text: &str, other: &str, limits: &Limits) -> Result<Self, JsonError> {
        document(text, limits, Beside::new(text, other))
    }

    /// Checks and indexes the value at the head of a text.
    pub(super) fn of_prefix(text: &str, limits: &Limits) -> Result<Self, JsonError> {
        check_size(text, limits)?;
        let mut all = All::default();
        match Scan::new(text, limits.document_depth).value(0, &mut all) {
            Ok(_) => Ok(Self { entries: all.into() }),
            Err(fault) => Err(JsonError::new(text, fault)),
        }
    }

    pub(super) fn entries(&self) -> &[Entry] {
        &self.entries
    }
}

fn document(text: &str, limits: &Limits, mut record: impl Record + Into<Vec<Entry>>) -> Result<Tape, JsonError> {
    check_size(text, limits)?;
    let start = if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
    let bytes = text.as_bytes();
    let behind = Scan::new(text, limits.document_depth)
        .value(start, &mut record)
        .map(|end| skip_space(bytes, end))
        .and_then(|end| if end == bytes.len() { Ok(()) } else { Err(unexpected(bytes, end, Wanted::End)) });
    match behind {
        Ok(()) => Ok(Tape { entries: record.into() }),
        Err(fault) => Err(JsonError::new(text, fault)),
    }
}

/// Offsets have 32 bits, whatever the limits say.
fn check_size(text: &str, limits: &Limits) -> Result<(), JsonError> {
    let limit = limits.document_bytes.min(u32::MAX as usize - 1);
    match text.len() <= limit {
        true => Ok(()),
        false => Err(JsonError::new("", (JsonErrorKind::TooLarge(limit), 0))),
    }
}
