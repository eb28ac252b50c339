//! The fields of a pod, by name, as far as the rules ask for them.
//!
//! Source: the API reference of Kubernetes, `core/v1`: PodTemplateSpec, PodSpec, ObjectMeta, Container,
//! ResourceRequirements.

use crate::definition::Holds;

/// What an object at the head of a document has.
pub(super) const OBJECT: &[&str] = &["apiVersion", "kind", "metadata", "spec", "status"];

pub(super) const TEMPLATE: &[&str] = &["metadata", "spec"];

pub(super) const META: &[&str] = &[
    "annotations",
    "creationTimestamp",
    "deletionGracePeriodSeconds",
    "deletionTimestamp",
    "finalizers",
    "generateName",
    "generation",
    "labels",
    "managedFields",
    "name",
    "namespace",
    "ownerReferences",
    "resourceVersion",
    "selfLink",
    "uid",
];

pub(super) const SPEC: &[&str] = &[
    "activeDeadlineSeconds",
    "affinity",
    "automountServiceAccountToken",
    "containers",
    "dnsConfig",
    "dnsPolicy",
    "enableServiceLinks",
    "ephemeralContainers",
    "evictionResponders",
    "hostAliases",
    "hostIPC",
    "hostNetwork",
    "hostPID",
    "hostUsers",
    "hostname",
    "hostnameOverride",
    "imagePullSecrets",
    "initContainers",
    "nodeName",
    "nodeSelector",
    "os",
    "overhead",
    "preemptionPolicy",
    "priority",
    "priorityClassName",
    "readinessGates",
    "resourceClaims",
    "resources",
    "restartPolicy",
    "runtimeClassName",
    "schedulerName",
    "schedulingGates",
    "schedulingGroup",
    "securityContext",
    "serviceAccount",
    "serviceAccountName",
    "setHostnameAsFQDN",
    "shareProcessNamespace",
    "subdomain",
    "terminationGracePeriodSeconds",
    "tolerations",
    "topologySpreadConstraints",
    "volumes",
    "workloadRef",
];

const CONTAINER: &[&str] = &[
    "args",
    "command",
    "env",
    "envFrom",
    "image",
    "imagePullPolicy",
    "lifecycle",
    "livenessProbe",
    "name",
    "ports",
    "readinessProbe",
    "resizePolicy",
    "resources",
    "restartPolicy",
    "restartPolicyRules",
    "securityContext",
    "startupProbe",
    "stdin",
    "stdinOnce",
    "terminationMessagePath",
    "terminationMessagePolicy",
    "tty",
    "volumeDevices",
    "volumeMounts",
    "workingDir",
];

const RESOURCES: &[&str] = &["claims", "limits", "requests"];

/// The fields of what a definition's field names; `None` where any key may stand.
pub(super) fn fields(holds: Holds) -> Option<&'static [&'static str]> {
    match holds {
        Holds::PodTemplate => Some(TEMPLATE),
        Holds::PodSpec => Some(SPEC),
        Holds::ObjectMeta => Some(META),
        Holds::Container => Some(CONTAINER),
        Holds::Resources => Some(RESOURCES),
        _ => None,
    }
}

/// Whether a path of fields leads from what a definition's field names to a field that belongs there.
pub(super) fn knows(holds: Holds, path: &[Option<&str>]) -> bool {
    let Some((first, rest)) = path.split_first() else { return true };
    match (holds, first) {
        (Holds::PodTemplate, Some("metadata")) => knows(Holds::ObjectMeta, rest),
        (Holds::PodTemplate, Some("spec")) => knows(Holds::PodSpec, rest),
        (Holds::PodSpec, Some("containers" | "initContainers")) => knows(Holds::Containers, rest),
        (Holds::PodSpec, Some("resources")) => knows(Holds::Resources, rest),
        (Holds::Containers, None) => knows(Holds::Container, rest),
        (Holds::Containers, Some(_)) => false,
        (Holds::Container, Some("resources")) => knows(Holds::Resources, rest),
        (Holds::Text | Holds::Id | Holds::Count | Holds::Condition, _) => false,
        // An action owns all of the value that it writes.
        (Holds::ActionValue, _) => false,
        (_, first) => fields(holds).is_none_or(|fields| first.is_some_and(|first| fields.contains(&first))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pod_template_knows_its_fields_and_no_others() {
        let known = |path: &[&str]| knows(Holds::PodTemplate, &path.iter().map(|key| Some(*key)).collect::<Vec<_>>());
        for path in [&["metadata", "labels", "team"][..], &["spec", "schedulerName"], &["spec"], &[]] {
            assert!(known(path), "{path:?}");
        }
        for path in [&["replicas"][..], &["spec", "minReplicas"], &["metadata", "lables"]] {
            assert!(!known(path), "{path:?}");
        }
    }
}
