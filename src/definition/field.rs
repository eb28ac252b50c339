//! The table of the fields that hold path expressions: what each is for, what it is evaluated against, what stands
//! at the places it names.

use crate::value::Kind;

/// What a path expression is used for, and so what it must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// Written whenever the definition is used as it is meant: a formula here is a mistake.
    MustWrite,
    /// Read and written; as a formula it can only be read, which a definition may have reason for.
    ShouldWrite,
    /// Read; written too where it is an address and the caller asks for it.
    MayWrite,
    /// Only read.
    ReadOnly,
}

/// What a path expression is evaluated against.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Against {
    /// The object that the definition describes.
    Object,
    /// One pod of the workload.
    Pod,
}

/// What stands at the places of a path expression, or what a formula gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Holds {
    /// A pod template: `metadata` and `spec`
    PodTemplate,
    /// A pod spec
    PodSpec,
    /// An object's metadata
    ObjectMeta,
    /// A list of containers
    Containers,
    /// One container
    Container,
    /// Resource requirements: `requests`, `limits`, `claims`
    Resources,
    /// A list of resource claims of a pod
    ResourceClaims,
    /// Pod affinity terms
    PodAffinity,
    /// Node affinity terms
    NodeAffinity,
    /// A map of strings: labels, annotations
    TextMap,
    /// A string
    Text,
    /// A whole number, or a string that spells one
    Count,
    /// A list of conditions
    Conditions,
    /// The name of an instance: a string that is not empty
    Id,
    /// A value that is compared as text
    Comparable,
    /// `true` or `false`
    Condition,
    /// What the action beside the path puts there
    ActionValue,
}

impl Holds {
    /// The JSON types that fit; none means that any does.
    pub const fn kinds(self) -> &'static [Kind] {
        match self {
            Self::PodTemplate | Self::PodSpec | Self::ObjectMeta | Self::Container => &[Kind::Object],
            Self::Resources | Self::PodAffinity | Self::NodeAffinity | Self::TextMap => &[Kind::Object],
            Self::Containers | Self::ResourceClaims | Self::Conditions => &[Kind::Array],
            Self::Text | Self::Id => &[Kind::String],
            Self::Count => &[Kind::Number, Kind::String],
            Self::Condition => &[Kind::Boolean],
            Self::Comparable | Self::ActionValue => &[],
        }
    }
}

/// One row of the table.
#[derive(Clone, Copy, Debug)]
pub struct FieldRow {
    /// The field.
    pub field: PathField,
    /// Its key in a definition: `podTemplateSpecPath`.
    pub key: &'static str,
    /// What it is used for.
    pub role: Role,
    /// What it is evaluated against.
    pub against: Against,
    /// What stands there.
    pub holds: Holds,
    /// The place in a pod template that it stands for, as an address: `.spec.schedulerName`. `[0]` means the one
    /// container of a component that has one.
    pub pod_place: Option<&'static str>,
}

macro_rules! fields {
    ($($(#[$doc:meta])* $name:ident = $key:literal, $role:ident, $against:ident, $holds:ident, $place:expr;)*) => {
        /// A field of a definition that holds a path expression.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum PathField { $($(#[$doc])* $name,)* }

        impl PathField {
            /// The table, in the order in which a definition is written.
            pub const TABLE: &'static [FieldRow] = &[$(FieldRow {
                field: Self::$name,
                key: $key,
                role: Role::$role,
                against: Against::$against,
                holds: Holds::$holds,
                pod_place: $place,
            }),*];

            /// The field's row.
            pub const fn row(self) -> &'static FieldRow {
                &Self::TABLE[self as usize]
            }
        }
    };
}

fields! {
    /// The pod template, whole
    PodTemplateSpec = "podTemplateSpecPath", MustWrite, Object, PodTemplate, Some(".");
    /// The pod spec, whole
    PodSpec = "podSpecPath", MustWrite, Object, PodSpec, Some(".spec");
    /// The metadata of the pods, beside a pod spec
    Metadata = "metadataPath", MustWrite, Object, ObjectMeta, Some(".metadata");
    /// The scheduler
    SchedulerName = "schedulerNamePath", ShouldWrite, Object, Text, Some(".spec.schedulerName");
    /// The labels of the pods
    Labels = "labelsPath", ShouldWrite, Object, TextMap, Some(".metadata.labels");
    /// The annotations of the pods
    Annotations = "annotationsPath", ShouldWrite, Object, TextMap, Some(".metadata.annotations");
    /// The resource requirements of the one container
    Resources = "resourcesPath", ShouldWrite, Object, Resources, Some(".spec.containers[0].resources");
    /// The resource claims of the pods
    ResourceClaims = "resourceClaimsPath", ShouldWrite, Object, ResourceClaims, Some(".spec.resourceClaims");
    /// The pod affinity
    PodAffinity = "podAffinityPath", ShouldWrite, Object, PodAffinity, Some(".spec.affinity.podAffinity");
    /// The node affinity
    NodeAffinity = "nodeAffinityPath", ShouldWrite, Object, NodeAffinity, Some(".spec.affinity.nodeAffinity");
    /// All containers
    Containers = "containersPath", ShouldWrite, Object, Containers, Some(".spec.containers");
    /// The one container of a component that has one
    Container = "containerPath", ShouldWrite, Object, Container, Some(".spec.containers[0]");
    /// The priority class
    PriorityClassName = "priorityClassNamePath", ShouldWrite, Object, Text, Some(".spec.priorityClassName");
    /// The image of the one container
    Image = "imagePath", ShouldWrite, Object, Text, Some(".spec.containers[0].image");
    /// How many replicas there are
    Replicas = "replicasPath", MayWrite, Object, Count, None;
    /// The least number of replicas
    MinReplicas = "minReplicasPath", MayWrite, Object, Count, None;
    /// The greatest number of replicas
    MaxReplicas = "maxReplicasPath", MayWrite, Object, Count, None;
    /// Where the phase stands
    Phase = "path", ReadOnly, Object, Text, None;
    /// Where the conditions stand
    Conditions = "path", ReadOnly, Object, Conditions, None;
    /// A predicate on the object, compared as text
    StatusExpression = "expression", ReadOnly, Object, Comparable, None;
    /// A place that suspending writes
    SuspendAction = "path", MustWrite, Object, ActionValue, None;
    /// A place that resuming writes
    ResumeAction = "path", MustWrite, Object, ActionValue, None;
    /// The names of the instances
    InstanceId = "instanceIdPath", ReadOnly, Object, Id, None;
    /// What tells a pod's component
    ComponentTypeKey = "keyPath", ReadOnly, Pod, Comparable, None;
    /// What tells a pod's instance
    ComponentInstanceId = "idPath", ReadOnly, Pod, Id, None;
    /// What tells a pod's replica
    ReplicaKey = "keyPath", ReadOnly, Pod, Comparable, None;
    /// A key that pods are grouped by; it must give one value
    GroupByKey = "groupByKeyPaths", ReadOnly, Pod, Comparable, None;
    /// A condition on the pods of a group
    Filter = "filters", ReadOnly, Pod, Condition, None;
    /// The namespace of a reference
    ReferenceNamespace = "namespaceExpression", ReadOnly, Object, Text, None;
    /// The name of the object that a reference means
    ReferenceName = "nameExpression", ReadOnly, Object, Id, None;
    /// The value of a label that a reference selects by
    ReferenceLabel = "expression", ReadOnly, Object, Comparable, None;
}

impl PathField {
    /// Whether it is one of the parts of a `fragmentedPodSpecDefinition`.
    pub const fn is_fragment(self) -> bool {
        matches!(self.row().role, Role::ShouldWrite)
    }

    /// Whether `$name` of a reference may be read here. What finds a reference cannot depend on one.
    pub const fn takes_references(self) -> bool {
        !matches!(self, Self::ReferenceNamespace | Self::ReferenceName | Self::ReferenceLabel)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_finds_its_row() {
        for row in PathField::TABLE {
            assert_eq!(row.field.row().field, row.field);
            assert_eq!(row.pod_place.is_some(), row.field <= PathField::Image);
        }
    }
}
