//! Diagnostics: what a person or a machine is told about an error, made from it late.
//!
//! The errors of the modules are data: a kind and a place. [`Diagnose`] turns one into a [`Diagnostic`] when it is
//! reported; each message is written in one place.

mod codes;

pub use codes::Code;

use crate::location::Location;
use crate::span::Span;

/// What is told about one error.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// Which error it is, stably.
    pub code: Code,
    /// What was found, in lower case, the user's text in backticks, no full stop.
    pub message: String,
    /// The message with values of the document in it, which may be secret: for those who ask to see them.
    pub revealing: Option<String>,
    /// What to write or do instead.
    pub help: Option<String>,
    /// The expression or edit that the error speaks of.
    pub expression: Option<String>,
    /// The bytes of [`expression`](Self::expression) that it speaks of; without one, the bytes of the document.
    pub span: Option<Span>,
    /// The place in the document.
    pub location: Option<Location>,
    /// The other place, where two clash.
    pub other: Option<Location>,
    /// Further facts for machines, by name: `reason`, `want`, `got`, `line`, `column`.
    pub facts: Vec<(&'static str, String)>,
}

impl Diagnostic {
    /// A diagnostic with a message; the rest is added by the methods below.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            revealing: None,
            help: None,
            expression: None,
            span: None,
            location: None,
            other: None,
            facts: Vec::new(),
        }
    }

    /// Says what to write instead.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Says the same with values of the document.
    #[must_use]
    pub fn revealing(mut self, message: impl Into<String>) -> Self {
        self.revealing = Some(message.into());
        self
    }

    /// Points into an expression.
    #[must_use]
    pub fn expression(mut self, text: impl Into<String>, span: Span) -> Self {
        self.expression = Some(text.into());
        self.span = Some(span);
        self
    }

    /// Names the place in the document.
    #[must_use]
    pub fn at(mut self, location: &Location) -> Self {
        self.location = Some(location.clone());
        self
    }

    /// Names the other place, where two clash.
    #[must_use]
    pub fn and_at(mut self, location: &Location) -> Self {
        self.other = Some(location.clone());
        self
    }

    /// Adds a fact for machines.
    #[must_use]
    pub fn fact(mut self, name: &'static str, value: impl ToString) -> Self {
        self.facts.push((name, value.to_string()));
        self
    }
}

impl std::fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} [{}]", self.message, self.code)
    }
}

impl std::error::Error for Diagnostic {}

/// An error that can be reported.
pub trait Diagnose {
    /// The code, the message and the places of this error.
    fn diagnose(&self) -> Diagnostic;
}
