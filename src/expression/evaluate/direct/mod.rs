//! Formulas computed on the document where it stands, without a copy of it: the shapes that definitions use.
//!
//! A second way to the same results. Whatever is not plain sailing is left to jaq: a construct that is not known here, a
//! failure, a number beyond the machine's, work that comes near the budget. So nothing here needs a message, and a formula
//! has one meaning. A property holds both ways together.

mod compile;
mod run;
mod seen;
#[cfg(test)]
mod tests;

use super::datum::Datum;
use crate::expression::formula::Term;
use crate::limits::Limits;
use crate::value::{Node, Value};
use run::Run;
use seen::Seen;

/// A formula that is ready to run.
#[derive(Debug)]
pub(super) enum Direct {
    Identity,
    Literal(Datum),
    Empty,
    Path(Box<Direct>, Vec<(Step, bool)>),
    Pipe(Box<Direct>, Box<Direct>),
    Comma(Box<Direct>, Box<Direct>),
    Default(Box<Direct>, Box<Direct>),
    And(Box<Direct>, Box<Direct>),
    Or(Box<Direct>, Box<Direct>),
    Compare(Sign, Box<Direct>, Box<Direct>),
    Math(char, Box<Direct>, Box<Direct>),
    If(Box<Direct>, Box<Direct>, Box<Direct>),
    Select(Box<Direct>),
    Any(Box<Direct>),
    All(Box<Direct>),
    List(Box<Direct>),
    Object(Vec<(String, Direct)>),
    Not,
    Add,
    Keys,
    ToEntries,
    Length,
    Type,
    ToNumber,
    ToString,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Sign {
    Equal,
    Unequal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// A step of a path; whether it has a `?` stands beside it.
#[derive(Debug)]
pub(super) enum Step {
    Key(String),
    Index(isize),
    Each,
}

/// A formula that is nested deeper is left to jaq, which runs on a stack of its own.
const DEPTH: usize = 32;

impl Direct {
    /// The formula, if all of it is known here.
    pub fn of(term: &Term<'_>) -> Option<Self> {
        compile::direct(term, DEPTH)
    }

    /// The results on a document; `None` where jaq must say what they are.
    pub fn run<'n>(&self, root: impl Node<'n>, limits: &Limits) -> Option<Vec<Value>> {
        let mut run =
            Run { cost: limits.evaluation_steps as u64 / CAUTION, room: limits.result_bytes as u64 / CAUTION };
        let results = run.all(self, &Seen::There(root))?;
        if results.len() > limits.results {
            return None;
        }
        let mut room = run.room;
        let value = |seen: &Seen<_>| {
            let datum = run.datum(seen)?;
            let weight = datum.weight();
            room = room.checked_sub(weight.bytes)?;
            (weight.depth as usize <= limits.document_depth).then(|| datum.to_value())
        };
        results.iter().map(value).collect()
    }
}

/// What is spent here is at least this part of what jaq would spend on the same.
const CAUTION: u64 = 16;
