//! Objects and patches of kube-rs, and pods as k8s-openapi's type.

use super::{code, named, part, pods, thing};
use fieldwright::definition::Definition;
use fieldwright::location::Segment;
use fieldwright::plan::{Assignment, Op, Plan};
use fieldwright::value::Value;
use fieldwright::workload::kube_rs::{self, Form};
use fieldwright::workload::{Lock, Selection, SuspendOptions, Workload};
use kube_core::DynamicObject;
use kube_core::params::Patch;
use serde_json::{Value as Serde, json};

fn crew() -> Definition {
    part(json!({"specDefinition": {"podTemplateSpecPath": ".spec.w[].t"}, "instanceIdPath": ".spec.w[].name"}))
}

fn object(rest: &Serde) -> DynamicObject {
    serde_json::from_value(thing(rest)).expect("an object")
}

fn of_two() -> DynamicObject {
    let container = json!({"name": "c", "image": "i", "future": {"kept": [1, 2.5]}});
    object(&json!({
        "metadata": {"name": "n", "namespace": "s", "resourceVersion": "7"},
        "spec": {"big": u64::MAX, "w": [
            {"name": "a", "t": {"spec": {"containers": [container]}}},
            {"name": "b", "t": {"spec": {"containers": [container], "future": true}}}
        ]},
        "status": {"phase": "Up"}
    }))
}

fn plan(definition: &Definition, object: &DynamicObject, which: &Selection, patch: &Serde) -> Plan {
    let value = kube_rs::value(definition, object).expect("JSON");
    let workload = Workload::new(definition, &value).expect("fits");
    workload.component("part").expect("there").pod_patch(which, patch).expect("planned")
}

fn sent(patch: Option<Patch<Serde>>) -> Serde {
    match patch.expect("something changes") {
        Patch::Json(operations) => serde_json::to_value(operations).expect("JSON"),
        Patch::Merge(value) | Patch::Apply(value) => value,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_plan_is_sent_in_three_forms() {
    let (definition, object) = (crew(), of_two());
    let patch = json!({"spec": {"containers": [{"name": "c", "image": "j"}]}});
    let plan = plan(&definition, &object, &named(&["b"]), &patch);
    let value = kube_rs::value(&definition, &object).expect("JSON");
    let workload = Workload::new(&definition, &value).expect("fits");
    let json = workload.kube_patch(&plan, Form::Json(Lock::ResourceVersion)).expect("said");
    assert!(matches!(&json, Some(Patch::Json(operations)) if operations.0.len() == 4), "{json:?}");
    assert_eq!(
        sent(json),
        json!([
            {"op": "test", "path": "/metadata/resourceVersion", "value": "7"},
            {"op": "test", "path": "/spec/w/1/name", "value": "b"},
            {"op": "test", "path": "/spec/w/1/t/spec/containers/0/name", "value": "c"},
            {"op": "replace", "path": "/spec/w/1/t/spec/containers/0/image", "value": "j"}
        ])
    );
    let apply = workload.kube_patch(&plan, Form::Apply).expect("said");
    assert!(matches!(&apply, Some(Patch::Apply(_))), "{apply:?}");
    assert_eq!(
        sent(apply),
        json!({
            "apiVersion": "example.dev/v1", "kind": "Thing", "metadata": {"name": "n", "namespace": "s"},
            "spec": {"w": [{"name": "b", "t": {"spec": {"containers": [{"name": "c", "image": "j"}]}}}]}
        })
    );
    let merge = workload.kube_patch(&plan, Form::Merge(Lock::None));
    assert_eq!(merge.map_err(|error| code(&error)).err(), Some("inexpressible"));
    assert!(workload.kube_patch(&Plan::default(), Form::Apply).expect("said").is_none());
}

#[test]
fn a_merge_patch_is_one() {
    let definition = pods(json!({"fragmentedPodSpecDefinition": {"schedulerNamePath": ".spec.scheduler"}}));
    let value = kube_rs::value(&definition, &of_two()).expect("JSON");
    let workload = Workload::new(&definition, &value).expect("fits");
    let patch = json!({"spec": {"schedulerName": "fast"}});
    let plan = workload.root_component().pod_patch(&Selection::Only, &patch).expect("planned");
    let merge = workload.kube_patch(&plan, Form::Merge(Lock::ResourceVersion)).expect("said");
    assert!(matches!(&merge, Some(Patch::Merge(_))), "{merge:?}");
    assert_eq!(sent(merge), json!({"metadata": {"resourceVersion": "7"}, "spec": {"scheduler": "fast"}}));
}

/// A plan on the object and a plan on its value come to the same, and what the plan does not name stays.
#[test]
fn an_object_is_changed_as_its_value_is() {
    let definition = crew();
    let patches = [
        json!({"metadata": {"labels": {"l": "1"}}, "spec": {"schedulerName": "s"}}),
        json!({"spec": {"containers": [{"name": "c", "image": null, "env": [{"name": "n", "value": "v"}]}]}}),
    ];
    for which in [named(&["a"]), Selection::All] {
        for patch in &patches {
            let mut object = of_two();
            let plan = plan(&definition, &object, &which, patch);
            let mut value = kube_rs::value(&definition, &object).expect("JSON");
            assert!(plan.apply(&mut value).expect("fits"));
            assert!(kube_rs::apply(&plan, &mut object).expect("fits"));
            assert_eq!(kube_rs::value(&definition, &object).expect("JSON"), value);
            assert_eq!(object.data["status"], json!({"phase": "Up"}));
            let before = object.clone();
            assert!(!kube_rs::apply(&Plan::default(), &mut object).expect("nothing"));
            assert_eq!(object, before);
        }
    }
}

/// Suspending writes into the typed metadata.
#[test]
fn an_object_is_suspended_and_resumed() {
    let suspend = json!({"suspendActions": [{"path": ".spec.n", "value": "0"}], "resumeActions": []});
    let definition = super::definition(&json!({"suspendDefinition": suspend}), json!([]));
    let options = SuspendOptions { component: None, annotation: Some("example.dev/suspended".into()) };
    let before = of_two();
    let mut object = before.clone();
    let value = kube_rs::value(&definition, &object).expect("JSON");
    let plan = Workload::new(&definition, &value).and_then(|workload| workload.suspend(&options)).expect("suspends");
    assert!(kube_rs::apply(&plan, &mut object).expect("fits"));
    assert!(object.metadata.annotations.as_ref().is_some_and(|all| all.contains_key("example.dev/suspended")));
    assert_eq!(object.data["spec"]["n"], json!(0));
    let value = kube_rs::value(&definition, &object).expect("JSON");
    let plan = Workload::new(&definition, &value).and_then(|workload| workload.resume(&options)).expect("resumes");
    assert!(kube_rs::apply(&plan, &mut object).expect("fits"));
    assert_eq!(object, before);
}

#[test]
fn an_entry_of_a_list_has_the_kind_that_was_asked_for() {
    let definition = crew();
    let mut object = of_two();
    object.types = None;
    let plan = plan(&definition, &object, &named(&["a"]), &json!({"spec": {"schedulerName": "s"}}));
    assert!(kube_rs::apply(&plan, &mut object).expect("fits"));
    assert_eq!(object.types, None);
    assert_eq!(object.data["spec"]["w"][0]["t"]["spec"]["schedulerName"], json!("s"));
    let mut other = of_two();
    other.types = Some(kube_core::TypeMeta { api_version: "v1".into(), kind: "Pod".into() });
    let value = kube_rs::value(&definition, &other).expect("JSON");
    assert_eq!(Workload::new(&definition, &value).map_err(|error| code(&error)).err(), Some("wrong-kind"));
    // Fresh from its constructor an object has no data.
    let mut bare = DynamicObject { types: None, metadata: Default::default(), data: Serde::Null };
    let value = kube_rs::value(&definition, &bare).expect("JSON");
    assert!(Workload::new(&definition, &value).expect("fits").component("part").expect("there").instances().is_empty());
    assert!(kube_rs::apply(&set(&["spec", "n"], json!(1)), &mut bare).expect("fits"));
    assert_eq!(bare.data, json!({"spec": {"n": 1}}));
    bare.data = json!("text");
    assert_eq!(kube_rs::value(&definition, &bare).map_err(|error| code(&error)).err(), Some("type-mismatch"));
}

fn set(place: &[&str], value: Serde) -> Plan {
    let location = place.iter().map(|key| Segment::from(*key)).collect();
    Plan::new(vec![Assignment::new(location, Op::Set(Value::from(&value)))]).expect("one place")
}

#[test]
fn what_the_typed_metadata_cannot_hold_is_refused_whole() {
    for (place, value) in [
        (&["metadata", "labels", "n"][..], json!(5)),
        (&["metadata", "unheardOf"], json!(true)),
        (&["metadata", "labels"], json!(null)),
        (&["metadata"], json!("text")),
        (&["spec", "w", "n"], json!(1)),
        (&[], json!([])),
    ] {
        let mut object = of_two();
        let refused = kube_rs::apply(&set(place, value), &mut object);
        assert_eq!(refused.map_err(|error| code(&error)).err(), Some("type-mismatch"), "{place:?}");
        assert_eq!(object, of_two());
    }
}

#[test]
fn typed_pods_are_the_same_in_every_shape() {
    let shapes = [
        pods(json!({"podTemplateSpecPath": ".spec.w[0].t"})),
        pods(json!({"podSpecPath": ".spec.w[0].t.spec"})),
        pods(json!({"fragmentedPodSpecDefinition": {
            "containersPath": ".spec.w[0].t.spec.containers", "schedulerNamePath": ".spec.w[0].t.spec.schedulerName"
        }})),
        // No containers at all.
        pods(json!({"fragmentedPodSpecDefinition": {"schedulerNamePath": ".spec.w[0].t.spec.schedulerName"}})),
    ];
    for (index, definition) in shapes.iter().enumerate() {
        let mut object = of_two();
        let value = kube_rs::value(definition, &object).expect("JSON");
        let workload = Workload::new(definition, &value).expect("fits");
        let root = workload.root_component();
        let seen = root.pod_templates(&Selection::Only).expect("typed");
        let spec = seen[0].1.spec.as_ref().expect("a spec");
        assert_eq!(spec.containers.len(), usize::from(index < 3));
        assert!(root.update_pod_templates(&Selection::Only, |_| {}).expect("planned").is_empty());
        let plan = root.update_pod_templates(&Selection::Only, |pod| {
            let spec = pod.spec.get_or_insert_default();
            spec.scheduler_name = Some("fast".into());
            spec.containers.iter_mut().for_each(|container| container.image = Some("j".into()));
        });
        let plan = plan.expect("planned");
        assert_eq!(plan.assignments().len(), 1 + usize::from(index < 3), "{plan}");
        kube_rs::apply(&plan, &mut object).expect("fits");
        let spec = &object.data["spec"]["w"][0]["t"]["spec"];
        assert_eq!(spec["schedulerName"], json!("fast"));
        assert_eq!(spec["containers"][0]["future"], json!({"kept": [1, 2.5]}), "what the type does not know stays");
        assert_eq!(object.data["spec"]["w"][1], of_two().data["spec"]["w"][1]);
    }
    let odd = object(&json!({"spec": {"w": [{"t": {"spec": {"containers": [{"name": 5}]}}}]}}));
    let value = kube_rs::value(&shapes[0], &odd).expect("JSON");
    let workload = Workload::new(&shapes[0], &value).expect("fits");
    let typed = workload.root_component().pod_templates(&Selection::Only);
    assert_eq!(typed.map_err(|error| code(&error)).err(), Some("type-mismatch"));
}
