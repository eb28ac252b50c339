//! Suspending and resuming.

use super::{applied, code, definition, part, thing};
use fieldwright::definition::Definition;
use fieldwright::plan::Plan;
use fieldwright::workload::{SuspendOptions, Workload};
use serde_json::{Value as Serde, json};

const RECORD: &str = "example.dev/suspended";

fn recorded() -> SuspendOptions {
    SuspendOptions { component: None, annotation: Some(RECORD.into()) }
}

fn act(definition: &Definition, object: &Serde, resume: bool, options: &SuspendOptions) -> Result<Plan, &'static str> {
    let workload = Workload::new(definition, object).map_err(|error| code(&error))?;
    let plan = if resume { workload.resume(options) } else { workload.suspend(options) };
    plan.map_err(|error| code(&error))
}

fn suspend(definition: &Definition, object: &Serde, options: &SuspendOptions) -> Serde {
    applied(&act(definition, object, false, options).expect("suspends"), object)
}

fn resume(definition: &Definition, object: &Serde, options: &SuspendOptions) -> Serde {
    applied(&act(definition, object, true, options).expect("resumes"), object)
}

fn actions(suspend: Serde, resume: Serde) -> Definition {
    definition(&json!({"suspendDefinition": {"suspendActions": suspend, "resumeActions": resume}}), json!([]))
}

fn flag() -> Definition {
    actions(
        json!([{"path": ".spec.run.suspend", "value": "true"}]),
        json!([{"path": ".spec.run.suspend", "value": "false"}]),
    )
}

/// Suspending scales to nothing; only the record knows what to scale back to.
fn scaled() -> Definition {
    actions(
        json!([{"path": ".spec.suspend", "value": "true"}, {"path": ".spec.w[].n", "value": "0"}]),
        json!([{"path": ".spec.suspend", "value": "false"}]),
    )
}

#[test]
fn a_flag_goes_up_and_down() {
    let object = thing(&json!({"spec": {"run": {"suspend": false, "more": 1}}}));
    let options = SuspendOptions::default();
    let suspended = suspend(&flag(), &object, &options);
    assert_eq!(suspended["spec"]["run"], json!({"suspend": true, "more": 1}));
    assert!(act(&flag(), &suspended, false, &options).expect("planned").is_empty());
    assert_eq!(resume(&flag(), &suspended, &options), object);
    let missing = thing(&json!({}));
    assert_eq!(suspend(&flag(), &missing, &options)["spec"]["run"]["suspend"], json!(true));
}

#[test]
fn what_no_resume_action_writes_is_restored_from_the_record() {
    for object in [
        json!({"spec": {"suspend": false, "w": [{"n": 3}, {"m": 1}, {"n": "2"}]}}),
        json!({"metadata": {"name": "x"}, "spec": {"suspend": false, "w": [{"n": 1.50}]}}),
        json!({"metadata": {"annotations": {"other": "1"}}, "spec": {"suspend": false, "w": [{"n": null}]}}),
        json!({"metadata": {"annotations": {}}, "spec": {"suspend": false, "w": [{}]}}),
    ] {
        let object = thing(&object);
        let suspended = suspend(&scaled(), &object, &recorded());
        assert!(suspended["spec"]["w"].as_array().expect("a list").iter().all(|entry| entry["n"] == json!(0)));
        assert!(suspended["metadata"]["annotations"][RECORD].is_string());
        let again = suspend(&scaled(), &suspended, &recorded());
        assert_eq!(again, suspended, "suspending twice changes nothing");
        let resumed = resume(&scaled(), &suspended, &recorded());
        assert_eq!(resumed, object);
    }
}

#[test]
fn a_half_suspended_object_keeps_the_first_record() {
    let object = thing(&json!({"spec": {"suspend": false, "w": [{"n": 3}]}}));
    let mut suspended = suspend(&scaled(), &object, &recorded());
    suspended["spec"]["w"][0]["n"] = json!(1);
    let again = suspend(&scaled(), &suspended, &recorded());
    assert_eq!(again["spec"]["w"], json!([{"n": 0}]));
    assert_eq!(resume(&scaled(), &again, &recorded())["spec"]["w"], json!([{"n": 3}]));
}

#[test]
fn without_a_record_nothing_is_invented() {
    let object = thing(&json!({"spec": {"suspend": false, "w": [{"n": 3}]}}));
    let suspended = suspend(&scaled(), &object, &SuspendOptions::default());
    assert!(suspended.get("metadata").is_none());
    for options in [SuspendOptions::default(), recorded()] {
        assert_eq!(act(&scaled(), &suspended, true, &options).err(), Some("no-saved-value"));
    }
    // Nothing to restore where nothing is suspended.
    assert!(act(&scaled(), &object, true, &SuspendOptions::default()).expect("planned").is_empty());
    // Suspended before anyone recorded it: a record now would only know the suspended values.
    let again = act(&scaled(), &suspended, false, &recorded()).expect("planned");
    assert!(again.is_empty());
    for odd in [
        "x",
        "{}",
        "[]",
        r#"{"version":2,"saved":{}}"#,
        r#"{"version":1,"saved":{"nonsense":{"value":1}}}"#,
        r#"{"version":1,"made":true,"saved":{}}"#,
    ] {
        let mut broken = object.clone();
        broken["metadata"]["annotations"][RECORD] = json!(odd);
        for resume in [false, true] {
            assert_eq!(act(&scaled(), &broken, resume, &recorded()).err(), Some("invalid-record"), "{odd}");
        }
    }
}

#[test]
fn a_later_action_overwrites_an_earlier_one() {
    let definition = actions(
        json!([{"path": ".spec.state", "value": "\"stopping\""}, {"path": ".spec.state", "value": "\"stopped\""}]),
        json!([{"path": ".spec.state", "value": "\"running\""}]),
    );
    let object = thing(&json!({"spec": {"state": "running"}}));
    assert_eq!(suspend(&definition, &object, &SuspendOptions::default())["spec"]["state"], json!("stopped"));
}

#[test]
fn children_are_suspended_first_and_resumed_last() {
    let set = |value: &str| json!([{"path": ".spec.last", "value": format!("\"{value}\"")}]);
    let with = |name: &str| json!({"suspendActions": set(name), "resumeActions": set(name)});
    let definition = definition(
        &json!({"suspendDefinition": with("thing")}),
        json!([
            {"name": "a", "ownerRef": "thing", "suspendDefinition": with("a")},
            {"name": "b", "ownerRef": "a", "suspendDefinition": with("b")}
        ]),
    );
    let object = thing(&json!({"spec": {}}));
    let options = SuspendOptions::default();
    assert_eq!(suspend(&definition, &object, &options)["spec"]["last"], json!("thing"));
    assert_eq!(resume(&definition, &object, &options)["spec"]["last"], json!("b"));
    let only = SuspendOptions { component: Some("a".into()), annotation: None };
    assert_eq!(suspend(&definition, &object, &only)["spec"]["last"], json!("a"));
    let unknown = SuspendOptions { component: Some("z".into()), annotation: None };
    assert_eq!(act(&definition, &object, false, &unknown).err(), Some("unknown-component"));
}

#[test]
fn all_or_nothing() {
    let object = thing(&json!({"spec": {"text": "x"}}));
    let options = SuspendOptions::default();
    for (path, want) in
        [(".spec.text.deep", "type-mismatch"), (".spec.w[].n", "no-match"), (".spec.n // 1", "not-an-address")]
    {
        let definition = actions(
            json!([{"path": ".spec.suspend", "value": "true"}, {"path": path, "value": "0"}]),
            json!([{"path": ".spec.suspend", "value": "false"}]),
        );
        assert_eq!(act(&definition, &object, false, &options).err(), Some(want), "{path}");
    }
    let inside = actions(
        json!([{"path": ".spec.a", "value": "{}"}, {"path": ".spec.a.b", "value": "0"}]),
        json!([{"path": ".spec.a", "value": "{}"}]),
    );
    assert_eq!(act(&inside, &object, false, &options).err(), Some("conflicting-writes"));
    let nothing = part(json!({}));
    assert_eq!(act(&nothing, &object, false, &options).err(), Some("unsupported-fields"));
}

/// Suspending writes these places, and only the record knows what stood there.
fn writes(paths: &[&str]) -> Definition {
    let action = |path: &&str| json!({"path": path, "value": "\"off\""});
    actions(paths.iter().map(action).collect(), json!([]))
}

/// Nothing is left of what was made: neither a parent that several places share nor one that the record alone needed.
#[test]
fn what_suspending_made_is_gone_again() {
    let objects = [
        json!({}),
        json!({"metadata": {}}),
        json!({"metadata": null}),
        json!({"metadata": {"annotations": {}}}),
        json!({"metadata": {"annotations": null}}),
        json!({"metadata": {"annotations": {(RECORD): null}}}),
        json!({"metadata": {"annotations": {"other": "1"}}}),
        json!({"metadata": {"name": "x"}, "spec": {}}),
        json!({"spec": null}),
        json!({"spec": {"run": null}}),
        json!({"spec": {"run": {}}}),
        json!({"spec": {"run": {"b": null, "deep": null}}}),
        json!({"spec": {"run": {"a": 1, "deep": {"other": {}}}}}),
        json!({"spec": {"run": {"a": null, "deep": {"c": {}}}, "more": []}}),
    ];
    let paths: [&[&str]; 6] = [
        &[".spec.run.a"],
        &[".spec.run.a", ".spec.run.b"],
        &[".spec.run.a", ".spec.run.deep.c", ".spec.run.deep.d"],
        &[".spec.run.deep.c.x", ".spec.run.deep.c.y", ".spec.other.z"],
        &[".metadata.annotations.paused"],
        &[".metadata.annotations.paused", ".metadata.labels.paused", ".state"],
    ];
    for object in objects.iter().map(thing) {
        for paths in paths {
            let definition = writes(paths);
            let Ok(plan) = act(&definition, &object, false, &recorded()) else {
                // What is no object holds nothing.
                continue;
            };
            let suspended = applied(&plan, &object);
            assert_eq!(suspend(&definition, &suspended, &recorded()), suspended);
            assert_eq!(resume(&definition, &suspended, &recorded()), object, "{paths:?} {suspended}");
        }
    }
}

/// What others put beside it meanwhile stays, and so do the parents that it needs.
#[test]
fn what_others_put_beside_it_stays() {
    let definition = writes(&[".spec.run.a", ".spec.run.deep.b", ".spec.run.deep.c"]);
    let mut suspended = suspend(&definition, &thing(&json!({})), &recorded());
    suspended["spec"]["run"]["deep"]["theirs"] = json!({});
    suspended["metadata"]["labels"] = json!({});
    let resumed = resume(&definition, &suspended, &recorded());
    assert_eq!(resumed, thing(&json!({"metadata": {"labels": {}}, "spec": {"run": {"deep": {"theirs": {}}}}})));
    // What others took away is no reason to keep the rest.
    let mut suspended = suspend(&definition, &thing(&json!({})), &recorded());
    suspended["spec"]["run"]["deep"] = json!({});
    assert_eq!(resume(&definition, &suspended, &recorded()), thing(&json!({})));
    suspended["spec"] = json!("text");
    assert_eq!(act(&definition, &suspended, true, &recorded()).err(), Some("type-mismatch"));
}

/// A resume action that writes into what suspending made keeps the parents of what it writes.
#[test]
fn what_resuming_writes_stays() {
    let definition = actions(
        json!([{"path": ".spec.run.off", "value": "true"}, {"path": ".spec.run.n", "value": "0"}]),
        json!([{"path": ".spec.run.off", "value": "false"}]),
    );
    let suspended = suspend(&definition, &thing(&json!({})), &recorded());
    assert_eq!(resume(&definition, &suspended, &recorded()), thing(&json!({"spec": {"run": {"off": false}}})));
    let definition =
        actions(json!([{"path": ".spec.run.n", "value": "0"}]), json!([{"path": ".spec.run.on", "value": "1"}]));
    let suspended = suspend(&definition, &thing(&json!({})), &recorded());
    assert_eq!(resume(&definition, &suspended, &recorded()), thing(&json!({"spec": {"run": {"on": 1}}})));
}

/// Two components, `a` and `b`, each of which sets one place to 0 and leaves it to the record to give it back.
fn two_components() -> Definition {
    let with = |name: &str| {
        let path = format!(".spec.run.{name}.n");
        json!({"name": name, "ownerRef": "thing", "suspendDefinition": {
            "suspendActions": [{"path": path, "value": "0"}], "resumeActions": []}})
    };
    definition(&json!({}), json!([with("a"), with("b")]))
}

fn only(name: &str) -> SuspendOptions {
    SuspendOptions { component: Some(name.into()), ..recorded() }
}

/// Components that are suspended one after another share the record, and are resumed in any order.
#[test]
fn components_one_after_another_share_the_record() {
    let definition = two_components();
    for object in [json!({}), json!({"spec": {"run": null}}), json!({"spec": {"run": {"b": {"n": 7}}}})] {
        let object = thing(&object);
        for order in [["a", "b"], ["b", "a"]] {
            let suspended = suspend(&definition, &suspend(&definition, &object, &only("a")), &only("b"));
            assert_eq!(suspended["spec"]["run"], json!({"a": {"n": 0}, "b": {"n": 0}}));
            let half = resume(&definition, &suspended, &only(order[0]));
            assert!(half["metadata"]["annotations"][RECORD].is_string());
            assert_eq!(resume(&definition, &half, &only(order[1])), object, "{half}");
            assert_eq!(resume(&definition, &suspended, &recorded()), object);
        }
    }
}

/// One that stands as suspending leaves it is in the record of those before it, so that all of them can be resumed.
#[test]
fn a_component_that_is_suspended_already_joins_the_record() {
    let definition = two_components();
    let object = thing(&json!({"spec": {"run": {"b": {"n": 0}}}}));
    let suspended = suspend(&definition, &suspend(&definition, &object, &only("a")), &only("b"));
    assert_eq!(resume(&definition, &suspended, &recorded()), object);
    // Suspending once more changes nothing.
    assert_eq!(suspend(&definition, &suspended, &recorded()), suspended);
}

/// A record that someone wrote by hand removes neither the entry of a list nor the object.
#[test]
fn a_record_by_hand_removes_no_entry() {
    let definition = writes(&[".spec.w[].n"]);
    let at = |outermost: &str| {
        let made = json!({"absent": ".metadata.annotations"});
        let record = json!({"version": 1, "made": made, "saved": {".spec.w[0].n": {"absent": outermost}}}).to_string();
        let object = thing(&json!({"metadata": {"annotations": {RECORD: record}}, "spec": {"w": [{"n": "off"}]}}));
        resume(&definition, &object, &recorded())
    };
    for outermost in [".", ".spec", ".spec.w", ".spec.w[0]", ".spec.w[0].n", ".status"] {
        assert_eq!(at(outermost), thing(&json!({"metadata": {}, "spec": {"w": [{}]}})), "{outermost}");
    }
}
