//! Catalogs: definitions judged before they are used, each finding with file, line and column.

mod finding;

pub use finding::{Finding, Fix, Place, Related, Replacement, Rule, Severity, SourceFile};
