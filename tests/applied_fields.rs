//! Managed fields as a record.

use fieldwright::applied::{
    AppliedKeys, FieldSet, Owners, Precedence, RecordPlace, manager_fields, reconcile_recorded,
};
use fieldwright::diagnostic::{Code, Diagnose};
use fieldwright::location::Location;
use fieldwright::value::Value;
use serde_json::{Value as Serde, json};
use std::collections::BTreeMap;

fn labels() -> Location {
    Location::root().child("metadata").child("labels")
}

fn keys(fields: &Serde, map: &Location, document: &Serde) -> Vec<String> {
    let record = FieldSet::read(fields).expect("fields").applied(map, document);
    record.iter().map(|(key, _)| key.to_owned()).collect()
}

/// An object as an API server keeps it: one manager applied, another updated.
fn object() -> Serde {
    json!({
        "metadata": {
            "labels": {"team": "a", "tier": "x", "injected": "1"},
            "managedFields": [
                {"manager": "sidecar", "operation": "Update", "fieldsType": "FieldsV1",
                 "fieldsV1": {"f:metadata": {"f:labels": {"f:injected": {}}}}},
                {"manager": "deployer", "operation": "Apply", "fieldsType": "FieldsV1",
                 "fieldsV1": {
                     "f:metadata": {"f:labels": {"f:team": {}, "f:tier": {}}},
                     "f:spec": {"f:replicas": {}, "f:list": {"k:{\"name\":\"main\"}": {".": {}, "f:name": {}}}}
                 }},
                {"manager": "deployer", "operation": "Update", "subresource": "status", "fieldsType": "FieldsV1",
                 "fieldsV1": {"f:status": {}}}
            ]
        }
    })
}

fn reconciled(document: &mut Serde, manager: &str, desired: Serde, owners: &Owners) -> Result<(), Code> {
    let place = manager_fields(&*document, manager).map_err(|e| e.diagnose().code)?.expect("a manager");
    let place = RecordPlace::new(place, None).expect("the object's own");
    let desired: BTreeMap<String, Value> =
        desired.as_object().expect("an object").iter().map(|(key, value)| (key.clone(), value.into())).collect();
    let done = reconcile_recorded(&*document, &labels(), &desired, &place, None, owners);
    done.map_err(|error| error.diagnose().code)?.reconciled.plan.apply(document).expect("made for this document");
    Ok(())
}

#[test]
fn a_record_of_server_side_apply_serves() {
    let mut document = object();
    reconciled(&mut document, "deployer", json!({"team": "b", "zone": "z"}), &Owners::default()).expect("fields");
    assert_eq!(document["metadata"]["labels"], json!({"team": "b", "zone": "z", "injected": "1"}));
    let mut want = object();
    want["metadata"]["labels"] = document["metadata"]["labels"].clone();
    want["metadata"]["managedFields"][1]["fieldsV1"]["f:metadata"] = json!({"f:labels": {"f:team": {}, "f:zone": {}}});
    assert_eq!(document, want, "nothing else moves");
    reconciled(&mut document, "deployer", json!({}), &Owners::default()).expect("fields");
    assert_eq!(document["metadata"]["labels"], json!({"injected": "1"}));
    let left = &document["metadata"]["managedFields"][1]["fieldsV1"];
    assert_eq!(left, &json!({"f:spec": object()["metadata"]["managedFields"][1]["fieldsV1"]["f:spec"]}));
    let settled = document.clone();
    reconciled(&mut document, "deployer", json!({}), &Owners::default()).expect("fields");
    assert_eq!(document, settled);
}

#[test]
fn a_manager_is_found_once_or_not_at_all() {
    let place = |object: &Serde, manager| manager_fields(object, manager).map(|place| place.map(|p| p.to_string()));
    let document = object();
    assert_eq!(place(&document, "deployer"), Ok(Some(".metadata.managedFields[1].fieldsV1".into())));
    assert_eq!(place(&document, "sidecar"), Ok(Some(".metadata.managedFields[0].fieldsV1".into())));
    assert_eq!(place(&document, "nobody"), Ok(None));
    assert_eq!(place(&json!({}), "nobody"), Ok(None));
    let mut twice = object();
    twice["metadata"]["managedFields"][0] = twice["metadata"]["managedFields"][1].clone();
    let error = place(&twice, "deployer").expect_err("two of them").diagnose();
    assert_eq!(error.code, Code::InvalidRecord);
    assert!(error.message.contains("managedFields[0]"), "{}", error.message);
}

#[test]
fn the_map_itself_says_that_we_created_it() {
    let fields = FieldSet::read(&json!({"f:metadata": {"f:labels": {".": {}, "f:a": {}}}})).expect("fields");
    let record = fields.applied(&labels(), &json!({}));
    assert!(record.created());
    let none = fields.with_applied(&AppliedKeys::new(), &labels(), &json!({})).expect("fits");
    assert_eq!(none.to_value(), (&json!({})).into());
    let mut document = json!({"metadata": {
        "labels": {"a": "1"},
        "managedFields": [{"manager": "m", "operation": "Apply", "fieldsV1": Serde::from(&fields.to_value())}],
    }});
    reconciled(&mut document, "m", json!({}), &Owners::default()).expect("fields");
    let entry = json!({"manager": "m", "operation": "Apply", "fieldsV1": {}});
    assert_eq!(document, json!({"metadata": {"managedFields": [entry]}}));
    reconciled(&mut document, "m", json!({"b": "2"}), &Owners::default()).expect("empty fields are fields");
    let written = &document["metadata"]["managedFields"][0]["fieldsV1"];
    assert_eq!(written, &json!({"f:metadata": {"f:labels": {".": {}, "f:b": {}}}}));
}

#[test]
fn part_of_a_value_is_not_the_value() {
    let fields =
        json!({"f:metadata": {"f:labels": {"f:whole": {}, "f:part": {"f:x": {}}, "f:both": {".": {}, "f:x": {}}}}});
    assert_eq!(keys(&fields, &labels(), &json!({})), ["both", "whole"]);
    let kept: AppliedKeys = ["both", "part"].into_iter().collect();
    let after = FieldSet::read(&fields).expect("fields").with_applied(&kept, &labels(), &json!({})).expect("fits");
    let want = json!({"f:metadata": {"f:labels": {
        "f:part": {".": {}, "f:x": {}}, "f:both": {".": {}, "f:x": {}},
    }}});
    assert_eq!(after.to_value(), (&want).into());
}

#[test]
fn entries_of_lists_are_found_by_key_value_or_index() {
    let document = json!({"l": [{"name": "b", "m": {}}, {"name": "a", "m": {}}], "v": [3, {"m": 1}]});
    let map = |list: &str, index: usize| Location::root().child(list).child(index).child("m");
    let fields = json!({"f:l": {"k:{\"name\":\"a\"}": {"f:m": {"f:x": {}}}}, "f:v": {"i:1": {"f:m": {"f:y": {}}}}});
    assert_eq!(keys(&fields, &map("l", 1), &document), ["x"]);
    assert_eq!(keys(&fields, &map("l", 0), &document), Vec::<String>::new());
    assert_eq!(keys(&fields, &map("v", 1), &document), ["y"]);
    assert_eq!(keys(&fields, &map("l", 9), &document), Vec::<String>::new());
    // A new entry is named as its neighbours are; without one nothing says how.
    let record: AppliedKeys = ["z"].into_iter().collect();
    let set = FieldSet::read(&fields).expect("fields");
    let after = set.with_applied(&record, &map("l", 0), &document).expect("by name").to_value();
    let mut want = fields.clone();
    want["f:l"]["k:{\"name\":\"b\"}"] = json!({"f:m": {"f:z": {}}});
    assert_eq!(after, (&want).into());
    let error = set.with_applied(&record, &map("v", 0), &document).expect_err("no key fields").diagnose();
    assert_eq!(error.code, Code::Inexpressible);
    assert_eq!(set.with_applied(&AppliedKeys::new(), &map("v", 0), &document).expect("nothing to say"), set);
}

#[test]
fn an_operators_value_has_no_place_in_them() {
    let owners = Owners { protected: ["team".into()].into(), precedence: Precedence::User };
    let mut document = object();
    document["metadata"]["managedFields"][1]["fieldsV1"] = json!({"f:spec": {}});
    let before = document.clone();
    assert_eq!(reconciled(&mut document, "deployer", json!({"team": "b"}), &owners), Err(Code::Inexpressible));
    assert_eq!(document, before);
}

#[test]
fn what_is_no_fields_is_refused_with_its_place() {
    for (fields, place) in [
        (json!({"f:a": 5}), ".[\"f:a\"]"),
        (json!({"x:a": {}}), ".[\"x:a\"]"),
        (json!({"f:a": {".": {"f:b": {}}}}), ".[\"f:a\"][\".\"]"),
        (json!({"k:[1]": {}}), ".[\"k:[1]\"]"),
        (json!({"k:{}": {}}), ".[\"k:{}\"]"),
        (json!({"v:x y": {}}), ".[\"v:x y\"]"),
        (json!({"i:-1": {}}), ".[\"i:-1\"]"),
        (json!([]), "."),
    ] {
        let error = FieldSet::read(&fields).expect_err("not fields").diagnose();
        assert_eq!(error.code, Code::InvalidRecord);
        assert!(error.message.contains(&format!("`{place}`")), "{}", error.message);
    }
    let fields = json!({"f:a": {".": {}, "f:b": {}}, "f:s": {"v:1": {}, "v:\"x\"": {}, "i:0": {}}});
    assert_eq!(FieldSet::read(&fields).expect("fields").to_value(), (&fields).into());
}
