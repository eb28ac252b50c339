//! Path expressions: judged by their text alone, resolved and evaluated on a document.

mod address;
mod resolve;

pub use address::{Address, EntryKey, Form, Step, StepKind};
pub use resolve::{Intent, Place, ResolveError, ResolveErrorKind, resolve};
