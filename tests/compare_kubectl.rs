//! Our patches carried out by kubectl, and kubectl's reading of overrides beside ours. `docs/merge.md` lists where the two
//! differ on purpose; everything else is equal here.

mod common;

use common::schema::*;
use common::strategies::*;
use fieldwright::diff::diff;
use fieldwright::merge::merge;
use fieldwright::plan::Plan;
use fieldwright::value::Value;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Value as Serde, json};
use std::process::Command;

/// What kubectl makes of the object; `None` if it refuses the patch.
fn kubectl(object: &Serde, form: &str, patch: &str) -> Option<Value> {
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(&file, object.to_string()).expect("written");
    let output = Command::new("kubectl")
        .args(["patch", "--local", "-o", "json", "--type", form, "-p", patch, "-f"])
        .arg(file.path())
        .output()
        .expect("kubectl runs");
    let read = |bytes: &[u8]| serde_json::from_slice::<Serde>(bytes).expect("kubectl prints JSON");
    output.status.success().then(|| value(&read(&output.stdout)))
}

fn pod(spec: Serde) -> Serde {
    json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p"}, "spec": spec})
}

fn run<S: Strategy>(cases: u32, strategy: S, test: impl Fn(S::Value)) {
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let done = TestRunner::new(config).run(&strategy, |input| {
        test(input);
        Ok(())
    });
    done.unwrap_or_else(|error| panic!("{error}"));
}

#[test]
#[ignore = "needs kubectl"]
fn our_patches_do_the_same_in_kubectl() {
    run(60, (keyed_pod_spec(), keyed_pod_spec()), |(before, after)| {
        let (before, after) = (pod(before), pod(after));
        let schema = by_kind(&before);
        let Ok(plan) = diff(&before, &after, &schema) else { return };
        let patch = plan.to_json_patch(&before, &schema).expect("a patch");
        assert_eq!(kubectl(&before, "json", &patch.to_string()), Some(value(&after)), "{patch}");
        if let Ok(patch) = plan.to_merge_patch(&before) {
            assert_eq!(kubectl(&before, "merge", &patch.to_string()), Some(value(&after)), "{patch}");
        }
        if let Ok(patch) = plan.to_strategic_patch(&before, &schema) {
            assert_eq!(kubectl(&before, "strategic", &patch.to_string()), Some(value(&after)), "{patch} on {before}");
        }
    });
}

/// Merge patches and JSON Patches are read as kubectl reads them.
#[test]
#[ignore = "needs kubectl"]
fn patches_of_the_rfcs_are_read_alike() {
    run(60, (keyed_pod_spec(), document()), |(before, patch)| {
        let (before, patch) = (pod(before), json!({"spec": {"x": without_nulls_in_lists(patch, false)}}));
        let plan = Plan::from_merge_patch(&patch, &before).expect("a patch");
        assert_eq!(kubectl(&before, "merge", &patch.to_string()), Some(value(&applied(&plan, &before))), "{patch}");
        let operations = json!([
            {"op": "add", "path": "/spec/x", "value": patch},
            {"op": "copy", "from": "/spec/x", "path": "/spec/y"},
            {"op": "move", "from": "/metadata/name", "path": "/spec/y/z"},
            {"op": "replace", "path": "/spec/y/z", "value": 1},
            {"op": "remove", "path": "/spec/x"},
            {"op": "test", "path": "/spec/y/z", "value": 1},
        ]);
        let plan = Plan::from_json_patch(&Value::from(&operations), &before).expect("a patch");
        assert_eq!(
            kubectl(&before, "json", &operations.to_string()),
            Some(value(&applied(&plan, &before))),
            "{operations}"
        );
    });
}

/// Overrides without a choice, compared but for the place of new entries: kubectl puts them first, we put them last.
#[test]
#[ignore = "needs kubectl"]
fn overrides_are_read_alike() {
    run(80, (keyed_pod_spec(), keyed_pod_spec()), |(base, over)| {
        let (base, over) = (pod(without_choices(base)), json!({"spec": without_choices(over)}));
        let Ok(plan) = merge(&base, &over, &by_kind(&base)) else { return };
        let theirs = kubectl(&base, "strategic", &over.to_string()).map(|theirs| sorted((&theirs).into()));
        assert_eq!(theirs, Some(sorted(applied(&plan, &base))), "{over} over {base}");
    });
}

#[test]
#[ignore = "needs kubectl"]
fn directives_are_read_alike() {
    let mut base = pod(json!({
        "containers": [
            {"name": "a", "image": "i", "args": ["x"], "env": [{"name": "A", "value": "1"}, {"name": "B", "value": "2"}]},
            {"name": "b", "ports": [{"containerPort": 80}, {"containerPort": 81}]},
            {"name": "c", "resources": {"limits": {"cpu": "1"}}},
        ],
        "securityContext": {"runAsUser": 1, "fsGroup": 2},
        "tolerations": [{"key": "k"}],
        "volumes": [{"name": "v", "emptyDir": {}}, {"name": "w", "secret": {"secretName": "s"}}],
    }));
    base["metadata"]["finalizers"] = json!(["a", "b", "c"]);
    for over in [
        json!({"spec": {"containers": [{"name": "a", "$patch": "delete"}, {"name": "z", "$patch": "delete"}]}}),
        json!({"spec": {"containers": [{"$patch": "replace"}, {"name": "z", "image": "z"}]}}),
        json!({"spec": {"securityContext": {"$patch": "delete"}}}),
        json!({"spec": {"securityContext": {"$patch": "replace", "runAsGroup": 3}}}),
        json!({"spec": {"securityContext": null, "dnsConfig": {"$patch": "delete"}, "tolerations": {"$patch": "delete"}}}),
        json!({"spec": {"volumes": [{"name": "v", "$retainKeys": ["name", "secret"], "secret": {"secretName": "s"}}]}}),
        json!({"spec": {"$setElementOrder/containers": [{"name": "c"}, {"name": "n"}, {"name": "a"}], "containers": [{"name": "n"}]}}),
        json!({"spec": {"$setElementOrder/containers": [{"name": "c"}, {"name": "a"}]}}),
        json!({"spec": {"$setElementOrder/volumes": [{"name": "w"}, {"name": "v"}], "volumes": [{"name": "w", "$retainKeys": ["name", "nfs"], "nfs": {}}]}}),
        json!({"metadata": {"$deleteFromPrimitiveList/finalizers": ["b", "z"]}}),
        json!({"metadata": {"$setElementOrder/finalizers": ["c", "d", "a"], "finalizers": ["d"]}}),
        json!({"metadata": {"$setElementOrder/finalizers": ["c", "a"], "$deleteFromPrimitiveList/finalizers": ["b"]}}),
        json!({"spec": {"containers": [{"name": "b", "$setElementOrder/ports": [{"containerPort": 81}, {"containerPort": 80}]}]}}),
        json!({"spec": {"tolerations": [{"key": null, "operator": "Exists"}]}}),
        json!({"spec": {"containers": [{"name": "c", "resources": {"limits": {"cpu": null}}}]}}),
        json!({"metadata": {"annotations": {"a": null}}}),
    ] {
        let plan = merge(&base, &over, &by_kind(&base)).unwrap_or_else(|error| panic!("{over}: {error}"));
        assert_eq!(kubectl(&base, "strategic", &over.to_string()), Some(value(&applied(&plan, &base))), "{over}");
    }
    for refused in [
        json!({"spec": {"containers": [{"image": "i"}]}}),
        json!({"spec": {"containers": [{"name": "a", "$patch": "foo"}]}}),
        json!({"spec": {"volumes": [{"name": "v", "$retainKeys": ["name"], "secret": {}}]}}),
    ] {
        assert!(merge(&base, &refused, &by_kind(&base)).is_err(), "{refused}");
        assert_eq!(kubectl(&base, "strategic", &refused.to_string()), None, "{refused}");
    }
}

/// kubectl drops a null member of an object inside a list; RFC 7396 takes a list as it is.
fn without_nulls_in_lists(value: Serde, in_list: bool) -> Serde {
    match value {
        Serde::Array(entries) => entries.into_iter().map(|entry| without_nulls_in_lists(entry, true)).collect(),
        Serde::Object(members) => members
            .into_iter()
            .filter(|(_, value)| !(in_list && value.is_null()))
            .map(|(key, value)| (key, without_nulls_in_lists(value, in_list)))
            .collect(),
        scalar => scalar,
    }
}

/// Entries without a key: kubectl refuses a base that has one, we leave it alone.
fn keep_keyed(list: &mut Serde, key: &str) {
    if let Some(entries) = list.as_array_mut() {
        entries.retain(|entry| entry.get(key).is_some());
    }
}

/// One kind of source everywhere, and no port that differs in its protocol alone: there the two differ on purpose.
fn without_choices(mut spec: Serde) -> Serde {
    keep_keyed(&mut spec["containers"], "name");
    keep_keyed(&mut spec["volumes"], "name");
    for container in spec["containers"].as_array_mut().into_iter().flatten() {
        keep_keyed(&mut container["env"], "name");
        keep_keyed(&mut container["ports"], "containerPort");
        for entry in container["env"].as_array_mut().into_iter().flatten().filter_map(Serde::as_object_mut) {
            entry.remove("valueFrom");
        }
        for port in container["ports"].as_array_mut().into_iter().flatten().filter_map(Serde::as_object_mut) {
            port.remove("protocol");
        }
        let container = container.as_object_mut().expect("an object");
        container.retain(|_, value| !value.is_null());
    }
    for volume in spec["volumes"].as_array_mut().into_iter().flatten().filter_map(Serde::as_object_mut) {
        volume.retain(|key, _| !matches!(key.as_str(), "secret" | "configMap"));
    }
    let members = spec.as_object_mut().expect("an object");
    members.retain(|_, value| !value.is_null());
    spec
}

/// Entries of lists of objects by their text.
fn sorted(value: Serde) -> Serde {
    match value {
        Serde::Array(entries) => {
            let mut entries: Vec<_> = entries.into_iter().map(sorted).collect();
            if entries.iter().all(Serde::is_object) {
                entries.sort_by_key(Serde::to_string);
            }
            entries.into()
        }
        Serde::Object(members) => members.into_iter().map(|(key, value)| (key, sorted(value))).collect(),
        scalar => scalar,
    }
}
