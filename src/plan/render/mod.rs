//! A plan in other forms: the patches of RFC 6902 and RFC 7396, and its own JSON without loss.

mod json;
mod json_patch;
mod merge_patch;

pub use json::{PlanReadError, PlanReadErrorKind};

use super::ApplyError;
use crate::diagnostic::{Code, Diagnose, Diagnostic};
use crate::location::Location;

/// A patch that a plan can be written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PatchForm {
    /// RFC 6902
    JsonPatch,
    /// RFC 7396
    MergePatch,
    /// Kubernetes' own
    StrategicMergePatch,
}

/// A plan that cannot be written in a form.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{}", self.diagnose().message)]
pub enum RenderError {
    /// The plan does not fit the document.
    Misfit(ApplyError),
    /// The form has no words for what the plan does.
    Inexpressible {
        /// The form.
        form: PatchForm,
        /// The place that the plan changes.
        location: Location,
        /// Why it cannot be said.
        why: Inexpressible,
    },
}

/// What a form cannot say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inexpressible {
    /// A null that is written, where null means removal
    Null,
    /// A change to one entry of a list, where a list is one value
    ListEntry,
    /// A member whose name reads as a directive
    Directive,
    /// An entry that lacks the field by which the form finds it
    NoMergeKey,
    /// An entry that shares the field by which the form finds it with another
    MergeKeyTwice,
    /// A value that stands twice in a list that holds each once
    TwiceInSet,
    /// An object or a list that becomes something of another type, where the form only merges
    OtherType,
}

impl From<ApplyError> for RenderError {
    fn from(error: ApplyError) -> Self {
        Self::Misfit(error)
    }
}

impl PatchForm {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::JsonPatch => "a JSON Patch",
            Self::MergePatch => "a JSON Merge Patch",
            Self::StrategicMergePatch => "a strategic merge patch",
        }
    }

    pub(crate) fn cannot(self, location: &Location, why: Inexpressible) -> RenderError {
        RenderError::Inexpressible { form: self, location: location.clone(), why }
    }
}

impl Diagnose for RenderError {
    fn diagnose(&self) -> Diagnostic {
        let (form, place, why) = match self {
            Self::Misfit(error) => return error.diagnose(),
            Self::Inexpressible { form, location, why } => (form.name(), location, why),
        };
        let message = match why {
            Inexpressible::Null => format!("{form} cannot write the null at `{place}`: its null removes"),
            Inexpressible::ListEntry => format!("{form} cannot change the entry `{place}` of a list alone"),
            Inexpressible::Directive => format!("{form} would read the name of `{place}` as a directive"),
            Inexpressible::NoMergeKey => format!("{form} cannot find `{place}`: the entry has no merge key"),
            Inexpressible::TwiceInSet => format!("{form} writes each value of `{place}` once, and one stands twice"),
            Inexpressible::MergeKeyTwice => {
                format!("{form} cannot find `{place}`: another entry has the same merge key")
            }
            Inexpressible::OtherType => {
                format!("{form} cannot give `{place}` another type: it merges what stands there")
            }
        };
        Diagnostic::new(Code::Inexpressible, message)
            .help("write the plan as a JSON Patch, or in the plan language")
            .at(place)
    }
}
