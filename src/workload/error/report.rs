//! What is told of the errors of workloads.

use super::{InstanceIdsError, UnsupportedField, Unwritable, WorkloadError};
use crate::definition::PathText;
use crate::diagnostic::{Code, Diagnose, Diagnostic};
use crate::expression::ExpressionError;
use crate::location::Location;
use crate::span::Span;
use crate::view::without_value;
use crate::workload::fields::UnknownField;

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
            Self::OtherKind { want, got } => {
                let message = format!("the object is `{}`, not `{}`", kind_text(got), kind_text(want));
                Diagnostic::new(Code::WrongKind, message).help("use the definition of the object's own kind")
            }
            Self::UnknownComponent { name, known } => {
                Diagnostic::new(Code::UnknownComponent, format!("there is no component `{name}`"))
                    .help(format!("the components are {}", list(known)))
            }
            Self::UnknownInstance { component, name, known } => unknown_instance(component, name, known),
            Self::Ambiguous { component, count, known } => ambiguous(component, *count, known),
            Self::NoInstance { component, location } => {
                Diagnostic::new(Code::NoMatch, format!("component `{component}` has no instance in this object"))
                    .help(format!("add one to `{location}` first"))
                    .at(location)
            }
            Self::Unreadable { path, want, got } => {
                let found = Diagnostic::new(Code::TypeMismatch, format!("`{}` gives {got}, not {want}", path.text));
                in_field(found.help("correct the object, or the path in the definition"), path)
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
                unknown_container(component, name.as_deref(), known).at(location)
            }
            Self::View { message } => {
                let say = |why: &str| format!("the pods are not of the wanted type: {why}");
                Diagnostic::new(Code::TypeMismatch, say(&without_value(message)))
                    .revealing(say(message))
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
            Self::NoSavedValue { location, annotation } => no_saved_value(annotation.as_deref(), location).at(location),
            Self::Record { location } => {
                Diagnostic::new(Code::InvalidRecord, format!("`{location}` is no record of suspending"))
                    .help("name the annotation that suspending wrote")
                    .at(location)
            }
        }
    }
}

fn unknown_instance(component: &str, name: &str, known: &[String]) -> Diagnostic {
    let found = Diagnostic::new(Code::UnknownInstance, format!("component `{component}` has no instance `{name}`"));
    found.help(match known.is_empty() {
        true => "its instances have no names; write them all at once".into(),
        false => format!("the instances are {}", list(known)),
    })
}

fn ambiguous(component: &str, count: usize, known: &[String]) -> Diagnostic {
    let message = format!("component `{component}` has {count} instances, and none is named");
    Diagnostic::new(Code::Ambiguous, message).help(match known.is_empty() {
        true => "write them all at once; they have no names".into(),
        false => format!("name one of {}, or write them all at once", list(known)),
    })
}

fn unknown_container(component: &str, name: Option<&str>, known: &[String]) -> Diagnostic {
    let name = name.map_or("without a name".into(), |name| format!("`{name}`"));
    let found = Diagnostic::new(Code::UnknownContainer, format!("component `{component}` has no container {name}"));
    found.help(match known.is_empty() {
        true => "containers are patched, not added".into(),
        false => format!("the containers are {}", list(known)),
    })
}

fn no_saved_value(annotation: Option<&str>, location: &Location) -> Diagnostic {
    let message = format!("the value that `{location}` had before suspending is not recorded");
    Diagnostic::new(Code::NoSavedValue, message).help(match annotation {
        Some(name) => format!("the annotation `{name}` does not have it; set `{location}` by hand"),
        None => "name the annotation that suspending wrote its record to".into(),
    })
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
