//! Evaluating a formula on a document, on a budget.

mod arithmetic;
mod datum;
mod direct;
mod lower;
mod meter;
mod natives;
mod objects;
mod ordering;
mod program;
mod streams;
mod texts;
mod told;

pub(super) use program::Program;

use super::formula::{Formula, on_own_stack};
use crate::diagnostic::{Code, Diagnose, Diagnostic};
use crate::limits::Limits;
use crate::value::{Node, Value};
use datum::Datum;
use std::sync::Arc;

/// The values of the variables that a formula may read, by name without the `$`.
#[derive(Clone, Debug, Default)]
pub struct Variables(Vec<(String, Value)>);

impl Variables {
    /// No variables.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Supplies a variable; one of the same name is replaced.
    pub fn set(&mut self, name: impl Into<String>, value: Value) {
        let name = name.into();
        match self.0.iter_mut().find(|(known, _)| *known == name) {
            Some((_, old)) => *old = value,
            None => self.0.push((name, value)),
        }
    }

    /// The value of a variable, if it is supplied.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }
}

impl<S: Into<String>> FromIterator<(S, Value)> for Variables {
    fn from_iter<I: IntoIterator<Item = (S, Value)>>(iter: I) -> Self {
        let mut variables = Self::new();
        iter.into_iter().for_each(|(name, value)| variables.set(name, value));
        variables
    }
}

/// What a formula used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// [`Limits::evaluation_steps`]
    Steps,
    /// [`Limits::results`]
    Results,
    /// [`Limits::result_bytes`]
    Bytes,
    /// [`Limits::document_depth`], of a value that it builds
    Depth,
    /// The system's threads: a formula runs on a stack of its own
    Thread,
}

/// Why a formula has no value on this document.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{}", self.diagnose().message)]
pub enum EvaluateError {
    /// It would run too long or grow too large.
    Budget(Budget),
    /// It fails on what the document holds: `.a | tonumber` of `"x"`.
    Failed {
        /// What the failing function says, with values of the document.
        message: String,
        /// The same without them: what is reported.
        told: String,
    },
    /// It reads a variable that is not supplied.
    UndefinedVariable {
        /// The name, without `$`.
        name: String,
    },
}

impl Formula<'_> {
    /// The results of the formula on a document, in order.
    ///
    /// Members of objects are gone over in the order of their keys, as gojq does. The formula is compiled at the first
    /// call and runs on a stack of its own; the shapes that definitions use are computed in place.
    pub fn evaluate<'n>(
        &self,
        root: impl Node<'n>,
        variables: &Variables,
        limits: &Limits,
    ) -> Result<Vec<Value>, EvaluateError> {
        let mut values = Vec::with_capacity(self.variables.len());
        for name in &self.variables {
            let value = variables.get(name).ok_or_else(|| EvaluateError::UndefinedVariable { name: name.clone() })?;
            values.push(Datum::of(value));
        }
        let program = self.program()?;
        if let Some(results) = program.run_direct(root, limits) {
            return Ok(results);
        }
        let root = Datum::of(root);
        own_stack(|| program.run(root, values, limits))
    }

    fn program(&self) -> Result<Arc<Program>, EvaluateError> {
        if let Some(program) = self.program.get() {
            return Ok(program.clone());
        }
        let program = Arc::new(own_stack(|| Program::compile(&self.text, &self.variables))?);
        Ok(self.program.get_or_init(|| program).clone())
    }
}

fn own_stack<T: Send>(run: impl FnOnce() -> Result<T, EvaluateError> + Send) -> Result<T, EvaluateError> {
    on_own_stack(run).unwrap_or(Err(EvaluateError::Budget(Budget::Thread)))
}

impl Diagnose for EvaluateError {
    fn diagnose(&self) -> Diagnostic {
        match self {
            Self::Budget(budget) => {
                let (message, help) = match budget {
                    Budget::Steps => ("the formula takes too many steps", "compute less, or on a part of the document"),
                    Budget::Results => ("the formula has too many results", "select fewer, or combine them"),
                    Budget::Bytes => ("the formula builds a value that is too large", "build less, or a part of it"),
                    Budget::Depth => ("the formula builds a value that is nested too deep", "flatten the value"),
                    Budget::Thread => ("no thread could be started for the formula", "try again"),
                };
                Diagnostic::new(Code::BudgetExceeded, message).help(help)
            }
            Self::Failed { message, told } => {
                Diagnostic::new(Code::EvaluationFailed, format!("the formula fails: {told}"))
                    .revealing(format!("the formula fails: {message}"))
                    .help("give a default with `//`, or pass over the failure with `?`")
            }
            Self::UndefinedVariable { name } => {
                Diagnostic::new(Code::UndefinedVariable, format!("the variable `${name}` is not supplied"))
                    .help(format!("declare `{name}` as a reference, or name a field of the document"))
            }
        }
    }
}
