//! The keys that a definition may have, as data.
//!
//! Source: the public CRD of Karta (`run.ai/v1alpha1`) and the design note on references. The older
//! `ResourceInterface` has a subset of these keys.

use super::field::PathField;

/// The keys of one kind of object.
pub(super) struct Shape {
    pub(super) keys: &'static [Key],
}

/// One key.
pub(super) struct Key {
    pub(super) name: &'static str,
    pub(super) need: Need,
    pub(super) holds: Content,
}

/// Whether a key must be there.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Need {
    /// Nothing works without it.
    Required,
    /// The CRD or its validation wants it; reading and writing do without.
    Wanted,
    Optional,
}

/// What stands under a key.
pub(super) enum Content {
    Text,
    /// A text that may be empty: the group of the core kinds
    AnyText,
    Path(PathField),
    Paths(PathField),
    Object(&'static Shape),
    List(&'static Shape),
    Map(&'static Shape),
    TextMap,
    Any,
}

use Content::{Any, AnyText, List, Map, Object, Path, Paths, Text, TextMap};
use Need::{Optional, Required, Wanted};

const fn key(name: &'static str, need: Need, holds: Content) -> Key {
    Key { name, need, holds }
}

pub(super) static DEFINITION: Shape = Shape {
    keys: &[
        key("apiVersion", Required, Text),
        key("kind", Required, Text),
        key("metadata", Wanted, Any),
        key("spec", Required, Object(&SPEC)),
        key("status", Optional, Any),
    ],
};

static SPEC: Shape = Shape {
    keys: &[
        key("structureDefinition", Required, Object(&STRUCTURE)),
        key("optimizationInstructions", Optional, Object(&INSTRUCTIONS)),
    ],
};

static STRUCTURE: Shape = Shape {
    keys: &[
        key("rootComponent", Required, Object(&COMPONENT)),
        key("childComponents", Optional, List(&COMPONENT)),
        key("additionalChildKinds", Optional, List(&KIND)),
        key("references", Optional, List(&REFERENCE)),
    ],
};

static KIND: Shape =
    Shape { keys: &[key("group", Wanted, AnyText), key("version", Required, Text), key("kind", Required, Text)] };

static COMPONENT: Shape = Shape {
    keys: &[
        key("name", Required, Text),
        key("kind", Optional, Object(&KIND)),
        key("ownerRef", Optional, Text),
        key("specDefinition", Optional, Object(&POD)),
        key("scaleDefinition", Optional, Object(&SCALE)),
        key("statusDefinition", Optional, Object(&STATUS)),
        key("suspendDefinition", Optional, Object(&SUSPEND)),
        key("instanceIdPath", Optional, Path(PathField::InstanceId)),
        key("podSelector", Optional, Object(&SELECTOR)),
    ],
};

static POD: Shape = Shape {
    keys: &[
        key("podTemplateSpecPath", Optional, Path(PathField::PodTemplateSpec)),
        key("podSpecPath", Optional, Path(PathField::PodSpec)),
        key("metadataPath", Optional, Path(PathField::Metadata)),
        key("fragmentedPodSpecDefinition", Optional, Object(&FRAGMENTS)),
    ],
};

static FRAGMENTS: Shape = Shape {
    keys: &[
        key("schedulerNamePath", Optional, Path(PathField::SchedulerName)),
        key("labelsPath", Optional, Path(PathField::Labels)),
        key("annotationsPath", Optional, Path(PathField::Annotations)),
        key("resourcesPath", Optional, Path(PathField::Resources)),
        key("resourceClaimsPath", Optional, Path(PathField::ResourceClaims)),
        key("podAffinityPath", Optional, Path(PathField::PodAffinity)),
        key("nodeAffinityPath", Optional, Path(PathField::NodeAffinity)),
        key("containersPath", Optional, Path(PathField::Containers)),
        key("containerPath", Optional, Path(PathField::Container)),
        key("priorityClassNamePath", Optional, Path(PathField::PriorityClassName)),
        key("imagePath", Optional, Path(PathField::Image)),
    ],
};

static SCALE: Shape = Shape {
    keys: &[
        key("replicasPath", Optional, Path(PathField::Replicas)),
        key("minReplicasPath", Optional, Path(PathField::MinReplicas)),
        key("maxReplicasPath", Optional, Path(PathField::MaxReplicas)),
    ],
};

static STATUS: Shape = Shape {
    keys: &[
        key("phaseDefinition", Optional, Object(&PHASE)),
        key("conditionsDefinition", Optional, Object(&CONDITIONS)),
        key("statusMappings", Wanted, Object(&MAPPINGS)),
    ],
};

static PHASE: Shape = Shape { keys: &[key("path", Required, Path(PathField::Phase))] };

static CONDITIONS: Shape = Shape {
    keys: &[
        key("path", Required, Path(PathField::Conditions)),
        key("typeFieldName", Optional, Text),
        key("statusFieldName", Optional, Text),
        key("messageFieldName", Optional, Text),
        key("reasonFieldName", Optional, Text),
    ],
};

static MAPPINGS: Shape = Shape {
    keys: &[
        key("initializing", Optional, List(&MATCHER)),
        key("running", Optional, List(&MATCHER)),
        key("completed", Optional, List(&MATCHER)),
        key("failed", Optional, List(&MATCHER)),
        key("degraded", Optional, List(&MATCHER)),
        key("suspended", Optional, List(&MATCHER)),
        key("suspending", Optional, List(&MATCHER)),
        key("resuming", Optional, List(&MATCHER)),
    ],
};

static MATCHER: Shape = Shape {
    keys: &[
        key("byPhase", Optional, Text),
        key("byConditions", Optional, List(&EXPECTED_CONDITION)),
        key("byExpression", Optional, Object(&EXPRESSION)),
    ],
};

static EXPECTED_CONDITION: Shape =
    Shape { keys: &[key("type", Required, Text), key("status", Optional, Text), key("reason", Optional, Text)] };

static EXPRESSION: Shape = Shape {
    keys: &[key("expression", Required, Path(PathField::StatusExpression)), key("expectedResult", Required, AnyText)],
};

static SUSPEND: Shape = Shape {
    keys: &[
        key("suspendActions", Required, List(&SUSPEND_ACTION)),
        key("resumeActions", Required, List(&RESUME_ACTION)),
    ],
};

static SUSPEND_ACTION: Shape =
    Shape { keys: &[key("path", Required, Path(PathField::SuspendAction)), key("value", Required, Any)] };

static RESUME_ACTION: Shape =
    Shape { keys: &[key("path", Required, Path(PathField::ResumeAction)), key("value", Required, Any)] };

static SELECTOR: Shape = Shape {
    keys: &[
        key("componentTypeSelector", Optional, Object(&TYPE_SELECTOR)),
        key("componentInstanceSelector", Optional, Object(&INSTANCE_SELECTOR)),
        key("replicaSelector", Optional, Object(&REPLICA_SELECTOR)),
    ],
};

static TYPE_SELECTOR: Shape = Shape {
    keys: &[
        key("keyPath", Optional, Path(PathField::ComponentTypeKey)),
        key("value", Optional, AnyText),
        key("matchLabels", Optional, TextMap),
    ],
};

static INSTANCE_SELECTOR: Shape = Shape { keys: &[key("idPath", Required, Path(PathField::ComponentInstanceId))] };

static REPLICA_SELECTOR: Shape = Shape { keys: &[key("keyPath", Required, Path(PathField::ReplicaKey))] };

static INSTRUCTIONS: Shape = Shape { keys: &[key("gangScheduling", Optional, Object(&GANG))] };

static GANG: Shape =
    Shape { keys: &[key("podGroups", Optional, List(&POD_GROUP)), key("podGroup", Optional, Object(&SUB_GROUPED))] };

static POD_GROUP: Shape = Shape { keys: &[key("name", Required, Text), key("members", Required, List(&MEMBER))] };

static MEMBER: Shape = Shape {
    keys: &[
        key("componentName", Required, Text),
        key("groupByKeyPaths", Optional, Paths(PathField::GroupByKey)),
        key("filters", Optional, Paths(PathField::Filter)),
    ],
};

static SUB_GROUPED: Shape = Shape {
    keys: &[
        key("name", Required, Text),
        key("subGroups", Optional, List(&SUB_GROUP)),
        key("topology", Optional, Object(&TOPOLOGY)),
    ],
};

static SUB_GROUP: Shape =
    Shape { keys: &[key("componentName", Required, Text), key("topology", Optional, Object(&TOPOLOGY))] };

static TOPOLOGY: Shape = Shape {
    keys: &[
        key("preferredTopologyLevel", Wanted, Text),
        key("requiredTopologyLevel", Wanted, Text),
        key("topologyName", Wanted, Text),
    ],
};

static REFERENCE: Shape = Shape {
    keys: &[
        key("name", Required, Text),
        key("gvk", Wanted, Object(&KIND)),
        key("namespaceExpression", Optional, Path(PathField::ReferenceNamespace)),
        key("lookup", Optional, Object(&LOOKUP)),
        key("list", Optional, Object(&LABEL_SELECTOR)),
    ],
};

static LOOKUP: Shape = Shape { keys: &[key("nameExpression", Required, Path(PathField::ReferenceName))] };

static LABEL_SELECTOR: Shape = Shape {
    keys: &[
        key("matchLabels", Optional, Map(&LABEL_VALUE)),
        key("matchExpressions", Optional, List(&LABEL_REQUIREMENT)),
    ],
};

static LABEL_REQUIREMENT: Shape = Shape {
    keys: &[key("key", Required, Text), key("operator", Required, Text), key("values", Optional, List(&LABEL_VALUE))],
};

static LABEL_VALUE: Shape =
    Shape { keys: &[key("value", Optional, AnyText), key("expression", Optional, Path(PathField::ReferenceLabel))] };
