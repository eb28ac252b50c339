//! Addresses: path expressions that name places, whatever the document holds.

use crate::location::{Location, Segment, write_key};
use crate::span::Span;
use crate::value::Value;
use smallvec::SmallVec;
use std::borrow::Cow;
use std::fmt::{self, Write as _};

/// A place, or with `[]` several, given by fields, literal keys, literal indexes and `[]`.
///
/// [`fmt::Display`] prints the canonical text: one term, names dotted where jq allows it, other keys in brackets.
/// Equality is that of the steps: how an address was written (its [`form`](Self::form), its spans) does not count.
#[derive(Clone, Debug)]
pub struct Address<'a> {
    pub(crate) steps: SmallVec<[Step<'a>; 8]>,
    pub(crate) form: Form,
}

/// How an address was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// One term
    Plain,
    /// With pipes or parentheses
    Composed,
}

/// One step of an address.
#[derive(Clone, Debug)]
pub struct Step<'a> {
    /// Where the step goes.
    pub kind: StepKind<'a>,
    /// Whether `?` follows: a value of another type is passed over and not an error.
    pub optional: bool,
    /// Where the step stands in the expression.
    pub span: Span,
}

/// Where a step goes.
#[derive(Clone, Debug, PartialEq)]
pub enum StepKind<'a> {
    /// `.name`, `."name"`, `["name"]`: a member
    Key(Cow<'a, str>),
    /// `[0]`: an entry by its index
    Index(usize),
    /// `[]`: every entry or member
    Each,
    /// `[] | select(.name == "x")`, in edits only: the one entry with these fields
    Entry(Box<[EntryKey<'a>]>),
}

/// One equality of a keyed entry: `.name == "main"`. Several are joined by `and`.
#[derive(Clone, Debug, PartialEq)]
pub struct EntryKey<'a> {
    /// The fields that lead to the key inside the entry; at least one.
    pub path: Vec<Cow<'a, str>>,
    /// The scalar that must stand there.
    pub value: Value,
}

impl<'a> Address<'a> {
    /// The whole document.
    pub fn root() -> Self {
        Self { steps: SmallVec::new(), form: Form::Plain }
    }

    /// The steps from the root.
    pub fn steps(&self) -> &[Step<'a>] {
        &self.steps
    }

    /// How it was written.
    pub fn form(&self) -> Form {
        self.form
    }

    /// How many `[]` it has.
    pub fn fan_out(&self) -> usize {
        self.steps.iter().filter(|step| step.kind == StepKind::Each).count()
    }

    /// Whether it can match more than one place.
    pub fn is_single(&self) -> bool {
        self.fan_out() == 0
    }

    /// The address of its first steps.
    #[must_use]
    pub fn truncated(mut self, steps: usize) -> Self {
        self.steps.truncate(steps);
        self
    }

    /// The same address without the text it was read from.
    pub fn into_owned(self) -> Address<'static> {
        Address { steps: self.steps.into_iter().map(Step::into_owned).collect(), form: self.form }
    }

    /// The location, if the address is one: keys and indexes only.
    pub fn to_location(&self) -> Option<Location> {
        self.steps
            .iter()
            .map(|step| match &step.kind {
                StepKind::Key(key) => Some(Segment::from(key.as_ref())),
                StepKind::Index(index) => Some(Segment::Index(*index)),
                StepKind::Each | StepKind::Entry(_) => None,
            })
            .collect()
    }
}

impl Step<'_> {
    fn into_owned(self) -> Step<'static> {
        let kind = match self.kind {
            StepKind::Key(key) => StepKind::Key(Cow::Owned(key.into_owned())),
            StepKind::Index(index) => StepKind::Index(index),
            StepKind::Each => StepKind::Each,
            StepKind::Entry(keys) => StepKind::Entry(keys.into_iter().map(EntryKey::into_owned).collect()),
        };
        Step { kind, optional: self.optional, span: self.span }
    }
}

impl EntryKey<'_> {
    fn into_owned(self) -> EntryKey<'static> {
        let path = self.path.into_iter().map(|key| Cow::Owned(key.into_owned())).collect();
        EntryKey { path, value: self.value }
    }
}

impl From<&Location> for Address<'static> {
    fn from(location: &Location) -> Self {
        let step = |segment: &Segment| Step {
            kind: match segment {
                Segment::Key(key) => StepKind::Key(Cow::Owned(key.to_string())),
                Segment::Index(index) => StepKind::Index(*index),
            },
            optional: false,
            span: Span::default(),
        };
        Self { steps: location.segments().iter().map(step).collect(), form: Form::Plain }
    }
}

impl<'b> PartialEq<Address<'b>> for Address<'_> {
    fn eq(&self, other: &Address<'b>) -> bool {
        self.steps.len() == other.steps.len()
            && self.steps.iter().zip(&other.steps).all(|(a, b)| a.kind == b.kind && a.optional == b.optional)
    }
}

impl fmt::Display for Address<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.steps.is_empty() {
            return f.write_str(".");
        }
        // Behind a pipe the next step begins a term of its own.
        let mut first = true;
        for step in &self.steps {
            match &step.kind {
                StepKind::Key(key) => write_key(f, key, first)?,
                StepKind::Index(index) => write!(f, "{}[{index}]", if first { "." } else { "" })?,
                StepKind::Each => f.write_str(if first { ".[]" } else { "[]" })?,
                StepKind::Entry(keys) => write_entry(f, keys, first)?,
            }
            if step.optional {
                f.write_char('?')?;
            }
            first = matches!(step.kind, StepKind::Entry(_));
            if first && !std::ptr::eq(step, self.steps.last().expect("there is a step")) {
                f.write_str(" | ")?;
            }
        }
        Ok(())
    }
}

fn write_entry(f: &mut fmt::Formatter<'_>, keys: &[EntryKey<'_>], first: bool) -> fmt::Result {
    f.write_str(if first { ".[] | select(" } else { "[] | select(" })?;
    for (at, key) in keys.iter().enumerate() {
        if at > 0 {
            f.write_str(" and ")?;
        }
        for (depth, name) in key.path.iter().enumerate() {
            write_key(f, name, depth == 0)?;
        }
        write!(f, " == {}", key.value)?;
    }
    f.write_char(')')
}
