//! Updates: what the caller changes in the view is what is written.

use super::{applied, code, named, part, pods, thing};
use fieldwright::plan::Plan;
use fieldwright::value::Value;
use fieldwright::workload::{Selection, Workload};
use serde::{Deserialize, Serialize};
use serde_json::{Value as Serde, json};

fn update(
    definition: &fieldwright::definition::Definition,
    object: &Serde,
    component: &str,
    which: &Selection,
    edit: impl Fn(&mut Serde),
) -> Result<Plan, &'static str> {
    let workload = Workload::new(definition, object).map_err(|error| code(&error))?;
    let edit = |view: &mut Value| {
        let mut json = Serde::from(&*view);
        edit(&mut json);
        *view = Value::from(&json);
    };
    workload.component(component).expect("there").update(which, edit).map_err(|error| code(&error))
}

#[test]
fn only_what_changed_is_written_in_every_shape() {
    let container = json!({"name": "c", "image": "i", "vendor": {"k": [1, 2]}});
    let shapes = [
        (
            json!({"podTemplateSpecPath": ".t"}),
            json!({"t": {"spec": {"containers": [container]}, "more": 1}}),
            ".t.metadata.labels.a",
            ".t.spec.containers[0].image",
        ),
        (
            json!({"podSpecPath": ".s", "metadataPath": ".s"}),
            json!({"s": {"containers": [container], "minReplicas": 2}}),
            ".s.labels.a",
            ".s.containers[0].image",
        ),
        (
            json!({"fragmentedPodSpecDefinition": {"labelsPath": ".f.labels", "containersPath": ".f.containers"}}),
            json!({"f": {"containers": [container]}}),
            ".f.labels.a",
            ".f.containers[0].image",
        ),
        (
            json!({"fragmentedPodSpecDefinition": {"labelsPath": ".f.labels", "containerPath": ".f.main"}}),
            json!({"f": {"main": container}}),
            ".f.labels.a",
            ".f.main.image",
        ),
    ];
    for (shape, object, label, image) in shapes {
        let (definition, object) = (pods(shape.clone()), thing(&object));
        let unchanged = update(&definition, &object, "thing", &Selection::Only, |_| {}).expect("planned");
        assert!(unchanged.is_empty(), "{shape}: {unchanged}");
        let plan = update(&definition, &object, "thing", &Selection::Only, |view| {
            view["metadata"]["labels"]["a"] = json!("1");
            view["spec"]["containers"][0]["image"] = json!("j");
        })
        .unwrap_or_else(|code| panic!("{shape}: {code}"));
        let after = applied(&plan, &object);
        let mut want = object.clone();
        set(&mut want, label, json!("1"));
        set(&mut want, image, json!("j"));
        assert_eq!(after, want, "{shape}");
    }
}

fn set(object: &mut Serde, place: &str, value: Serde) {
    let pointer = place.replace('.', "/").replace("[0]", "/0");
    let mut at = object;
    for key in pointer.split('/').skip(1) {
        at = match key {
            "0" => &mut at[0],
            key => &mut at[key],
        };
    }
    *at = value;
}

#[test]
fn a_change_without_a_place_is_refused() {
    let definition = pods(json!({"fragmentedPodSpecDefinition": {
        "labelsPath": ".f.labels", "imagePath": ".f.image // \"x\"", "nodeAffinityPath": ".f.nodes"
    }}));
    let object = thing(&json!({"f": {"labels": {"a": "1"}, "nodes": {"x": 1}}}));
    let refused = |edit: fn(&mut Serde)| update(&definition, &object, "thing", &Selection::Only, edit);
    let edits: [fn(&mut Serde); 5] = [
        |view| view["spec"]["schedulerName"] = json!("s"),
        |view| view["spec"]["containers"][0]["image"] = json!("y"),
        |view| drop(view.as_object_mut().map(|view| view.remove("metadata"))),
        |view| view["spec"] = json!("odd"),
        |view| *view = json!(null),
    ];
    for edit in edits {
        assert_eq!(refused(edit).err(), Some("unsupported-fields"));
    }
    // An object that is made of several parts is taken apart.
    let plan = refused(|view| view["spec"]["affinity"] = json!({"nodeAffinity": {"x": 2}})).expect("planned");
    assert_eq!(plan.to_string(), ".f.nodes.x = 2");
    let bare = thing(&json!({"f": {}}));
    let plan = update(&definition, &bare, "thing", &Selection::Only, |view| {
        view["metadata"] = json!({"labels": {"b": "2"}});
        view["spec"]["affinity"] = json!({"nodeAffinity": {"x": 2}});
    });
    assert_eq!(applied(&plan.expect("planned"), &bare)["f"], json!({"labels": {"b": "2"}, "nodes": {"x": 2}}));
}

#[test]
fn a_removed_container_is_not_a_renamed_neighbour() {
    let definition = pods(json!({"podTemplateSpecPath": ".t"}));
    let object = thing(&json!({"t": {"spec": {"containers": [
        {"name": "a", "own": 1}, {"name": "b", "own": 2}, {"name": "c", "own": 3}
    ]}}}));
    let plan = update(&definition, &object, "thing", &Selection::Only, |view| {
        let containers = view["spec"]["containers"].as_array_mut().expect("a list");
        containers.remove(0);
    });
    let plan = plan.expect("planned");
    assert_eq!(plan.to_string(), "del(.t.spec.containers[0])");
}

#[test]
fn only_the_selected_instance_is_written() {
    let definition = part(json!({"specDefinition": {"podTemplateSpecPath": ".w[].t"}, "instanceIdPath": ".w[].name"}));
    let object = thing(&json!({"w": [{"name": "a", "t": {}}, {"name": "b", "t": {"spec": {}}}]}));
    let edit = |view: &mut Serde| view["spec"]["schedulerName"] = json!("s");
    let plan = update(&definition, &object, "part", &named(&["b"]), edit).expect("planned");
    assert_eq!(plan.to_string(), r#".w[1].t.spec.schedulerName = "s""#);
    assert_eq!(update(&definition, &object, "part", &Selection::Only, edit).err(), Some("ambiguous"));
}

/// A type that knows little, and adds what it was not asked for.
#[derive(Serialize, Deserialize)]
struct Template {
    #[serde(default)]
    spec: Spec,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Spec {
    scheduler_name: Option<String>,
    #[serde(default)]
    containers: Vec<Container>,
    #[serde(default)]
    node_selector: std::collections::BTreeMap<String, String>,
}

#[derive(Clone, Serialize, Deserialize)]
struct Container {
    name: String,
    #[serde(default)]
    image: String,
    #[serde(default)]
    args: Vec<String>,
}

#[test]
fn a_typed_view_keeps_what_it_does_not_know() {
    for (shape, at) in [
        (json!({"podTemplateSpecPath": ".t"}), "t"),
        (json!({"podSpecPath": ".t.spec", "metadataPath": ".t.metadata"}), "t"),
    ] {
        let definition = pods(shape);
        let object = thing(&json!({at: {"metadata": {"x": 1}, "spec": {"unknown": 1, "containers": [
            {"name": "a", "own": 1}, {"name": "b", "own": 2, "image": "i"}
        ]}}}));
        let workload = Workload::new(&definition, &object).expect("fits");
        let root = workload.root_component();
        let plan = root.update_as(&Selection::Only, |_: &mut Template| {}).expect("planned");
        assert!(plan.is_empty(), "{plan}");
        let plan = root.update_as(&Selection::Only, |template: &mut Template| {
            template.spec.scheduler_name = Some("s".into());
            template.spec.containers.swap(0, 1);
            template.spec.containers[1].image = "j".into();
        });
        let mut after = object.clone();
        plan.expect("planned").apply(&mut after).expect("fits");
        assert_eq!(
            after[at]["spec"],
            json!({"unknown": 1, "schedulerName": "s", "containers": [
                {"name": "b", "own": 2, "image": "i"}, {"name": "a", "own": 1, "image": "j"}
            ]})
        );
    }
    let definition = pods(json!({"podTemplateSpecPath": ".t"}));
    let odd = thing(&json!({"t": {"spec": {"containers": "none"}}}));
    let workload = Workload::new(&definition, &odd).expect("fits");
    let refused = workload.root_component().update_as(&Selection::Only, |_: &mut Template| {});
    let refused = refused.expect_err("it is no template");
    assert_eq!(code(&refused), "type-mismatch");
    assert!(!refused.to_string().contains("none"), "{refused} shows a value of the object");
}

#[test]
fn a_choice_is_cleared() {
    let definition = pods(json!({"podTemplateSpecPath": ".t"}));
    let env = json!([{"name": "E", "valueFrom": {"fieldRef": {"fieldPath": "x"}}}]);
    let object = thing(&json!({"t": {"spec": {"containers": [{"name": "c", "env": env}]}}}));
    let plan = update(&definition, &object, "thing", &Selection::Only, |view| {
        view["spec"]["containers"][0]["env"][0]["value"] = json!("1");
    });
    let after = applied(&plan.expect("planned"), &object);
    assert_eq!(after["t"]["spec"]["containers"][0]["env"], json!([{"name": "E", "value": "1"}]));
}
