//! Merging an override over a base.

mod common;

use common::schema::*;
use common::strategies::*;
use fieldwright::diagnostic::{Code, Diagnose, Diagnostic};
use fieldwright::merge::{MergeErrorKind, merge};
use fieldwright::plan::Cause;
use fieldwright::schema::Attached;
use proptest::prelude::*;
use serde_json::{Value as Serde, json};

fn merged(base: &Serde, over: &Serde, schema: &Attached<'_>) -> Serde {
    applied(&merge(base, over, schema).unwrap_or_else(|error| panic!("{over} over {base}: {error}")), base)
}

fn refused(base: Serde, over: Serde, schema: &Attached<'_>) -> (Code, String, String) {
    let Diagnostic { code, location, other, .. } = merge(&base, &over, schema).expect_err(&over.to_string()).diagnose();
    (code, location.map(|at| at.to_string()).unwrap_or_default(), other.map(|at| at.to_string()).unwrap_or_default())
}

/// The four stories of a setting that changes where it comes from: what stands, what is laid over it, what is wanted.
fn stories() -> [(Serde, Serde, Serde); 4] {
    let from = |kind: &str, name: &str| json!({kind: {"name": name, "key": "k"}});
    [
        (
            json!([{"name": "TOKEN", "value": "plain", "x-own": 1}]),
            json!([{"name": "TOKEN", "valueFrom": from("secretKeyRef", "s")}]),
            json!([{"name": "TOKEN", "x-own": 1, "valueFrom": from("secretKeyRef", "s")}]),
        ),
        (
            json!([{"name": "TOKEN", "valueFrom": from("secretKeyRef", "s")}]),
            json!([{"name": "TOKEN", "value": "plain"}]),
            json!([{"name": "TOKEN", "value": "plain"}]),
        ),
        (
            json!([{"name": "TOKEN", "valueFrom": from("configMapKeyRef", "c")}]),
            json!([{"name": "TOKEN", "valueFrom": from("secretKeyRef", "s")}]),
            json!([{"name": "TOKEN", "valueFrom": from("secretKeyRef", "s")}]),
        ),
        (
            json!([{"name": "KEPT", "value": "1"}]),
            json!([{"name": "TOKEN", "valueFrom": from("secretKeyRef", "s")}, {"name": "PLAIN", "value": ""}]),
            json!([
                {"name": "KEPT", "value": "1"},
                {"name": "TOKEN", "valueFrom": from("secretKeyRef", "s")},
                {"name": "PLAIN", "value": ""},
            ]),
        ),
    ]
}

/// A document around a container, and where in it containers stand.
type Carrier = fn(Serde) -> Serde;

/// A name, what carries the entries, and where types are attached; `None` where the kind says it.
type Named = (&'static str, Carrier, Option<&'static [(&'static str, &'static str)]>);

fn carriers() -> Vec<Named> {
    vec![
        (
            "a container of a Pod",
            |container| json!({"apiVersion": "v1", "kind": "Pod", "spec": {"containers": [{"name": "side"}, container]}}),
            None,
        ),
        (
            "the runner of an engine",
            |runner| json!({"apiVersion": "example.io/v1", "kind": "Service", "spec": {"engine": {"runner": runner, "minReplicas": 1}}}),
            Some(&[(".spec.engine.runner", "container")]),
        ),
        (
            "the runners of a leader and a worker",
            |runner| json!({"spec": {"engine": {"leader": {"runner": runner}, "worker": {"size": 2, "runner": runner}}}}),
            Some(&[(".spec.engine.leader.runner", "container"), (".spec.engine.worker.runner", "container")]),
        ),
        (
            "a runtime over its parent",
            |container| json!({"kind": "Runtime", "spec": {"containers": [container], "supported": [{"name": "m"}]}}),
            Some(&[(".spec.containers", "containers")]),
        ),
    ]
}

#[test]
fn a_setting_changes_where_it_comes_from() {
    for (carrier, around, places) in carriers() {
        for (before, over, after) in stories() {
            let container = |env: Serde| json!({"name": "main", "env": env});
            let base = around(json!({"name": "main", "image": "i", "env": before, "x-own": {"a": 1}}));
            let schema = match places {
                Some(places) => {
                    places.iter().fold(Attached::new(fieldwright::schema::Schema::kubernetes()), |all, (place, ty)| {
                        with(all, place, ty)
                    })
                }
                None => by_kind(&base),
            };
            // An override says only what it changes.
            let mut over = around(container(over));
            if let Some(engine) = over.pointer_mut("/spec/engine").and_then(Serde::as_object_mut) {
                engine.remove("minReplicas");
            }
            let want = around(json!({"name": "main", "image": "i", "env": after, "x-own": {"a": 1}}));
            assert_eq!(merged(&base, &over, &schema), want, "{carrier}");
            let plan = merge(&base, &over, &schema).expect("a plan");
            let cleared = plan.assignments().iter().filter(|one| matches!(one.cause, Some(Cause::Excluded(_)))).count();
            let places = places.map_or(1, <[_]>::len);
            assert_eq!(cleared, if before[0]["name"] == "KEPT" { 0 } else { places }, "{carrier}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    /// A merge carried out twice is carried out once, and an empty override changes nothing.
    #[test]
    fn twice_is_once(base in pod_spec(), over in pod_spec()) {
        let schema = attached(".", "podSpec");
        let nothing = merge(&base, &json!({}), &schema);
        prop_assert!(nothing.is_ok_and(|plan| plan.is_empty()));
        match merge(&base, &over, &schema) {
            Ok(plan) => {
                let once = applied(&plan, &base);
                let again = merge(&once, &over, &schema).expect("a plan");
                prop_assert!(again.is_empty(), "{:?}", lines(&again));
            }
            Err(error) => {
                let known = matches!(
                    error.kind,
                    MergeErrorKind::EmptyKey { .. } | MergeErrorKind::DuplicateInBase { .. } | MergeErrorKind::DuplicateInOverride { .. }
                );
                prop_assert!(known, "{error}");
            }
        }
    }

    /// What the override does not name is not touched: every entry of the base keeps its own fields and its order.
    #[test]
    fn what_is_not_named_stays(base in pod_spec(), over in pod_spec()) {
        let schema = attached(".", "podSpec");
        let Ok(plan) = merge(&base, &over, &schema) else { return Ok(()) };
        let after = applied(&plan, &base);
        let (old, new) = (base["containers"].as_array(), after["containers"].as_array());
        for (old, new) in old.into_iter().flatten().zip(new.into_iter().flatten()) {
            prop_assert_eq!(old.get("name"), new.get("name"));
            let named = over["containers"].as_array().into_iter().flatten().any(|entry| entry["name"] == old["name"]);
            prop_assert!(named || old == new);
        }
    }

    /// Any override is taken or refused, never half.
    #[test]
    fn any_two_documents(base in document(), over in document()) {
        if let Ok(plan) = merge(&base, &over, &bare()) {
            let once = applied(&plan, &base);
            prop_assert!(merge(&once, &over, &bare()).is_ok_and(|plan| plan.is_empty()));
        }
    }
}

#[test]
fn an_override_that_sets_two_members_is_left_as_it_is_written() {
    let schema = attached(".", "container");
    let base = json!({"env": [{"name": "A", "valueFrom": {"fieldRef": {}}}], "livenessProbe": {"exec": {}}});
    let over = json!({"env": [{"name": "A", "value": "x", "valueFrom": {"secretKeyRef": {}, "fileKeyRef": {}}}]});
    assert_eq!(
        merged(&base, &over, &schema)["env"][0],
        json!({"name": "A", "value": "x", "valueFrom": {"secretKeyRef": {}, "fileKeyRef": {}}})
    );
    // A third that only the base has goes.
    let over = json!({"livenessProbe": {"httpGet": {}, "grpc": {}}});
    assert_eq!(merged(&base, &over, &schema)["livenessProbe"], json!({"httpGet": {}, "grpc": {}}));
}

#[test]
fn what_an_override_does_not_choose() {
    let schema = attached(".", "container");
    let both = json!({"env": [{"name": "A", "value": "x", "valueFrom": {}}], "image": "i"});
    assert_eq!(merged(&both, &json!({"image": "j"}), &schema)["env"], both["env"]);
    assert_eq!(merged(&both, &json!({"env": [{"name": "A", "x": 1}]}), &schema)["env"][0]["valueFrom"], json!({}));
    let value = json!({"env": [{"name": "A", "value": "x"}]});
    for nothing in [json!(null), json!({"fieldRef": null}), json!({"$patch": "delete"})] {
        let over = json!({"env": [{"name": "A", "valueFrom": nothing}]});
        assert_eq!(merged(&value, &over, &schema), value, "{nothing}");
    }
    for set in [json!({}), json!(""), json!(0)] {
        let over = json!({"env": [{"name": "A", "valueFrom": set}]});
        assert_eq!(merged(&value, &over, &schema)["env"][0], json!({"name": "A", "valueFrom": set}));
    }
}

#[test]
fn directives_mean_what_they_mean_in_kubernetes() {
    let schema = attached(".", "podSpec");
    let base = json!({
        "containers": [{"name": "a", "image": "i", "args": ["x"]}, {"name": "b", "x-own": 1}, {"name": "c"}],
        "volumes": [{"name": "v", "emptyDir": {}, "x-own": 1}],
        "securityContext": {"runAsUser": 1, "fsGroup": 2},
        "tolerations": [{"key": "k"}],
    });
    for (over, pointer, want) in [
        (
            json!({"containers": [{"name": "a", "$patch": "delete"}]}),
            "/containers",
            json!([{"name": "b", "x-own": 1}, {"name": "c"}]),
        ),
        (json!({"containers": [{"name": "z", "$patch": "delete"}]}), "/containers", base["containers"].clone()),
        (
            json!({"containers": [{"name": "a", "$patch": "replace", "image": "j"}]}),
            "/containers/0",
            json!({"name": "a", "image": "j"}),
        ),
        (
            json!({"containers": [{"name": "a", "$patch": "merge", "image": "j"}]}),
            "/containers/0",
            json!({"name": "a", "image": "j", "args": ["x"]}),
        ),
        (json!({"containers": [{"name": "z"}, {"$patch": "replace"}]}), "/containers", json!([{"name": "z"}])),
        (json!({"containers": [{"$patch": "replace"}]}), "/containers", json!([])),
        (json!({"securityContext": {"$patch": "delete"}}), "/securityContext", json!({})),
        (
            json!({"securityContext": {"$patch": "replace", "runAsGroup": 3}}),
            "/securityContext",
            json!({"runAsGroup": 3}),
        ),
        (
            json!({"securityContext": {"$patch": "merge", "runAsGroup": 3}}),
            "/securityContext",
            json!({"runAsUser": 1, "fsGroup": 2, "runAsGroup": 3}),
        ),
        (json!({"securityContext": {"$retainKeys": ["fsGroup"]}}), "/securityContext", json!({"fsGroup": 2})),
        (json!({"dnsConfig": {"$patch": "delete"}}), "", base.clone()),
        (json!({"tolerations": {"$patch": "delete"}}), "/volumes", base["volumes"].clone()),
        (
            json!({"volumes": [{"name": "v", "$retainKeys": ["name", "secret"], "secret": {"secretName": "s"}}]}),
            "/volumes/0",
            json!({"name": "v", "secret": {"secretName": "s"}}),
        ),
        (
            json!({"$setElementOrder/containers": [{"name": "c"}, {"name": "n"}, {"name": "a"}], "containers": [{"name": "n"}, {"name": "a", "image": "j"}]}),
            "/containers",
            json!([{"name": "b", "x-own": 1}, {"name": "c"}, {"name": "n"}, {"name": "a", "image": "j", "args": ["x"]}]),
        ),
        (json!({"$setElementOrder/containers": [{"name": "c"}]}), "/containers", base["containers"].clone()),
        // What is new has nothing to delete.
        (
            json!({"initContainers": [{"name": "n", "image": null, "$retainKeys": ["name"], "env": [{"name": "A", "$patch": "delete"}]}]}),
            "/initContainers",
            json!([{"name": "n", "env": []}]),
        ),
        (
            json!({"tolerations": [{"key": null, "operator": "Exists"}]}),
            "/tolerations",
            json!([{"key": null, "operator": "Exists"}]),
        ),
    ] {
        let after = merged(&base, &over, &schema);
        assert_eq!(after.pointer(pointer), Some(&want), "{over}");
    }
    assert_eq!(merged(&base, &json!({"tolerations": {"$patch": "delete"}}), &schema).get("tolerations"), None);
}

#[test]
fn directives_on_sets() {
    let schema = attached(".", "objectMeta");
    let base = json!({"finalizers": ["a", "b", "c"]});
    for (over, want) in [
        (json!({"finalizers": ["c", "d", "d"]}), json!(["a", "b", "c", "d"])),
        (json!({"$deleteFromPrimitiveList/finalizers": ["b", "z"]}), json!(["a", "c"])),
        (json!({"$deleteFromPrimitiveList/finalizers": ["b"], "finalizers": ["d"]}), json!(["a", "c", "d"])),
        (json!({"$setElementOrder/finalizers": ["c", "d", "a"], "finalizers": ["d"]}), json!(["b", "c", "d", "a"])),
        (
            json!({"$setElementOrder/finalizers": ["c", "a"], "$deleteFromPrimitiveList/finalizers": ["b"]}),
            json!(["c", "a"]),
        ),
    ] {
        assert_eq!(merged(&base, &over, &schema)["finalizers"], want, "{over}");
    }
    // Of a list that no schema knows the same is done.
    let over = json!({"$deleteFromPrimitiveList/l": [1]});
    assert_eq!(merged(&json!({"l": [1, 2]}), &over, &bare()), json!({"l": [2]}));
    assert_eq!(merged(&json!({"a": 1}), &over, &bare()), json!({"a": 1}));
}

#[test]
fn directives_that_are_none() {
    let schema = attached(".", "podSpec");
    let base = json!({"containers": [{"name": "a"}], "securityContext": {"$odd": 1}});
    for (over, place) in [
        (json!({"$pacth": "delete"}), ".[\"$pacth\"]"),
        (json!({"$patch": "remove"}), ".[\"$patch\"]"),
        (json!({"$patch": 1}), ".[\"$patch\"]"),
        (json!({"$retainKeys": "a"}), ".[\"$retainKeys\"]"),
        (json!({"$retainKeys": [1]}), ".[\"$retainKeys\"]"),
        (json!({"$retainKeys": ["volumes"], "hostNetwork": true}), ".[\"$retainKeys\"]"),
        (json!({"$setElementOrder/containers": {}}), ".[\"$setElementOrder/containers\"]"),
        (json!({"containers": [{"name": "a", "$patch": "foo"}]}), ".containers[0]"),
        (json!({"containers": [{"name": "z", "$foo": "foo"}]}), ".containers[0][\"$foo\"]"),
        (json!({"volumes": [{"name": "z", "x": {"$foo": "foo"}}]}), ".volumes[0].x[\"$foo\"]"),
    ] {
        let (code, at, _) = refused(base.clone(), over.clone(), &schema);
        assert_eq!((code, at.as_str()), (Code::UnknownDirective, place), "{over}");
    }
    // A member that the base has is one, whatever its name.
    let over = json!({"securityContext": {"$odd": 2}});
    assert_eq!(merged(&base, &over, &schema)["securityContext"], json!({"$odd": 2}));
}

#[test]
fn refusals_point_at_both_places() {
    let schema = attached(".", "podSpec");
    let base = || {
        json!({
            "containers": [{"name": "a", "env": [{"name": "A"}, {"name": "B"}, {"name": "A", "value": "2"}]}],
            "securityContext": {},
        })
    };
    let text = |code: Code, at: &str, other: &str| (code, at.to_string(), other.to_string());
    for (over, want) in [
        (json!({"securityContext": "x"}), text(Code::TypeMismatch, ".securityContext", ".securityContext")),
        (json!({"securityContext": []}), text(Code::TypeMismatch, ".securityContext", ".securityContext")),
        (json!({"containers": {}}), text(Code::TypeMismatch, ".containers", ".containers")),
        (
            json!({"containers": [{"name": "a", "env": ["A"]}]}),
            text(Code::TypeMismatch, ".containers[0].env", ".containers[0].env[0]"),
        ),
        (json!({"containers": [{"image": "i"}]}), text(Code::EmptyKey, ".containers[0]", ".containers")),
        (json!({"volumes": [{"emptyDir": {}}]}), text(Code::EmptyKey, ".volumes[0]", ".volumes")),
        (
            json!({"containers": [{"name": "b"}, {"name": "c"}, {"name": "b"}]}),
            text(Code::DuplicateKey, ".containers[2]", ".containers[0]"),
        ),
        (json!({"volumes": [{"name": "b"}, {"name": "b"}]}), text(Code::DuplicateKey, ".volumes[1]", ".volumes[0]")),
        (
            json!({"containers": [{"name": "a", "env": [{"name": "A", "value": "9"}]}]}),
            text(Code::DuplicateKey, ".containers[0].env[0]", ".containers[0].env[2]"),
        ),
        (json!("x"), text(Code::TypeMismatch, ".", ".")),
        (json!(null), text(Code::TypeMismatch, ".", ".")),
    ] {
        assert_eq!(refused(base(), over.clone(), &schema), want, "{over}");
    }
    // Another key of the list is fine.
    let over = json!({"containers": [{"name": "a", "env": [{"name": "B", "value": "9"}]}]});
    assert_eq!(merged(&base(), &over, &schema).pointer("/containers/0/env/1/value"), Some(&json!("9")));
}

#[test]
fn lists_without_a_key_are_replaced_and_null_deletes() {
    let base = json!({"l": [{"name": "a"}, 1], "m": {"a": 1, "b": null, "c": {}}, "n": null, "s": "x"});
    for (over, want) in [
        (json!({"l": [null, {"a": null}]}), json!({"l": [null, {"a": null}], "m": base["m"], "n": null, "s": "x"})),
        (json!({"m": {"a": null, "z": null}}), json!({"l": base["l"], "m": {"b": null, "c": {}}, "n": null, "s": "x"})),
        (
            json!({"n": {"a": {"b": null}}, "s": {"t": 1}}),
            json!({"l": base["l"], "m": base["m"], "n": {"a": {}}, "s": {"t": 1}}),
        ),
        (json!({"n": null, "x": null}), json!({"l": base["l"], "m": base["m"], "s": "x"})),
        (json!({"l": "x"}), json!({"l": "x", "m": base["m"], "n": null, "s": "x"})),
    ] {
        assert_eq!(merged(&base, &over, &bare()), want, "{over}");
    }
}

/// Wide objects and long lists are merged in one go over both.
#[test]
fn large_overrides_take_linear_time() {
    let entries =
        |value: &str| (0..20_000).map(|n| json!({"name": format!("N{n}"), "value": value})).collect::<Serde>();
    let base = json!({"env": entries("1")});
    let over = json!({"env": entries("2")});
    let plan = merge(&base, &over, &attached(".", "container")).expect("a plan");
    assert_eq!(plan.assignments().len(), 20_000);
    let members = |value: &str| (0..20_000).map(|n| (format!("k{n}"), json!(value))).collect::<serde_json::Map<_, _>>();
    let plan = merge(&json!(members("1")), &json!(members("2")), &bare()).expect("a plan");
    assert_eq!(plan.assignments().len(), 20_000);
}
