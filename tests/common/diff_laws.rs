//! The laws of a diff, on plain inputs: property tests and fuzz targets call the same bodies.

use super::schema::{applied, attached, bare, lines, value};
use fieldwright::diff::{DiffErrorKind, diff};
use fieldwright::plan::{Assignment, Expected, Plan};
use fieldwright::schema::Attached;
use fieldwright::value::Value;
use serde_json::{Value as Serde, json};

/// Checks every law on one pair; gives the plan.
pub fn check(before: &Serde, after: &Serde, schema: &Attached<'_>) -> Plan {
    assert!(diff(before, before, schema).is_ok_and(|plan| plan.is_empty()), "a document differs from itself");
    let plan = diff(before, after, schema).expect("a plan");
    assert_eq!(value(&applied(&plan, before)), value(after));
    let mut own = value(before);
    plan.apply_to_value(&mut own).expect("the plan fits");
    assert_eq!(own, value(after));
    check_expected(&plan, before);
    check_least(&plan, before, after);
    check_twice(&plan, after);
    plan
}

/// Every assignment names what stands there, or that nothing does.
fn check_expected(plan: &Plan, before: &Serde) {
    for assignment in plan.assignments() {
        let found = before.pointer(&assignment.location.to_pointer());
        match assignment.expected.as_ref().expect("an expectation") {
            Expected::Absent => assert_eq!(found, None),
            Expected::Value(value) => assert_eq!(found.map(Value::from).as_ref(), Some(value)),
        }
    }
}

/// No proper subset does it.
fn check_least(plan: &Plan, before: &Serde, after: &Serde) {
    let all = plan.assignments();
    let masks: Vec<u64> = match all.len() {
        0..=7 => (0..(1 << all.len()) - 1).collect(),
        many => (0..many).map(|at| !(1 << at)).collect(),
    };
    for mask in masks {
        let part: Vec<Assignment> = (0..all.len()).filter(|at| mask >> at & 1 == 1).map(|at| all[at].clone()).collect();
        let mut document = before.clone();
        let fits = Plan::new(part).expect("part of a plan").apply(&mut document).is_ok();
        assert!(!fits || value(&document) != value(after), "part of {:?} does it", lines(plan));
    }
}

/// A plan applied twice is applied once: the second time it is refused, or changes nothing.
fn check_twice(plan: &Plan, after: &Serde) {
    let mut document = after.clone();
    let second = plan.apply(&mut document);
    assert_eq!(value(&document), value(after), "the second time {:?} does more: {second:?}", lines(plan));
}

/// Every law on two pod specs. With the schema a key that stands twice may be refused, nothing else.
pub fn pod_specs(before: &Serde, after: &Serde) {
    let schema = attached(".", "podSpec");
    match diff(before, after, &schema) {
        Ok(_) => drop(check(before, after, &schema)),
        Err(error) => {
            assert!(matches!(error.kind, DiffErrorKind::DuplicateKey { .. }), "{error}");
            assert!(has_duplicates(before) || has_duplicates(after), "{error}");
        }
    }
    check(before, after, &bare());
}

fn has_duplicates(spec: &Serde) -> bool {
    let repeated = |list: &Serde, keys: &[&str]| {
        let entries = list.as_array().cloned().unwrap_or_default();
        let key = |entry: &Serde| {
            keys.iter()
                .map(|key| {
                    entry.get(key).cloned().unwrap_or(if *key == "protocol" { json!("TCP") } else { Serde::Null })
                })
                .collect::<Vec<_>>()
        };
        (0..entries.len()).any(|at| entries[..at].iter().any(|other| key(other) == key(&entries[at])))
    };
    repeated(&spec["volumes"], &["name"])
        || repeated(&spec["containers"], &["name"])
        || spec["containers"].as_array().is_some_and(|all| {
            all.iter()
                .any(|one| repeated(&one["env"], &["name"]) || repeated(&one["ports"], &["containerPort", "protocol"]))
        })
}
