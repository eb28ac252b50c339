//! Catalogs: definitions judged before they are used, each finding with file, line and column.
//!
//! [`read_inputs`] finds and reads the files; [`check`] judges them and gives [`Finding`]s, which reports turn into text.

mod checks;
mod config;
mod engine;
mod finding;
mod holders;
mod input;
mod known;
mod overlap;
mod page;
mod pod;
mod prove;
mod scalars;
mod statistics;
mod subject;

pub use checks::RULES;
pub use config::{ExpressionField, ExpressionKind, ExpressionRole};
pub use engine::{Checked, CheckedDefinition, FILE_BYTES, Options, check};
pub use finding::{Finding, Fix, Place, Related, Replacement, Rule, Severity, SourceFile};
pub use input::{Content, Input, InputError, read_inputs};
pub use statistics::Statistics;

/// The rule of a comment that ignores nothing; reports tell it.
pub static UNUSED_IGNORE: &Rule = &checks::unused_ignore::RULE;
