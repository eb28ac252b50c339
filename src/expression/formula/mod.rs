//! Formulas: valid path expressions that compute a value.

mod check;
mod judge;
mod path;
mod places;
mod reader;
mod scan;
mod tree;
mod vocabulary;

pub(super) use judge::{MAX_DEPTH, formula as judge, on_own_stack};
pub(super) use reader::{Definition, definitions, read};
pub(super) use tree::{Entry, Kind, Op, Part, PartKind, Pattern, Piece, Term, Text};
#[cfg(test)]
pub(super) use vocabulary::{Ruling, TABLE};

use super::address::Address;
use super::error::ExpressionError;
use super::evaluate::Program;
use super::reason::Reason;
use crate::diagnostic::{Code, Diagnose, Diagnostic};
use crate::span::Span;
use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

/// A path expression that computes a value: it can be read and never written.
#[derive(Clone, Debug)]
pub struct Formula<'a> {
    pub(super) text: Cow<'a, str>,
    pub(super) reason: Reason,
    pub(super) span: Span,
    pub(super) target: Option<Address<'static>>,
    pub(super) reads: Vec<Address<'static>>,
    pub(super) variables: Vec<String>,
    pub(super) is_path: bool,
    /// Compiled at the first evaluation.
    pub(super) program: OnceLock<Arc<Program>>,
}

impl Formula<'_> {
    /// The same formula without the text it was read from.
    pub fn into_owned(self) -> Formula<'static> {
        Formula { text: Cow::Owned(self.text.into_owned()), ..self }
    }

    /// The text as it was written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The construct that makes it a formula: the outermost one.
    pub fn reason(&self) -> Reason {
        self.reason
    }

    /// Where that construct stands in the text.
    pub fn span(&self) -> Span {
        self.span
    }

    /// The one address that the formula reads through unchanged, if there is one: `.a` of `.a // 1`.
    pub fn target(&self) -> Option<&Address<'static>> {
        self.target.as_ref()
    }

    /// The addresses that it reads from its input, in order, each once, as far as the text tells.
    pub fn reads(&self) -> &[Address<'static>] {
        &self.reads
    }

    /// Whether jq takes it for a path, as its `del` and `path` need one: `.a[] | select(.b)`, `.a // .b`, and not `.a + 1`.
    pub fn is_path(&self) -> bool {
        self.is_path
    }

    /// The names, without `$`, of the variables that it takes from outside, in order, each once.
    pub fn variables(&self) -> &[String] {
        &self.variables
    }
}

/// Why an expression names no place to write.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{}", self.diagnose().message)]
pub enum NotAddress<'a> {
    /// It computes a value.
    Formula(Box<Formula<'a>>),
    /// It is no expression, or a forbidden one.
    Invalid(ExpressionError),
}

impl Diagnose for NotAddress<'_> {
    fn diagnose(&self) -> Diagnostic {
        match self {
            Self::Invalid(error) => error.diagnose(),
            Self::Formula(formula) => formula.diagnose(),
        }
    }
}

impl Diagnose for Formula<'_> {
    /// The refusal to write through this formula.
    fn diagnose(&self) -> Diagnostic {
        let (text, reason) = (self.text(), self.reason);
        let message = format!("`{text}` is a formula: {}", reason.why());
        let help = match &self.target {
            Some(target) => format!("write through `{target}`"),
            None => reason.help().into(),
        };
        Diagnostic::new(Code::NotAnAddress, message).help(help).expression(text, self.span).fact("reason", reason)
    }
}
