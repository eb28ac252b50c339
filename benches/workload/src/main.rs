//! One label through a definition on an object of 20 KB, beside the whole-struct way, in one run:
//! `cargo run --release --manifest-path benches/workload/Cargo.toml`.
//!
//! The whole-struct way decodes the template into k8s-openapi's type, changes it, encodes it and puts it back at the path,
//! as tools do that know one type for all kinds. It drops what the type does not know, which the first lines tell.

#[path = "../../ratios/job.rs"]
mod job;

use fieldwright::definition::Definition;
use fieldwright::document::json::JsonDocument;
use fieldwright::limits::Limits;
use fieldwright::plan::Plan;
use fieldwright::value::Node;
use fieldwright::workload::{Compiled, Options, Selection, Workload};
use job::Job;
use k8s_openapi::api::core::v1::PodTemplateSpec;
use serde_json::{Value, json};
use std::hint::black_box;

fn definition() -> Value {
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

/// A fleet of three groups, about 20 KB as text.
fn fleet() -> Value {
    let container = |name: &str| {
        json!({
            "name": name, "image": "registry.example.dev/train:1.0", "command": ["python3", "-m", "train"],
            "args": ["--shard", "1", "--of", "8", "--checkpoint", "/data/checkpoints"],
            "env": (0..12).map(|at| json!({"name": format!("SETTING_{at}"), "value": format!("value {at}")})).collect::<Vec<_>>(),
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
           "spec": {"groups": (0..3).map(group).collect::<Vec<_>>()}, "status": {"phase": "Sailing"}})
}

fn patch() -> Value {
    json!({"metadata": {"labels": {"team": "ml"}}})
}

fn plan<'a>(compiled: &Compiled<'_>, object: impl Node<'a>, patch: &Value) -> Plan {
    let workload = Workload::of(compiled, object, Options::default()).expect("fits");
    let which = Selection::Named(vec!["group-2".into()]);
    workload.component("worker").expect("there").pod_patch(&which, patch).expect("planned")
}

/// Decode, change, encode, set at the path.
fn whole_struct(object: &mut Value) {
    let template = &mut object["spec"]["groups"][2]["template"];
    let mut typed: PodTemplateSpec = serde_json::from_value(template.take()).expect("a template");
    let labels = typed.metadata.get_or_insert_default().labels.get_or_insert_default();
    labels.insert("team".into(), "ml".into());
    *template = serde_json::to_value(&typed).expect("JSON");
}

fn main() {
    let definition = definition();
    let (definition, _) = Definition::read(&definition);
    let definition = definition.expect("a definition");
    let compiled = Compiled::new(&definition, &Limits::DEFAULT).expect("valid");
    let (object, patch) = (fleet(), patch());
    let text = serde_json::to_string_pretty(&object).expect("JSON");
    let (mut ours, mut theirs) = (object.clone(), object.clone());
    plan(&compiled, &object, &patch).apply(&mut ours).expect("fits");
    whole_struct(&mut theirs);
    assert_eq!(ours["spec"]["groups"][2]["template"]["metadata"], theirs["spec"]["groups"][2]["template"]["metadata"]);
    let kept = |object: &Value| object.to_string().matches("vendorField").count();
    println!(
        "{} bytes; fields that the type does not know: {} before, {} after ours, {} after the whole struct",
        text.len(),
        kept(&object),
        kept(&ours),
        kept(&theirs)
    );

    Job {
        name: "workload: value, plan, patched value".into(),
        bytes: text.len(),
        peers: vec![
            (
                "fieldwright",
                Box::new(|| {
                    let mut object = black_box(object.clone());
                    plan(&compiled, &object, &patch).apply(&mut object).expect("fits");
                    black_box(object);
                }),
            ),
            (
                "fieldwright, definition read anew",
                Box::new(|| {
                    let mut object = black_box(object.clone());
                    let compiled = Compiled::new(&definition, &Limits::DEFAULT).expect("valid");
                    plan(&compiled, &object, &patch).apply(&mut object).expect("fits");
                    black_box(object);
                }),
            ),
            (
                "whole struct (k8s-openapi)",
                Box::new(|| {
                    let mut object = black_box(object.clone());
                    whole_struct(&mut object);
                    black_box(object);
                }),
            ),
            (
                "cloning the object alone",
                Box::new(|| {
                    black_box(black_box(&object).clone());
                }),
            ),
        ],
    }
    .run();

    Job {
        name: "workload: text to text".into(),
        bytes: text.len(),
        peers: vec![
            (
                "fieldwright",
                Box::new(|| {
                    let document = JsonDocument::parse(black_box(&text), &Limits::DEFAULT).expect("JSON");
                    let plan = plan(&compiled, document.root(), &patch);
                    black_box(document.apply(&plan).expect("fits"));
                }),
            ),
            (
                "whole struct (serde_json)",
                Box::new(|| {
                    let mut object: Value = serde_json::from_str(black_box(&text)).expect("JSON");
                    whole_struct(&mut object);
                    black_box(serde_json::to_string_pretty(&object).expect("JSON"));
                }),
            ),
        ],
    }
    .run();
}
