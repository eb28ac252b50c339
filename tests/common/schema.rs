//! Documents and attachments that several test files use.
#![allow(dead_code)] // each test file uses some of them

use fieldwright::expression::Address;
use fieldwright::limits::Limits;
use fieldwright::plan::{Op, Plan};
use fieldwright::schema::{Attached, Schema};
use fieldwright::value::Value;
use proptest::prelude::*;
use serde_json::{Value as Serde, json};

/// Our value of a JSON text or literal.
pub fn value(json: &Serde) -> Value {
    Value::from(json)
}

/// The built-in schema with a type at a place.
pub fn attached(place: &str, type_name: &str) -> Attached<'static> {
    with(Attached::new(Schema::kubernetes()), place, type_name)
}

/// One more attachment.
pub fn with(attached: Attached<'static>, place: &str, type_name: &str) -> Attached<'static> {
    let address = Address::parse(place, &Limits::DEFAULT).expect("an address");
    attached.with(&address, type_name).expect("a type")
}

/// The built-in schema by the document's kind.
pub fn by_kind(document: &Serde) -> Attached<'static> {
    Attached::new(Schema::kubernetes()).by_kind(document)
}

/// No schema.
pub fn bare() -> Attached<'static> {
    Attached::new(Schema::none())
}

/// The document after the plan.
pub fn applied(plan: &Plan, document: &Serde) -> Serde {
    let mut document = document.clone();
    plan.apply(&mut document).expect("the plan fits");
    document
}

/// One line for each assignment, in plan order.
pub fn lines(plan: &Plan) -> Vec<String> {
    let line = |assignment: &fieldwright::plan::Assignment| {
        let place = &assignment.location;
        match &assignment.op {
            Op::Set(value) => format!("{place} = {value}"),
            Op::Remove => format!("del({place})"),
            Op::Insert(values) => format!("{place} <- {}", Value::Array(values.clone())),
        }
    };
    plan.assignments().iter().map(line).collect()
}

/// Scalars of few values, so that lists have equal entries.
pub fn scalar() -> impl Strategy<Value = Serde> {
    prop_oneof![
        Just(Serde::Null),
        any::<bool>().prop_map(Serde::from),
        (0..4i64).prop_map(Serde::from),
        Just(json!(1.0)),
        "[ab]{0,2}".prop_map(Serde::from),
    ]
}

/// Any document of few keys and values.
pub fn document() -> impl Strategy<Value = Serde> {
    scalar().prop_recursive(4, 40, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Serde::from),
            prop::collection::btree_map("[a-d]", inner, 0..5).prop_map(|members| members.into_iter().collect()),
        ]
    })
}

/// Entries of a keyed list: names of few, not always different, now and then none; fields that no schema knows.
fn entries(
    field: &'static str,
    name: impl Strategy<Value = Serde> + 'static,
    inner: BoxedStrategy<Serde>,
) -> BoxedStrategy<Serde> {
    let entry =
        (prop::option::weighted(0.97, name), inner, prop::option::of(0..3i32)).prop_map(move |(name, inner, own)| {
            let mut entry = inner;
            if let Some(members) = entry.as_object_mut() {
                members.extend(name.map(|name| (field.to_string(), name)));
                members.extend(own.map(|own| ("x-own".to_string(), json!(own))));
            }
            entry
        });
    prop::collection::vec(entry, 0..5).prop_map(Serde::from).boxed()
}

fn names() -> impl Strategy<Value = Serde> {
    "[a-f]".prop_map(Serde::from)
}

/// A pod spec with the lists that matter.
pub fn pod_spec() -> impl Strategy<Value = Serde> {
    let env = prop_oneof![
        Just(json!({})),
        (0..3i32).prop_map(|v| json!({"value": v.to_string()})),
        (0..2i32).prop_map(|v| json!({"valueFrom": {"secretKeyRef": {"name": "s", "key": v.to_string()}}})),
        (0..2i32).prop_map(|v| json!({"valueFrom": {"configMapKeyRef": {"name": "c", "key": v.to_string()}}})),
    ];
    let ports = prop_oneof![
        Just(json!({})),
        Just(json!({"protocol": "TCP"})),
        Just(json!({"protocol": "UDP"})),
        Just(json!({"hostPort": 1})),
    ];
    let args = prop::collection::vec("[ab]", 0..3);
    let env = prop::option::of(entries("name", names(), env.boxed()));
    let ports = prop::option::of(entries("containerPort", (80..84i32).prop_map(Serde::from), ports.boxed()));
    let container = (env, ports, prop::option::of(args)).prop_map(|(env, ports, args)| {
        let mut container = json!({"image": "i"});
        for (key, list) in [("env", env), ("ports", ports), ("args", args.map(Serde::from))] {
            if let Some(list) = list {
                container[key] = list;
            }
        }
        container
    });
    let volumes = prop_oneof![
        Just(json!({"emptyDir": {}})),
        Just(json!({"secret": {"secretName": "s"}})),
        Just(json!({"configMap": {"name": "c"}})),
    ];
    let volumes = prop::option::of(entries("name", names(), volumes.boxed()));
    (entries("name", names(), container.boxed()), volumes).prop_map(|(containers, volumes)| {
        let mut spec = json!({"containers": containers});
        if let Some(volumes) = volumes {
            spec["volumes"] = volumes;
        }
        spec
    })
}
