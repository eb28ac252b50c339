//! Reading: pods, scale, status, references.

use super::{code, definition, part, pods, thing};
use fieldwright::expression::Variables;
use fieldwright::limits::Limits;
use fieldwright::value::Value;
use fieldwright::workload::{Options, Scale, Selection, SetScale, Workload};
use serde_json::{Value as Serde, json};

fn scale(definition: &fieldwright::definition::Definition, object: &Serde) -> Result<Vec<Scale>, &'static str> {
    let workload = Workload::new(definition, object).map_err(|error| code(&error))?;
    let scale = workload.component("part").expect("there").scale().map_err(|error| code(&error))?;
    Ok(scale.into_iter().map(|(_, scale)| scale).collect())
}

fn replicas(number: u64) -> Scale {
    Scale { replicas: Some(number), ..Scale::default() }
}

/// The neighbour's value is not taken where an instance has none.
#[test]
fn values_belong_to_instances_by_place() {
    let definition = part(json!({
        "specDefinition": {"fragmentedPodSpecDefinition": {
            "schedulerNamePath": ".w[].scheduler", "labelsPath": ".w[].labels?", "imagePath": ".w[] | .main.image // empty"
        }},
        "scaleDefinition": {"replicasPath": ".w[].n", "minReplicasPath": ".w[] | .n // 1", "maxReplicasPath": ".w[].max // 9"},
        "instanceIdPath": ".w[].name"
    }));
    let object = thing(&json!({"w": [
        {"name": "a"},
        {"name": "b", "scheduler": "s", "n": 3, "max": "7", "main": {"image": "i"}},
        {"name": "c", "labels": {"x": "y"}, "n": "2"}
    ]}));
    let of = |replicas, min, max| Scale { replicas, min, max };
    assert_eq!(
        scale(&definition, &object),
        Ok(vec![of(None, Some(1), Some(9)), of(Some(3), Some(3), Some(7)), of(Some(2), Some(2), Some(9))])
    );
    let workload = Workload::new(&definition, &object).expect("fits");
    let pods = workload.component("part").expect("there").pods(&Selection::All).expect("read");
    let seen: Vec<_> = pods
        .iter()
        .map(|(instance, pod)| {
            (instance.id.as_deref().unwrap_or_default(), pod.scheduler_name(), pod.labels().count(), pod.image(None))
        })
        .collect();
    assert_eq!(seen, [("a", None, 0, None), ("b", Some("s"), 0, Some("i")), ("c", None, 1, None)]);
}

#[test]
fn the_view_shows_what_the_typed_readers_read() {
    let definition = pods(json!({"podTemplateSpecPath": ".t"}));
    let object = thing(&json!({"t": {
        "metadata": {"labels": {"a": "1"}, "annotations": {"b": "2"}},
        "spec": {
            "schedulerName": "s", "priorityClassName": "p", "resourceClaims": [{"name": "r"}],
            "affinity": {"podAffinity": {"x": 1}, "nodeAffinity": {"y": 2}},
            "containers": [{"name": "c", "image": "i", "resources": {"limits": {}}}, {"name": "d"}]
        }
    }}));
    let workload = Workload::new(&definition, &object).expect("fits");
    let pods = workload.root_component().pods(&Selection::Only).expect("read");
    let pod = &pods[0].1;
    assert_eq!(pod.labels().collect::<Vec<_>>(), [("a", "1")]);
    assert_eq!(pod.annotations().collect::<Vec<_>>(), [("b", "2")]);
    assert_eq!((pod.scheduler_name(), pod.priority_class_name()), (Some("s"), Some("p")));
    assert_eq!((pod.resource_claims().len(), pod.containers().len()), (1, 2));
    assert!(pod.pod_affinity().is_some() && pod.node_affinity().is_some());
    assert_eq!((pod.image(Some("c")), pod.image(None), pod.image(Some("x"))), (Some("i"), None, None));
    assert!(pod.resources(Some("c")).is_some());
}

#[test]
fn a_formula_is_read_for_each_instance_on_its_own() {
    let definition = part(json!({
        "specDefinition": {"fragmentedPodSpecDefinition": {"labelsPath": ".w[].labels"}},
        "scaleDefinition": {
            "replicasPath": "(.factor // 1) * (.w[].n // 1)",
            "minReplicasPath": ".w | length",
            "maxReplicasPath": ".w[0].n // 5"
        },
        "instanceIdPath": ".w[].name"
    }));
    let object = thing(&json!({"factor": 2, "w": [{"name": "a", "n": 4}, {"name": "b"}]}));
    // What speaks of the list as a whole, or of one entry of it, is the same for all.
    let of = |replicas, min, max| Scale { replicas: Some(replicas), min: Some(min), max: Some(max) };
    assert_eq!(scale(&definition, &object), Ok(vec![of(8, 2, 4), of(2, 2, 4)]));
    let several = part(json!({
        "scaleDefinition": {"replicasPath": ".w[] | (1, 2)"}, "instanceIdPath": ".w[].name"
    }));
    assert_eq!(scale(&several, &object), Err("type-mismatch"));
}

#[test]
fn counts_are_whole_numbers_or_spell_one() {
    let definition = part(json!({"scaleDefinition": {"replicasPath": ".n"}}));
    for (value, want) in [
        (json!(3), Ok(vec![replicas(3)])),
        (json!(3.0), Ok(vec![replicas(3)])),
        (json!("0012"), Ok(vec![replicas(12)])),
        (json!(null), Ok(vec![Scale::default()])),
        (json!("three"), Err("type-mismatch")),
        (json!(""), Err("type-mismatch")),
        (json!("-1"), Err("type-mismatch")),
        (json!(-1), Err("type-mismatch")),
        (json!(1.5), Err("type-mismatch")),
        (json!([1]), Err("type-mismatch")),
    ] {
        assert_eq!(scale(&definition, &thing(&json!({"n": value}))), want, "{value}");
    }
}

#[test]
fn scale_is_set_where_it_is_an_address() {
    let definition = part(json!({
        "scaleDefinition": {
            "replicasPath": ".w[].n // 1",
            "minReplicasPath": ".w[].min",
            "maxReplicasPath": ".w[].meta.annotations[\"x.io/max\"]"
        },
        "instanceIdPath": ".w[].name"
    }));
    let object = thing(&json!({"w": [{"name": "a", "min": "1"}, {"name": "b", "n": 4}]}));
    let workload = Workload::new(&definition, &object).expect("fits");
    let part = workload.component("part").expect("there");
    let set = |set: SetScale| part.set_scale(&super::named(&["a"]), &set).map_err(|error| code(&error).to_owned());
    let numbers = Scale { min: Some(2), max: Some(3), ..Scale::default() };
    let plan = set(SetScale { scale: numbers, through_target: false }).expect("planned");
    assert_eq!(plan.to_string(), r#".w[0].min = "2" | .w[0].meta.annotations["x.io/max"] = "3""#);
    let refused = set(SetScale { scale: replicas(2), through_target: false });
    assert_eq!(refused.err().as_deref(), Some("unsupported-fields"));
    let plan = set(SetScale { scale: replicas(2), through_target: true }).expect("planned");
    assert_eq!(plan.to_string(), ".w[0].n = 2");
    let none = part.set_scale(&super::named(&["a"]), &SetScale::default()).expect("planned");
    assert!(none.is_empty());
}

fn status_definition() -> fieldwright::definition::Definition {
    definition(
        &json!({"statusDefinition": {
            "phaseDefinition": {"path": ".status.phase"},
            "conditionsDefinition": {"path": ".status.conditions", "reasonFieldName": "why"},
            "statusMappings": {
                "running": [{"byPhase": "Up", "byConditions": [{"type": "Ready", "status": "True"}]}],
                "failed": [{"byConditions": [{"type": "Ready", "reason": "Broken"}]}, {"byPhase": "Down"}],
                "degraded": [{"byExpression": {"expression": "(.status.n // 0) > 1 and .spec.x != null", "expectedResult": "true"}}],
                "suspended": [{"byExpression": {"expression": ".status.n", "expectedResult": "0"}}],
                "resuming": [{"byExpression": {"expression": ".status.gone", "expectedResult": "null"}, "byPhase": "Nulls"}]
            }
        }}),
        json!([]),
    )
}

#[test]
fn statuses_are_those_whose_matchers_hold() {
    let definition = status_definition();
    let matched = |object: Serde| {
        let object = thing(&object);
        let workload = Workload::new(&definition, &object).expect("fits");
        let status = workload.root_component().status().map_err(|error| code(&error))?;
        Ok::<_, &str>(status.expect("there is a definition").matched)
    };
    let ready = |status: &str, why: &str| json!([{"type": "Ready", "status": status, "why": why}]);
    assert_eq!(matched(json!({})), Ok(vec![]));
    assert_eq!(matched(json!({"status": {"phase": "Up"}})), Ok(vec![]));
    assert_eq!(
        matched(json!({"status": {"phase": "Up", "conditions": ready("True", "")}})),
        Ok(vec!["running".into()])
    );
    assert_eq!(matched(json!({"status": {"conditions": ready("False", "Broken")}})), Ok(vec!["failed".into()]));
    assert_eq!(matched(json!({"status": {"phase": "Down"}})), Ok(vec!["failed".into()]));
    assert_eq!(matched(json!({"status": {"n": 2}, "spec": {"x": 1}})), Ok(vec!["degraded".into()]));
    assert_eq!(matched(json!({"status": {"n": 0}})), Ok(vec!["suspended".into()]));
    assert_eq!(matched(json!({"status": {"phase": "Nulls"}})), Ok(vec!["resuming".into()]));
    assert_eq!(matched(json!({"status": {"phase": 3}})), Err("type-mismatch"));
    assert_eq!(matched(json!({"status": {"conditions": "x"}})), Err("type-mismatch"));
    assert_eq!(matched(json!({"status": "x"})), Err("type-mismatch"));
}

#[test]
fn conditions_have_the_fields_that_the_definition_names() {
    let object = thing(&json!({"status": {"conditions": [
        {"type": "Ready", "status": "True", "why": "w", "message": "m", "reason": "not read"}, {"odd": 1}
    ]}}));
    let definition = status_definition();
    let workload = Workload::new(&definition, &object).expect("fits");
    let conditions = workload.root_component().status().expect("read").expect("there").conditions;
    assert_eq!((conditions.len(), conditions[0].reason.as_deref()), (2, Some("w")));
    assert_eq!((conditions[0].message.as_deref(), conditions[1].kind.as_str()), (Some("m"), ""));
}

#[test]
fn references_are_given_by_the_caller() {
    let definition = part(json!({
        "specDefinition": {"fragmentedPodSpecDefinition": {"imagePath": ".image // $runtime.image"}},
        "scaleDefinition": {"replicasPath": "[$pods[] | select(.ready)] | length"}
    }));
    let object = thing(&json!({}));
    let read = |references: Variables| {
        let options = Options { references, limits: Limits::DEFAULT };
        let workload = Workload::with(&definition, &object, options).expect("fits");
        let part = workload.component("part").expect("there");
        let pods = part.pods(&Selection::Only).map_err(|error| code(&error))?;
        let scale = part.scale().map_err(|error| code(&error))?;
        Ok::<_, &str>((pods[0].1.image(None).map(String::from), scale[0].1.replicas))
    };
    assert_eq!(read(Variables::new()), Err("undefined-variable"));
    let value = |json: Serde| Value::from(&json);
    let pods = || ("pods", value(json!([{"ready": true}, {"ready": false}])));
    let given: Variables = [("runtime", value(json!({"image": "base"}))), pods()].into_iter().collect();
    assert_eq!(read(given), Ok((Some("base".into()), Some(1))));
    let absent: Variables = [("runtime", Value::Null), pods()].into_iter().collect();
    assert_eq!(read(absent), Ok((None, Some(1))));
    // No address goes into a reference.
    let options = Options { references: [pods()].into_iter().collect(), limits: Limits::DEFAULT };
    let workload = Workload::with(&definition, &object, options).expect("fits");
    let patch = json!({"spec": {"containers": [{"image": "i"}]}});
    let refused = workload.component("part").expect("there").pod_patch(&Selection::Only, &patch);
    assert_eq!(refused.map_err(|error| code(&error)).err(), Some("unsupported-fields"));
}

#[test]
fn components_are_a_tree() {
    let child = |name: &str, owner: &str| json!({"name": name, "ownerRef": owner});
    let definition = definition(
        &json!({}),
        json!([child("b1", "b"), child("a", "thing"), child("b", "thing"), child("b2", "b"), child("a1", "a")]),
    );
    let object = thing(&json!({}));
    let workload = Workload::new(&definition, &object).expect("fits");
    let tree: Vec<_> = workload.tree().into_iter().map(|(depth, component)| (depth, component.name())).collect();
    assert_eq!(tree, [(0, "thing"), (1, "a"), (2, "a1"), (1, "b"), (2, "b1"), (2, "b2")]);
}
