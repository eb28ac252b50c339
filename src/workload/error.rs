//! Why a workload cannot be read or written as asked. Nothing was changed.

use super::fields::UnknownField;
use crate::definition::{PathField, PathText, Problem};
use crate::diagnostic::{Code, Diagnose, Diagnostic};
use crate::diff::DiffError;
use crate::expression::{EvaluateError, ExpressionError, Reason, ResolveError};
use crate::location::Location;
use crate::merge::MergeError;
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

    /// Whether the place that it names is one of the object, and not of the definition or of a patch.
    pub fn is_about_object(&self) -> bool {
        !matches!(self, Self::Definition(_) | Self::Expression { .. } | Self::UnknownFields(_) | Self::PatchType { .. })
    }
}

impl Diagnose for WorkloadError {
    fn diagnose(&self) -> Diagnostic {
        match self {
            Self::Definition(problem) => problem.diagnose(),
            Self::Expression { path, error } => expression(path, error),
            Self::Evaluate { path, error } => in_field(error.diagnose(), path),
            Self::Resolve(error) => error.diagnose(),
            Self::Merge(error) => error.diagnose(),
            Self::Diff(error) => error.diagnose(),
            Self::Choice(error) => error.diagnose(),
            Self::Conflict(error) => error.diagnose(),
            Self::Apply(error) => error.diagnose(),
            Self::Render(error) => error.diagnose(),
            Self::InstanceIds { component, kind } => kind.diagnose(component),
            Self::UnknownFields(fields) => unknown_fields(fields),
            Self::Unsupported { component, fields } => unsupported(component, fields),
            _ => self.diagnose_names(),
        }
    }
}

impl WorkloadError {
    fn diagnose_names(&self) -> Diagnostic {
        match self {
            Self::OtherKind { want, got } => {
                let message = format!("the object is `{}`, not `{}`", kind_text(got), kind_text(want));
                Diagnostic::new(Code::WrongKind, message).help("use the definition of the object's own kind")
            }
            Self::UnknownComponent { name, known } => {
                Diagnostic::new(Code::UnknownComponent, format!("there is no component `{name}`"))
                    .help(format!("the components are {}", list(known)))
            }
            Self::UnknownInstance { component, name, known } => {
                let found = format!("component `{component}` has no instance `{name}`");
                Diagnostic::new(Code::UnknownInstance, found).help(match known.is_empty() {
                    true => "its instances have no names; write them all at once".into(),
                    false => format!("the instances are {}", list(known)),
                })
            }
            Self::Ambiguous { component, count, known } => {
                let found = format!("component `{component}` has {count} instances, and none is named");
                Diagnostic::new(Code::Ambiguous, found).help(match known.is_empty() {
                    true => "write them all at once; they have no names".into(),
                    false => format!("name one of {}, or write them all at once", list(known)),
                })
            }
            Self::NoInstance { component, location } => {
                Diagnostic::new(Code::NoMatch, format!("component `{component}` has no instance in this object"))
                    .help(format!("add one to `{location}` first"))
                    .at(location)
            }
            Self::Unreadable { path, want, got } => {
                let message = format!("`{}` gives {got}, not {want}", path.text);
                let help = "correct the object, or the path in the definition";
                in_field(Diagnostic::new(Code::TypeMismatch, message).help(help), path)
            }
            Self::PatchKind { got } => {
                Diagnostic::new(Code::InvalidPlan, format!("the patch is of type {got}, not object"))
                    .help("write a part of a pod template: `{\"spec\": {...}}`")
            }
            Self::PatchType { field, want, got } => {
                Diagnostic::new(Code::TypeMismatch, format!("`{field}` of the patch is of type {got}, not {want}"))
                    .help("write it as a pod template has it")
                    .at(field)
                    .fact("want", want)
                    .fact("got", got)
            }
            Self::EmptyPatch => Diagnostic::new(Code::EmptyPatch, "the patch says nothing")
                .help("write a part of a pod template: `{\"spec\": {...}}`"),
            Self::UnknownContainer { component, name, location, known } => {
                let name = name.as_ref().map_or("without a name".into(), |name| format!("`{name}`"));
                let found = format!("component `{component}` has no container {name}");
                let found = Diagnostic::new(Code::UnknownContainer, found).at(location);
                match known.is_empty() {
                    true => found.help("containers are patched, not added"),
                    false => found.help(format!("the containers are {}", list(known))),
                }
            }
            _ => self.diagnose_actions(),
        }
    }

    fn diagnose_actions(&self) -> Diagnostic {
        match self {
            Self::View { message } => {
                Diagnostic::new(Code::TypeMismatch, format!("the pods are not of the wanted type: {message}"))
                    .help("use the untyped view")
            }
            Self::NotApplicable { location } => {
                let message = format!("an apply configuration cannot say what the plan does at `{location}`");
                Diagnostic::new(Code::Inexpressible, message).help("send a JSON Patch").at(location)
            }
            Self::NoScale { component, field } => {
                let message = format!("component `{component}` has no `{}`", field.row().key);
                Diagnostic::new(Code::UnsupportedFields, message).help("add it to the definition's `scaleDefinition`")
            }
            Self::NotAnAddress { path, reason, span } => {
                let message = format!("`{}` is a formula: {}", path.text, reason.why());
                Diagnostic::new(Code::NotAnAddress, message)
                    .help(reason.help())
                    .expression(&path.text, *span)
                    .fact("reason", reason)
            }
            Self::NoActions { component } => {
                let whose = component.as_ref().map_or("the workload".into(), |name| format!("component `{name}`"));
                Diagnostic::new(Code::UnsupportedFields, format!("{whose} cannot be suspended or resumed"))
                    .help("add a `suspendDefinition` to the definition")
            }
            Self::NoSavedValue { location, annotation } => {
                let found = format!("the value that `{location}` had before suspending is not recorded");
                Diagnostic::new(Code::NoSavedValue, found).at(location).help(match annotation {
                    Some(name) => format!("there is no annotation `{name}`; set `{location}` by hand"),
                    None => "name the annotation that suspending wrote its record to".into(),
                })
            }
            Self::Record { location } => {
                Diagnostic::new(Code::InvalidRecord, format!("`{location}` is no record of suspending"))
                    .help("name the annotation that suspending wrote")
                    .at(location)
            }
            // The others are told above.
            _ => Diagnostic::new(Code::InvalidDefinition, "the workload cannot be used"),
        }
    }
}

impl InstanceIdsError {
    fn diagnose(&self, component: &str) -> Diagnostic {
        let found = |message: String| Diagnostic::new(Code::InvalidInstanceIds, message);
        match self {
            Self::Duplicate { name, first, second } => {
                found(format!("two instances of `{component}` are named `{name}`: `{first}` and `{second}`"))
                    .help("give each its own name")
                    .at(second)
                    .and_at(first)
            }
            Self::Empty { location } => {
                found(format!("the instance of `{component}` at `{location}` has an empty name"))
                    .help("name it")
                    .at(location)
            }
            Self::NotText { location, got } => {
                found(format!("the name of the instance of `{component}` at `{location}` is of type {got}, not string"))
                    .help("name it")
                    .at(location)
                    .fact("got", got)
            }
            Self::Unpaired { path, names, places } => {
                let message = format!(
                    "`{}` gives {names} names that do not go with the {places} places of component `{component}`",
                    path.text
                );
                in_field(found(message), path)
                    .help("let `instanceIdPath` go through the same list or map as the other paths of the component")
            }
        }
    }
}

fn expression(path: &PathText, error: &ExpressionError) -> Diagnostic {
    let inner = error.diagnose_in(&path.text);
    let message = format!("`{}` of the definition: {}", path.field.row().key, inner.message);
    let outer = Diagnostic { code: Code::InvalidDefinition, message, ..inner };
    outer.at(&path.location).fact("cause", error.code())
}

/// Names the expression that an error comes from.
fn in_field(mut diagnostic: Diagnostic, path: &PathText) -> Diagnostic {
    diagnostic.message = format!("`{}` of the definition: {}", path.field.row().key, diagnostic.message);
    diagnostic.expression(&path.text, Span::new(0, path.text.len()))
}

fn kind_text((api_version, kind): &(String, String)) -> String {
    match (api_version.is_empty(), kind.is_empty()) {
        (true, true) => "of no kind".into(),
        _ => format!("{api_version} {kind}"),
    }
}

fn list(names: &[String]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

fn unknown_fields(fields: &[UnknownField]) -> Diagnostic {
    let places: Vec<String> = fields.iter().map(|field| field.location.to_string()).collect();
    let message = match places.as_slice() {
        [one] => format!("a pod template has no field `{one}`"),
        _ => format!("a pod template has no fields {}", list(&places)),
    };
    let found = Diagnostic::new(Code::UnknownField, message).fact("fields", places.join(" "));
    let found = match fields.first() {
        Some(first) => found.at(&first.location),
        None => found,
    };
    match fields.iter().find_map(|field| field.near) {
        Some(near) => found.help(format!("did you mean `{near}`")),
        None => found.help("a patch is a part of a pod template: `metadata` and `spec`"),
    }
}

fn unsupported(component: &str, fields: &[UnsupportedField]) -> Diagnostic {
    let told: Vec<String> = fields.iter().map(|field| format!("`{}` ({})", field.field, field.why.message())).collect();
    let message = format!("component `{component}` cannot write {}", told.join(", "));
    let names: Vec<String> = fields.iter().map(|field| field.field.to_string()).collect();
    let mut found = Diagnostic::new(Code::UnsupportedFields, message).fact("fields", names.join(" "));
    found.help = Some("leave these fields out, or add addresses for them to the definition".into());
    for field in fields {
        if let Unwritable::Formula { path, reason, span, target } = &field.why {
            found = found.expression(&path.text, *span).fact("reason", reason);
            if let Some(target) = target {
                found = found.help(format!("write `{target}` in the definition"));
            }
            break;
        }
    }
    found
}
