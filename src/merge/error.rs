//! Why an override cannot be laid over a base.

use crate::diagnostic::{Code, Diagnose, Diagnostic};
use crate::location::Location;
use crate::value::Kind;

/// An override that does not fit its base.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{}", self.diagnose().message)]
pub struct MergeError {
    /// The place in the base.
    pub location: Location,
    /// The place in the override.
    pub over: Location,
    /// What is wrong there.
    pub kind: MergeErrorKind,
}

/// What is wrong with a place.
#[derive(Clone, Debug, PartialEq)]
pub enum MergeErrorKind {
    /// `{"a": "x"}` over `{"a": {}}`
    TypeMismatch {
        /// What the base has, or the schema.
        want: Kind,
        /// What the override has.
        got: Kind,
    },
    /// `{"containers": [{"image": "i"}]}`
    EmptyKey {
        /// The fields of the key.
        fields: Vec<String>,
    },
    /// Two entries with one key in the override
    DuplicateInOverride {
        /// The key, as text.
        key: String,
        /// The place of the earlier one in the override.
        first: Location,
    },
    /// An entry whose key stands twice in the base
    DuplicateInBase {
        /// The key, as text.
        key: String,
        /// The place of the second one in the base; the place of the error is the first one's.
        second: Location,
    },
    /// `{"$pacth": "delete"}`, `{"$patch": "remove"}`
    UnknownDirective {
        /// What can stand there.
        wanted: &'static str,
    },
    /// Two assignments that overlap
    Overlap {
        /// The place of the other one.
        first: Location,
    },
}

impl Diagnose for MergeError {
    fn diagnose(&self) -> Diagnostic {
        let (place, over) = (&self.location, &self.over);
        match &self.kind {
            MergeErrorKind::TypeMismatch { want, got } => {
                let message =
                    format!("`{place}` of the base is of type {want}, `{over}` of the override of type {got}");
                Diagnostic::new(Code::TypeMismatch, message)
                    .help("override single members, or delete the whole with null first")
                    .fact("want", want)
                    .fact("got", got)
                    .at(place)
                    .and_at(over)
            }
            MergeErrorKind::EmptyKey { fields } => {
                let fields = fields.iter().map(|field| format!("`{field}`")).collect::<Vec<_>>().join(" and ");
                Diagnostic::new(Code::EmptyKey, format!("`{over}` of the override has no key"))
                    .help(format!("an entry of this list is found by {fields}: write it into the entry"))
                    .at(over)
                    .and_at(place)
            }
            MergeErrorKind::DuplicateInOverride { key, first } => {
                let message = format!("{key} stands at `{first}` and again at `{over}` of the override");
                Diagnostic::new(Code::DuplicateKey, message)
                    .help("say everything about an entry in one place")
                    .at(over)
                    .and_at(first)
            }
            MergeErrorKind::DuplicateInBase { key, second } => {
                let message = format!(
                    "`{over}` of the override means {key}, which stands at `{place}` and `{second}` of the base"
                );
                Diagnostic::new(Code::DuplicateKey, message)
                    .help("remove the entry that is not meant from the base first")
                    .fact("override", over)
                    .at(place)
                    .and_at(second)
            }
            MergeErrorKind::UnknownDirective { wanted } => {
                Diagnostic::new(Code::UnknownDirective, format!("`{over}` of the override is no directive that fits"))
                    .help(format!("what can stand there is {wanted}"))
                    .at(over)
            }
            MergeErrorKind::Overlap { first } => {
                Diagnostic::new(Code::ConflictingWrites, format!("the override changes both `{first}` and `{place}`"))
                    .help("say everything about a value in one place")
                    .at(place)
                    .and_at(first)
            }
        }
    }
}
