//! Plans in other forms, and back.

mod common;

use common::patch_laws::{self as laws, why};
use common::schema::{applied, attached, bare, value};
use common::strategies::{document, pod_spec};
use fieldwright::diagnostic::{Code, Diagnose};
use fieldwright::diff::diff;
use fieldwright::location::Location;
use fieldwright::merge::merge;
use fieldwright::plan::{Assignment, Cause, Expected, Inexpressible, Op, Plan};
use fieldwright::value::Value;
use proptest::prelude::*;
use serde_json::{Value as Serde, json};

fn serde(value: &Value) -> Serde {
    value.into()
}

fn set(place: &[&str], value: Serde) -> Assignment {
    Assignment::new(place.iter().fold(Location::root(), |at, key| at.child(*key)), Op::Set(Value::from(&value)))
}

fn plan(assignments: Vec<Assignment>) -> Plan {
    Plan::new(assignments).expect("no conflict")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_form_does_the_same(before in pod_spec(), after in pod_spec()) {
        laws::every_form_does_the_same(&before, &after);
    }

    #[test]
    fn patches_of_any_two_documents(before in document(), after in document()) {
        laws::patches_say_the_difference(&before, &after);
        laws::merge_patches_are_those_of_the_rfc(&before, &after);
    }
}

/// RFC 7396, appendix A.
#[test]
fn the_examples_of_rfc_7396() {
    for (target, patch, result) in [
        (json!({"a": "b"}), json!({"a": "c"}), json!({"a": "c"})),
        (json!({"a": "b"}), json!({"b": "c"}), json!({"a": "b", "b": "c"})),
        (json!({"a": "b"}), json!({"a": null}), json!({})),
        (json!({"a": "b", "b": "c"}), json!({"a": null}), json!({"b": "c"})),
        (json!({"a": ["b"]}), json!({"a": "c"}), json!({"a": "c"})),
        (json!({"a": "c"}), json!({"a": ["b"]}), json!({"a": ["b"]})),
        (json!({"a": {"b": "c"}}), json!({"a": {"b": "d", "c": null}}), json!({"a": {"b": "d"}})),
        (json!({"a": [{"b": "c"}]}), json!({"a": [1]}), json!({"a": [1]})),
        (json!(["a", "b"]), json!(["c", "d"]), json!(["c", "d"])),
        (json!({"a": "b"}), json!(["c"]), json!(["c"])),
        (json!({"a": "foo"}), json!(null), json!(null)),
        (json!({"a": "foo"}), json!("bar"), json!("bar")),
        (json!({"e": null}), json!({"a": 1}), json!({"e": null, "a": 1})),
        (json!([1, 2]), json!({"a": "b", "c": null}), json!({"a": "b"})),
        (json!({}), json!({"a": {"bb": {"ccc": null}}}), json!({"a": {"bb": {}}})),
    ] {
        let plan = Plan::from_merge_patch(&patch, &target).expect("a patch");
        assert_eq!(applied(&plan, &target), result, "{patch}");
    }
}

/// RFC 6902, appendix A: documents, patches and results.
#[test]
fn the_examples_of_rfc_6902() {
    for (document, patch, result) in [
        (
            json!({"foo": "bar"}),
            json!([{"op": "add", "path": "/baz", "value": "qux"}]),
            json!({"foo": "bar", "baz": "qux"}),
        ),
        (
            json!({"foo": ["bar", "baz"]}),
            json!([{"op": "add", "path": "/foo/1", "value": "qux"}]),
            json!({"foo": ["bar", "qux", "baz"]}),
        ),
        (json!({"baz": "qux", "foo": "bar"}), json!([{"op": "remove", "path": "/baz"}]), json!({"foo": "bar"})),
        (
            json!({"foo": ["bar", "qux", "baz"]}),
            json!([{"op": "remove", "path": "/foo/1"}]),
            json!({"foo": ["bar", "baz"]}),
        ),
        (json!({"baz": "qux"}), json!([{"op": "replace", "path": "/baz", "value": "boo"}]), json!({"baz": "boo"})),
        (
            json!({"foo": {"bar": "baz", "waldo": "fred"}, "qux": {"corge": "grault"}}),
            json!([{"op": "move", "from": "/foo/waldo", "path": "/qux/thud"}]),
            json!({"foo": {"bar": "baz"}, "qux": {"corge": "grault", "thud": "fred"}}),
        ),
        (
            json!({"foo": ["all", "grass", "cows", "eat"]}),
            json!([{"op": "move", "from": "/foo/1", "path": "/foo/3"}]),
            json!({"foo": ["all", "cows", "eat", "grass"]}),
        ),
        (
            json!({"baz": "qux", "foo": ["a", 2, "c"]}),
            json!([{"op": "test", "path": "/baz", "value": "qux"}, {"op": "test", "path": "/foo/1", "value": 2}]),
            json!({"baz": "qux", "foo": ["a", 2, "c"]}),
        ),
        (
            json!({"foo": "bar"}),
            json!([{"op": "add", "path": "/child", "value": {"grandchild": {}}}]),
            json!({"foo": "bar", "child": {"grandchild": {}}}),
        ),
        (
            json!({"foo": "bar"}),
            json!([{"op": "add", "path": "/baz", "value": "qux", "xyz": 123}]),
            json!({"foo": "bar", "baz": "qux"}),
        ),
        (json!({"/": 9, "~1": 10}), json!([{"op": "test", "path": "/~01", "value": 10}]), json!({"/": 9, "~1": 10})),
        (
            json!({"foo": ["bar"]}),
            json!([{"op": "add", "path": "/foo/-", "value": ["abc"]}]),
            json!({"foo": ["bar", ["abc"]]}),
        ),
        (
            json!({"a": {"b": 1}}),
            json!([{"op": "copy", "from": "/a", "path": "/a/c"}]),
            json!({"a": {"b": 1, "c": {"b": 1}}}),
        ),
        (json!({"a": 1}), json!([{"op": "replace", "path": "", "value": [1]}]), json!([1])),
        (json!({"a": 1}), json!([{"op": "move", "from": "/a", "path": "/a"}]), json!({"a": 1})),
    ] {
        let plan = Plan::from_json_patch(&value(&patch), &document).unwrap_or_else(|error| panic!("{patch}: {error}"));
        assert_eq!(applied(&plan, &document), result, "{patch}");
    }
}

#[test]
fn json_patches_that_fail() {
    let document = json!({"a": {"b": 1}, "l": [1, 2], "s": "x"});
    for (patch, code, place) in [
        (json!([{"op": "test", "path": "/a/b", "value": 2}]), Code::Stale, ".[0].path"),
        (json!([{"op": "test", "path": "/z", "value": 2}]), Code::Stale, ".[0].path"),
        (json!([{"op": "remove", "path": "/l/2"}]), Code::NoMatch, ".[0].path"),
        (json!([{"op": "add", "path": "/l/3", "value": 1}]), Code::NoMatch, ".[0].path"),
        (json!([{"op": "remove", "path": "/l/-"}]), Code::NoMatch, ".[0].path"),
        (json!([{"op": "replace", "path": "/l/01", "value": 1}]), Code::NoMatch, ".[0].path"),
        (json!([{"op": "replace", "path": "/l/99999999999999999999", "value": 1}]), Code::NoMatch, ".[0].path"),
        (json!([{"op": "add", "path": "/s/x", "value": 1}]), Code::NoMatch, ".[0].path"),
        (json!([{"op": "add", "path": "/n/x", "value": 1}]), Code::NoMatch, ".[0].path"),
        (json!([{"op": "move", "from": "/a", "path": "/a/b/c"}]), Code::InvalidPlan, ".[0].path"),
        (json!([{"op": "remove", "path": ""}]), Code::InvalidPlan, ".[0].path"),
        (json!([{"op": "remove", "path": "a"}]), Code::InvalidPlan, ".[0].path"),
        (json!([{"op": "remove", "path": "/a~2"}]), Code::InvalidPlan, ".[0].path"),
        (json!([{"op": "set", "path": "/a", "value": 1}]), Code::InvalidPlan, ".[0].op"),
        (json!([{"op": "add", "path": "/a"}]), Code::InvalidPlan, ".[0].value"),
        (json!([{"path": "/a"}]), Code::InvalidPlan, ".[0].op"),
        (json!([{"op": "test", "path": "/s", "value": "x"}, 7]), Code::InvalidPlan, ".[1]"),
        (json!({"op": "remove", "path": "/a"}), Code::InvalidPlan, "."),
    ] {
        let error = Plan::from_json_patch(&value(&patch), &document).expect_err(&patch.to_string()).diagnose();
        assert_eq!((error.code, error.location.map(|at| at.to_string()).as_deref()), (code, Some(place)), "{patch}");
    }
}

/// Every operation doubles the document, or nests it once more.
#[test]
fn copies_of_copies_are_bounded() {
    let wide: Vec<_> = (0..64).map(|n| json!({"op": "copy", "from": "", "path": format!("/k{n}")})).collect();
    let deep: Vec<_> = (0..600).map(|_| json!({"op": "copy", "from": "", "path": "/a"})).collect();
    for patch in [wide, deep] {
        let error = Plan::from_json_patch(&value(&json!(patch)), &json!({})).expect_err("too much");
        assert!(matches!(error.diagnose().code, Code::TooLarge | Code::TooDeep));
    }
}

#[test]
fn a_json_patch_tests_the_entry_before_it_touches_it() {
    let before = json!({"containers": [
        {"name": "a", "env": [{"name": "A", "value": "1"}], "args": ["x"]},
        {"name": "b", "ports": [{"containerPort": 80}, {"containerPort": 81, "protocol": "TCP"}]},
    ]});
    let after = json!({"containers": [
        {"name": "b", "ports": [{"containerPort": 80, "hostPort": 1}]},
        {"name": "c"},
    ]});
    let schema = attached(".", "podSpec");
    let plan = diff(&before, &after, &schema).expect("a plan");
    let patch = plan.to_json_patch(&before, &schema).expect("a patch");
    assert_eq!(
        serde(&patch),
        json!([
            {"op": "test", "path": "/containers/1/name", "value": "b"},
            {"op": "add", "path": "/containers/2", "value": {"name": "c"}},
            {"op": "test", "path": "/containers/1/name", "value": "b"},
            {"op": "test", "path": "/containers/1/ports/1/containerPort", "value": 81},
            {"op": "test", "path": "/containers/1/ports/1/protocol", "value": "TCP"},
            {"op": "remove", "path": "/containers/1/ports/1"},
            // The protocol is not written: the whole entry tells it from one with another.
            {"op": "test", "path": "/containers/1/ports/0", "value": {"containerPort": 80}},
            {"op": "add", "path": "/containers/1/ports/0/hostPort", "value": 1},
            {"op": "test", "path": "/containers/0/name", "value": "a"},
            {"op": "remove", "path": "/containers/0"},
        ])
    );
    let other = json!({"containers": [{"name": "b"}, {"name": "a"}]});
    assert_eq!(Plan::from_json_patch(&patch, &other).expect_err("stale").diagnose().code, Code::Stale);
}

#[test]
fn a_json_patch_adds_missing_parents_once() {
    let before = json!({"a": null});
    let plan =
        plan(vec![set(&["a", "x/y", "~"], json!(1)), set(&["a", "x/y", "z"], json!(null)), set(&["b"], json!([]))]);
    let patch = plan.to_json_patch(&before, &bare()).expect("a patch");
    assert_eq!(
        serde(&patch),
        json!([
            {"op": "replace", "path": "/a", "value": {}},
            {"op": "add", "path": "/a/x~1y", "value": {}},
            {"op": "add", "path": "/a/x~1y/~0", "value": 1},
            {"op": "add", "path": "/a/x~1y/z", "value": null},
            {"op": "add", "path": "/b", "value": []},
        ])
    );
}

#[test]
fn what_a_merge_patch_cannot_say() {
    let before = json!({"a": {"b": 1, "c": 2}, "l": [1, 2], "n": null});
    let says = |plan: Plan| plan.to_merge_patch(&before);
    assert_eq!(why(says(plan(vec![set(&["a", "b"], json!(null))])).expect_err("null")), Inexpressible::Null);
    assert_eq!(why(says(plan(vec![set(&["x"], json!({"y": {"z": null}}))])).expect_err("null")), Inexpressible::Null);
    let entry = Assignment::new(Location::root().child("l").child(0), Op::Remove);
    assert_eq!(why(says(plan(vec![entry])).expect_err("entry")), Inexpressible::ListEntry);
    let patch = says(plan(vec![set(&["a"], json!({"b": 1, "d": {}})), set(&["l"], json!([null]))])).expect("a patch");
    assert_eq!(serde(&patch), json!({"a": {"c": null, "d": {}}, "l": [null]}));
    let keep = says(plan(vec![set(&["n"], json!(null))])).expect("nothing changes");
    assert_eq!(serde(&keep), json!({}));
}

#[test]
fn a_strategic_patch_names_entries_by_their_keys() {
    let before = json!({"containers": [
        {"name": "a", "image": "i", "args": ["x"]}, {"name": "b", "env": [{"name": "A", "value": "1"}]}, {"name": "c"},
    ]});
    let after = json!({"containers": [
        {"name": "c", "x-own": 1}, {"name": "b", "env": [{"name": "A", "valueFrom": {}}]}, {"name": "d"},
    ]});
    let schema = attached(".", "podSpec");
    let plan = diff(&before, &after, &schema).expect("a plan");
    let patch = plan.to_strategic_patch(&before, &schema).expect("a patch");
    assert_eq!(
        serde(&patch),
        json!({
            "$setElementOrder/containers": [{"name": "c"}, {"name": "b"}, {"name": "d"}],
            "containers": [
                {"name": "c", "x-own": 1},
                {"name": "b", "env": [{"name": "A", "value": null, "valueFrom": {}}]},
                {"name": "d"},
                {"$patch": "delete", "name": "a"},
            ],
        })
    );
    assert_eq!(applied(&merge(&before, &patch, &schema).expect("a patch"), &before), after);
}

/// A document may break its groups, and a plan may leave it so: the patch does not repair it either.
#[test]
fn a_strategic_patch_keeps_what_the_plan_keeps() {
    let schema = attached(".spec", "podSpec");
    for (before, write) in [
        (json!({"env": [{"name": "A", "value": "1", "valueFrom": {"fieldRef": {}}}]}), set(&["value"], json!("2"))),
        (
            json!({"env": [{"name": "A", "value": "1", "valueFrom": {"fieldRef": {}}}]}),
            set(&["valueFrom", "x"], json!(1)),
        ),
        (json!({"env": [{"name": "A", "value": "1"}]}), set(&["valueFrom"], json!({}))),
    ] {
        let mut before = json!({"spec": {"containers": [before]}});
        before["spec"]["containers"][0]["name"] = json!("c");
        let entry = ["spec", "containers"].iter().fold(Location::root(), |at, key| at.child(*key)).child(0);
        let location = write.location.below(&entry.child("env").child(0));
        let plan = plan(vec![Assignment { location, ..write }]);
        let patch = plan.to_strategic_patch(&before, &schema).expect("a patch");
        let read = merge(&before, &patch, &schema).expect("a patch");
        assert_eq!(applied(&read, &before), applied(&plan, &before), "{patch}");
    }
    let schema = attached(".", "strategy");
    let before = json!({"type": "Recreate"});
    let plan = plan(vec![set(&["rollingUpdate"], json!({}))]);
    let patch = plan.to_strategic_patch(&before, &schema).expect("a patch");
    let read = merge(&before, &patch, &schema).expect("a patch");
    assert_eq!(applied(&read, &before), applied(&plan, &before));
    let same = self::plan(vec![set(&["rollingUpdate"], json!({}))]);
    let patch = same.to_strategic_patch(&json!({"type": "RollingUpdate"}), &schema).expect("a patch");
    assert_eq!(serde(&patch), json!({"rollingUpdate": {}}));
}

#[test]
fn a_strategic_patch_that_changes_a_type_is_said_only_where_it_merges() {
    let schema = attached(".", "podSpec");
    let values = [json!({"y": 1}), json!([1]), json!([]), json!({}), json!(3), json!("a"), json!(true)];
    let mut said = 0;
    // A map, a list with a key, a set, an atomic list, and what no schema knows.
    for field in ["securityContext", "containers", "finalizers", "args", "x"] {
        for (before, after) in values.iter().flat_map(|before| values.iter().map(move |after| (before, after))) {
            let (before, after) = (json!({field: before}), json!({field: after}));
            let Ok(plan) = diff(&before, &after, &schema) else { continue };
            match plan.to_strategic_patch(&before, &schema) {
                Ok(patch) => {
                    let read = merge(&before, &patch, &schema).unwrap_or_else(|error| panic!("{error}: {patch}"));
                    assert_eq!(applied(&read, &before), after, "{patch} on {before}");
                    said += 1;
                }
                Err(error) => assert_ne!(why(error), Inexpressible::Null, "{before} to {after}"),
            }
        }
    }
    assert!(said > 120, "{said}");
    let (before, after) = (json!({"x": {"y": 1}}), json!({"x": [1]}));
    let plan = diff(&before, &after, &schema).expect("a plan");
    assert_eq!(why(plan.to_strategic_patch(&before, &schema).expect_err("refused")), Inexpressible::OtherType);
}

#[test]
fn what_a_strategic_patch_cannot_say() {
    let schema = attached(".", "container");
    let says = |before: Serde, after: Serde| {
        let plan = diff(&before, &after, &schema).expect("a plan");
        plan.to_strategic_patch(&before, &schema)
    };
    let ports = |names: [&str; 2]| {
        let port = |protocol: &str, name: &str| json!({"containerPort": 80, "protocol": protocol, "name": name});
        json!({"ports": [port("TCP", names[0]), port("UDP", names[1])]})
    };
    for (before, after, want) in [
        (json!({}), json!({"image": null}), Inexpressible::Null),
        (json!({}), json!({"resources": {"limits": {"cpu": null}}}), Inexpressible::Null),
        (json!({}), json!({"$patch": "x"}), Inexpressible::Directive),
        (json!({}), json!({"x": {"$patch": "x"}}), Inexpressible::Directive),
        (json!({"x": [1]}), json!({"x": [1, 2]}), Inexpressible::ListEntry),
        (ports(["t", "u"]), ports(["t", "v"]), Inexpressible::MergeKeyTwice),
        (json!({"env": []}), json!({"env": [{"value": "1"}]}), Inexpressible::NoMergeKey),
        (json!({"env": [{"value": "1"}]}), json!({"env": []}), Inexpressible::NoMergeKey),
    ] {
        assert_eq!(why(says(before, after.clone()).expect_err(&after.to_string())), want, "{after}");
    }
    let patch = says(
        json!({"args": ["a"], "ports": [{"containerPort": 1}]}),
        json!({"args": [], "ports": [{"containerPort": 1, "name": "n"}]}),
    );
    assert_eq!(serde(&patch.expect("a patch")), json!({"args": [], "ports": [{"containerPort": 1, "name": "n"}]}));
}

#[test]
fn sets_and_replaced_lists_in_a_strategic_patch() {
    let schema = attached(".", "objectMeta");
    let (before, after) = (json!({"finalizers": ["a", "b", "c"]}), json!({"finalizers": ["c", "d", "a"]}));
    let plan = diff(&before, &after, &schema).expect("a plan");
    let patch = plan.to_strategic_patch(&before, &schema).expect("a patch");
    assert_eq!(patch.get("$deleteFromPrimitiveList/finalizers"), Some(&value(&json!(["b"]))));
    assert_eq!(applied(&merge(&before, &patch, &schema).expect("a patch"), &before), after);
    for twice in [json!({"finalizers": ["a", "b", "a"]}), json!({"finalizers": ["x", "x"]})] {
        let plan = diff(&before, &twice, &schema).expect("a plan");
        let error = plan.to_strategic_patch(&before, &schema).expect_err("a set holds each once");
        assert_eq!(why(error), Inexpressible::TwiceInSet);
    }
    // Of a list whose entries a patch does not join, all is said.
    let schema = attached(".", "resourceRequirements");
    let (before, after) = (json!({"claims": [{"name": "a"}, {"name": "b"}]}), json!({"claims": [{"name": "b"}]}));
    let plan = diff(&before, &after, &schema).expect("a plan");
    assert_eq!(serde(&plan.to_strategic_patch(&before, &schema).expect("a patch")), after);
}

#[test]
fn json_keeps_expectations_and_causes() {
    let place = Location::root().child("env").child(0);
    let assignments = vec![
        Assignment { expected: Some(Expected::Absent), ..set(&["a b"], json!({"x": null})) },
        Assignment {
            location: place.child("valueFrom"),
            op: Op::Remove,
            expected: Some(Expected::Value(value(&json!(null)))),
            cause: Some(Cause::Excluded(place.child("value"))),
        },
        Assignment { cause: Some(Cause::Chosen(place.clone())), ..set(&["type"], json!("RollingUpdate")) },
        Assignment::new(Location::root().child("l").child(2), Op::Insert(vec![value(&json!([1]))])),
    ];
    let json = plan(assignments).to_json();
    let read = Plan::from_json(&json).expect("a plan");
    assert_eq!(read.to_json(), json);
    assert_eq!(read.assignments()[1].cause, Some(Cause::Excluded(place.child("value"))));
    assert_eq!(read.assignments()[1].expected, Some(Expected::Value(Value::Null)));
}

#[test]
fn json_that_is_no_plan() {
    for (json, place) in [
        (json!({}), "."),
        (json!([1]), ".[0]"),
        (json!([{"op": "set", "location": ".a"}]), ".[0].value"),
        (json!([{"op": "del", "location": ".a"}]), ".[0].op"),
        (json!([{"location": ".a"}]), ".[0].op"),
        (json!([{"op": "set", "location": ".a[]", "value": 1}]), ".[0].location"),
        (json!([{"op": "set", "location": ".a?", "value": 1}]), ".[0].location"),
        (json!([{"op": "set", "location": ".a // 1", "value": 1}]), ".[0].location"),
        (json!([{"op": "insert", "location": ".a", "values": []}]), ".[0].location"),
        (json!([{"op": "insert", "location": ".a[0]", "values": {}}]), ".[0].values"),
        (json!([{"op": "set", "location": ".a", "vaule": 1}]), ".[0].vaule"),
        (json!([{"op": "remove", "location": ".a", "expected": {"absent": false}}]), ".[0].expected"),
        (json!([{"op": "remove", "location": ".a", "because": {"excluded": "a"}}]), ".[0].because.excluded"),
        (json!([{"op": "set", "location": ".a", "value": 1}, {"op": "remove", "location": ".a"}]), ".a"),
    ] {
        let error = Plan::from_json(&value(&json)).expect_err(&json.to_string()).diagnose();
        assert!(matches!(error.code, Code::InvalidPlan | Code::ConflictingWrites));
        assert_eq!(error.location.map(|at| at.to_string()).as_deref(), Some(place), "{json}");
    }
}
