//! The two ways in which writing a whole struct back destroys an object, and that writing fields does not.
//!
//! A Pod whose template is the Pod itself, and a component whose pod spec and metadata are one object.

use fieldwright::document::json::JsonDocument;
use fieldwright::expression::Address;
use fieldwright::limits::Limits;
use fieldwright::plan::Plan;
use fieldwright::schema::{Attached, Schema};
use fieldwright::view::{update, update_as};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

const POD: &str = include_str!("../docs/examples/pod.json");

const SERVER: &str = r#"{
  "apiVersion": "example.dev/v1",
  "kind": "Server",
  "spec": {
    "transformer": {
      "labels": {"a": "1"},
      "minReplicas": 2,
      "containers": [{"name": "c", "vendor": {"ratio": 1.0}}, {"name": "d"}]
    }
  }
}
"#;

/// Types with fewer fields than the objects have, and with zero values that the objects do not have.
#[derive(Serialize, Deserialize)]
struct Template {
    #[serde(default)]
    metadata: Metadata,
    #[serde(default)]
    spec: PodSpec,
}

#[derive(Default, Serialize, Deserialize)]
struct Metadata {
    #[serde(default)]
    labels: BTreeMap<String, String>,
    #[serde(default)]
    finalizers: Vec<String>,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct PodSpec {
    #[serde(default)]
    scheduler_name: String,
    #[serde(default)]
    priority: i64,
    #[serde(default)]
    containers: Vec<Container>,
}

#[derive(Default, Serialize, Deserialize)]
struct Container {
    name: String,
    #[serde(default)]
    image: String,
    #[serde(default)]
    resources: BTreeMap<String, serde_json::Value>,
}

fn carried_out(text: &str, plan: &Plan) -> String {
    JsonDocument::parse(text, &Limits::DEFAULT).expect("JSON").apply(plan).expect("it fits")
}

fn address(text: &str) -> Address<'_> {
    Address::parse(text, &Limits::DEFAULT).expect("an address")
}

#[test]
fn a_pod_is_not_replaced_by_its_template() {
    let want = POD.replace("\"app\": \"trainer\"\n", "\"app\": \"trainer\",\n      \"team\": \"ml\"\n");
    let document = JsonDocument::parse(POD, &Limits::DEFAULT).expect("JSON");
    let schema = Attached::new(Schema::kubernetes()).by_kind(document.root());

    let plan = update(document.root(), &address("."), &schema, |pod| pod["metadata"]["labels"]["team"] = "ml".into());
    assert_eq!(carried_out(POD, &plan.expect("a plan")), want);

    let plan = update_as(document.root(), &address("."), &schema, |pod: &mut Template| {
        pod.metadata.labels.insert("team".into(), "ml".into());
    });
    let plan = plan.expect("a plan");
    assert_eq!(plan.to_string(), ".metadata.labels.team = \"ml\"");
    assert_eq!(carried_out(POD, &plan), want);
}

#[test]
fn one_object_with_two_owners_keeps_what_each_does_not_know() {
    let want = SERVER.replace("{\"name\": \"d\"}]\n", "{\"name\": \"d\"}],\n      \"schedulerName\": \"s\"\n");
    let document = JsonDocument::parse(SERVER, &Limits::DEFAULT).expect("JSON");
    let transformer = address(".spec.transformer");
    let schema = Attached::new(Schema::kubernetes()).with(&transformer, "podSpec").expect("a type");

    let plan = update(document.root(), &transformer, &schema, |spec| spec["schedulerName"] = "s".into());
    assert_eq!(carried_out(SERVER, &plan.expect("a plan")), want);

    let plan = update_as(document.root(), &transformer, &schema, |spec: &mut PodSpec| spec.scheduler_name = "s".into());
    assert_eq!(carried_out(SERVER, &plan.expect("a plan")), want);

    let plan = update_as(document.root(), &transformer, &schema, |meta: &mut Metadata| {
        meta.labels.insert("b".into(), "2".into());
    });
    let plan = plan.expect("a plan");
    assert_eq!(plan.to_string(), ".spec.transformer.labels.b = \"2\"");
}

#[test]
fn a_view_that_is_not_changed_makes_no_plan() {
    let document = JsonDocument::parse(POD, &Limits::DEFAULT).expect("JSON");
    let schema = Attached::new(Schema::kubernetes()).by_kind(document.root());
    let plan = update_as(document.root(), &address("."), &schema, |_: &mut Template| {}).expect("a plan");
    assert!(plan.is_empty(), "{plan}");
}

#[test]
fn entries_that_move_or_go_keep_their_own_unknown_fields() {
    let document = JsonDocument::parse(SERVER, &Limits::DEFAULT).expect("JSON");
    let transformer = address(".spec.transformer");
    let schema = Attached::new(Schema::kubernetes()).with(&transformer, "podSpec").expect("a type");

    let plan = update_as(document.root(), &transformer, &schema, |spec: &mut PodSpec| {
        spec.containers.swap(0, 1);
        spec.containers[1].image = "i".into();
    });
    let after: serde_json::Value = serde_json::from_str(&carried_out(SERVER, &plan.expect("a plan"))).expect("JSON");
    let want = serde_json::json!([{"name": "d"}, {"name": "c", "vendor": {"ratio": 1.0}, "image": "i"}]);
    assert_eq!(after["spec"]["transformer"]["containers"], want);

    let plan = update_as(document.root(), &transformer, &schema, |spec: &mut PodSpec| drop(spec.containers.remove(0)));
    assert_eq!(plan.expect("a plan").to_string(), "del(.spec.transformer.containers[0])");
}

#[test]
fn a_plan_made_on_an_older_document_is_stale() {
    let before = serde_json::json!({"spec": {"replicas": 1}});
    let schema = Attached::new(Schema::none());
    let plan = update(&before, &address(".spec"), &schema, |spec| spec["replicas"] = 3.into()).expect("a plan");
    let mut newer = serde_json::json!({"spec": {"replicas": 2}});
    let untouched = newer.clone();
    assert!(plan.apply(&mut newer).is_err());
    assert_eq!(newer, untouched);
    // What is as the plan wants it already is not stale: carried out twice is carried out once.
    let mut done = before.clone();
    assert!(plan.apply(&mut done).expect("fits"));
    assert!(!plan.apply(&mut done).expect("still fits"));
}
