//! The laws of a diff.

mod common;

use common::diff_laws::{check, pod_specs};
use common::schema::{applied, attached, bare, lines, value};
use common::strategies::{document, pod_spec};
use fieldwright::diagnostic::{Code, Diagnose};
use fieldwright::diff::{DiffErrorKind, diff};
use fieldwright::document::json::JsonDocument;
use fieldwright::document::{Document, Format, ReadOptions};
use fieldwright::limits::Limits;
use fieldwright::location::{Location, Segment};
use fieldwright::plan::Op;
use fieldwright::schema::Attached;
use fieldwright::value::{Found, Node, Value};
use proptest::prelude::*;
use serde_json::{Value as Serde, json};

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
        pod_specs(&before, &after);
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

fn duplicate(before: Serde, after: Serde, schema: &Attached<'_>) -> (String, String, bool) {
    let error = diff(&before, &after, schema).expect_err("a duplicate");
    assert_eq!(error.diagnose().code, Code::DuplicateKey);
    match error.kind {
        DiffErrorKind::DuplicateKey { second, in_after, .. } => {
            (error.location.to_string(), second.to_string(), in_after)
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_duplicate_key_is_left_alone_or_refused() {
    let schema = attached(".", "container");
    let env = |values: &[(&str, &str)]| json!({"env": values.iter().map(|(name, value)| json!({"name": name, "value": value})).collect::<Vec<_>>()});
    let twice = env(&[("A", "1"), ("B", "1"), ("A", "2")]);
    for (after, want) in [
        (env(&[("A", "1"), ("B", "2"), ("A", "2")]), &[".env[1].value = \"2\""][..]),
        (env(&[("A", "1"), ("A", "2")]), &["del(.env[1])"]),
        (env(&[("A", "1"), ("C", "1"), ("B", "1"), ("A", "2")]), &[".env[1] <- [{\"name\":\"C\",\"value\":\"1\"}]"]),
        (twice.clone(), &[]),
    ] {
        assert_eq!(lines(&check(&twice, &after, &schema)), want, "{after}");
    }
    let places = |in_after| (".env[0]".to_string(), ".env[2]".to_string(), in_after);
    for after in [
        env(&[("A", "1"), ("B", "1"), ("A", "3")]),
        env(&[("A", "1"), ("B", "1")]),
        env(&[("A", "2"), ("B", "1"), ("A", "1")]),
        env(&[("B", "1")]),
    ] {
        assert_eq!(duplicate(twice.clone(), after, &schema), places(false));
    }
    assert_eq!(duplicate(env(&[("A", "1"), ("B", "1")]), twice.clone(), &schema), places(true));
    // Without a schema they are entries like any other.
    check(&twice, &env(&[("A", "3")]), &bare());
}

#[test]
fn a_moved_entry_moves_with_all_it_has() {
    let schema = attached(".", "podSpec");
    let entry = |name: &str| json!({"name": name, "image": "i", "x-own": {"of": name}});
    let spec = |names: &[&str]| json!({"containers": names.iter().map(|name| entry(name)).collect::<Vec<_>>()});
    let plan = check(&spec(&["a", "b", "c", "d"]), &spec(&["d", "a", "b", "c"]), &schema);
    let inserted = format!(".containers[0] <- [{}]", value(&entry("d")));
    assert_eq!(lines(&plan), ["del(.containers[3])".to_string(), inserted]);
    // The key is not rewritten: another one is another entry.
    let plan = check(&spec(&["a", "b"]), &spec(&["a", "c"]), &schema);
    assert!(plan.assignments().iter().all(|one| !matches!(one.op, Op::Set(_))), "{:?}", lines(&plan));
}

#[test]
fn keys_with_a_default() {
    let schema = attached(".", "container");
    let port = |port: Serde| json!({"ports": [port]});
    let plain = port(json!({"containerPort": 80, "x": 1}));
    let plan = check(&plain, &port(json!({"containerPort": 80.0, "protocol": "TCP", "x": 1})), &schema);
    assert_eq!(lines(&plan), [".ports[0].protocol = \"TCP\""]);
    let plan = check(&plain, &port(json!({"containerPort": 80, "protocol": "UDP", "x": 1})), &schema);
    assert_eq!(plan.assignments().len(), 2);
    // An entry without a key is told from the others by all it has.
    let before = json!({"ports": [{"x": 1}, {"containerPort": 1}, 7]});
    let plan = check(&before, &json!({"ports": [{"x": 2}, {"containerPort": 1, "y": 1}, 7]}), &schema);
    assert!(lines(&plan).contains(&".ports[1].y = 1".to_string()), "{:?}", lines(&plan));
}

#[test]
fn atomic_lists_and_sets() {
    let pod = attached(".", "podSpec");
    let before = json!({"tolerations": [{"key": "a"}, {"key": "b"}]});
    let plan = check(&before, &json!({"tolerations": [{"key": "a"}]}), &pod);
    assert_eq!(lines(&plan), [".tolerations = [{\"key\":\"a\"}]"]);
    let meta = attached(".", "objectMeta");
    let plan = check(&json!({"finalizers": ["a", "b"]}), &json!({"finalizers": ["a", "c"]}), &meta);
    assert_eq!(
        lines(&plan),
        ["del(.finalizers[1])", ".finalizers[2] <- [\"c\"]"].into_iter().rev().collect::<Vec<_>>()
    );
}

#[test]
fn lists_by_equality_then_by_position() {
    for (before, after, want) in [
        (json!([1, 2, 3]), json!([0, 1, 9, 2, 3, 8]), &[".[3] <- [8]", ".[1] <- [9]", ".[0] <- [0]"][..]),
        (json!([1, 2, 3, 4]), json!([1, 5, 6, 4]), &[".[2] = 6", ".[1] = 5"]),
        (json!([1, 2, 3, 4]), json!([1, 9, 4]), &["del(.[2])", ".[1] = 9"]),
        (json!([1, 4]), json!([1, 8, 9, 4]), &[".[1] <- [8,9]"]),
        (json!([{"a": 1, "b": 2}, 7]), json!([{"a": 1, "b": 3}, 7]), &[".[0].b = 3"]),
        (json!([[1, 2], 7]), json!([[1], 7]), &["del(.[0][1])"]),
        (json!([1.0, "a"]), json!([1, "b"]), &[".[1] = \"b\""]),
        (json!([]), json!([null]), &[".[0] <- [null]"]),
        (json!([null]), json!([]), &["del(.[0])"]),
    ] {
        assert_eq!(lines(&check(&before, &after, &bare())), want, "{before} {after}");
    }
}

#[test]
fn members_keep_the_order_of_the_document() {
    let object = |text: &str| Value::Object(text.chars().map(|c| (c.to_string(), Value::Null)).collect());
    let with =
        |text: &str, value: &Serde| Value::Object(text.chars().map(|c| (c.to_string(), Value::from(value))).collect());
    let plan = diff(&object("dbac"), &with("yacxd", &json!(1)), &bare()).expect("a plan");
    assert_eq!(lines(&plan), [".d = 1", "del(.b)", ".a = 1", ".c = 1", ".y = 1", ".x = 1"]);
}

/// A member that stands twice in JSON text: what a reader sees counts, and it must not be written.
#[test]
fn members_that_stand_twice() {
    let options = ReadOptions {
        format: Format::Json,
        #[cfg(feature = "yaml")]
        dialect: fieldwright::document::Dialect::default(),
        limits: Limits::DEFAULT,
        addresses: None,
    };
    let parse = |text: &'static str| Document::parse(text, &options).expect("JSON");
    let before = parse(r#"{"a":1,"a":2,"b":{"c":1},"b":{"c":2}}"#);
    for (after, place) in [
        (r#"{"a":2,"b":{"c":2}}"#, None),
        (r#"{"b":{"c":2},"a":9,"a":2}"#, None),
        (r#"{"a":1,"a":2,"b":{"c":1},"b":{"c":2}}"#, None),
        (r#"{"a":2,"a":2,"b":{"c":1},"b":{"c":2}}"#, None),
        (r#"{"a":1,"b":{"c":2}}"#, Some(".a")),
        (r#"{"a":1,"a":1,"b":{"c":2},"b":{"c":2}}"#, Some(".a")),
        (r#"{"a":2}"#, Some(".b")),
        (r#"{"a":2,"b":{"c":3}}"#, Some(".b")),
    ] {
        let (text, after) = (after, parse(after));
        match (diff(before.root(0), after.root(0), &bare()), place) {
            (Ok(plan), None) => assert!(plan.is_empty(), "{text}"),
            (Err(error), Some(place)) => {
                assert_eq!((error.location.to_string().as_str(), error.kind), (place, DiffErrorKind::DuplicateMember));
            }
            (other, _) => panic!("{text}: {other:?}"),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    /// The same for any members: with keys that stand once or twice, in any order, with objects under them.
    #[test]
    fn members_that_stand_any_number_of_times(before in members(), after in members()) {
        let parse = |text: &str| JsonDocument::parse(text.to_owned(), &Limits::DEFAULT).expect("JSON");
        let (before, after) = (parse(&before), parse(&after));
        let (old, new) = (before.root().to_value(), after.root().to_value());
        match diff(before.root(), after.root(), &bare()) {
            Ok(plan) => {
                let text = before.apply(&plan).expect("it fits the text that it was made from");
                let written = parse(&text);
                prop_assert_eq!(written.root().to_value(), new.clone());
                prop_assert!(diff(written.root(), after.root(), &bare()).expect("no duplicate changes").is_empty());
                let mut result = old;
                plan.apply_to_value(&mut result).expect("it fits");
                prop_assert_eq!(result, new);
            }
            Err(error) => {
                prop_assert_eq!(error.kind, DiffErrorKind::DuplicateMember);
                let (last, inside) = error.location.split_last().expect("a member");
                let object = inside.iter().cloned().collect::<Location>().find(before.root()).expect("a place");
                let Segment::Key(key) = last else { panic!("{last}") };
                prop_assert!(matches!(object.member(key), Found::Twice(..)));
                prop_assert_ne!(old, new);
            }
        }
    }
}

/// What holds a member that stands twice can go, or be replaced, as a whole; a reader sees the last value of it.
#[test]
fn a_whole_that_holds_a_member_twice() {
    let parse = |text: &'static str| JsonDocument::parse(text, &Limits::DEFAULT).expect("JSON");
    let schema = attached(".", "podSpec");
    for (before, after, written) in [
        (r#"{"m":{"b":1,"a":0,"b":2}}"#, "{}", "{}"),
        (r#"{"l":[{"b":1,"b":2}]}"#, r#"{"l":[]}"#, r#"{"l":[]}"#),
        (r#"{"m":{"b":1,"b":2}}"#, r#"{"m":1}"#, r#"{"m":1}"#),
        (
            r#"{"tolerations":[{"key":"a"}]}"#,
            r#"{"tolerations":[{"key":"b","key":"a"}]}"#,
            r#"{"tolerations":[{"key":"a"}]}"#,
        ),
    ] {
        let (old, new) = (parse(before), parse(after));
        let plan = diff(old.root(), new.root(), &schema).expect("a plan");
        assert_eq!(old.apply(&plan).expect("it fits"), written);
    }
}

/// JSON text of an object, and some objects in it, whose few keys stand in any order, any number of times.
fn members() -> impl Strategy<Value = String> {
    let object = |value: BoxedStrategy<String>| {
        let member = ("[a-d]", value).prop_map(|(key, value)| format!("\"{key}\":{value}"));
        prop::collection::vec(member, 0..6).prop_map(|members| format!("{{{}}}", members.join(","))).boxed()
    };
    let scalar = (0..3).prop_map(|number: i32| number.to_string()).boxed();
    object(prop_oneof![3 => scalar.clone(), 1 => object(scalar)].boxed())
}

/// Long lists and wide objects with few changes take one walk; with many they still end.
#[test]
fn large_documents() {
    let list = |n: usize| (0..n).map(|n| json!({"n": n, "text": "x"})).collect::<Vec<_>>();
    let before = list(20_000);
    let mut after = before.clone();
    after.remove(10_000);
    after.insert(3, json!("new"));
    after[1800]["text"] = json!("y");
    let plan = diff(&json!(before), &json!(after), &bare()).expect("a plan");
    assert_eq!(plan.assignments().len(), 3);
    let mut turned = before.clone();
    turned.reverse();
    let plan = diff(&json!(before[..400]), &json!(turned), &bare()).expect("a plan");
    assert_eq!(applied(&plan, &json!(before[..400])), json!(turned));
    let named = |order: &dyn Fn(usize) -> usize| json!({"env": (0..800).map(|n| json!({"name": format!("N{}", order(n))})).collect::<Vec<_>>()});
    let (before, after) = (named(&|n| n), named(&|n| (n * 7) % 800));
    let plan = diff(&before, &after, &attached(".", "container")).expect("a plan");
    assert_eq!(applied(&plan, &before), after);
    let wide = |value: i32| (0..20_000).map(|n| (format!("k{n}"), json!(value))).collect::<serde_json::Map<_, _>>();
    let mut after = wide(2);
    after.insert("k".into(), json!(1));
    assert_eq!(diff(&json!(wide(1)), &json!(after), &bare()).expect("a plan").assignments().len(), 20_001);
}

/// A plan that was made for a list which has changed since is refused, and nothing of it is done.
#[test]
fn a_stale_plan_is_refused() {
    let schema = attached(".", "podSpec");
    let spec =
        |names: &[&str]| json!({"containers": names.iter().map(|name| json!({"name": name})).collect::<Vec<_>>()});
    let plan = diff(&spec(&["a", "b"]), &spec(&["b", "c"]), &schema).expect("a plan");
    for other in [spec(&["x", "a", "b"]), spec(&["b"]), spec(&["b", "a"]), spec(&["b", "c"])] {
        let mut document = other.clone();
        let refused = plan.apply(&mut document).expect_err("stale");
        assert!(matches!(refused.diagnose().code, Code::Stale | Code::IndexOutOfRange));
        assert_eq!(document, other);
    }
}

/// A value that is already there is a plan that was carried out before; but not where entries move by another part of it.
#[test]
fn what_is_done_already_is_stale_where_entries_move() {
    let schema = attached(".", "podSpec");
    let (a, b) = (json!({"name": "a"}), |image: &str| json!({"name": "b", "image": image}));
    let still = diff(&json!({"containers": [b("i")]}), &json!({"containers": [b("j")]}), &schema).expect("a plan");
    assert!(!still.apply(&mut json!({"containers": [b("j")]})).expect("done already"));
    let moving = diff(&json!({"containers": [a, b("i")]}), &json!({"containers": [b("j")]}), &schema).expect("a plan");
    let mut document = json!({"containers": [a, b("j")]});
    assert_eq!(moving.apply(&mut document).expect_err("stale").diagnose().code, Code::Stale);
    assert_eq!(document, json!({"containers": [a, b("j")]}));
}

/// Lists that are too unlike for a longest common part: what is equal at the ends is kept, and the law holds.
#[test]
fn lists_that_are_too_unlike() {
    let middle = |turned: bool| {
        let mut numbers: Vec<u32> = (10..9000).collect();
        if turned {
            numbers.reverse();
        }
        [vec![0, 1, 2], numbers, vec![9001, 9002]].concat()
    };
    let (before, after) = (json!(middle(false)), json!(middle(true)));
    let plan = diff(&before, &after, &bare()).expect("a plan");
    assert_eq!(applied(&plan, &before), after);
    let touches = |place: &str| plan.assignments().iter().any(|one| one.location.to_string() == place);
    for place in [".[0]", ".[1]", ".[2]", ".[8993]", ".[8994]"] {
        assert!(!touches(place), "{place}");
    }
}

/// The roots of JSON and of YAML texts are read alike, and which of several documents is meant is asked.
#[test]
fn documents_are_chosen_and_read() {
    use fieldwright::value::Node;
    let options = |format| ReadOptions {
        format,
        dialect: fieldwright::document::yaml::Dialect::Kubernetes,
        limits: Limits::DEFAULT,
        addresses: None,
    };
    let text = "{\"s\": \"t\\u0065xt\", \"b\": true, \"num\": 1.50, \"l\": [1, \"x\", null], \"o\": {\"k\": \"v\"}}";
    let want: Serde = serde_json::from_str(text).expect("JSON");
    let block = "s: text\nb: true\nnum: 1.50\nl: [1, x, null]\no:\n  k: v\n";
    for (format, text) in [(Format::Json, text), (Format::ByContent, block)] {
        let document = Document::parse(text, &options(format)).expect("a document");
        let root = document.root(0);
        assert_eq!(Serde::from(&root.to_value()), want);
        assert_eq!(root.member("s").last().and_then(Node::as_str).as_deref(), Some("text"));
        assert_eq!(root.member("b").last().and_then(Node::as_bool), Some(true));
        assert_eq!(root.member("l").last().map(Node::len), Some(3));
        assert_eq!(root.as_str(), None);
        assert_eq!(document.select(None).expect("the only one"), 0);
        assert_eq!(document.select(Some(0)).expect("the only one"), 0);
        assert_eq!(document.select(Some(1)).expect_err("none").diagnose().code, Code::AmbiguousDocument);
    }
    let stream = Document::parse("a: 1\n---\na: 2\n", &options(Format::ByContent)).expect("a stream");
    assert_eq!(stream.select(None).expect_err("which").diagnose().code, Code::AmbiguousDocument);
    assert_eq!((stream.select(Some(1)).expect("the second"), stream.count()), (1, 2));
    assert_eq!(stream.select(Some(2)).expect_err("none").diagnose().code, Code::AmbiguousDocument);
}
