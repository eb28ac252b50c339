//! What an API server is sent.

use super::{applied, code, named, part, thing};
use fieldwright::plan::Plan;
use fieldwright::workload::{Lock, Workload};
use serde_json::{Value as Serde, json};

fn crew() -> (fieldwright::definition::Definition, Serde) {
    let definition = part(json!({
        "specDefinition": {"podTemplateSpecPath": ".spec.w[].t"}, "instanceIdPath": ".spec.w[].name"
    }));
    let container = json!({"name": "c", "image": "i"});
    let object = thing(&json!({
        "metadata": {"name": "n", "namespace": "s", "resourceVersion": "7"},
        "spec": {"w": [{"name": "a", "t": {}}, {"name": "b", "t": {"spec": {"containers": [container]}}}]}
    }));
    (definition, object)
}

fn image() -> Serde {
    json!({"spec": {"containers": [{"name": "c", "image": "j"}]}})
}

#[test]
fn a_json_patch_tests_the_keys_and_the_version() {
    let (definition, object) = crew();
    let workload = Workload::new(&definition, &object).expect("fits");
    let plan = workload.component("part").expect("there").pod_patch(&named(&["b"]), &image()).expect("planned");
    let patch = |lock| Serde::from(&workload.json_patch(&plan, lock).expect("said"));
    let unlocked = json!([
        {"op": "test", "path": "/spec/w/1/name", "value": "b"},
        {"op": "test", "path": "/spec/w/1/t/spec/containers/0/name", "value": "c"},
        {"op": "replace", "path": "/spec/w/1/t/spec/containers/0/image", "value": "j"}
    ]);
    assert_eq!(patch(Lock::None), unlocked);
    let locked = patch(Lock::ResourceVersion);
    assert_eq!(locked[0], json!({"op": "test", "path": "/metadata/resourceVersion", "value": "7"}));
    assert_eq!(locked.as_array().map(|list| json!(list[1..])), Some(unlocked));
    // Another implementation carries it out to the same object.
    let mut other = object.clone();
    let operations: json_patch::Patch = serde_json::from_value(locked).expect("a patch");
    json_patch::patch(&mut other, &operations).expect("applies");
    assert_eq!(other, applied(&plan, &object));
    assert_eq!(workload.json_patch(&Plan::default(), Lock::ResourceVersion).expect("said").to_string(), "[]");
}

#[test]
fn a_merge_patch_has_the_version_and_no_list_entries() {
    let (definition, object) = crew();
    let workload = Workload::new(&definition, &object).expect("fits");
    let plan = workload.component("part").expect("there").pod_patch(&named(&["b"]), &image()).expect("planned");
    assert_eq!(workload.merge_patch(&plan, Lock::None).map_err(|error| code(&error)).err(), Some("inexpressible"));
    let definition = part(json!({"specDefinition": {"fragmentedPodSpecDefinition": {"schedulerNamePath": ".spec.s"}}}));
    let workload = Workload::new(&definition, &object).expect("fits");
    let patch = json!({"spec": {"schedulerName": "x"}});
    let plan = workload.component("part").expect("there").pod_patch(&Default::default(), &patch).expect("planned");
    assert_eq!(
        Serde::from(&workload.merge_patch(&plan, Lock::ResourceVersion).expect("said")),
        json!({"metadata": {"resourceVersion": "7"}, "spec": {"s": "x"}})
    );
}

#[test]
fn an_apply_configuration_has_the_identity_and_what_is_set() {
    let (definition, object) = crew();
    let workload = Workload::new(&definition, &object).expect("fits");
    let part = workload.component("part").expect("there");
    let plan = part.pod_patch(&named(&["b"]), &image()).expect("planned");
    assert_eq!(
        Serde::from(&workload.apply_configuration(&plan).expect("said")),
        json!({
            "apiVersion": "example.dev/v1", "kind": "Thing", "metadata": {"name": "n", "namespace": "s"},
            "spec": {"w": [{"name": "b", "t": {"spec": {"containers": [{"name": "c", "image": "j"}]}}}]}
        })
    );
    let removal = json!({"spec": {"containers": [{"name": "c", "image": null}]}});
    let plan = part.pod_patch(&named(&["b"]), &removal).expect("planned");
    assert_eq!(workload.apply_configuration(&plan).map_err(|error| code(&error)).err(), Some("inexpressible"));
}

#[cfg(feature = "admission")]
#[test]
fn a_review_is_answered() {
    use base64::Engine;
    use fieldwright::workload::admission;
    let (definition, object) = crew();
    let answer = |object: &Serde, patch: Serde| {
        let review = json!({"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview",
                            "request": {"uid": "u", "operation": "CREATE", "object": object}});
        let answered = admission::review(&review, |object| {
            let workload = Workload::new(&definition, object)?;
            let plan = workload.component("part")?.pod_patch(&named(&["b"]), &patch)?;
            workload.json_patch(&plan, Lock::None)
        });
        answered.expect("a review")["response"].clone()
    };
    let allowed = answer(&object, image());
    assert_eq!(
        (&allowed["uid"], &allowed["allowed"], &allowed["patchType"]),
        (&json!("u"), &json!(true), &json!("JSONPatch"))
    );
    let bytes =
        base64::engine::general_purpose::STANDARD.decode(allowed["patch"].as_str().expect("text")).expect("base64");
    let operations: json_patch::Patch = serde_json::from_slice(&bytes).expect("a patch");
    let mut after = object.clone();
    json_patch::patch(&mut after, &operations).expect("applies");
    assert_eq!(after["spec"]["w"][1]["t"]["spec"]["containers"][0]["image"], json!("j"));
    let same = answer(&after, image());
    assert_eq!(same, json!({"uid": "u", "allowed": true}));
    let refused = answer(&object, json!({"spec": {"containers": [{"name": "x", "image": "j"}]}}));
    assert_eq!((&refused["allowed"], &refused["status"]["code"]), (&json!(false), &json!(422)));
    assert!(
        refused["status"]["message"].as_str().is_some_and(|text| text.starts_with("unknown-container: ")),
        "{refused}"
    );
    assert_eq!(answer(&json!(null), image()), json!({"uid": "u", "allowed": true}));
    for (odd, error) in [
        (json!({}), admission::ReviewError::NotAReview),
        (json!({"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview"}), admission::ReviewError::NoUid),
    ] {
        let unused = |_: &Serde| panic!("there is nothing to patch");
        assert_eq!(admission::review(&odd, unused), Err(error));
    }
}
