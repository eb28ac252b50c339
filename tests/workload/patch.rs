//! Pod patches through the three shapes of a definition.

use super::{applied, code, definition, named, part, patched, plan, pods, thing};
use fieldwright::plan::Cause;
use fieldwright::workload::{Selection, Unwritable, Workload, WorkloadError};
use serde_json::{Value as Serde, json};

const ONLY: Selection = Selection::Only;

/// A pod is its own template: what else it has must stay.
#[test]
fn a_template_that_is_the_whole_object_leaves_the_rest_of_it() {
    let definition = pods(json!({"podTemplateSpecPath": "."}));
    let object = thing(&json!({
        "metadata": {"name": "p", "uid": "u"},
        "spec": {"nodeName": "n", "containers": [{"name": "c", "image": "i"}]},
        "status": {"phase": "Running"}
    }));
    let patch = json!({"metadata": {"labels": {"team": "ml"}}, "spec": {"containers": [{"name": "c", "image": "j"}]}});
    let mut want = object.clone();
    want["metadata"]["labels"] = json!({"team": "ml"});
    want["spec"]["containers"][0]["image"] = json!("j");
    assert_eq!(patched(&definition, &object, "thing", &ONLY, &patch), Ok(want));
    // The whole of metadata or spec is never replaced or removed through a path that others share.
    for whole in [
        json!({"metadata": null}),
        json!({"spec": null}),
        json!({"$patch": "replace", "spec": {"schedulerName": "s"}}),
        json!({"spec": {"$patch": "replace", "schedulerName": "s"}}),
        json!({"metadata": {"$patch": "delete"}}),
    ] {
        assert_eq!(patched(&definition, &object, "thing", &ONLY, &whole), Err("unsupported-fields".into()), "{whole}");
    }
}

/// The pod spec and the metadata of the pods are one object, which has fields of its own as well.
#[test]
fn two_paths_on_one_object_write_leaves_only() {
    let definition = part(json!({"specDefinition": {"podSpecPath": ".spec.server", "metadataPath": ".spec.server"}}));
    let object =
        thing(&json!({"spec": {"server": {"labels": {"a": "1"}, "minReplicas": 2, "containers": [{"name": "c"}]}}}));
    let patch = json!({
        "metadata": {"labels": {"b": "2"}, "annotations": {"k": "v"}},
        "spec": {"schedulerName": "s", "containers": [{"name": "c", "image": "i"}]}
    });
    let plan = plan(&definition, &object, "part", &ONLY, &patch).expect("planned");
    assert_eq!(
        applied(&plan, &object)["spec"]["server"],
        json!({"labels": {"a": "1", "b": "2"}, "annotations": {"k": "v"}, "minReplicas": 2, "schedulerName": "s",
               "containers": [{"name": "c", "image": "i"}]})
    );
    for assignment in plan.assignments() {
        assert!(assignment.location.segments().len() > 2, "{} is no leaf", assignment.location);
    }
    // Nor do they clash where nothing stands yet.
    let absent = thing(&json!({"spec": {"other": 1}}));
    let patch = json!({"metadata": {"labels": {"b": "2"}}, "spec": {"schedulerName": "s"}});
    assert_eq!(
        patched(&definition, &absent, "part", &ONLY, &patch).map(|object| object["spec"].clone()),
        Ok(json!({"other": 1, "server": {"labels": {"b": "2"}, "schedulerName": "s"}}))
    );
}

/// One patch, three shapes, one meaning.
#[test]
fn the_shape_of_the_definition_does_not_show() {
    let template = pods(json!({"podTemplateSpecPath": ".t"}));
    let spec = pods(json!({"podSpecPath": ".s", "metadataPath": ".m"}));
    let fragments = pods(json!({"fragmentedPodSpecDefinition": {
        "schedulerNamePath": ".f.scheduler", "labelsPath": ".f.labels", "annotationsPath": ".f.annotations",
        "resourceClaimsPath": ".f.claims", "podAffinityPath": ".f.pods", "nodeAffinityPath": ".f.nodes",
        "containersPath": ".f.containers", "priorityClassNamePath": ".f.priority"
    }}));
    let container = json!({"name": "c", "image": "i", "unknown": [1]});
    let object = thing(&json!({
        "t": {"metadata": {"labels": {"a": "1"}}, "spec": {"containers": [container], "priorityClassName": "p"}},
        "m": {"labels": {"a": "1"}},
        "s": {"containers": [container], "priorityClassName": "p"},
        "f": {"labels": {"a": "1"}, "containers": [container], "priority": "p", "unknown": 1}
    }));
    let patch = json!({
        "metadata": {"labels": {"a": null, "b": "2"}, "annotations": {"x.io/y": "z"}},
        "spec": {
            "schedulerName": "fast",
            "priorityClassName": null,
            "resourceClaims": [{"name": "gpu", "resourceClaimName": "g"}],
            "affinity": {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": []}}},
            "containers": [{"name": "c", "env": [{"name": "E", "value": "1"}]}]
        }
    });
    let views: Vec<Serde> = [&template, &spec, &fragments]
        .into_iter()
        .map(|definition| {
            let after = patched(definition, &object, "thing", &ONLY, &patch).expect("patched");
            let workload = Workload::new(definition, &after).expect("fits");
            let pods = workload.root_component().pods(&ONLY).expect("read");
            Serde::from(pods[0].1.value())
        })
        .collect();
    assert_eq!(views[0]["metadata"], json!({"labels": {"b": "2"}, "annotations": {"x.io/y": "z"}}));
    assert_eq!(views[0]["spec"]["containers"][0]["unknown"], json!([1]));
    assert_eq!(views[0], views[1]);
    assert_eq!(views[0], views[2]);
}

#[test]
fn only_the_named_leaves_are_in_the_plan() {
    let definition = pods(json!({"fragmentedPodSpecDefinition": {
        "schedulerNamePath": ".w.scheduler", "labelsPath": ".w.labels", "resourcesPath": ".w.resources"
    }}));
    let object = thing(&json!({"w": {"image": "i"}}));
    let plan = plan(&definition, &object, "thing", &ONLY, &json!({"spec": {"schedulerName": "s"}})).expect("planned");
    assert_eq!(plan.to_string(), r#".w.scheduler = "s""#);
}

#[test]
fn what_has_no_place_is_told_whole_and_nothing_is_written() {
    let definition = pods(json!({"fragmentedPodSpecDefinition": {
        "schedulerNamePath": ".w.scheduler", "priorityClassNamePath": ".w.priority // \"low\""
    }}));
    let object = thing(&json!({"w": {}}));
    let patch = json!({
        "metadata": {"labels": {"a": "1"}, "name": null},
        "spec": {"schedulerName": "s", "priorityClassName": "p", "containers": [{"name": "c", "image": "i"}]}
    });
    let Err(WorkloadError::Unsupported { fields, .. }) = plan(&definition, &object, "thing", &ONLY, &patch) else {
        panic!("it was planned");
    };
    let told: Vec<String> = fields.iter().map(|field| field.field.to_string()).collect();
    assert_eq!(told, [".metadata", ".spec.containers", ".spec.priorityClassName"]);
    match &fields[2].why {
        Unwritable::Formula { path, reason, span, target } => {
            assert_eq!((reason.as_str(), span.start, target.as_deref()), ("default", 12, Some(".w.priority")));
            assert_eq!(path.text, ".w.priority // \"low\"");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn slips_in_a_patch_are_told_with_the_field_that_was_meant() {
    let definition = pods(json!({"podTemplateSpecPath": ".t"}));
    let object = thing(&json!({"t": {"spec": {}}}));
    let patch = json!({"spec": {"schedularName": "s"}});
    let error = plan(&definition, &object, "thing", &ONLY, &patch).expect_err("refused");
    let told = fieldwright::diagnostic::Diagnose::diagnose(&error);
    assert_eq!((told.code.as_str(), told.help.as_deref()), ("unknown-field", Some("did you mean `schedulerName`")));
    for empty in [json!({}), json!({"spec": {}}), json!({"metadata": {}, "spec": {}})] {
        assert_eq!(patched(&definition, &object, "thing", &ONLY, &empty), Err("empty-patch".into()));
    }
    for odd in [json!(null), json!([]), json!("x"), json!(3)] {
        assert_eq!(patched(&definition, &object, "thing", &ONLY, &odd), Err("invalid-plan".into()));
    }
}

#[test]
fn containers_are_found_by_name_and_must_exist() {
    let containers = json!([{"name": "a", "image": "i", "x": 1}, {"name": "b", "image": "i"}]);
    let shapes = [
        (
            pods(json!({"podTemplateSpecPath": ".t"})),
            json!({"t": {"spec": {"containers": containers}}}),
            "/t/spec/containers",
        ),
        (
            pods(json!({"podSpecPath": ".t.spec"})),
            json!({"t": {"spec": {"containers": containers}}}),
            "/t/spec/containers",
        ),
        (pods(json!({"fragmentedPodSpecDefinition": {"containersPath": ".c"}})), json!({"c": containers}), "/c"),
    ];
    for (definition, object, at) in shapes {
        let object = thing(&object);
        let patch = json!({"spec": {"containers": [{"name": "b", "image": "y"}, {"name": "a", "image": "x"}]}});
        let after = patched(&definition, &object, "thing", &ONLY, &patch).expect("patched");
        assert_eq!(after.pointer(at), Some(&json!([{"name": "a", "image": "x", "x": 1}, {"name": "b", "image": "y"}])));
        let patch = json!({"spec": {"containers": [{"name": "c", "image": "y"}, {"name": "a", "image": "x"}]}});
        assert_eq!(patched(&definition, &object, "thing", &ONLY, &patch), Err("unknown-container".into()));
        let patch = json!({"spec": {"containers": [{"image": "y"}]}});
        assert_eq!(patched(&definition, &object, "thing", &ONLY, &patch), Err("empty-key".into()));
    }
    // Other keyed lists gain entries.
    let definition = pods(json!({"podTemplateSpecPath": ".t"}));
    let object =
        thing(&json!({"t": {"spec": {"containers": [{"name": "a"}], "volumes": [{"name": "v", "emptyDir": {}}]}}}));
    let patch =
        json!({"spec": {"volumes": [{"name": "w", "emptyDir": {}}], "initContainers": [{"name": "i", "image": "i"}]}});
    let after = patched(&definition, &object, "thing", &ONLY, &patch).expect("patched");
    assert_eq!(after["t"]["spec"]["volumes"].as_array().map(Vec::len), Some(2));
    assert_eq!(after["t"]["spec"]["initContainers"], json!([{"name": "i", "image": "i"}]));
}

#[test]
fn the_one_container_of_a_component_takes_the_one_entry() {
    let definition = pods(json!({"fragmentedPodSpecDefinition": {
        "containerPath": ".w.main", "imagePath": ".w.main.image", "resourcesPath": ".w.resources"
    }}));
    let object = thing(&json!({"w": {"main": {"image": "i", "name": "main"}, "resources": {"limits": {"cpu": "1"}}}}));
    let patch = |name: &str| {
        json!({"spec": {"containers": [
            {"name": name, "image": "j", "args": ["x"], "resources": {"limits": {"memory": "2Gi"}}}
        ]}})
    };
    assert_eq!(
        patched(&definition, &object, "thing", &ONLY, &patch("main")).map(|object| object["w"].clone()),
        Ok(json!({"main": {"image": "j", "name": "main", "args": ["x"]},
                  "resources": {"limits": {"cpu": "1", "memory": "2Gi"}}}))
    );
    assert_eq!(patched(&definition, &object, "thing", &ONLY, &patch("other")), Err("unknown-container".into()));
    let two = json!({"spec": {"containers": [{"name": "main", "image": "j"}, {"name": "side", "image": "k"}]}});
    assert_eq!(patched(&definition, &object, "thing", &ONLY, &two), Err("unknown-container".into()));
    // Where the object does not name it, the patch may call it anything, and no name is written.
    let nameless = thing(&json!({"w": {"main": {"image": "i"}}}));
    assert_eq!(
        patched(&definition, &nameless, "thing", &ONLY, &patch("any")).map(|object| object["w"].clone()),
        Ok(json!({"main": {"image": "j", "args": ["x"]}, "resources": {"limits": {"memory": "2Gi"}}}))
    );
    let entry = json!({"spec": {"containers": [{"image": "j"}]}});
    assert_eq!(
        patched(&definition, &nameless, "thing", &ONLY, &entry).map(|object| object["w"].clone()),
        Ok(json!({"main": {"image": "j"}}))
    );
    // Without a path to the container, only what has one can be written.
    let parts = pods(json!({"fragmentedPodSpecDefinition": {"resourcesPath": ".w.resources"}}));
    let Err(WorkloadError::Unsupported { fields, .. }) = plan(&parts, &object, "thing", &ONLY, &patch("main")) else {
        panic!("it was planned");
    };
    let told: Vec<String> = fields.iter().map(|field| field.field.to_string()).collect();
    assert_eq!(told, [".spec.containers[0].args", ".spec.containers[0].image"]);
}

#[test]
fn a_path_to_one_container_beside_the_list_is_read_only() {
    let definition = pods(json!({"fragmentedPodSpecDefinition": {
        "containersPath": ".w.containers", "imagePath": ".w.containers[0].image"
    }}));
    let workload_fields = definition_fields(&definition);
    assert!(workload_fields.iter().any(|(field, writable)| field == "imagePath" && !writable));
    let object = thing(&json!({"w": {"containers": [{"name": "a"}, {"name": "b"}]}}));
    let patch = json!({"spec": {"containers": [{"name": "b", "image": "j"}]}});
    assert_eq!(
        patched(&definition, &object, "thing", &ONLY, &patch).map(|object| object["w"]["containers"].clone()),
        Ok(json!([{"name": "a"}, {"name": "b", "image": "j"}]))
    );
}

fn definition_fields(definition: &fieldwright::definition::Definition) -> Vec<(String, bool)> {
    let compiled = fieldwright::workload::Compiled::new(definition, &Default::default()).expect("valid");
    let fields = compiled.fields(definition.root());
    fields.iter().map(|field| (field.field.row().key.to_owned(), field.refusal.is_none())).collect()
}

#[test]
fn a_choice_clears_the_rest_of_it_and_says_so() {
    let definition = pods(json!({"podTemplateSpecPath": ".t"}));
    let env = json!([{"name": "E", "valueFrom": {"fieldRef": {"fieldPath": "x"}}}]);
    let object = thing(&json!({"t": {"spec": {"containers": [{"name": "c", "env": env}]}}}));
    let patch = json!({"spec": {"containers": [{"name": "c", "env": [{"name": "E", "value": "1"}]}]}});
    let plan = plan(&definition, &object, "thing", &ONLY, &patch).expect("planned");
    let cause = plan.assignments().iter().find_map(|assignment| assignment.cause.clone());
    match cause {
        Some(Cause::Excluded(place)) => assert_eq!(place.to_string(), ".t.spec.containers[0].env[0].value"),
        other => panic!("{other:?}"),
    }
    let env = applied(&plan, &object)["t"]["spec"]["containers"][0]["env"].clone();
    assert_eq!(env, json!([{"name": "E", "value": "1"}]));
}

#[test]
fn an_equal_patch_is_no_change_and_vain_deletions_make_no_parents() {
    for shape in [
        json!({"podTemplateSpecPath": ".t"}),
        json!({"podSpecPath": ".t.spec", "metadataPath": ".t.metadata"}),
        json!({"fragmentedPodSpecDefinition": {
            "labelsPath": ".t.metadata.labels", "schedulerNamePath": ".t.spec.schedulerName",
            "nodeAffinityPath": ".t.spec.affinity.nodeAffinity"
        }}),
    ] {
        let definition = pods(shape);
        let object = thing(&json!({"t": {"spec": {"schedulerName": "s"}}}));
        for patch in [
            json!({"spec": {"schedulerName": "s"}}),
            json!({"metadata": {"labels": {"gone": null}}}),
            json!({"metadata": {"labels": null}, "spec": {"affinity": {"nodeAffinity": null}}}),
        ] {
            let plan = plan(&definition, &object, "thing", &ONLY, &patch).expect("planned");
            assert!(plan.is_empty(), "{patch}: {plan}");
        }
    }
}

#[test]
fn what_stands_in_the_way_is_told() {
    let definition = pods(json!({"fragmentedPodSpecDefinition": {
        "schedulerNamePath": ".w.a.scheduler", "labelsPath": ".w.labels"
    }}));
    let object = thing(&json!({"w": {"a": "text", "labels": ["no", "map"]}}));
    for patch in [json!({"spec": {"schedulerName": "s"}}), json!({"metadata": {"labels": {"a": "1"}}})] {
        assert_eq!(patched(&definition, &object, "thing", &ONLY, &patch), Err("type-mismatch".into()), "{patch}");
    }
}

#[test]
fn a_definition_or_an_object_that_does_not_fit_is_told_first() {
    let definition = pods(json!({"podTemplateSpecPath": ".t"}));
    let other = json!({"apiVersion": "example.dev/v2", "kind": "Thing"});
    assert_eq!(Workload::new(&definition, &other).map_err(|error| code(&error)).err(), Some("wrong-kind"));
    assert_eq!(Workload::new(&definition, &json!(null)).map_err(|error| code(&error)).err(), Some("wrong-kind"));
    for broken in [".spec.", ".a.b = 1", ".spec-name", "input", "nosuch(.)"] {
        let definition = pods(json!({"podTemplateSpecPath": broken}));
        let error = Workload::new(&definition, &thing(&json!({}))).expect_err("refused");
        assert_eq!(code(&error), "invalid-definition", "{broken}");
    }
    let (broken, _) = fieldwright::definition::Definition::read(&json!({
        "apiVersion": "run.ai/v1alpha1", "kind": "Karta",
        "spec": {"structureDefinition": {"rootComponent": {"name": "thing"}}}
    }));
    let broken = broken.expect("read");
    let object = thing(&json!({}));
    assert_eq!(Workload::new(&broken, &object).map_err(|error| code(&error)).err(), Some("invalid-definition"));
    let object = thing(&json!({}));
    let workload = Workload::new(&definition, &object).expect("fits");
    let error = workload.component("nothing").map_err(|error| code(&error)).err();
    assert_eq!(error, Some("unknown-component"));
    assert_eq!(definition_of_nothing(), "unsupported-fields");
}

/// A component without a path has no place for anything.
fn definition_of_nothing() -> String {
    let definition = definition(&json!({}), json!([]));
    let patch = json!({"spec": {"schedulerName": "s"}});
    patched(&definition, &thing(&json!({})), "thing", &named(&[]), &patch)
        .map_or_else(|code| code, |_| "written".into())
}
