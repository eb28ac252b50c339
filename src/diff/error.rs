//! Why two documents have no plan between them.

use crate::diagnostic::{Code, Diagnose, Diagnostic};
use crate::location::Location;

/// Two documents that a plan cannot lead from one to the other.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{}", self.diagnose().message)]
pub struct DiffError {
    /// The place, in the document before.
    pub location: Location,
    /// What is wrong there.
    pub kind: DiffErrorKind,
}

/// What is wrong with a place.
#[derive(Clone, Debug, PartialEq)]
pub enum DiffErrorKind {
    /// `{"a":1,"a":2}` to `{"a":3}`
    DuplicateMember,
    /// Two containers of one name, one of which changes
    DuplicateKey {
        /// The key, as text.
        key: String,
        /// The second of the two places.
        second: Location,
        /// Whether the two stand in the document after; else in the one before.
        in_after: bool,
    },
    /// Two assignments that overlap
    Overlap {
        /// The place of the other one.
        first: Location,
    },
}

impl Diagnose for DiffError {
    fn diagnose(&self) -> Diagnostic {
        let place = &self.location;
        match &self.kind {
            DiffErrorKind::DuplicateMember => {
                Diagnostic::new(Code::DuplicateMember, format!("`{place}` stands more than once in its object"))
                    .help("remove the member that is not meant first")
            }
            DiffErrorKind::DuplicateKey { key, second, in_after } => {
                let which = if *in_after { "the document after" } else { "the document before" };
                let message = format!("{key} stands at `{place}` and again at `{second}` in {which}, and changes");
                Diagnostic::new(Code::DuplicateKey, message)
                    .help("give one of the two another key first, or compare without a schema")
                    .and_at(second)
            }
            DiffErrorKind::Overlap { first } => {
                Diagnostic::new(Code::ConflictingWrites, format!("`{first}` and `{place}` both change"))
                    .help("compare smaller parts of the documents")
                    .and_at(first)
            }
        }
        .at(place)
    }
}
