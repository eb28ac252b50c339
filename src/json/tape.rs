//! The tape: a flat index of a checked text.

use super::beside::{Beside, Head};
use super::error::{Fault, JsonError, JsonErrorKind, Wanted};
use super::interest::{Interest, Picked};
use super::lexis::{skip_space, unexpected};
use super::record::{All, Writer};
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
    pub(super) entries: Vec<Entry>,
    /// Where a text that begins in the same way can be read on.
    pub(super) head: Option<Box<Head>>,
}

impl From<Writer> for Tape {
    fn from(writer: Writer) -> Self {
        Self { entries: writer.entries, head: None }
    }
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
        document(text, limits, All::default(), whole)
    }

    /// Checks a whole document and indexes what lies on the way to the places of interest.
    pub fn of_interest(text: &str, interest: &Interest<'_>, limits: &Limits) -> Result<Self, JsonError> {
        document(text, limits, Picked::new(text, interest), whole)
    }

    /// Checks a whole document and indexes what reaches into its difference from another text.
    pub fn of_difference(text: &str, other: &str, limits: &Limits) -> Result<Self, JsonError> {
        let record = Beside::new(text, other, limits.document_depth);
        document(text, limits, record, |record, text, start, _| record.read(text, start, None))
    }

    /// The same where the tape of the other text is there: how both begin is not read again.
    pub fn of_difference_from(text: &str, other: (&str, &Self), limits: &Limits) -> Result<Self, JsonError> {
        let record = Beside::new(text, other.0, limits.document_depth);
        document(text, limits, record, |record, text, start, _| record.read(text, start, other.1.head.as_deref()))
    }

    /// Checks and indexes the value at the head of a text.
    pub(super) fn of_prefix(text: &str, limits: &Limits) -> Result<Self, JsonError> {
        check_size(text, limits)?;
        let mut all = All::default();
        match whole(&mut all, text, 0, limits) {
            Ok(_) => Ok(all.into()),
            Err(fault) => Err(JsonError::new(text, fault)),
        }
    }

    pub(super) fn entries(&self) -> &[Entry] {
        &self.entries
    }
}

/// Reads the value that begins at a place; gives the place behind it.
fn whole(record: &mut impl Record, text: &str, start: usize, limits: &Limits) -> Result<usize, Fault> {
    Scan::new(text, limits.document_depth).value(start, record)
}

fn document<R: Record + Into<Tape>>(
    text: &str,
    limits: &Limits,
    mut record: R,
    read: impl FnOnce(&mut R, &str, usize, &Limits) -> Result<usize, Fault>,
) -> Result<Tape, JsonError> {
    check_size(text, limits)?;
    let start = if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
    let bytes = text.as_bytes();
    let behind = read(&mut record, text, start, limits)
        .map(|end| skip_space(bytes, end))
        .and_then(|end| if end == bytes.len() { Ok(()) } else { Err(unexpected(bytes, end, Wanted::End)) });
    match behind {
        Ok(()) => Ok(record.into()),
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
