//! What a definition says, as data. Every part knows its place in the definition's text.

use super::field::PathField;
use super::problem::Problem;
use crate::location::Location;
use crate::value::Value;
use std::ops::Range;

/// A definition of a kind of workload: its components and where the parts of their pods stand in an object.
#[derive(Clone, Debug)]
pub struct Definition {
    /// Which kind of definition it is.
    pub form: Form,
    /// Its own name, if it has one.
    pub name: Option<Text>,
    /// The components: the root first, then the others as they are written.
    pub components: Vec<Component>,
    /// Kinds that the workload makes and that no component stands for.
    pub additional_kinds: Vec<ObjectKind>,
    /// Other objects that expressions read as `$name`.
    pub references: Vec<Reference>,
    /// Groups of pods that are scheduled together.
    pub pod_groups: Vec<PodGroup>,
    /// The name of a component wherever gang scheduling speaks of one in the newer, ungrouped form.
    pub sub_groups: Vec<Text>,
    pub(super) paths: Vec<PathText>,
    pub(super) faults: Vec<Problem>,
}

/// The kinds of definition that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// `run.ai/v1alpha1`, `Karta`
    Karta,
    /// `optimization.nvidia.com/v1alpha1`, `ResourceInterface`: the older name
    ResourceInterface,
}

/// A string and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// The string.
    pub text: String,
    /// Its place in the definition; for a default, that of the object which could hold it.
    pub location: Location,
}

/// A path expression as it is written, and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct PathText {
    /// The field that holds it.
    pub field: PathField,
    /// The expression.
    pub text: String,
    /// Its place in the definition.
    pub location: Location,
    /// The component that it belongs to, by index; `None` for instructions and references.
    pub component: Option<usize>,
}

/// The number of a path expression in [`Definition::paths`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PathId(pub(super) usize);

impl PathId {
    /// As an index into [`Definition::paths`].
    pub const fn index(self) -> usize {
        self.0
    }
}

/// A kind of object.
#[derive(Clone, Debug)]
pub struct ObjectKind {
    /// The API group; empty for the core kinds.
    pub group: String,
    /// The version.
    pub version: String,
    /// The kind.
    pub kind: String,
    /// Its place in the definition.
    pub location: Location,
}

impl ObjectKind {
    /// As an object has it: `apps/v1`, `v1`.
    pub fn api_version(&self) -> String {
        match self.group.as_str() {
            "" => self.version.clone(),
            group => format!("{group}/{}", self.version),
        }
    }
}

/// One component.
#[derive(Clone, Debug)]
pub struct Component {
    /// Its place in the definition.
    pub location: Location,
    /// Its name; the empty text, at the component's own place, if it has none.
    pub name: Text,
    /// The kind of object that stands for it.
    pub kind: Option<ObjectKind>,
    /// The component that owns it, by name.
    pub owner: Option<Text>,
    /// How its status is read.
    pub status: Option<StatusDefinition>,
    /// How it is suspended and resumed.
    pub suspend: Option<SuspendDefinition>,
    /// How its pods are known.
    pub selector: Option<PodSelector>,
    /// Its path expressions.
    pub(super) paths: Range<usize>,
}

/// The ways in which a component says where its pods are described.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PodShape {
    /// `podTemplateSpecPath`
    Template,
    /// `podSpecPath`, with or without `metadataPath`
    Spec,
    /// `fragmentedPodSpecDefinition`
    Fragments,
}

/// How a component's status is read.
#[derive(Clone, Debug)]
pub struct StatusDefinition {
    /// Its place in the definition.
    pub location: Location,
    /// The names of the fields of a condition, if there are conditions.
    pub conditions: Option<ConditionFields>,
    /// The matchers of each status: any of them is enough.
    pub mappings: Vec<StatusMapping>,
}

/// The names of the fields of a condition; they default to the usual ones.
#[derive(Clone, Debug)]
pub struct ConditionFields {
    /// `type`
    pub kind: Text,
    /// `status`
    pub status: Text,
    /// `message`
    pub message: Text,
    /// `reason`
    pub reason: Text,
}

/// The matchers of one status.
#[derive(Clone, Debug)]
pub struct StatusMapping {
    /// The status: `running`.
    pub status: Text,
    /// Any of them is enough.
    pub matchers: Vec<Matcher>,
}

/// One matcher: all that it names must hold. One that names nothing always does.
#[derive(Clone, Debug)]
pub struct Matcher {
    /// Its place in the definition.
    pub location: Location,
    /// The phase that there must be.
    pub phase: Option<Text>,
    /// The conditions that there must be.
    pub conditions: Vec<ExpectedCondition>,
    /// What an expression must give, as text.
    pub expression: Option<(PathId, Text)>,
}

/// A condition that there must be.
#[derive(Clone, Debug)]
pub struct ExpectedCondition {
    /// Its type.
    pub kind: Text,
    /// Its status, if that counts.
    pub status: Option<Text>,
    /// Its reason, if that counts.
    pub reason: Option<Text>,
}

/// How a component is suspended and resumed.
#[derive(Clone, Debug)]
pub struct SuspendDefinition {
    /// Its place in the definition.
    pub location: Location,
    /// What suspending writes, in this order.
    pub suspend: Vec<Action>,
    /// What resuming writes, in this order.
    pub resume: Vec<Action>,
}

/// One write of a suspend or resume definition.
#[derive(Clone, Debug)]
pub struct Action {
    /// Its place in the definition.
    pub location: Location,
    /// Where it writes; `None` if the definition does not say.
    pub path: Option<PathId>,
    /// What it writes. A string in the definition is JSON text; anything else stands for itself.
    pub value: Option<Value>,
}

/// How the pods of a component are known. The paths are in [`Definition::paths`].
#[derive(Clone, Debug)]
pub struct PodSelector {
    /// Its place in the definition.
    pub location: Location,
    /// What tells the component of a pod.
    pub component: Option<ComponentSelector>,
    /// What tells the instance of a pod.
    pub instance: Option<PathId>,
    /// What tells the replica of a pod.
    pub replica: Option<PathId>,
}

/// What tells the component of a pod.
#[derive(Clone, Debug)]
pub struct ComponentSelector {
    /// Its place in the definition.
    pub location: Location,
    /// The key that is compared.
    pub key: Option<PathId>,
    /// What the key must be; without it, it must only be there.
    pub value: Option<Text>,
    /// Labels that a pod must have.
    pub labels: Vec<(String, Text)>,
}

/// Other objects that expressions read as `$name`.
#[derive(Clone, Debug)]
pub struct Reference {
    /// Its place in the definition.
    pub location: Location,
    /// The name, without the `$`.
    pub name: Text,
    /// The kind of the objects.
    pub kind: Option<ObjectKind>,
    /// One object or many; `None` if the definition does not say which, or both.
    pub shape: Option<ReferenceShape>,
}

/// What a reference is read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReferenceShape {
    /// One object, or null
    Lookup,
    /// A list of objects
    List,
}

/// Pods that are scheduled together.
#[derive(Clone, Debug)]
pub struct PodGroup {
    /// Its place in the definition.
    pub location: Location,
    /// Its name.
    pub name: Text,
    /// The components that belong to it.
    pub members: Vec<PodGroupMember>,
}

/// A component that belongs to a pod group.
#[derive(Clone, Debug)]
pub struct PodGroupMember {
    /// Its place in the definition.
    pub location: Location,
    /// The component, by name.
    pub component: Text,
    /// What its pods are grouped by.
    pub keys: Vec<PathId>,
    /// Which of its pods belong to it; all must hold.
    pub filters: Vec<PathId>,
}
