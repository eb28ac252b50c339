//! The verdict on a path expression, by its text alone.

use super::address::{Address, Form};
use super::error::{ExpressionError, ExpressionErrorKind};
use super::formula::{Formula, NotAddress, judge};
use super::grammar::{self, Mode, Stop};
use crate::limits::Limits;

/// A valid path expression: a place, or a value.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "most expressions are addresses, and reading one allocates nothing")]
pub enum Expression<'a> {
    /// It names places, whatever the document holds.
    Address(Address<'a>),
    /// It computes a value.
    Formula(Box<Formula<'a>>),
}

/// Which addresses a catalog takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Profile {
    /// Every address.
    #[default]
    Default,
    /// Only addresses of one term: pipes and parentheses are refused.
    Strict,
}

impl Profile {
    /// Whether an address of this form may be used.
    pub fn takes(self, form: Form) -> bool {
        self == Self::Default || form == Form::Plain
    }
}

impl<'a> Expression<'a> {
    /// Judges a path expression. The text alone decides: the verdict is the same for every document.
    pub fn parse(text: &'a str, limits: &Limits) -> Result<Self, ExpressionError> {
        let mut address = Address::root();
        match read(text, Mode::Whole, limits, &mut address) {
            Ok(()) => Ok(Self::Address(address)),
            Err(Stop::Limit(error)) => Err(error),
            Err(Stop::Other) => judge(text, limits).map(|formula| Self::Formula(Box::new(formula))),
        }
    }
}

impl<'a> Address<'a> {
    /// Reads an address as definitions have it.
    pub fn parse(text: &'a str, limits: &Limits) -> Result<Self, NotAddress<'a>> {
        Self::parse_mode(text, Mode::Whole, limits)
    }

    /// Reads an address as an edit has it: `.c[] | select(.name == "x") | .image` names one entry by its key.
    pub fn parse_edit(text: &'a str, limits: &Limits) -> Result<Self, NotAddress<'a>> {
        Self::parse_mode(text, Mode::Edit, limits)
    }

    fn parse_mode(text: &'a str, mode: Mode, limits: &Limits) -> Result<Self, NotAddress<'a>> {
        let mut address = Address::root();
        match read(text, mode, limits, &mut address) {
            Ok(()) => Ok(address),
            Err(Stop::Limit(error)) => Err(NotAddress::Invalid(error)),
            Err(Stop::Other) => Err(match judge(text, limits) {
                Ok(formula) => NotAddress::Formula(Box::new(formula)),
                Err(error) => NotAddress::Invalid(error),
            }),
        }
    }
}

/// Reads the longest address term at the head of a text that goes on, such as an edit: one term, or one in parentheses,
/// in which `[] | select(.key == "literal")` may name an entry. Gives the address and the bytes that it took.
pub fn address_prefix<'a>(text: &'a str, limits: &Limits) -> Option<(Address<'a>, usize)> {
    let mut address = Address::root();
    let taken = grammar::address(text, Mode::Prefix, limits, &mut address).ok()?;
    Some((address, taken))
}

fn read<'a>(text: &'a str, mode: Mode, limits: &Limits, address: &mut Address<'a>) -> Result<(), Stop> {
    if text.len() > limits.expression_bytes {
        let kind = ExpressionErrorKind::TooLarge { limit: limits.expression_bytes };
        return Err(Stop::Limit(ExpressionError::new(limits.expression_bytes..text.len(), kind)));
    }
    grammar::address(text, mode, limits, address).map(drop)
}
