//! How plain scalars are read, against what kubectl makes of them, and what a string needs to stay one.

use fieldwright::document::yaml::{Dialect, YamlErrorKind, YamlStream, print};
use fieldwright::limits::Limits;
use fieldwright::location::Location;
use fieldwright::plan::{Assignment, Op, Plan};
use fieldwright::value::Value;

const TABLE: &str = include_str!("data/yaml/scalars.tsv");

fn rows() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    TABLE.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let mut cells = line.split('\t');
        let mut cell = || cells.next().expect("a row has three cells");
        (cell(), cell(), cell())
    })
}

fn parse(text: &str, dialect: Dialect) -> Result<YamlStream, YamlErrorKind> {
    YamlStream::parse(text, dialect, &Limits::DEFAULT).map_err(|error| error.kind)
}

fn value(text: &str, dialect: Dialect) -> Result<Value, YamlErrorKind> {
    parse(text, dialect).map(|stream| stream.documents().next().expect("one").root().clone())
}

#[test]
fn values_are_what_kubectl_reads() {
    for (text, json, _) in rows() {
        match json {
            "-" => assert_eq!(value(&format!("a: {text}\n"), Dialect::Kubernetes), Err(YamlErrorKind::NonFiniteNumber)),
            json => {
                let wanted: serde_json::Value = serde_json::from_str(json).expect("the table holds JSON");
                let read = value(&format!("a: {text}\n"), Dialect::Kubernetes).expect(text);
                assert_eq!(read.get("a"), Some(&Value::from(&wanted)), "{text}");
            }
        }
    }
}

#[test]
fn keys_are_what_kubectl_reads() {
    for (text, _, key) in rows().filter(|(_, _, key)| *key != "-") {
        let read = value(&format!("? {text}\n: 1\n"), Dialect::Kubernetes).expect(text);
        assert_eq!(read.get(key), Some(&Value::Number(1_u64.into())), "{text} is {key}, in {read}");
    }
}

/// A string that is written and read again is the same string, to readers of both dialects, as a value and as a key, in a
/// block and in brackets.
#[test]
fn every_text_of_the_table_survives_as_a_string() {
    let more = [
        "", " ", "x ", " x", "a: b", "a #b", "a\tb", "#", "x:", "-", "---", "--- x", "...", "?", "? x", ":", ": x",
        "[", "]", "{", "}", ",", "a,b", "a]", "'", "\"", "a'b", "a\"b", "\\", "\u{0}", "\u{85}", "\u{a0}", "\u{2028}",
        "\u{feff}", "\u{fffe}", "\u{7f}", "é", "😀", "\u{3000}", "\r", "a\rb", "!x", "&x", "*x", "|", ">", "%x", "@x",
        "`x", "a\\", "{{ x }}", "*", "x\u{a0}",
    ];
    let documents = ["a: x\nb:\n  c: d\n", "{a: x, b: {c: d}}\n", "a: 'x'\nb: {\"c\": 1}\n"];
    for text in rows().map(|(text, ..)| text).chain(more) {
        for document in documents {
            let stream = parse(document, Dialect::Kubernetes).expect("the document reads");
            let at = |list: &[&str]| list.iter().map(|key| (*key).into()).collect::<Location>();
            let plan = Plan::new(vec![
                Assignment::new(at(&["a"]), Op::Set(text.into())),
                Assignment::new(at(&["b", &format!("{text}!")]), Op::Set(text.into())),
                Assignment::new(at(&["b", text]), Op::Set(Value::Array(vec![text.into()]))),
            ]);
            let edited = stream.apply(&[(0, &plan.expect("no conflict"))]).expect("faithful");
            for dialect in [Dialect::Kubernetes, Dialect::Yaml12] {
                let read = value(&edited, dialect).expect(&edited);
                assert_eq!(read.get("a"), Some(&text.into()), "{edited}");
                assert_eq!(read.get("b").and_then(|b| b.get(text)), Some(&Value::Array(vec![text.into()])), "{edited}");
            }
        }
    }
}

#[test]
fn the_core_schema() {
    let same = |text: &str, json: &str| {
        let read = value(&format!("a: {text}\n"), Dialect::Yaml12).expect(text);
        assert_eq!(read.get("a").expect("a").to_string(), json, "{text}");
    };
    for (text, json) in [
        ("0644", "644"),
        ("0o17", "15"),
        ("0x1F", "31"),
        ("+1", "1"),
        ("-7", "-7"),
        ("1.50", "1.50"),
        (".5", "0.5"),
        ("5.", "5"),
        ("12e03", "12e03"),
        ("TRUE", "true"),
        ("~", "null"),
        ("", "null"),
        ("yes", "\"yes\""),
        ("on", "\"on\""),
        ("1_000", "\"1_000\""),
        ("0b1", "\"0b1\""),
        ("-0x1F", "\"-0x1F\""),
        ("0xFFFFFFFFFFFFFFFFFFFF", "1208925819614629174706175"),
        ("<<", "\"<<\""),
        ("! 12", "\"12\""),
    ] {
        same(text, json);
    }
    assert_eq!(value("<<: {a: 1}\n", Dialect::Yaml12).expect("a plain key").to_string(), "{\"<<\":{\"a\":1}}");
    assert_eq!(value("a: .inf\n", Dialect::Yaml12), Err(YamlErrorKind::NonFiniteNumber));
    assert_eq!(
        value("1.0: a\ntrue: b\n", Dialect::Yaml12).expect("keys").to_string(),
        "{\"1.0\":\"a\",\"true\":\"b\"}"
    );
}

/// As kubectl reads them too.
#[test]
fn tags() {
    for (text, json) in [
        ("!!int \"3\"", "3"),
        ("!!float 3", "3"),
        ("!!str 3", "\"3\""),
        ("!!binary aGk=", "\"hi\""),
        ("!!null \"\"", "null"),
        ("!!bool yes", "true"),
        ("!!timestamp 2001-01-01", "\"2001-01-01\""),
        ("!foo 12", "\"12\""),
        ("! 12", "\"12\""),
        ("! \"12\"", "\"12\""),
        ("!foo", "\"\""),
        ("!!set {a, b}", "{\"a\":null,\"b\":null}"),
        ("!!str", "\"\""),
        ("!!map x", "\"x\""),
        ("!<tag:yaml.org,2002:int> 3", "3"),
    ] {
        let read = value(&format!("a: {text}\n"), Dialect::Kubernetes).expect(text);
        assert_eq!(read.get("a").expect("a").to_string(), json, "{text}");
    }
    for text in ["!!int 3.5", "!!binary \"a\"", "!!null x", "!!timestamp x", "!!float x", "!!bool 1", "!!int ''"] {
        assert_eq!(value(&format!("a: {text}\n"), Dialect::Kubernetes), Err(YamlErrorKind::TagMismatch), "{text}");
    }
}

#[test]
fn numbers_keep_their_spelling() {
    for text in ["1.0", "1e3", "123456789012345678901234567890", "0.10", "-0.0", "1.5E+3"] {
        assert_eq!(
            value(&format!("a: {text}\n"), Dialect::Kubernetes).expect(text).to_string(),
            format!("{{\"a\":{text}}}")
        );
    }
}

/// Every symbol of base64, with one, two and no signs at the end: as a value and as a key.
#[test]
fn binary_text_is_what_it_holds() {
    let rows = [
        ("aGk=", "hi"),
        ("fn5+", "~~~"),
        ("Pz8/", "???"),
        ("QVphejA5", "AZaz09"),
        ("z7/fvw==", "Ͽ߿"),
        ("YQ==", "a"),
        ("YWI=", "ab"),
        ("YWJj", "abc"),
        ("esO/8J2Eng==", "zÿ𝄞"),
        ("MDEyMzQ1Njc4OQ==", "0123456789"),
    ];
    for (encoded, text) in rows {
        let found = value(&format!("!!binary {encoded}"), Dialect::Kubernetes).expect(encoded);
        assert_eq!(found, Value::String(text.into()), "{encoded}");
        let found = value(&format!("!!binary {encoded}: 1"), Dialect::Kubernetes).expect(encoded);
        assert_eq!(
            found,
            Value::Object(vec![(text.into(), fieldwright::json::parse_value("1", &Limits::DEFAULT).expect("JSON"))]),
            "{encoded}"
        );
    }
    assert_eq!(value("!!binary gICA", Dialect::Kubernetes), Ok(Value::String("\u{fffd}\u{fffd}\u{fffd}".into())));
    for text in ["YWI", "YW-j", "YQ===", "Y", "=", "===="] {
        assert!(value(&format!("!!binary \"{text}\""), Dialect::Kubernetes).is_err(), "{text}");
        assert!(value(&format!("!!binary \"{text}\": 1"), Dialect::Kubernetes).is_err(), "{text}");
    }
    for (text, fits) in [("2001-", false), ("2001-1", true), ("201-11", false), ("20011-", false), ("2001:11", false)] {
        assert_eq!(value(&format!("!!timestamp {text}"), Dialect::Kubernetes).is_ok(), fits, "{text}");
    }
}

/// Strings that kustomize, PyYAML and other readers of YAML 1.1 take for timestamps, numbers to the base of 60, numbers
/// of their own spelling, `!!value` or `!!merge`.
#[test]
fn strings_that_other_clients_misread_are_quoted() {
    let misread = [
        "2020-01-01",
        "2020-1-2",
        "2020-13-45",
        "-2020-01-01",
        "2020-01-01 10:00:00",
        "2020-01-01T10:00:00Z",
        "2001-12-14t21:59:43.10-05:00",
        "2001-12-14 21:59:43.10 -5",
        "2001-12-15 2:59:43,1",
        "2001-1-1   1:1:1.",
        "2001-12-14 21:59:43 +0530",
        "1:30",
        "1:2:3",
        "190:20:30",
        "-190:20:30",
        "+1:30",
        "0:0",
        "12:30:45.5",
        "1_0:30.",
        "1:59.5_",
        "0x_",
        "0b-01",
        "-0b_1",
        ".5_",
        "+.5_0",
        "1_0.0e+400",
        "=",
        "<<",
    ];
    let read_alike = [
        "2020-01",
        "2020010a",
        "2020-01-01 backup",
        "2020-01-01T",
        "2020-01-01 10:00",
        "2020-01-011",
        "20201-01-01",
        "2020-01-01T10:00:00Zulu",
        "2020-01-01-10:00:00",
        "1:60",
        "8080:80",
        "1:",
        ":1",
        "1:2:",
        "1:234",
        "1.5:30",
        "127.0.0.1:80",
        "1.2.3",
        "==",
        "<<<",
        "a=b",
        "<",
        "0xg",
        "0 3 * * *",
        "100m",
        "1.5Gi",
        "1:30:x",
    ];
    let quoted = |text: &str| format!("\"{text}\"");
    let written = |text: &str, plain: bool| match plain && !text.ends_with(':') {
        true => text.to_string(),
        false => quoted(text),
    };
    let rows = misread.iter().map(|text| (*text, false)).chain(read_alike.iter().map(|text| (*text, true)));
    for (text, plain) in rows {
        let scalar = written(text, plain);
        let plan = |list: &[&[&str]]| {
            let at = |keys: &[&str]| keys.iter().map(|key| (*key).into()).collect::<Location>();
            Plan::new(list.iter().map(|keys| Assignment::new(at(keys), Op::Set(text.into()))).collect())
                .expect("no conflict")
        };
        let edited = |before: &str, plan: &Plan| {
            parse(before, Dialect::Kubernetes).expect("it reads").apply(&[(0, plan)]).expect("faithful")
        };
        assert_eq!(edited("a: x\n", &plan(&[&["a"], &["b"]])), format!("a: {scalar}\nb: {scalar}\n"));
        assert_eq!(edited("a:\n  x: y\n", &plan(&[&["a", text]])), format!("a:\n  x: y\n  {scalar}: {scalar}\n"));
        if !text.starts_with(':') && !text.contains(',') {
            assert_eq!(edited("{a: x}\n", &plan(&[&["a"], &[text]])), format!("{{a: {scalar}, {scalar}: {scalar}}}\n"));
        }
        let value = Value::Object(vec![(text.into(), Value::Array(vec![text.into()]))]);
        assert_eq!(print(&value).as_deref(), Some(&*format!("{scalar}:\n  - {scalar}\n")));
        assert_eq!(print(&text.into()), Some(format!("{scalar}\n")));
    }
    // What stands in the text already stays as it is.
    let plan = Plan::new(vec![Assignment::new(["b".into()].into_iter().collect(), Op::Set("2020-01-01".into()))]);
    let stream = parse("a: 2020-01-01\nb: x\n", Dialect::Kubernetes).expect("it reads");
    assert_eq!(stream.apply(&[(0, &plan.expect("one"))]).expect("faithful"), "a: 2020-01-01\nb: \"2020-01-01\"\n");
}

/// A number that no reader of YAML takes as one is not printed as something else.
#[test]
fn what_cannot_be_printed() {
    for text in ["1e400", "-1e400", "[1, 1e999]", "{\"a\": {\"b\": -1e309}}"] {
        let value = fieldwright::json::parse_value(text, &Limits::DEFAULT).expect("JSON");
        assert_eq!(print(&value), None, "{text}");
    }
    for text in ["1e300", "\"1e400\"", "[]", "{}", "null", "\"\"", "[[], {}]"] {
        let value = fieldwright::json::parse_value(text, &Limits::DEFAULT).expect("JSON");
        assert!(print(&value).is_some(), "{text}");
    }
}
