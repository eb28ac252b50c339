//! Why a workload cannot be read or written as asked. Nothing was changed.

mod report;

use super::fields::UnknownField;
use crate::definition::{PathField, PathText, Problem};
use crate::diagnostic::Diagnose;
use crate::diff::DiffError;
use crate::expression::{EvaluateError, ExpressionError, Reason, ResolveError};
use crate::location::Location;
use crate::merge::{MergeError, MergeErrorKind};
use crate::plan::{ApplyError, ChoiceError, Conflict, RenderError};
use crate::span::Span;
use crate::value::Kind;

/// A refusal or an error of a workload.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{}", self.diagnose().message)]
pub enum WorkloadError {
    /// The definition cannot be used.
    Definition(Problem),
    /// An expression of the definition is not valid, or forbidden.
    Expression {
        /// The expression and its place in the definition.
        path: Box<PathText>,
        /// What is wrong with it.
        error: Box<ExpressionError>,
    },
    /// The object is of another kind than the definition describes.
    OtherKind {
        /// `apiVersion` and `kind` that the definition describes.
        want: (String, String),
        /// Those of the object; empty where it has none.
        got: (String, String),
    },
    /// There is no component of this name.
    UnknownComponent {
        /// The name.
        name: String,
        /// The names that there are.
        known: Vec<String>,
    },
    /// There is no instance of this name.
    UnknownInstance {
        /// The component.
        component: String,
        /// The name.
        name: String,
        /// Some of the names that there are.
        known: Vec<String>,
    },
    /// Several instances, and none was named.
    Ambiguous {
        /// The component.
        component: String,
        /// How many there are.
        count: usize,
        /// Some of their names; none if they have none.
        known: Vec<String>,
    },
    /// The component has no instance in this object.
    NoInstance {
        /// The component.
        component: String,
        /// The place of the list or map that has none, if the component has one.
        location: Location,
    },
    /// The names of the instances are not as they must be.
    InstanceIds {
        /// The component.
        component: String,
        /// What is wrong.
        kind: InstanceIdsError,
    },
    /// A value of the object is not what its field holds.
    Unreadable {
        /// The expression that gives it.
        path: Box<PathText>,
        /// What its field holds.
        want: &'static str,
        /// What it gives: a type, or how many values.
        got: String,
    },
    /// A formula fails on this object.
    Evaluate {
        /// The formula.
        path: Box<PathText>,
        /// Why.
        error: EvaluateError,
    },
    /// An address does not fit this object.
    Resolve(ResolveError),
    /// The patch is not an object.
    PatchKind {
        /// What it is.
        got: Kind,
    },
    /// A field of the patch is not of the type that it has in a pod template.
    PatchType {
        /// The field.
        field: Location,
        /// Its type.
        want: Kind,
        /// What the patch has.
        got: Kind,
    },
    /// The patch says nothing.
    EmptyPatch,
    /// The patch has fields that a pod template does not have.
    UnknownFields(Vec<UnknownField>),
    /// The definition has no place that can be written for some fields.
    Unsupported {
        /// The component.
        component: String,
        /// The fields.
        fields: Vec<UnsupportedField>,
    },
    /// The patch names a container that is not there.
    UnknownContainer {
        /// The component.
        component: String,
        /// The name in the patch, if there is one.
        name: Option<String>,
        /// Where the containers stand in the object.
        location: Location,
        /// The names that there are.
        known: Vec<String>,
    },
    /// The patch does not fit what stands there.
    Merge(MergeError),
    /// The edited view cannot be told as changes.
    Diff(DiffError),
    /// The edited view sets what excludes each other.
    Choice(ChoiceError),
    /// Two writes overlap.
    Conflict(Conflict),
    /// The plan does not fit the object.
    Apply(ApplyError),
    /// A form of patches cannot say what the plan does.
    Render(RenderError),
    /// An apply configuration cannot say what the plan does.
    NotApplicable {
        /// The place of a removal, of a null or of an order of entries.
        location: Location,
    },
    /// A view is not of the type that the caller asked for.
    View {
        /// What the type says about it.
        message: String,
    },
    /// The component has no such scale.
    NoScale {
        /// The component.
        component: String,
        /// Which.
        field: PathField,
    },
    /// An action writes through a formula.
    NotAnAddress {
        /// The formula and its place in the definition.
        path: Box<PathText>,
        /// Why it is one.
        reason: Reason,
        /// The part of its text that makes it one.
        span: Span,
    },
    /// The component cannot be suspended or resumed.
    NoActions {
        /// The component; the workload as a whole without one.
        component: Option<String>,
    },
    /// Resuming must restore a value, and no record has it.
    NoSavedValue {
        /// The place that suspending wrote.
        location: Location,
        /// Where the record would stand, if the caller named one.
        annotation: Option<String>,
    },
    /// The record that suspending made cannot be read.
    Record {
        /// Where it stands.
        location: Location,
    },
}

/// What is wrong with the names of instances.
#[derive(Clone, Debug, PartialEq)]
pub enum InstanceIdsError {
    /// Two instances have one name.
    Duplicate {
        /// The name.
        name: String,
        /// The place of the first.
        first: Location,
        /// The place of the second.
        second: Location,
    },
    /// An instance has an empty name.
    Empty {
        /// Its place.
        location: Location,
    },
    /// An instance has no name, or it is no string.
    NotText {
        /// Its place.
        location: Location,
        /// What there is.
        got: Kind,
    },
    /// The formula that gives the names does not go with the places of the component's fields.
    Unpaired {
        /// The formula.
        path: Box<PathText>,
        /// How many names it gives.
        names: usize,
        /// How many places there are.
        places: usize,
    },
}

/// A field of a pod template that cannot be written, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct UnsupportedField {
    /// The field, as its place in a pod template.
    pub field: Location,
    /// Why.
    pub why: Unwritable,
}

/// Why a field cannot be written.
#[derive(Clone, Debug, PartialEq)]
pub enum Unwritable {
    /// The definition does not say where it stands.
    NoPath,
    /// It is all metadata or all of the spec: a patch may change parts of it, not replace or remove it.
    Whole,
    /// What says where it stands is a formula: it computes a value.
    Formula {
        /// The formula and its place in the definition.
        path: Box<PathText>,
        /// Why it is one.
        reason: Reason,
        /// The part of its text that makes it one.
        span: Span,
        /// The address that it reads through, if there is one.
        target: Option<String>,
    },
    /// The address names a place that all instances share, and not all of them are written.
    Shared(Box<PathText>),
    /// The address names several places of each instance.
    Iterates(Box<PathText>),
    /// The address goes through another list than the one that the instances stand in.
    OtherList(Box<PathText>),
    /// The component lists its containers, so each is written by its name there.
    ByName(Box<PathText>),
}

impl Unwritable {
    /// In words, without the field.
    pub fn message(&self) -> String {
        match self {
            Self::NoPath => "the definition does not say where it stands".into(),
            Self::Whole => "it is changed in parts only".into(),
            Self::Formula { path, reason, .. } => format!("`{}` is a formula: {}", path.text, reason.why()),
            Self::Shared(path) => format!("`{}` is one place for all instances", path.text),
            Self::Iterates(path) => format!("`{}` names several places of one instance", path.text),
            Self::ByName(_) => "the component lists its containers: they are written by name".into(),
            Self::OtherList(path) => format!("`{}` goes through another list than the instances", path.text),
        }
    }

    /// The expression that it speaks of.
    pub fn path(&self) -> Option<&PathText> {
        match self {
            Self::NoPath | Self::Whole => None,
            Self::Formula { path, .. }
            | Self::Shared(path)
            | Self::Iterates(path)
            | Self::OtherList(path)
            | Self::ByName(path) => Some(path),
        }
    }
}

impl WorkloadError {
    /// How many known names an error holds.
    pub(super) const KNOWN: usize = 16;

    /// Whether one value of the object is at fault, so that others can still be read.
    pub fn is_about_a_value(&self) -> bool {
        match self {
            Self::Unreadable { .. } | Self::Resolve(_) => true,
            Self::Evaluate { error, .. } => !matches!(error, EvaluateError::UndefinedVariable { .. }),
            _ => false,
        }
    }

    /// The place in the patch, where the patch is at fault.
    pub fn place_in_patch(&self) -> Option<&Location> {
        match self {
            Self::PatchType { field, .. } => Some(field),
            Self::Merge(error) => match error.kind {
                MergeErrorKind::DuplicateInBase { .. } | MergeErrorKind::Overlap { .. } => None,
                MergeErrorKind::TypeMismatch { .. }
                | MergeErrorKind::EmptyKey { .. }
                | MergeErrorKind::DuplicateInOverride { .. }
                | MergeErrorKind::UnknownDirective { .. } => Some(&error.over),
            },
            _ => None,
        }
    }

    /// Whether the place that it names is one of the object, and not of the definition or of a patch.
    pub fn is_about_object(&self) -> bool {
        let is_elsewhere = matches!(self, Self::Definition(_) | Self::Expression { .. } | Self::UnknownFields(_));
        !is_elsewhere && self.place_in_patch().is_none()
    }
}
