//! The laws of a diff.

#[path = "common/schema.rs"]
mod common;

use common::*;
use fieldwright::diff::{DiffErrorKind, diff};
use fieldwright::plan::{Assignment, Expected, Op, Plan};
use fieldwright::schema::Attached;
use fieldwright::value::Value;
use proptest::prelude::*;
use serde_json::{Value as Serde, json};

/// Checks every law on one pair; gives the plan.
fn check(before: &Serde, after: &Serde, schema: &Attached<'_>) -> Plan {
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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn any_two_documents(before in document(), after in document()) {
        check(&before, &after, &bare());
    }

    #[test]
    fn a_list_and_its_neighbour(
        before in prop::collection::vec(0..4, 0..12),
        after in prop::collection::vec(0..4, 0..12),
    ) {
        check(&json!(before), &json!(after), &bare());
    }

    /// A key that stands twice may be refused, nothing else.
    #[test]
    fn two_pod_specs(before in pod_spec(), after in pod_spec()) {
        let schema = attached(".", "podSpec");
        match diff(&before, &after, &schema) {
            Ok(_) => drop(check(&before, &after, &schema)),
            Err(error) => {
                prop_assert!(matches!(error.kind, DiffErrorKind::DuplicateKey { .. }), "{error}");
                prop_assert!(has_duplicates(&before) || has_duplicates(&after), "{error}");
            }
        }
        check(&before, &after, &bare());
    }

    /// Whatever is inserted, removed and moved, no entry gains a field of another.
    #[test]
    fn each_entry_keeps_its_own(
        before in prop::sample::subsequence((0..8).collect::<Vec<_>>(), 0..8).prop_shuffle(),
        after in prop::sample::subsequence((0..8).collect::<Vec<_>>(), 0..8).prop_shuffle(),
    ) {
        for (list, key, ty) in [("containers", "name", "podSpec"), ("volumes", "name", "podSpec"), ("env", "name", "container"), ("ports", "containerPort", "container")] {
            let entry = |n: &usize| json!({key: if key == "name" { json!(format!("n{n}")) } else { json!(n) }, "x-own": n});
            let spec = |all: &[usize]| json!({list: all.iter().map(entry).collect::<Vec<_>>()});
            let plan = check(&spec(&before), &spec(&after), &attached(".", ty));
            for assignment in plan.assignments() {
                prop_assert!(!matches!(assignment.op, Op::Set(_)), "{:?}", lines(&plan));
            }
        }
    }
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
