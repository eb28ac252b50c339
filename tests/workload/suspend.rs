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
        let mut resumed = resume(&scaled(), &suspended, &recorded());
        // Metadata that was not there stays as an empty object: only the annotations were made for the record.
        if object.get("metadata").is_none() {
            assert_eq!(resumed["metadata"], json!({}));
            resumed.as_object_mut().expect("an object").remove("metadata");
        }
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
    for odd in ["x", "{}", "[]", r#"{"version":2,"saved":{}}"#, r#"{"version":1,"saved":{"nonsense":{"value":1}}}"#] {
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
