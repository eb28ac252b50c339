//! Instances: their names go with their places.

use super::{applied, code, named, part, patched, plan, thing};
use fieldwright::definition::Definition;
use fieldwright::workload::{InstanceIdsError, Selection, Workload, WorkloadError};
use serde_json::{Value as Serde, json};

fn scheduler() -> Serde {
    json!({"spec": {"schedulerName": "s"}})
}

/// A component whose instances are named so, with a scheduler at this path.
fn crew(id: &str, path: &str) -> Definition {
    part(json!({
        "specDefinition": {"fragmentedPodSpecDefinition": {"schedulerNamePath": path}},
        "instanceIdPath": id
    }))
}

fn ids(definition: &Definition, object: &Serde) -> Result<Vec<(String, String)>, &'static str> {
    let workload = Workload::new(definition, object).map_err(|error| code(&error))?;
    let part = workload.component("part").expect("there");
    let pair = |instance: &fieldwright::workload::Instance| {
        (instance.id.clone().unwrap_or_default(), instance.location.to_string())
    };
    Ok(part.instances().iter().map(pair).collect())
}

fn pairs(want: &[(&str, &str)]) -> Result<Vec<(String, String)>, &'static str> {
    Ok(want.iter().map(|(id, place)| ((*id).to_owned(), (*place).to_owned())).collect())
}

#[test]
fn entries_of_a_list() {
    let definition = crew(".w[].name", ".w[].scheduler");
    let object = thing(&json!({"w": [{"name": "a", "u": 1}, {"name": "b"}, {"name": "c"}]}));
    assert_eq!(ids(&definition, &object), pairs(&[("a", ".w[0]"), ("b", ".w[1]"), ("c", ".w[2]")]));
    let after = patched(&definition, &object, "part", &named(&["c", "a"]), &scheduler()).expect("patched");
    assert_eq!(
        after["w"],
        json!([{"name": "a", "u": 1, "scheduler": "s"}, {"name": "b"}, {"name": "c", "scheduler": "s"}])
    );
    assert_eq!(patched(&definition, &object, "part", &Selection::Only, &scheduler()), Err("ambiguous".into()));
    assert_eq!(
        patched(&definition, &object, "part", &named(&["a", "z"]), &scheduler()),
        Err("unknown-instance".into())
    );
    let twice = plan(&definition, &object, "part", &named(&["a", "a"]), &scheduler()).expect("planned");
    assert_eq!(twice.assignments().len(), 1);
}

#[test]
fn one_instance_needs_no_name() {
    let definition = crew(".w[].name", ".w[].scheduler");
    let object = thing(&json!({"w": [{"name": "a"}]}));
    let after = patched(&definition, &object, "part", &Selection::Only, &scheduler()).expect("patched");
    assert_eq!(after["w"], json!([{"name": "a", "scheduler": "s"}]));
}

/// A formula goes over a map by sorted keys, the object has them as they stand: positions would pair them wrongly.
#[test]
fn members_of_a_map_go_by_place() {
    let object: Serde = thing(&json!({"s": {"worker": {}, "frontend": {}, "a.b/c": {}}}));
    for id in [
        ".s | keys[]",
        ".s | to_entries[] | .key",
        ".s | to_entries | .[] | .key",
        ".s|to_entries[].key",
        ".s | keys_unsorted | .[]",
        "(.s | keys)[]",
        ".s | keys | .[] | .",
        ".s | to_entries | map(.key)[]",
        ".s | with_entries(.value = .key) | .[]",
        ".s | to_entries[] | \"\\(.key)\"",
    ] {
        if id.contains('=') {
            continue;
        }
        let definition = crew(id, ".s[].scheduler");
        let mut found = ids(&definition, &object).unwrap_or_else(|code| panic!("{id}: {code}"));
        found.sort();
        let want = [("a.b/c", ".s[\"a.b/c\"]"), ("frontend", ".s.frontend"), ("worker", ".s.worker")];
        assert_eq!(Ok(found), pairs(&want), "{id}");
        for name in ["worker", "frontend", "a.b/c"] {
            let after = patched(&definition, &object, "part", &named(&[name]), &scheduler()).expect("patched");
            let mut want = object.clone();
            want["s"][name] = json!({"scheduler": "s"});
            assert_eq!(after, want, "{id}");
        }
    }
}

#[test]
fn names_that_are_computed_from_each_entry() {
    let object = thing(&json!({"w": [{"n": 1, "role": "head"}, {"n": 2}]}));
    let definition = crew(".w[] | (.role // \"worker\")", ".w[].scheduler");
    assert_eq!(ids(&definition, &object), pairs(&[("head", ".w[0]"), ("worker", ".w[1]")]));
    // The instances stand in a list that only the formula speaks of.
    let definition = part(json!({
        "scaleDefinition": {"replicasPath": ".w[] | .n * 2"},
        "instanceIdPath": ".w | to_entries[] | \"w\\(.key)\""
    }));
    // A position is no name that an entry alone would give.
    assert_eq!(ids(&definition, &object), Err("invalid-instance-ids"));
}

#[test]
fn names_that_do_not_go_with_places_are_an_error() {
    let object = thing(&json!({"w": [{"name": "b"}, {"name": "a"}], "names": ["x", "y"]}));
    for (id, path) in [
        // As many names as places, from elsewhere.
        (".names[] | . + \"\"", ".w[].scheduler"),
        // One name for all.
        ("[.w[].name] | join(\"-\")", ".w[].scheduler"),
        // Sorted: as many, and the same set as the entries give, so this one is paired. See below.
        ("[.names[]] | reverse | .[]", ".w[].scheduler"),
    ] {
        assert_eq!(ids(&crew(id, path), &object), Err("invalid-instance-ids"), "{id}");
    }
    let sorted = crew("[.w[].name] | sort | .[]", ".w[].scheduler");
    assert_eq!(ids(&sorted, &object), pairs(&[("b", ".w[0]"), ("a", ".w[1]")]));
}

#[test]
fn names_must_be_there_once_and_be_strings() {
    let definition = crew(".w[].name", ".w[].scheduler");
    let error = |list: Serde| match Workload::new(&definition, &thing(&json!({"w": list}))) {
        Err(WorkloadError::InstanceIds { kind, .. }) => kind,
        other => panic!("{:?}", other.map(|_| ())),
    };
    match error(json!([{"name": "a"}, {"name": "b"}, {"name": "a"}])) {
        InstanceIdsError::Duplicate { name, first, second } => {
            assert_eq!(
                (name.as_str(), first.to_string(), second.to_string()),
                ("a", ".w[0].name".into(), ".w[2].name".into())
            );
        }
        other => panic!("{other:?}"),
    }
    assert!(matches!(error(json!([{"name": ""}])), InstanceIdsError::Empty { .. }));
    for odd in [json!([{}]), json!([{"name": null}]), json!([{"name": 3}]), json!([null])] {
        assert!(matches!(error(odd), InstanceIdsError::NotText { .. }));
    }
    let wrong = thing(&json!({"w": "text"}));
    assert_eq!(Workload::new(&definition, &wrong).map_err(|error| code(&error)).err(), Some("type-mismatch"));
}

#[test]
fn an_empty_or_missing_list_has_no_instances() {
    for id in [".w[].name", ".w | to_entries[] | .key", ".w[] | (.name // \"x\")"] {
        let definition = crew(id, ".w[].scheduler");
        for object in [json!({}), json!({"w": null}), json!({"w": []}), json!({"w": {}})] {
            let object = thing(&object);
            assert_eq!(ids(&definition, &object), Ok(vec![]), "{id} {object}");
            for which in [Selection::Only, Selection::All] {
                assert_eq!(patched(&definition, &object, "part", &which, &scheduler()), Err("no-match".into()));
            }
            assert_eq!(
                patched(&definition, &object, "part", &named(&["a"]), &scheduler()),
                Err("unknown-instance".into())
            );
        }
    }
}

#[test]
fn several_places_without_names_are_written_all_or_not() {
    let definition = part(json!({"specDefinition": {"fragmentedPodSpecDefinition": {"schedulerNamePath": ".w[].t"}}}));
    let object = thing(&json!({"w": [{"t": "1"}, {"u": 2}]}));
    assert_eq!(patched(&definition, &object, "part", &Selection::Only, &scheduler()), Err("ambiguous".into()));
    assert_eq!(patched(&definition, &object, "part", &named(&["0"]), &scheduler()), Err("unknown-instance".into()));
    assert_eq!(
        patched(&definition, &object, "part", &Selection::All, &scheduler()).map(|object| object["w"].clone()),
        Ok(json!([{"t": "s"}, {"u": 2, "t": "s"}]))
    );
}

/// A list in a list: an instance is an entry of the inner one.
#[test]
fn nested_lists() {
    let definition = crew(".g[].w[].name", ".g[].w[].scheduler");
    let object = thing(&json!({"g": [{"w": [{"name": "a"}]}, {}, {"w": [{"name": "b"}, {"name": "c"}]}]}));
    assert_eq!(ids(&definition, &object), pairs(&[("a", ".g[0].w[0]"), ("b", ".g[2].w[0]"), ("c", ".g[2].w[1]")]));
    let after = patched(&definition, &object, "part", &named(&["c"]), &scheduler()).expect("patched");
    assert_eq!(after["g"][2]["w"], json!([{"name": "b"}, {"name": "c", "scheduler": "s"}]));
}

#[test]
fn paths_that_do_not_go_with_the_instances_cannot_be_written() {
    let definition = part(json!({
        "specDefinition": {"fragmentedPodSpecDefinition": {
            "schedulerNamePath": ".scheduler",
            "labelsPath": ".w[].labels",
            "imagePath": ".w[].containers[].image",
            "annotationsPath": ".other[].annotations"
        }},
        "instanceIdPath": ".w[].name"
    }));
    let object = thing(&json!({"w": [{"name": "a"}, {"name": "b"}], "other": [{}, {}]}));
    let refused = |patch: Serde, which: &Selection| patched(&definition, &object, "part", which, &patch);
    // One place for all instances is written for all, or not.
    assert_eq!(refused(scheduler(), &named(&["a"])), Err("unsupported-fields".into()));
    assert_eq!(refused(scheduler(), &Selection::All).map(|object| object["scheduler"].clone()), Ok(json!("s")));
    assert_eq!(
        refused(json!({"metadata": {"annotations": {"a": "1"}}}), &Selection::All),
        Err("unsupported-fields".into())
    );
    let image = json!({"spec": {"containers": [{"image": "i"}]}});
    assert_eq!(refused(image, &Selection::All), Err("unsupported-fields".into()));
    let labels = refused(json!({"metadata": {"labels": {"a": "1"}}}), &named(&["b"])).expect("patched");
    assert_eq!(labels["w"], json!([{"name": "a"}, {"name": "b", "labels": {"a": "1"}}]));
}

#[test]
fn one_instance_without_the_container_stops_all() {
    let definition = part(json!({
        "specDefinition": {"podTemplateSpecPath": ".w[].t"}, "instanceIdPath": ".w[].name"
    }));
    let entry =
        |name: &str, container: &str| json!({"name": name, "t": {"spec": {"containers": [{"name": container}]}}});
    let object = thing(&json!({"w": [entry("a", "c"), entry("b", "d")]}));
    let patch = json!({"spec": {"containers": [{"name": "c", "image": "i"}]}});
    assert_eq!(patched(&definition, &object, "part", &Selection::All, &patch), Err("unknown-container".into()));
    let plan = plan(&definition, &object, "part", &named(&["a"]), &patch).expect("planned");
    assert_eq!(applied(&plan, &object)["w"][0]["t"]["spec"]["containers"][0]["image"], json!("i"));
}
