//! Why a JSON Patch cannot be read or carried out.

use super::DiffError;
use crate::diagnostic::{Code, Diagnose, Diagnostic};
use crate::location::Location;
use crate::value::Kind;

/// A JSON Patch that cannot be read or carried out.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{}", self.diagnose().message)]
pub struct PatchError {
    /// The place in the patch: `.[2].path`.
    pub location: Location,
    /// What is wrong there.
    pub kind: PatchErrorKind,
}

/// What is wrong with an operation.
#[derive(Clone, Debug, PartialEq)]
pub enum PatchErrorKind {
    /// Something else stands there.
    Wanted {
        /// What fits.
        want: &'static str,
        /// The type that stands there; `None` if nothing does.
        got: Option<Kind>,
    },
    /// `"op": "set"`
    UnknownOp {
        /// The text that stands there.
        found: String,
    },
    /// `"path": "a/b"`, `"path": "/a~2"`
    BadPointer {
        /// The text that stands there.
        found: String,
    },
    /// `"path": "/a/b"` where there is no such place
    NoPlace {
        /// The pointer.
        pointer: String,
    },
    /// A `test` that finds something else, or nothing
    TestFailed {
        /// The pointer.
        pointer: String,
    },
    /// `{"op": "move", "from": "/a", "path": "/a/b"}`
    IntoItself,
    /// The removal of the whole document
    RemovesRoot,
    /// More values than the limit allows, by copies of copies
    TooLarge,
    /// Deeper nesting than the limit allows
    TooDeep,
    /// What the patch makes of the document has no plan
    Diff(Box<DiffError>),
}

impl PatchErrorKind {
    pub(super) fn at(self, location: &Location) -> PatchError {
        PatchError { location: location.clone(), kind: self }
    }
}

impl Diagnose for PatchError {
    fn diagnose(&self) -> Diagnostic {
        let place = &self.location;
        let say = |code, message: &str| Diagnostic::new(code, message);
        match &self.kind {
            PatchErrorKind::Wanted { want, got: None } => {
                say(Code::InvalidPlan, &format!("`{place}` is missing in the patch"))
                    .help(format!("write {want} there"))
            }
            PatchErrorKind::Wanted { want, got: Some(got) } => {
                say(Code::InvalidPlan, &format!("`{place}` of the patch is of type {got}, not {want}"))
                    .help(format!("write {want} there"))
            }
            PatchErrorKind::UnknownOp { found } => {
                say(Code::InvalidPlan, &format!("`{found}` is no operation of a JSON Patch"))
                    .help("write `add`, `remove`, `replace`, `move`, `copy` or `test`")
            }
            PatchErrorKind::BadPointer { found } => say(Code::InvalidPlan, &format!("`{found}` is not a JSON Pointer"))
                .help("begin each step with `/`; write `~0` for `~` and `~1` for `/` in a key"),
            PatchErrorKind::NoPlace { pointer } => {
                say(Code::NoMatch, &format!("the document has no place `{pointer}` for the operation"))
                    .help("add its parent first, or make the patch again on the document as it is now")
            }
            PatchErrorKind::TestFailed { pointer } => {
                say(Code::Stale, &format!("`{pointer}` is not what the patch expects"))
                    .help("make the patch again on the document as it is now")
            }
            PatchErrorKind::IntoItself => say(Code::InvalidPlan, "a value cannot be moved into itself")
                .help("copy it, or move it elsewhere first"),
            PatchErrorKind::RemovesRoot => {
                say(Code::InvalidPlan, "the whole document cannot be removed").help("replace it, or remove its members")
            }
            PatchErrorKind::TooLarge => say(Code::TooLarge, "the patch adds more values than the limit allows")
                .help("copy less, or split the patch"),
            PatchErrorKind::TooDeep => {
                say(Code::TooDeep, "the patch nests values deeper than the limit allows").help("copy less deep")
            }
            PatchErrorKind::Diff(error) => return error.diagnose(),
        }
        .at(place)
    }
}
