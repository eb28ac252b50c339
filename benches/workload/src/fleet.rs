//! What is mutated: a fleet of groups with pod templates, its definition, and one label for one group.

use fieldwright::document::json::JsonDocument;
use fieldwright::limits::Limits;
use fieldwright::plan::Plan;
use fieldwright::value::Node;
use fieldwright::workload::{Compiled, Options, Selection, Workload};
use serde_json::{Value, json};

/// A definition with one component of three instances.
pub fn definition() -> Value {
    json!({
        "apiVersion": "run.ai/v1alpha1", "kind": "Karta",
        "spec": {"structureDefinition": {
            "rootComponent": {"name": "fleet", "kind": {"group": "example.dev", "version": "v1", "kind": "Fleet"}},
            "childComponents": [{
                "name": "worker", "ownerRef": "fleet", "instanceIdPath": ".spec.groups[].name",
                "specDefinition": {"podTemplateSpecPath": ".spec.groups[].template"}
            }]
        }}
    })
}

/// A fleet: about 20 KB as text with three groups and twelve settings in each container.
pub fn fleet(groups: usize, settings: usize) -> Value {
    let setting = |at: usize| json!({"name": format!("SETTING_{at}"), "value": format!("value {at}")});
    let container = |name: &str| {
        json!({
            "name": name, "image": "registry.example.dev/train:1.0", "command": ["python3", "-m", "train"],
            "args": ["--shard", "1", "--of", "8", "--checkpoint", "/data/checkpoints"],
            "env": (0..settings).map(setting).collect::<Vec<_>>(),
            "resources": {"limits": {"cpu": "8", "memory": "64Gi", "example.dev/gpu": "1"}, "requests": {"cpu": "8"}},
            "volumeMounts": [{"name": "data", "mountPath": "/data"}, {"name": "cache", "mountPath": "/cache"}],
            "vendorField": {"kept": [1, 2, 3]}
        })
    };
    let group = |at: usize| {
        json!({"name": format!("group-{at}"), "replicas": 4, "template": {
            "metadata": {"labels": {"app": "train", "group": format!("{at}")}, "annotations": {"note": "n".repeat(120)}},
            "spec": {"containers": [container("main"), container("sidecar")], "futureField": true,
                     "volumes": [{"name": "data", "emptyDir": {}}, {"name": "cache", "emptyDir": {}}]}
        }})
    };
    json!({"apiVersion": "example.dev/v1", "kind": "Fleet", "metadata": {"name": "north", "uid": "u"},
           "spec": {"groups": (0..groups).map(group).collect::<Vec<_>>()}, "status": {"phase": "Sailing"}})
}

/// One label.
pub fn patch() -> Value {
    json!({"metadata": {"labels": {"team": "ml"}}})
}

/// What the patch is for the chosen instances of the object.
pub fn plan<'a>(compiled: &Compiled<'_>, object: impl Node<'a>, which: &Selection, patch: &Value) -> Plan {
    let workload = Workload::of(compiled, object, Options::default()).expect("fits");
    workload.component("worker").expect("there").pod_patch(which, patch).expect("planned")
}

/// The last of three groups.
pub fn one() -> Selection {
    Selection::Named(vec!["group-2".into()])
}

/// Read, planned, written.
pub fn text_to_text(compiled: &Compiled<'_>, text: &str, which: &Selection, patch: &Value) -> String {
    let document = JsonDocument::parse(text, &Limits::DEFAULT).expect("JSON");
    let plan = plan(compiled, document.root(), which, patch);
    document.apply(&plan).expect("fits")
}
