//! Path expressions: judged by their text alone, resolved and evaluated on a document.

mod address;
mod error;
mod evaluate;
mod formula;
mod grammar;
mod keyed;
mod parse;
mod reason;
mod resolve;

pub use address::{Address, EntryKey, Form, Step, StepKind};
pub use error::{ExpressionError, ExpressionErrorKind};
pub use evaluate::{Budget, EvaluateError, Variables};
pub use formula::{Formula, NotAddress};

pub use parse::{Expression, Profile, address_prefix};
pub use reason::{Forbidden, Reason};
pub use resolve::{Intent, Place, ResolveError, ResolveErrorKind, resolve};
