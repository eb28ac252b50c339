//! The plan between two values, beside comparing them and beside json-patch; and merging an override.

use crate::documents::{
    changed_deployment, changed_pods, deployment, fleet, fleet_override, fleet_schema, leak, pod_list, with_inserts,
};
use crate::job::{Job, Peer};
use fieldwright::diff::diff;
use fieldwright::document::json::JsonDocument;
use fieldwright::expression::Address;
use fieldwright::limits::Limits;
use fieldwright::merge::merge;
use fieldwright::plan::Plan;
use fieldwright::schema::{Attached, Schema};
use fieldwright::value::Value;
use std::hint::black_box;

type Serde = serde_json::Value;

/// How many pods make 1 MB.
const PODS: usize = 400;

/// Diffs and merges of a workload of 20 KB and of a list of 1 MB.
pub fn jobs(_: bool, chosen: &dyn Fn(&str) -> bool) -> Vec<Job<'static>> {
    let mut jobs = Vec::new();
    let mut add = |name: &str, make: &dyn Fn(String) -> Job<'static>| {
        if chosen(name) {
            jobs.push(make(name.to_owned()));
        }
    };
    for changes in [0, 1, 100] {
        let name = format!("diff: 20 KB deployment, {changes} changes");
        add(&name, &|name| differ(name, deployment(), changed_deployment(changes).0));
    }
    for changes in [0, 1, 100] {
        let name = format!("diff: 1 MB list of pods, {changes} changes");
        add(&name, &|name| differ(name, pod_list(PODS), changed_pods(&pod_list(PODS), changes)));
    }
    for inserts in [1, 2, 20] {
        let name = format!("diff: 1 MB list of pods, {inserts} inserts");
        add(&name, &|name| differ(name, pod_list(PODS), with_inserts(&pod_list(PODS), inserts)));
    }
    for changes in [1, 100] {
        let name = format!("diff: 1 MB resource of {PODS} keyed pods, {changes} changed");
        add(&name, &|name| differ_fleet(name, changes));
    }
    for changes in [1, 100] {
        let name = format!("merge: 20 KB deployment, {changes} changes");
        add(&name, &|name| {
            let base = leak(deployment());
            let schema = leak(Attached::new(Schema::kubernetes()).by_kind(base));
            lay_over(name, base, leak(changed_deployment(changes).1), schema)
        });
    }
    for changes in [1, 100] {
        let name = format!("merge: 1 MB resource of {PODS} keyed pods, {changes} changed");
        add(&name, &|name| {
            let base = leak(fleet(PODS));
            lay_over(name, base, leak(fleet_override(base, changes)), leak(attached_fleet()))
        });
    }
    jobs
}

fn differ(name: String, before: Serde, after: Serde) -> Job<'static> {
    let before: &'static Serde = leak(before);
    differ_by(name, before, leak(after), leak(Attached::new(Schema::kubernetes()).by_kind(before)))
}

fn differ_fleet(name: String, changes: usize) -> Job<'static> {
    let before: &'static Serde = leak(fleet(PODS));
    let schema = leak(attached_fleet());
    let mut after = before.clone();
    merge(before, &fleet_override(before, changes), schema).expect("a plan").apply(&mut after).expect("it fits");
    differ_by(name, before, leak(after), schema)
}

fn differ_by(
    name: String,
    before: &'static Serde,
    after: &'static Serde,
    schema: &'static Attached<'static>,
) -> Job<'static> {
    let (old, new): (&'static Value, &'static Value) = (leak(Value::from(before)), leak(Value::from(after)));
    let (left, right): (&'static String, &'static String) = (leak(before.to_string()), leak(after.to_string()));
    let none: &'static Attached<'static> = leak(Attached::new(Schema::none()));
    let operations = diff(before, after, none).map_or(0, |plan| plan.assignments().len());
    let theirs = json_patch::diff(before, after).0.len();
    let keyed = diff(before, after, schema).map_or(0, |plan| plan.assignments().len());
    let name = format!("{name}; operations: {operations}, keyed {keyed}, json-patch {theirs}");
    let plan = move |plan: Result<Plan, _>| drop(black_box(plan.expect("a plan")));
    let peers: Vec<Peer<'static>> = vec![
        ("fieldwright, serde_json values, no schema", Box::new(move || plan(diff(black_box(before), after, none)))),
        ("fieldwright, serde_json values, keyed", Box::new(move || plan(diff(black_box(before), after, schema)))),
        ("fieldwright, its own values, no schema", Box::new(move || plan(diff(black_box(old), new, none)))),
        ("serde_json, ==", Box::new(move || _ = black_box(black_box(before) == black_box(after)))),
        ("fieldwright values, ==", Box::new(move || _ = black_box(black_box(old) == black_box(new)))),
        ("json-patch, diff", Box::new(move || drop(black_box(json_patch::diff(black_box(before), after))))),
        ("fieldwright, two texts, no schema", Box::new(move || plan(diff_texts(black_box(left), right, none)))),
        (
            "json-patch, two texts, parse and diff",
            Box::new(move || {
                let before: Serde = serde_json::from_str(black_box(left)).expect("JSON");
                let after: Serde = serde_json::from_str(black_box(right)).expect("JSON");
                drop(black_box(json_patch::diff(&before, &after)));
            }),
        ),
    ];
    Job { name, bytes: left.len(), peers }
}

fn diff_texts(before: &str, after: &str, schema: &Attached<'_>) -> Result<Plan, fieldwright::diff::DiffError> {
    let old = JsonDocument::parse_beside(before, after, &Limits::DEFAULT).expect("JSON");
    let new = JsonDocument::parse_beside_document(after, &old, &Limits::DEFAULT).expect("JSON");
    diff(old.root(), new.root(), schema)
}

/// A fleet's schema where a fleet stands.
pub fn attached_fleet() -> Attached<'static> {
    let schema: &'static Schema = leak(fleet_schema());
    let root = Address::parse(".", &Limits::DEFAULT).expect("an address");
    Attached::new(schema).with(&root, "fleet").expect("a type")
}

/// A merge patch replaces lists, so it does less than the schema-aware merge; it shows what copying the document costs.
fn lay_over(
    name: String,
    base: &'static Serde,
    over: &'static Serde,
    schema: &'static Attached<'static>,
) -> Job<'static> {
    let peers: Vec<Peer<'static>> = vec![
        (
            "fieldwright, keyed merge, the plan",
            Box::new(move || drop(black_box(merge(black_box(base), over, schema).expect("a plan")))),
        ),
        (
            "fieldwright, keyed merge, carried out",
            Box::new(move || {
                let mut result = base.clone();
                merge(black_box(base), over, schema).expect("a plan").apply(&mut result).expect("it fits");
                drop(black_box(result));
            }),
        ),
        (
            "json-patch, merge patch (replaces lists)",
            Box::new(move || {
                let mut result = base.clone();
                json_patch::merge(&mut result, black_box(over));
                drop(black_box(result));
            }),
        ),
        ("serde_json, clone", Box::new(move || drop(black_box(black_box(base).clone())))),
    ];
    Job { name, bytes: base.to_string().len(), peers }
}
