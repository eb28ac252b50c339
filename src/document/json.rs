//! JSON documents: a text, checked and indexed, and plans carried out on it by splicing.

mod diagnose;
mod out;
mod splice;
mod style;

pub(crate) use out::Spliced;

use crate::expression::{Address, StepKind};
use crate::json::{Interest, JsonError, JsonNode, Tape, Way};
use crate::limits::Limits;
use crate::location::{Location, Segment};
use crate::plan::{ApplyError, Plan};
use crate::span::Span;
use std::borrow::Cow;

/// A JSON text that was checked whole.
#[derive(Clone, Debug)]
pub struct JsonDocument<'t> {
    text: Cow<'t, str>,
    tape: Tape,
}

impl<'t> JsonDocument<'t> {
    /// Checks and indexes a text.
    pub fn parse(text: impl Into<Cow<'t, str>>, limits: &Limits) -> Result<Self, JsonError> {
        let text = text.into();
        let tape = Tape::of_document(&text, limits)?;
        Ok(Self { text, tape })
    }

    /// Checks and indexes bytes, which must be UTF-8.
    pub fn from_bytes(bytes: &'t [u8], limits: &Limits) -> Result<Self, JsonError> {
        Self::parse(utf8(bytes)?, limits)
    }

    /// Checks the whole text and indexes only what lies on the way to some addresses.
    ///
    /// Everything can be read as in a document of [`JsonDocument::parse`]; what is off the way is found again in the
    /// text each time it is asked for.
    pub fn parse_for<'a, 'b: 'a>(
        text: impl Into<Cow<'t, str>>,
        addresses: impl IntoIterator<Item = &'a Address<'b>>,
        limits: &Limits,
    ) -> Result<Self, JsonError> {
        let mut interest = Interest::default();
        addresses.into_iter().for_each(|address| interest.add(way(address)));
        Self::parse_picked(text.into(), &interest, limits)
    }

    /// Checks the whole text and indexes only what reaches into its difference from another one: to compare two texts
    /// that are mostly the same. Everything can be read as in a document of [`JsonDocument::parse`].
    pub fn parse_beside(text: impl Into<Cow<'t, str>>, other: &str, limits: &Limits) -> Result<Self, JsonError> {
        let text = text.into();
        let tape = Tape::of_difference(&text, other, limits)?;
        Ok(Self { text, tape })
    }

    /// The same as [`parse_beside`](Self::parse_beside) where the other text was already read in that way: how both begin
    /// is not checked again.
    pub fn parse_beside_document(
        text: impl Into<Cow<'t, str>>,
        other: &JsonDocument<'_>,
        limits: &Limits,
    ) -> Result<Self, JsonError> {
        let text = text.into();
        let tape = Tape::of_difference_from(&text, (&other.text, &other.tape), limits)?;
        Ok(Self { text, tape })
    }

    fn parse_picked(text: Cow<'t, str>, interest: &Interest<'_>, limits: &Limits) -> Result<Self, JsonError> {
        let tape = Tape::of_interest(&text, interest, limits)?;
        Ok(Self { text, tape })
    }

    /// The outermost value.
    pub fn root(&self) -> JsonNode<'_> {
        JsonNode::root(&self.text, &self.tape)
    }

    /// The whole text, with what stands around the outermost value.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Where the value at a location stands in the text.
    pub fn span_of(&self, location: &Location) -> Option<Span> {
        location.find(self.root()).map(JsonNode::span)
    }

    /// The text with a plan carried out; a plan that changes nothing gives the identical text.
    pub fn apply(&self, plan: &Plan) -> Result<String, ApplyError> {
        self.splice(plan).map(|parts| parts.into_string(&self.text))
    }

    /// As [`apply`](Self::apply), in parts, of which those that stay are not copied.
    pub(crate) fn splice(&self, plan: &Plan) -> Result<Spliced, ApplyError> {
        let root = self.root();
        let branch = plan.fit(root)?;
        Ok(if branch.is_empty() { Spliced::unchanged(&self.text) } else { splice::splice(&self.text, root, &branch) })
    }
}

/// Why a text could not be edited.
#[derive(Clone, Debug, thiserror::Error)]
pub enum EditError {
    /// The text is not a JSON document.
    #[error(transparent)]
    Document(#[from] JsonError),
    /// The plan does not fit it.
    #[error(transparent)]
    Plan(#[from] ApplyError),
}

/// Carries a plan out on a JSON text: one pass that checks the text and indexes the way to the places of the plan, and
/// one copy.
pub fn edit_text(text: &str, plan: &Plan, limits: &Limits) -> Result<String, EditError> {
    let mut interest = Interest::default();
    for assignment in plan.assignments() {
        interest.add(assignment.location.segments().iter().map(|segment| match segment {
            Segment::Key(key) => Way::Key(Cow::Borrowed(key)),
            Segment::Index(index) => Way::Index(*index),
        }));
    }
    Ok(JsonDocument::parse_picked(Cow::Borrowed(text), &interest, limits)?.apply(plan)?)
}

/// Bytes as text, or where they stop being text.
fn utf8(bytes: &[u8]) -> Result<&str, JsonError> {
    std::str::from_utf8(bytes)
        .map_err(|error| JsonError::not_utf8(std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default()))
}

/// Of a keyed entry the scan keeps the fields of each entry: the keys are among them.
fn way<'a>(address: &'a Address<'_>) -> impl Iterator<Item = Way<'a>> {
    address.steps().iter().map(|step| match &step.kind {
        StepKind::Key(key) => Way::Key(Cow::Borrowed(key)),
        StepKind::Index(index) => Way::Index(*index),
        StepKind::Each | StepKind::Entry(_) => Way::Each,
    })
}
