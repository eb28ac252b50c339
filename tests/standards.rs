//! The examples of the standards that places and patches follow: RFC 6901, RFC 9535, RFC 6902.
//!
//! `tests/cases/json_patch.jsonl` has a patch a line, in the manner of the public conformance suite for RFC 6902: what the
//! patch makes of its document, or the code of the refusal.

mod common;

use common::schema::value;
use fieldwright::diagnostic::Diagnose;
use fieldwright::expression::{Address, Intent, resolve};
use fieldwright::limits::Limits;
use fieldwright::location::Location;
use fieldwright::plan::Plan;
use serde_json::{Value as Serde, json};

#[test]
fn json_patches() {
    let mut count = 0;
    for line in include_str!("cases/json_patch.jsonl").lines() {
        let case: Serde = serde_json::from_str(line).expect("a case");
        let (why, document) = (&case["why"], &case["doc"]);
        let mut changed = document.clone();
        let plan = Plan::from_json_patch(&value(&case["patch"]), document);
        match case.get("refused").and_then(Serde::as_str) {
            Some(code) => assert_eq!(plan.expect_err(line).diagnose().code.as_str(), code, "{why}"),
            None => drop(plan.unwrap_or_else(|error| panic!("{why}: {error}")).apply(&mut changed).expect("it fits")),
        }
        let want = case.get("want").unwrap_or(document);
        assert_eq!(value(&changed), value(want), "{why}");
        if case["patch"].as_array().is_some_and(|patch| patch.iter().all(|one| one["op"].is_string())) {
            let operations = serde_json::from_value::<json_patch::Patch>(case["patch"].clone());
            let mut theirs = document.clone();
            let done = operations.is_ok_and(|patch| json_patch::patch(&mut theirs, &patch).is_ok());
            // Numbers are equal by their text to it.
            assert!(done == case.get("want").is_some() || line.contains("by their value"), "{why}: another reader");
        }
        count += 1;
    }
    assert!(count > 90, "{count}");
}

/// RFC 6901, section 5: every pointer of the example, as the location that it names.
#[test]
fn pointers_of_rfc_6901() {
    let document = json!({
        "foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\j": 5, "k\"l": 6, " ": 7, "m~n": 8
    });
    for (address, pointer, wanted) in [
        (".", "", &document),
        (".foo", "/foo", &document["foo"]),
        (".foo[0]", "/foo/0", &json!("bar")),
        (r#".[""]"#, "/", &json!(0)),
        (r#".["a/b"]"#, "/a~1b", &json!(1)),
        (r#".["c%d"]"#, "/c%d", &json!(2)),
        (r#".["e^f"]"#, "/e^f", &json!(3)),
        (r#".["g|h"]"#, "/g|h", &json!(4)),
        (r#".["i\\j"]"#, "/i\\j", &json!(5)),
        (r#".["k\"l"]"#, "/k\"l", &json!(6)),
        (r#".[" "]"#, "/ ", &json!(7)),
        (r#".["m~n"]"#, "/m~0n", &json!(8)),
    ] {
        let parsed = Address::parse(address, &Limits::DEFAULT).expect("an address");
        let places = resolve(&parsed, &document, Intent::Read, &Limits::DEFAULT).expect("a place");
        assert_eq!(places[0].location.to_pointer(), pointer);
        assert_eq!(places[0].location.to_string(), address);
        assert_eq!(document.pointer(pointer), Some(wanted));
        assert_eq!(places[0].node, Some(wanted));
    }
}

/// RFC 9535, section 2.7: the table of normalized paths, and what its grammar says of each character.
#[test]
fn normalized_paths_of_rfc_9535() {
    let path = |keys: &[&str]| keys.iter().fold(Location::root(), |at, key| at.child(*key)).to_normalized_path();
    assert_eq!(path(&[]), "$");
    assert_eq!(path(&["a"]), "$['a']");
    assert_eq!(Location::root().child(1).to_normalized_path(), "$[1]");
    assert_eq!(Location::root().child("a").child("b").child(1).to_normalized_path(), "$['a']['b'][1]");
    assert_eq!(path(&["\u{b}"]), "$['\\u000b']");
    assert_eq!(path(&["\u{61}"]), "$['a']");
    for (key, escaped) in [
        ("'", "\\'"),
        ("\\", "\\\\"),
        ("\u{8}", "\\b"),
        ("\t", "\\t"),
        ("\n", "\\n"),
        ("\u{c}", "\\f"),
        ("\r", "\\r"),
        ("\0", "\\u0000"),
        ("\u{1f}", "\\u001f"),
        ("\"", "\""),
        ("/", "/"),
        ("\u{7f}", "\u{7f}"),
        ("\u{1f600}", "\u{1f600}"),
        ("", ""),
    ] {
        assert_eq!(path(&[key]), format!("$['{escaped}']"));
    }
}
