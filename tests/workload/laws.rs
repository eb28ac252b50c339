//! Laws on any object and any patch.

use super::{part, pods, thing};
use fieldwright::definition::Definition;
use fieldwright::diagnostic::Diagnose;
use fieldwright::value::Value;
use fieldwright::workload::{Selection, SuspendOptions, Workload, WorkloadError};
use proptest::prelude::*;
use serde_json::{Map, Value as Serde, json};

/// Names that mean something in a pod template, and some that do not.
fn key() -> impl Strategy<Value = String> {
    prop::sample::select(vec![
        "metadata",
        "spec",
        "labels",
        "annotations",
        "containers",
        "name",
        "image",
        "env",
        "value",
        "valueFrom",
        "fieldRef",
        "schedulerName",
        "resources",
        "limits",
        "affinity",
        "nodeAffinity",
        "volumes",
        "emptyDir",
        "a",
        "a.b/c",
        "$patch",
    ])
    .prop_map(String::from)
}

fn scalar() -> impl Strategy<Value = Serde> {
    prop_oneof![
        Just(json!(null)),
        Just(json!(0)),
        Just(json!(1.5)),
        Just(json!("")),
        Just(json!(true)),
        prop::sample::select(vec!["c", "d", "delete", "replace"]).prop_map(|text| json!(text)),
    ]
}

fn any() -> impl Strategy<Value = Serde> {
    scalar().prop_recursive(6, 40, 4, |inner| {
        prop_oneof![
            3 => prop::collection::vec((key(), inner.clone()), 0..5)
                .prop_map(|members| Serde::Object(members.into_iter().collect::<Map<_, _>>())),
            1 => prop::collection::vec(inner, 0..4).prop_map(Serde::Array),
        ]
    })
}

fn container() -> impl Strategy<Value = Serde> {
    (prop::sample::select(vec!["c", "d", "e"]), any()).prop_map(|(name, rest)| {
        let mut container = rest.as_object().cloned().unwrap_or_default();
        container.insert("name".into(), json!(name));
        Serde::Object(container)
    })
}

/// Something like a pod template.
fn template() -> impl Strategy<Value = Serde> {
    let containers = prop::collection::vec(container(), 0..3);
    let labels = prop::collection::btree_map("[ab]", prop_oneof![Just(json!("1")), Just(json!(null))], 0..3);
    prop_oneof![
        4 => (containers, labels, prop::option::of(Just("s"))).prop_map(|(containers, labels, scheduler)| {
            let mut template = json!({"metadata": {"labels": labels}, "spec": {"containers": containers}});
            if let Some(scheduler) = scheduler {
                template["spec"]["schedulerName"] = json!(scheduler);
            }
            template
        }),
        1 => any(),
    ]
}

fn definitions() -> Vec<(&'static str, Definition)> {
    let fragments = |prefix: &str| {
        json!({"fragmentedPodSpecDefinition": {
            "schedulerNamePath": format!("{prefix}.scheduler"), "labelsPath": format!("{prefix}.metadata.labels"),
            "containerPath": format!("{prefix}.spec.containers[0]"), "imagePath": format!("{prefix}.image"),
            "nodeAffinityPath": format!("{prefix}.nodes // {{}}")
        }})
    };
    let each = |pods: Serde| part(json!({"specDefinition": pods, "instanceIdPath": ".w[].name"}));
    vec![
        ("thing", pods(json!({"podTemplateSpecPath": ".w[0].t"}))),
        ("part", each(json!({"podTemplateSpecPath": ".w[].t"}))),
        ("part", each(json!({"podSpecPath": ".w[].t", "metadataPath": ".w[].t"}))),
        (
            "part",
            each(json!({"fragmentedPodSpecDefinition": {
                "labelsPath": ".w[].t.metadata.labels", "containersPath": ".w[].t.spec.containers", "schedulerNamePath": ".x"
            }})),
        ),
        ("part", each(fragments(".w[].t"))),
        ("part", part(json!({"specDefinition": fragments(".w[].t")}))),
        ("thing", pods(json!({"podTemplateSpecPath": "."}))),
    ]
}

fn objects() -> impl Strategy<Value = Serde> {
    let name = prop_oneof![8 => "[a-c]".prop_map(Serde::from), 1 => scalar()];
    let entry = (name, template()).prop_map(|(name, template)| json!({"name": name, "t": template, "u": [1]}));
    (prop_oneof![9 => prop::collection::vec(entry, 0..4).prop_map(Serde::Array), 1 => any()], template()).prop_map(
        |(list, top)| {
            let mut object = top.as_object().cloned().unwrap_or_default();
            object.insert("w".into(), list);
            // Apart from its kind anything may stand in it.
            thing(&Serde::Object(object))
        },
    )
}

fn without_entry(object: &Serde, index: usize) -> Serde {
    let mut object = object.clone();
    if let Some(list) = object["w"].as_array_mut() {
        list[index] = json!(null);
    }
    object
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    /// A plan fits, changes the selected instance and nothing else, and has nothing left to do afterwards.
    #[test]
    fn a_patch_changes_its_instance_once(
        object in objects(), patch in template(), which in 0..4usize, name in "[a-c]", shape in 0..7usize
    ) {
        let (component, definition) = definitions().swap_remove(shape);
        let which = match which {
            0 => Selection::All,
            1 => Selection::Only,
            _ => Selection::Named(vec![name]),
        };
        let planned = Workload::new(&definition, &object)
            .and_then(|workload| {
                let component = workload.component(component)?;
                let instances: Vec<_> = component.select(&which)?.into_iter().cloned().collect();
                Ok((component.pod_patch(&which, &patch)?, instances))
            });
        let (plan, instances) = match planned {
            Ok(planned) => planned,
            Err(error) => {
                prop_assert!(!error.diagnose().message.is_empty());
                return Ok(());
            }
        };
        let mut after = object.clone();
        plan.apply(&mut after).expect("a plan fits the object that it was made on");
        if let [one] = instances.as_slice()
            && let [_, fieldwright::location::Segment::Index(index)] = one.location.segments()
            && which != Selection::All
            && object["w"].as_array().map_or(0, Vec::len) > 1
        {
            prop_assert_eq!(without_entry(&after, *index), without_entry(&object, *index));
        }
        // A directive says what to do, not what should be: doing it again may do more.
        if !patch.to_string().contains("$patch") {
            let again = Workload::new(&definition, &after)
                .and_then(|workload| workload.component(component)?.pod_patch(&which, &patch));
            match again {
                Ok(again) => prop_assert!(again.is_empty(), "{} then {again}", plan),
                Err(error) => prop_assert!(false, "{plan} then {error}"),
            }
        }
    }

    /// A view that is not changed writes nothing; one that is replaced by the view of another object is refused or reads
    /// so afterwards.
    #[test]
    fn an_update_writes_what_was_changed(object in objects(), wanted in template(), shape in 0..7usize) {
        let (component, definition) = definitions().swap_remove(shape);
        let Ok(workload) = Workload::new(&definition, &object) else { return Ok(()) };
        let component = workload.component(component).expect("there");
        if let Ok(plan) = component.update(&Selection::All, |_| {}) {
            prop_assert!(plan.is_empty(), "{plan}");
        }
        let Ok(plan) = component.update(&Selection::All, |view| *view = Value::from(&wanted)) else { return Ok(()) };
        let mut after = object.clone();
        plan.apply(&mut after).expect("a plan fits the object that it was made on");
        let second = Workload::new(&definition, &after).expect("the names of instances stay");
        let seen = second.component(component.name()).expect("there").pods(&Selection::All);
        for (_, pod) in seen.unwrap_or_default() {
            for part in ["metadata", "spec"] {
                // Parts of other owners stay; what was wanted is there.
                let (want, got) = (wanted.get(part).cloned().unwrap_or(json!({})), Serde::from(pod.get(&[part]).unwrap_or(&Value::Null)));
                if shape == 1 || shape == 0 {
                    prop_assert_eq!(without_nulls(&got), without_nulls(&want));
                }
            }
        }
    }

    /// Whatever stood where suspending writes stands there again when the object is resumed, and nothing else is left. A
    /// plan of one component after the other comes to the same.
    #[test]
    fn what_was_suspended_is_given_back(
        object in any(),
        places in prop::collection::vec(prop::collection::vec(prop::sample::select(vec!["a", "b", "metadata", "annotations"]), 1..5), 1..5),
        values in prop::collection::vec(scalar(), 5),
    ) {
        let object = thing(&object);
        let component = |(at, keys): (usize, &Vec<&str>)| {
            let path: String = keys.iter().map(|key| format!(".{key}")).collect();
            json!({"name": format!("c{at}"), "ownerRef": "thing", "suspendDefinition": {
                "suspendActions": [{"path": path, "value": values[at].to_string()}], "resumeActions": []}})
        };
        let components: Serde = places.iter().enumerate().map(component).collect();
        let definition = super::definition(&json!({}), components);
        let options = |component: Option<usize>| SuspendOptions {
            component: component.map(|at| format!("c{at}")),
            annotation: Some("r".into()),
        };
        let act = |object: &Serde, resume: bool, component| {
            let workload = Workload::new(&definition, object).expect("of its kind");
            let options = options(component);
            let plan = if resume { workload.resume(&options) } else { workload.suspend(&options) };
            plan.map(|plan| super::applied(&plan, object))
        };
        // Refused are places inside one another and those in what is no object.
        let Ok(suspended) = act(&object, false, None) else { return Ok(()) };
        prop_assert_eq!(&act(&suspended, false, None).expect("again"), &suspended);
        if suspended == object {
            // It was suspended already, so there is no record, and nobody knows what to give back.
            match act(&suspended, true, None) {
                Ok(resumed) => prop_assert_eq!(resumed, object),
                Err(error) => prop_assert!(matches!(error, WorkloadError::NoSavedValue { .. }), "{error:?}"),
            }
            return Ok(());
        }
        prop_assert_eq!(&act(&suspended, true, None).expect("resumes"), &object, "{}", suspended);
        // One after the other in one order, and back in the other or in the same.
        let mut step = object.clone();
        for at in 0..places.len() {
            let next = act(&step, false, Some(at)).expect("suspends");
            if next == step && at == 0 {
                // The first is suspended already and no record is there to take it: the same, for that one.
                let error = act(&next, true, Some(at)).expect_err("no record");
                prop_assert!(matches!(error, WorkloadError::NoSavedValue { .. }), "{error:?}");
                return Ok(());
            }
            step = next;
        }
        for at in 0..places.len() {
            let at = if values[0].is_null() { at } else { places.len() - 1 - at };
            step = act(&step, true, Some(at)).expect("resumes");
        }
        prop_assert_eq!(&step, &object);
    }

    /// Everything that reads an object gives an answer or a typed error, whatever stands in it.
    #[test]
    fn reading_is_total(object in objects(), shape in 0..7usize) {
        let (component, definition) = definitions().swap_remove(shape);
        let Ok(workload) = Workload::new(&definition, &object) else { return Ok(()) };
        let component = workload.component(component).expect("there");
        for error in [component.scale().err(), component.status().err(), component.pods(&Selection::All).err()] {
            prop_assert!(error.is_none_or(|error| error.diagnose().help.is_some()));
        }
        prop_assert!(workload.suspend(&SuspendOptions::default()).is_err());
    }
}

/// A member that is null at the top of a view counts as absent.
fn without_nulls(value: &Serde) -> Serde {
    match value {
        Serde::Null => json!({}),
        other => other.clone(),
    }
}
