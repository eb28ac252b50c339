//! The forms of a record, text by text.

use fieldwright::applied::{Applied, AppliedKeys, Before, Digest, FieldSet, Fingerprint, Form, Record, Wrote};
use fieldwright::location::Location;
use fieldwright::value::Value;
use serde_json::{Value as Serde, json};

fn place() -> Location {
    Location::root().child("metadata").child("labels")
}

fn parse(text: &str) -> Record {
    Record::parse(text, &place(), &json!({})).expect(text)
}

fn write(form: Form, keys: &AppliedKeys) -> String {
    let record = Record { keys: AppliedKeys::new(), form, text: true };
    let written = record.written(keys, &place(), &json!({})).expect("fits");
    written.as_str().expect("text").to_owned()
}

fn wrote(key: &str, value: Serde) -> AppliedKeys {
    let mut keys = AppliedKeys::new();
    keys.insert(key, Applied { wrote: Wrote::Value((&value).into()), before: None });
    keys
}

const FACTS: Form = Form::List { facts: true, digests: false };

#[test]
fn the_documented_records_are_read_and_written_as_they_stand() {
    let text = include_str!("../docs/applied-keys.md");
    let block = text.split("```record\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a block");
    assert!(block.lines().count() >= 10);
    for line in block.lines() {
        let record = parse(line);
        assert_eq!(write(record.form.clone(), &record.keys), line);
    }
    assert!(text.contains(&Digest::of(&json!("1")).to_string()));
    assert!(text.contains(Fingerprint::of_map(&json!({})).as_str()));
}

#[test]
fn each_form_of_the_same_keys() {
    let mut keys = wrote("team", json!("1"));
    keys.insert("a/b", Applied { wrote: Wrote::Value("".into()), before: None });
    keys.set_created(true);
    for (form, text) in [
        (Form::Names, "/created,a/b,team"),
        (Form::Digests, "/created,a/b=e05b47b45c9fa280,team=7877e7dfb66d983b"),
        (Form::LIST, r#"["a/b","team"]"#),
        (FACTS, r#"["a/b","team",{"created":true}]"#),
        (Form::VALUES, r#"{"a/b":"","team":"1"}"#),
        (Form::Values { facts: true }, r#"{"/":{"created":true},"a/b":"","team":"1"}"#),
        (Form::Fields(FieldSet::default()), r#"{"f:metadata":{"f:labels":{".":{},"f:a/b":{},"f:team":{}}}}"#),
    ] {
        assert_eq!(write(form.clone(), &keys), text);
        let read: Vec<_> = parse(text).keys.iter().map(|(key, _)| key.to_owned()).collect();
        assert_eq!(read, ["a/b", "team"]);
    }
}

#[test]
fn no_keys_keep_their_form() {
    for (form, text) in [
        (Form::Names, ""),
        (Form::Digests, "/digests"),
        (Form::LIST, "[]"),
        (FACTS, "[{}]"),
        (Form::List { facts: true, digests: true }, r#"[{"digests":{}}]"#),
        (Form::VALUES, "{}"),
        (Form::Values { facts: true }, r#"{"/":{}}"#),
    ] {
        assert_eq!(write(form.clone(), &AppliedKeys::new()), text);
        assert_eq!(parse(text).form, form);
        assert!(parse(text).keys.is_empty());
    }
}

#[test]
fn a_key_that_is_not_plain_makes_names_a_list() {
    for key in ["a,b", "", " a", "/a", "a=b", "\u{e9}", "[a"] {
        let text = write(Form::Names, &wrote(key, json!("1")));
        assert_eq!(text, format!("[{},{{}}]", Value::from(key)));
        let text = write(Form::Digests, &wrote(key, json!("1")));
        assert_eq!(parse(&text).keys.get(key).map(|a| a.wrote.digest()), Some(Some(Digest::of(&json!("1")))));
    }
    assert_eq!(write(Form::Names, &wrote("app.kubernetes.io/name_1-x", json!(1))), "app.kubernetes.io/name_1-x");
}

#[test]
fn keys_that_look_like_something_else_are_escaped_among_values() {
    let mut keys = wrote("/x", json!(2));
    keys.insert("-", wrote("-", json!(1)).get("-").expect("recorded").clone());
    keys.set_created(true);
    assert_eq!(write(Form::Values { facts: true }, &keys), r#"{"-":1,"/":{"created":true},"//x":2}"#);
    for key in ["/", "/x", "//x", "f:x", ".", "k:{}", "v:1", "i:0"] {
        let keys = wrote(key, json!({}));
        let text = write(Form::VALUES, &keys);
        assert_eq!(text, format!("{{{}:{{}}}}", Value::from(format!("/{key}").as_str())));
        assert_eq!(parse(&text).keys, keys);
    }
}

#[test]
fn an_operators_value_is_never_dropped() {
    let mut keys = AppliedKeys::new();
    assert_eq!((keys.len(), keys.is_empty()), (0, true));
    keys.insert("team", Applied { wrote: Wrote::Value("mine".into()), before: None });
    keys.insert("team", Applied { wrote: Wrote::Value("other".into()), before: None });
    keys.insert("tier", Applied { wrote: Wrote::Value("mine".into()), before: None });
    assert_eq!((keys.len(), keys.is_empty()), (2, false));
    let mut keys = AppliedKeys::new();
    let before = Some(Before::Value(Value::Null));
    keys.insert("app", Applied { wrote: Wrote::Value("mine".into()), before });
    for (form, text) in [
        (Form::Names, r#"["app",{"before":{"app":{"value":null}}}]"#),
        (Form::LIST, r#"["app",{"before":{"app":{"value":null}}}]"#),
        (Form::VALUES, r#"{"/":{"before":{"app":{"value":null}}},"app":"mine"}"#),
    ] {
        assert_eq!(write(form, &keys), text);
        assert_eq!(parse(text).keys.get("app").expect("recorded").before, Some(Before::Value(Value::Null)));
    }
}

/// A fact that is not one is an error, not a guess.
#[test]
fn facts_that_are_none_are_refused() {
    for before in [r#"{"other":1}"#, r#"{"value":1,"more":2}"#, "1", "null", "[]", r#""x""#, "true"] {
        for text in [
            format!(r#"["app",{{"before":{{"app":{before}}}}}]"#),
            format!(r#"{{"/":{{"before":{{"app":{before}}}}},"app":"mine"}}"#),
        ] {
            assert!(Record::parse(&text, &place(), &json!({})).is_err(), "{text}");
        }
    }
    for facts in [
        r#"{"before":1}"#,
        r#"{"before":{"none":{}}}"#,
        r#"{"created":1}"#,
        r#"{"created":null}"#,
        r#"{"unknown":true}"#,
        r#"{"digests":1}"#,
        r#"{"digests":{"app":1}}"#,
        r#"{"digests":{"app":"x"}}"#,
        r#"{"digests":{"none":"sha256:0"}}"#,
    ] {
        for text in [format!(r#"["app",{facts}]"#), format!(r#"{{"/":{facts},"app":"mine"}}"#)] {
            assert!(Record::parse(&text, &place(), &json!({})).is_err(), "{text}");
        }
    }
    assert_eq!(
        parse(r#"["app",{"before":{"app":{}}}]"#).keys.get("app").expect("recorded").before,
        Some(Before::Absent)
    );
}

#[test]
fn values_that_are_not_known_are_not_made_up() {
    let names: AppliedKeys = ["a"].into_iter().collect();
    assert_eq!(write(Form::VALUES, &names), r#"["a",{"digests":{}}]"#);
    assert_eq!(write(Form::Digests, &names), "/digests,a");
    assert_eq!(parse("/digests,a").form, Form::Digests);
    assert_eq!(parse(" team , tier\n").keys, parse("team,tier").keys);
    assert_eq!(parse("a,a").keys, names);
}

#[test]
fn values_are_those_of_json() {
    let record = parse(r#"{"a":"1","n":1.00,"o":{"x":[null]},"big":12345678901234567890123}"#);
    assert!(write(Form::VALUES, &record.keys).contains("12345678901234567890123"), "numbers keep their spelling");
    let expected: Vec<(&str, Serde)> = vec![("a", json!("1")), ("n", json!(1)), ("o", json!({"x": [null]}))];
    for (key, value) in expected {
        assert_eq!(record.keys.get(key).expect(key).wrote, Wrote::Value((&value).into()));
    }
}
