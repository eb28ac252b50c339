//! Choices: a write into one member of a group clears the others.

#[path = "common/schema.rs"]
mod common;

use common::*;
use fieldwright::diagnostic::{Code, Diagnose};
use fieldwright::expression::Address;
use fieldwright::limits::Limits;
use fieldwright::location::Location;
use fieldwright::merge::merge;
use fieldwright::plan::{Assignment, Cause, ChoiceError, Op, Plan, exclude, violations, violations_of_written};
use fieldwright::schema::{Attached, OneOf, Schema};
use fieldwright::value::Value;
use serde_json::{Value as Serde, json};

fn place(text: &str) -> Location {
    Address::parse(text, &Limits::DEFAULT).expect("an address").to_location().expect("a location")
}

fn set(at: &str, value: Serde) -> Assignment {
    Assignment::new(place(at), Op::Set(Value::from(&value)))
}

fn del(at: &str) -> Assignment {
    Assignment::new(place(at), Op::Remove)
}

fn plan(mut writes: Vec<Assignment>, document: &Serde, schema: &Attached<'_>) -> Result<Plan, ChoiceError> {
    exclude(&mut writes, document, schema)?;
    Ok(Plan::new(writes).expect("no conflict"))
}

/// The document after the writes.
fn written(writes: Vec<Assignment>, document: &Serde, schema: &Attached<'_>) -> Serde {
    applied(&plan(writes, document, schema).expect("allowed"), document)
}

/// Every group of the built-in schema, with the type that has it.
fn every_group() -> Vec<(&'static str, &'static OneOf)> {
    let schema = Schema::kubernetes();
    let types = schema.type_names().filter_map(|name| Some((name, schema.type_named(name)?)));
    types.flat_map(|(name, ty)| ty.groups().iter().map(move |group| (name, group))).collect()
}

/// Each member of each group against each of another arm, written by an edit, deep or whole, and by a merge.
#[test]
fn every_pair_of_every_group() {
    let mut pairs = 0;
    for (name, group) in every_group() {
        let schema = attached(".", name);
        for (arm, old) in group.fields() {
            for (_, new) in group.fields().filter(|(other, _)| *other != arm) {
                let before = json!({"x-own": 1, old: {"old": 1}, "z": null});
                let after = json!({"x-own": 1, new: {"new": 2}, "z": null});
                let whole = set(&format!(".{new}"), json!({"new": 2}));
                let deep = set(&format!(".{new}.new"), json!(2));
                for write in [whole, deep] {
                    let plan = plan(vec![write.clone()], &before, &schema).expect("allowed");
                    assert_eq!(applied(&plan, &before), after, "{name}: {new} for {old}");
                    let cause = plan.assignments().iter().find_map(|one| one.cause.clone());
                    assert_eq!(cause, Some(Cause::Excluded(write.location)));
                }
                let plan = merge(&before, &json!({new: {"new": 2}}), &schema).expect("a plan");
                assert_eq!(applied(&plan, &before), after, "{name}: {new} over {old}");
                let cause = plan.assignments().iter().find_map(|one| one.cause.clone());
                assert_eq!(cause, Some(Cause::Excluded(Location::root().child(new))));
                let both = vec![set(&format!(".{old}"), json!(1)), set(&format!(".{new}"), json!(2))];
                let error = self::plan(both, &before, &schema).expect_err("two members").diagnose();
                assert_eq!(error.code, Code::ExclusiveFields);
                assert_eq!(
                    (error.other, error.location),
                    (Some(Location::root().child(old)), Some(Location::root().child(new)))
                );
                pairs += 1;
            }
        }
    }
    // 30 volume sources alone are 870 pairs.
    assert!(pairs > 900, "only {pairs} pairs");
}

/// Each value of a discriminator clears the members that it does not mean; a member sets the discriminator back.
#[test]
fn every_discriminator() {
    let groups: Vec<_> = every_group().into_iter().filter(|(_, group)| group.discriminator.is_some()).collect();
    assert!(groups.len() >= 5);
    for (name, group) in groups {
        let schema = attached(".", name);
        let by = group.discriminator.as_deref().expect("filtered");
        for (arm, field) in group.fields() {
            let meant = group.arms[arm].value.as_deref().expect("an arm of a discriminator has a value");
            let before = json!({by: meant, field: {"a": 1}, "x-own": 1});
            let other = json!({by: "Other", "x-own": 1});
            assert_eq!(written(vec![set(&format!(".{by}"), json!("Other"))], &before, &schema), other, "{name}");
            assert_eq!(applied(&merge(&before, &json!({by: "Other"}), &schema).expect("a plan"), &before), other);
            let same = written(vec![set(&format!(".{by}"), json!(meant))], &before, &schema);
            assert_eq!(same, before);
            let back = plan(vec![set(&format!(".{field}.a"), json!(1))], &other, &schema).expect("allowed");
            assert_eq!(applied(&back, &other), before);
            assert!(back.assignments().iter().any(|one| matches!(one.cause, Some(Cause::Chosen(_)))));
            assert_eq!(applied(&merge(&other, &json!({field: {"a": 1}}), &schema).expect("a plan"), &other), before);
            let both = vec![set(&format!(".{field}.a"), json!(1)), set(&format!(".{by}"), json!("Other"))];
            assert_eq!(
                plan(both, &before, &schema).expect_err("a contradiction").diagnose().code,
                Code::ExclusiveFields
            );
            // Without a discriminator nothing contradicts.
            assert_eq!(written(vec![set(&format!(".{field}"), json!({}))], &json!({}), &schema), json!({field: {}}));
        }
    }
}

#[test]
fn the_strategies_of_the_workloads() {
    for (kind, field, other) in [
        ("Deployment", "strategy", "Recreate"),
        ("StatefulSet", "updateStrategy", "OnDelete"),
        ("DaemonSet", "updateStrategy", "OnDelete"),
    ] {
        let rolling = json!({"type": "RollingUpdate", "rollingUpdate": {"maxUnavailable": 1}});
        let object = json!({"apiVersion": "apps/v1", "kind": kind, "spec": {field: rolling, "replicas": 1}});
        let after = written(vec![set(&format!(".spec.{field}.type"), json!(other))], &object, &by_kind(&object));
        assert_eq!(after["spec"], json!({field: {"type": other}, "replicas": 1}));
    }
}

#[test]
fn arms_of_several_fields() {
    let schema = attached(".", "clusterTrustBundleProjection");
    let document = json!({"signerName": "s", "labelSelector": {}, "path": "p"});
    assert_eq!(written(vec![set(".name", json!("n"))], &document, &schema), json!({"name": "n", "path": "p"}));
    let by_signer = vec![set(".signerName", json!("t")), set(".labelSelector.matchLabels", json!({}))];
    assert_eq!(
        written(by_signer, &json!({"name": "n"}), &schema),
        json!({"signerName": "t", "labelSelector": {"matchLabels": {}}})
    );
}

#[test]
fn groups_inside_groups() {
    let schema = attached(".", "container");
    let document = json!({"env": [{"name": "A", "value": "1"}, {"name": "B", "valueFrom": {"configMapKeyRef": {}}}]});
    let writes = vec![
        set(".env[0].valueFrom.secretKeyRef.name", json!("s")),
        set(".env[1].valueFrom.secretKeyRef.name", json!("s")),
    ];
    assert_eq!(
        written(writes, &document, &schema),
        json!({"env": [
            {"name": "A", "valueFrom": {"secretKeyRef": {"name": "s"}}},
            {"name": "B", "valueFrom": {"secretKeyRef": {"name": "s"}}},
        ]})
    );
    let inner = vec![set(".env[1].valueFrom.secretKeyRef", json!({})), set(".env[1].valueFrom.fieldRef", json!({}))];
    assert_eq!(plan(inner, &document, &schema).expect_err("two sources").diagnose().code, Code::ExclusiveFields);
}

/// What chooses nothing: deletions, nulls, whole objects, other entries.
#[test]
fn what_clears_nothing() {
    let schema = attached(".", "container");
    let both =
        json!({"env": [{"name": "T", "value": "x", "valueFrom": {"fieldRef": {}}}, {"name": "U", "value": "y"}]});
    for (write, pointer, want) in [
        (del(".env[0].value"), "/env/0", json!({"name": "T", "valueFrom": {"fieldRef": {}}})),
        (del(".env[0].valueFrom.fieldRef"), "/env/0", json!({"name": "T", "value": "x", "valueFrom": {}})),
        (
            set(".env[0].value", json!(null)),
            "/env/0",
            json!({"name": "T", "value": null, "valueFrom": {"fieldRef": {}}}),
        ),
        (
            set(".env[0]", json!({"name": "T", "value": "z", "valueFrom": {}})),
            "/env/0",
            json!({"name": "T", "value": "z", "valueFrom": {}}),
        ),
        (set(".env[1].value", json!("z")), "/env/0", both["env"][0].clone()),
        (set(".env[1].x", json!(1)), "/env/1", json!({"name": "U", "value": "y", "x": 1})),
    ] {
        let after = written(vec![write], &both, &schema);
        assert_eq!(after.pointer(pointer), Some(&want));
    }
    let null = json!({"env": [{"name": "T", "valueFrom": null}]});
    let after = written(vec![set(".env[0].value", json!("x"))], &null, &schema);
    assert_eq!(after["env"][0], json!({"name": "T", "valueFrom": null, "value": "x"}));
}

#[test]
fn the_empties_are_values() {
    let schema = attached(".", "envVar");
    for empty in [json!(""), json!(0), json!(false), json!({}), json!([])] {
        let after = written(vec![set(".value", empty.clone())], &json!({"valueFrom": {"fieldRef": {}}}), &schema);
        assert_eq!(after, json!({"value": empty}));
    }
}

/// A deletion that equals a clear is the same assignment; one below is absorbed; a null in its place may stay.
#[test]
fn what_the_caller_clears_himself() {
    let schema = attached(".", "container");
    let document = json!({"env": [{"name": "T", "valueFrom": {"fieldRef": {"fieldPath": "x"}}}]});
    let value = || set(".env[0].value", json!("x"));
    for own in
        [del(".env[0].valueFrom"), del(".env[0].valueFrom.fieldRef"), del(".env[0].valueFrom.fieldRef.fieldPath")]
    {
        for writes in [vec![value(), own.clone()], vec![own.clone(), value()]] {
            assert_eq!(written(writes, &document, &schema), json!({"env": [{"name": "T", "value": "x"}]}));
        }
    }
    let after = written(vec![value(), set(".env[0].valueFrom", json!(null))], &document, &schema);
    assert_eq!(after, json!({"env": [{"name": "T", "valueFrom": null, "value": "x"}]}));
}

#[test]
fn a_violation_elsewhere_is_told_and_left() {
    let document = json!({"spec": {
        "containers": [{"name": "c", "image": "i", "env": [{"name": "T", "value": "x", "valueFrom": {}}, {"name": "U", "value": ""}]}],
        "securityContext": {"seccompProfile": {"type": "Unconfined", "localhostProfile": "p"}},
    }});
    let schema = attached(".spec", "podSpec");
    let found: Vec<_> = violations(&document, &schema).iter().map(|one| one.diagnose()).collect();
    let places: Vec<_> =
        found.iter().map(|one| one.location.as_ref().map(Location::to_string).unwrap_or_default()).collect();
    assert_eq!(places, [".spec.containers[0].env[0].valueFrom", ".spec.securityContext.seccompProfile.type"]);
    let after = written(vec![set(".spec.containers[0].image", json!("j"))], &document, &schema);
    assert_eq!(after.pointer("/spec/containers/0/env"), document.pointer("/spec/containers/0/env"));
    assert!(violations(&document, &bare()).is_empty());
}

/// Of a list of documents only the items that a plan writes into are looked at, each once.
#[test]
fn violations_are_those_of_the_written_objects() {
    let pod = |name: &str| {
        let container = json!({"name": "c", "image": "i", "env": [{"name": "T", "value": "x", "valueFrom": {}}]});
        json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": name}, "spec": {"containers": [container]}})
    };
    let document = json!({"apiVersion": "v1", "kind": "List", "items": [pod("a"), pod("b"), pod("c")]});
    let schema = Attached::new(Schema::kubernetes()).by_kind(&document);
    let found = |writes: Vec<Assignment>| {
        let plan = Plan::new(writes).expect("no conflict");
        let found = violations_of_written(&document, &schema, &plan);
        found.iter().map(|one| one.second.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(violations(&document, &schema).len(), 3);
    let label = |at: usize| set(&format!(".items[{at}].metadata.labels.team"), json!("ml"));
    let name = |at: usize| set(&format!(".items[{at}].metadata.name"), json!("x"));
    assert_eq!(found(vec![label(1), name(1)]), [".items[1].spec.containers[0].env[0].valueFrom"]);
    assert_eq!(found(vec![label(0), label(2)]).len(), 2);
    assert!(found(vec![set(".metadata.name", json!("list"))]).is_empty());
    assert!(found(vec![]).is_empty());
    let whole = &document["items"][0];
    let schema = Attached::new(Schema::kubernetes()).by_kind(whole);
    let plan = Plan::new(vec![set(".metadata.name", json!("x"))]).expect("no conflict");
    assert_eq!(violations_of_written(whole, &schema, &plan), violations(whole, &schema));
}
