//! What does not fit in a definition, and where.

use crate::diagnostic::{Code, Diagnose, Diagnostic};
use crate::location::Location;
use crate::value::Kind;

/// Something in a definition that does not fit.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{}", self.diagnose().message)]
pub struct Problem {
    /// The place in the definition: that of the value at fault, or of the object that lacks something.
    pub location: Location,
    /// What is wrong there.
    pub kind: ProblemKind,
}

/// What is wrong with a place of a definition.
#[derive(Clone, Debug, PartialEq)]
pub enum ProblemKind {
    /// `kind: Deployment`
    NotADefinition {
        /// The `apiVersion`, if there is one.
        api_version: Option<String>,
        /// The `kind`, if there is one.
        kind: Option<String>,
    },
    /// `apiVersion: run.ai/v2`
    OtherVersion {
        /// The `apiVersion`.
        api_version: String,
        /// The `kind`.
        kind: String,
    },
    /// `onwerRef: job`; the place is that of the key
    UnknownKey {
        /// The known key that looks like it.
        near: Option<&'static str>,
    },
    /// A component without `name`; the place is that of the object
    MissingKey {
        /// The key.
        key: &'static str,
        /// Whether nothing works without it; else only the form wants it.
        required: bool,
    },
    /// `name: 3`
    WrongType {
        /// The type that fits.
        want: Kind,
        /// The type that stands there.
        got: Kind,
    },
    /// `name: ""`
    EmptyText,
    /// A key that stands twice
    DuplicateKey,
    /// `value: paused`, which is no JSON text
    NotJson,
    /// Two components, references or pod groups of one name
    DuplicateName {
        /// The place of the first.
        first: Location,
    },
    /// `ownerRef: jbo`
    UnknownOwner {
        /// The component that looks like it.
        near: Option<String>,
    },
    /// Components that own each other
    OwnerCycle {
        /// Their names, each owned by the next.
        names: Vec<String>,
    },
    /// A component that is not the root and has no `ownerRef`
    NoOwner,
    /// `ownerRef` on the root component
    OwnedRoot,
    /// `podTemplateSpecPath` beside `podSpecPath`
    SeveralShapes {
        /// The place of the first.
        first: Location,
    },
    /// `metadataPath` without `podSpecPath`
    MetadataAlone,
    /// `instanceIdPath` without `componentInstanceSelector`
    NoInstanceSelector,
    /// `componentInstanceSelector` without `instanceIdPath`
    NoInstanceId,
    /// `componentTypeSelector` with neither `keyPath` nor `matchLabels`, or with a `value` for no key
    NoSelectorKey,
    /// `componentName: wroker`
    UnknownComponent {
        /// The component that looks like it.
        near: Option<String>,
    },
    /// `byPhase` without `phaseDefinition`, `byConditions` without `conditionsDefinition`
    NoSource {
        /// `phaseDefinition` or `conditionsDefinition`
        key: &'static str,
    },
    /// `phaseDefinition` or `conditionsDefinition` that no matcher uses
    UnusedSource,
    /// A matcher with nothing to match: it always does
    EmptyMatcher,
    /// A reference with neither `lookup` nor `list`, or with both
    ReferenceShape,
    /// `name: "a b"` of a reference: no variable can have it
    NotAVariable,
}

impl Problem {
    pub(super) fn at_root(kind: ProblemKind) -> Self {
        Self { location: Location::root(), kind }
    }

    /// Whether the definition cannot be used as long as it stands. The others are worth a finding only.
    pub fn is_fatal(&self) -> bool {
        match &self.kind {
            ProblemKind::MissingKey { required, .. } => *required,
            ProblemKind::UnknownKey { .. }
            | ProblemKind::NoInstanceSelector
            | ProblemKind::NoInstanceId
            | ProblemKind::NoSelectorKey
            | ProblemKind::UnknownComponent { .. }
            | ProblemKind::NoSource { .. }
            | ProblemKind::UnusedSource
            | ProblemKind::EmptyMatcher => false,
            _ => true,
        }
    }

    fn key(&self) -> String {
        self.location.split_last().map_or_else(|| ".".into(), |(last, _)| last.to_string())
    }
}

impl Diagnose for Problem {
    fn diagnose(&self) -> Diagnostic {
        let key = self.key();
        let found = |message: String| Diagnostic::new(Code::InvalidDefinition, message);
        let near_name = |found: Diagnostic, near: &Option<String>| match near {
            Some(near) => found.help(format!("did you mean `{near}`")),
            None => found.help("write the name of a component of this definition"),
        };
        match &self.kind {
            ProblemKind::NotADefinition { api_version, kind } => {
                let text = |text: &Option<String>| text.as_ref().map_or("none".into(), |text| format!("`{text}`"));
                let (api_version, kind) = (text(api_version), text(kind));
                found(format!("this is no definition: its apiVersion is {api_version}, its kind {kind}"))
                    .help("a definition has apiVersion `run.ai/v1alpha1` and kind `Karta`")
            }
            ProblemKind::OtherVersion { api_version, kind } => {
                found(format!("`{kind}` of version `{api_version}` is not read"))
                    .help("write the definition in version `v1alpha1`")
            }
            ProblemKind::UnknownKey { near: Some(near) } => {
                found(format!("the key `{key}` is not known here")).help(format!("did you mean `{near}`"))
            }
            ProblemKind::UnknownKey { near: None } => {
                found(format!("the key `{key}` is not known here")).help("remove it; it has no effect")
            }
            ProblemKind::MissingKey { key, .. } => {
                found(format!("the key `{key}` is missing")).help(format!("add `{key}`"))
            }
            ProblemKind::WrongType { want, got } => {
                found(format!("`{key}` is of type {got}, not {want}")).fact("want", want).fact("got", got)
            }
            ProblemKind::EmptyText => found(format!("`{key}` is empty")).help("say what it is, or remove the key"),
            ProblemKind::DuplicateKey => {
                found(format!("the key `{key}` stands twice")).help("keep the one that is meant")
            }
            ProblemKind::NotJson => found("the value of an action is JSON text, and this is none".into())
                .help("write a string with its quotes: `'\"paused\"'`"),
            ProblemKind::DuplicateName { first } => {
                found("the name is taken".into()).help("give each its own name").and_at(first)
            }
            ProblemKind::UnknownOwner { near } => {
                near_name(found("there is no such component to own this one".into()), near)
            }
            ProblemKind::OwnerCycle { names } => {
                found(format!("components own each other: `{}`", names.join("` is owned by `")))
                    .help("let the chain of owners end in the root component")
            }
            ProblemKind::NoOwner => {
                found("the component has no owner".into()).help("add `ownerRef` with the name of a component")
            }
            ProblemKind::OwnedRoot => found("the root component has an owner".into()).help("remove `ownerRef`"),
            ProblemKind::SeveralShapes { first } => found("the pods are described in two ways".into())
                .help("keep one of `podTemplateSpecPath`, `podSpecPath` and `fragmentedPodSpecDefinition`")
                .and_at(first),
            ProblemKind::MetadataAlone => found("`metadataPath` stands without `podSpecPath`".into())
                .help("add `podSpecPath`, or use `labelsPath` and `annotationsPath` of fragments"),
            ProblemKind::NoInstanceSelector => found("nothing tells the instance of a pod".into())
                .help("add `podSelector.componentInstanceSelector.idPath`"),
            ProblemKind::NoInstanceId => {
                found("pods tell their instance, but the component has none".into()).help("add `instanceIdPath`")
            }
            ProblemKind::NoSelectorKey => found("the selector has no key to look at".into())
                .help("add `keyPath`, or `matchLabels` without `value`"),
            ProblemKind::UnknownComponent { near } => near_name(found("there is no such component".into()), near),
            ProblemKind::NoSource { key } => {
                found(format!("there is no `{key}` for this to look at")).help(format!("add `{key}`"))
            }
            ProblemKind::UnusedSource => {
                found(format!("no status looks at `{key}`")).help("use it in a matcher, or remove it")
            }
            ProblemKind::EmptyMatcher => {
                found("the matcher names nothing, so it always matches".into()).help("say what must hold, or remove it")
            }
            ProblemKind::ReferenceShape => {
                found("a reference is either one object or a list".into()).help("keep one of `lookup` and `list`")
            }
            ProblemKind::NotAVariable => found("no variable can have this name".into())
                .help("use letters, digits and `_`, with no digit in front"),
        }
        .at(&self.location)
    }
}
