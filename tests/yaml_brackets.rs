//! YAML in brackets as go-yaml reads it, and edits there beside comments and empty values, byte for byte.

use fieldwright::diagnostic::{Code, Diagnose};
use fieldwright::document::yaml::{Dialect, YamlStream};
use fieldwright::document::{Document, Format, ReadOptions};
use fieldwright::limits::Limits;
use fieldwright::plan::{EditOptions, parse_edits, plan_edits};
use fieldwright::schema::{Attached, Schema};

fn edit(text: &str, edits: &str) -> String {
    let stream = YamlStream::parse(text, Dialect::Kubernetes, &Limits::DEFAULT).expect("the document reads");
    let schema = Attached::new(Schema::none());
    let options = EditOptions { allow_missing: false, schema: &schema, limits: Limits::DEFAULT };
    let edits = parse_edits(edits, &Limits::DEFAULT).expect("the edits read");
    let root = stream.documents().next().expect("one").root();
    let plan = plan_edits(&edits, root, &options).expect("the edits fit");
    stream.apply(&[(0, &plan)]).unwrap_or_else(|error| panic!("{error} on\n{text}"))
}

#[track_caller]
fn becomes(before: &str, edits: &str, after: &str) {
    assert_eq!(edit(before, edits), after, "{edits} on {before:?}");
    let windows = |text: &str| text.replace('\n', "\r\n");
    assert_eq!(edit(&windows(before), edits), windows(after), "{edits} on {before:?} with CRLF");
}

#[track_caller]
fn reads(text: &str, value: &str) {
    let stream =
        YamlStream::parse(text, Dialect::Kubernetes, &Limits::DEFAULT).unwrap_or_else(|e| panic!("{text}: {e}"));
    assert_eq!(stream.documents().next().expect("one").root().to_string(), value, "{text}");
}

/// go-yaml ends a scalar in brackets at any `?`.
#[test]
fn question_marks_in_brackets_are_quoted() {
    becomes("l: [p]\n", ".l[1:1] = [\"http://h/p?a=b\"]", "l: [p, \"http://h/p?a=b\"]\n");
    becomes("b: {x: old}\n", ".b.x = \"what?\"", "b: {x: \"what?\"}\n");
    becomes("b: {}\n", ".b.u = \"really? yes\"", "b: {u: \"really? yes\"}\n");
    becomes("b: {x: 1}\n", ".b[\"a?b\"] = 1", "b: {x: 1, \"a?b\": 1}\n");
    becomes("b: [{x: 1}]\n", ".b[1:1] = [{\"k?\":[\"?\"]}]", "b: [{x: 1}, {\"k?\": [\"?\"]}]\n");
    becomes("b: x\n", ".b = \"http://h/p?a=b\" | .[\"a?b\"] = 1", "b: http://h/p?a=b\na?b: 1\n");
    for text in
        ["l: [a?b]\n", "m: {a?b: 1}\n", "m: {a: b?}\n", "l: [:a]\n", "m: {a: :b}\n", "m: {a:[1]}\n", "m: {a:{b: 1}}\n"]
    {
        let error = YamlStream::parse(text, Dialect::Kubernetes, &Limits::DEFAULT).expect_err(text);
        assert_eq!(error.diagnose().code, Code::InvalidDocument, "{text}");
        let is_yaml = !text.contains(":[") && !text.contains(":{");
        assert_eq!(is_yaml, YamlStream::parse(text, Dialect::Yaml12, &Limits::DEFAULT).is_ok(), "{text}");
    }
    reads("l: [\"a?b\", 'c?', {\"k\":[1]}, {? x : 1}]\nb: a?b\n", r#"{"l":["a?b","c?",{"k":[1]},{"x":1}],"b":"a?b"}"#);
}

/// Without white space behind it a colon in brackets is part of a plain key.
#[test]
fn colons_without_white_space() {
    reads("m: {w:}\n", r#"{"m":{"w:":null}}"#);
    reads("m: {w:,x: 1}\n", r#"{"m":{"w:":null,"x":1}}"#);
    reads("l: [w:]\n", r#"{"l":["w:"]}"#);
    reads("l: [w:, 1, {w:b:}]\n", r#"{"l":["w:",1,{"w:b:":null}]}"#);
    reads("m: {? w:}\n", r#"{"m":{"w:":null}}"#);
    reads("m: {\"w\":}\nl: [{\"w\":, x: 1}]\n", r#"{"m":{"w":null},"l":[{"w":null,"x":1}]}"#);
    reads("m: {w: }\nl: [w: ]\nk: {\n  w:\n}\n", r#"{"m":{"w":null},"l":[{"w":null}],"k":{"w":null}}"#);
    becomes("m: {w:}\n", ".m.v = 1", "m: {w:, v: 1}\n");
    becomes("m: {w:, v: 1}\n", "del(.m.v)", "m: {w:}\n");
    becomes("l: [w:]\n", ".l[1:1] = [1]", "l: [w:, 1]\n");
}

#[test]
fn an_empty_value_keeps_the_space_behind_its_colon() {
    becomes("a: {w: }\n", ".a.v = 1", "a: {w: , v: 1}\n");
    becomes("a: {w: , x: 1}\n", "del(.a.x)", "a: {w: }\n");
    becomes("a: {z: 1, w: , v: 2}\n", "del(.a.v)", "a: {z: 1, w: }\n");
    becomes("a: {z: 1, w: , v: 2}\n", "del(.a.z)", "a: {w: , v: 2}\n");
    becomes("a: [w: ]\n", ".a[1:1] = [1]", "a: [w: , 1]\n");
    becomes("a: [w: ]\n", ".a[0].v = 1", "a: [{w: , v: 1}]\n");
    becomes("a: [w: , 1]\n", "del(.a[1])", "a: [w: ]\n");
    becomes("a: {\n  w:\n}\n", ".a.v = 1", "a: {\n  w: ,\n  v: 1\n}\n");
    becomes("a: {\n  w: # c\n}\n", ".a.v = 1", "a: {\n  w: , # c\n  v: 1\n}\n");
    becomes("a: {\n  w:\n  , x: 1}\n", "del(.a.x)", "a: {\n  w: }\n");
    becomes("a: {w: , z: 1}\n", ".a.w = 2", "a: {w: 2, z: 1}\n");
    becomes("a: {w: }\n", ".a.w = 2 | .a.v = 1", "a: {w: 2, v: 1}\n");
    becomes("a: { w: }\n", ".a.w = 2", "a: { w: 2 }\n");
}

#[test]
fn removals_behind_comments() {
    becomes("a: {x: 1, # c\n  z: 2, w: 3}\n", "del(.a.z)", "a: {x: 1, # c\n  w: 3}\n");
    becomes("a: [\n  x, # c\n  z, w\n]\n", "del(.a[1])", "a: [\n  x, # c\n  w\n]\n");
    becomes("a: [\n  x, # c\n  z]\n", "del(.a[1])", "a: [\n  x # c\n  ]\n");
    becomes("a: [\n  x, # c\n  z, ]\n", "del(.a[1])", "a: [\n  x, # c\n   ]\n");
    becomes("a: [x # t\n , z]\n", "del(.a[1])", "a: [x]\n");
    becomes("a: {x: 1 # t\n  , z: 2}\n", "del(.a.z)", "a: {x: 1}\n");
    becomes("a: {x: 1 # t\n  , z: 2, w: 3}\n", "del(.a.z)", "a: {x: 1, w: 3}\n");
    becomes("a: [\n  x, z, # c\n  w, q # d\n]\n", "del(.a[2])", "a: [\n  x, z, # c\n  q # d\n]\n");
    becomes("a: [\n  x, # c\n  z, w, q]\n", "del(.a[1]) | del(.a[2])", "a: [\n  x, # c\n  q]\n");
    becomes("a: [\n  x, # c\n  z, w]\n", "del(.a[1]) | .a[3:3] = [\"q\"]", "a: [\n  x, # c\n  w, q]\n");
    becomes("a: [\n  x, # c\n  z, # d\n  w]\n", "del(.a[1])", "a: [\n  x, # c\n  w]\n");
}

#[test]
fn comments_in_empty_brackets_stay() {
    becomes("a: { # c\n}\n", ".a.x = 1 | .a.z = 2", "a: { # c\n  x: 1,\n  z: 2\n}\n");
    becomes("a: [\n  # nothing yet\n]\n", ".a[0:0] = [\"q\"]", "a: [\n  # nothing yet\n  q\n]\n");
    becomes(
        "m:\n  a: {\n      # one # two\n    }\n",
        ".m.a.x = 1",
        "m:\n  a: {\n      # one # two\n      x: 1\n    }\n",
    );
    becomes("a: [ # \"#\"\n]\n", ".a[0:0] = [{\"k\":1}]", "a: [ # \"#\"\n  {\n    k: 1\n  }\n]\n");
}

#[test]
fn anchors_on_keys() {
    reads("m:\n  &k b: 1\nw: *k\n", r#"{"m":{"b":1},"w":"b"}"#);
    reads("l: {&k b: 1, c: *k}\n", r#"{"l":{"b":1,"c":"b"}}"#);
    reads("l: [&k b: 1, *k]\n", r#"{"l":[{"b":1},"b"]}"#);
    reads("? &k b\n: *k\n", r#"{"b":"b"}"#);
    reads("m: &j\n  &k b: 1\nw: [*k, *j]\n", r#"{"m":{"b":1},"w":["b",{"b":1}]}"#);
}

#[test]
fn tabs_behind_colons() {
    reads("a:\tfoo\nb:\t1\n", r#"{"a":"foo","b":1}"#);
    reads("a:\ttrue # c:\td\n", r#"{"a":true}"#);
    reads("a: {b:\t1}\n\"c\":\t \t-1\n", r#"{"a":{"b":1},"c":-1}"#);
    reads("a:\tx\nb: \"p:\tq\"\nc: |\n  r:\ts\n", "{\"a\":\"x\",\"b\":\"p:\\tq\",\"c\":\"r:\\ts\\n\"}");
    reads("a:\tx\nb:\n  c: [\n  1\n]\nd: {e:\ttrue\n}\n", r#"{"a":"x","b":{"c":[1]},"d":{"e":true}}"#);
    becomes("a:\tfoo # c\nb:\t1\n", ".a = \"x\" | .c = 2", "a:\tx # c\nb:\t1\nc: 2\n");
    let error = YamlStream::parse("a:\tfoo\nb: @x\n", Dialect::Kubernetes, &Limits::DEFAULT).expect_err("the `@`");
    assert_eq!((error.at.line, error.at.column), (2, 4), "{error}");
}

/// What begins as JSON may be YAML, and its faults are told as such.
#[test]
fn faults_of_yaml_that_begins_like_json() {
    let limits = Limits::DEFAULT;
    let options = ReadOptions { format: Format::ByContent, dialect: Dialect::Kubernetes, limits, addresses: None };
    let fault = |text: &str| Document::parse(text, &options).expect_err(text).diagnose();
    let line = |text: &str| fault(text).facts.into_iter().find(|(name, _)| *name == "line").map(|(_, line)| line);
    for (text, at) in [
        ("---\nkind: Pod\nkind: x\n", "3"),
        ("---\na: 1\n\tb: 2\n", "3"),
        ("- a: 1\n- *x\n", "2"),
        ("- a: 1\n  a: 2\n", "2"),
        ("{a: 1,\n a: 2}\n", "2"),
        ("\"a\": 1\n\"a\": 2\n", "2"),
        ("true: 1\ntrue: 2\n", "2"),
        ("-1: 1\n-1: 2\n", "2"),
    ] {
        assert_eq!(line(text).as_deref(), Some(at), "{text}");
        let message = fault(text).message;
        assert!(!message.contains("digit"), "{text}: {message}");
    }
    assert_eq!(fault(&("- ".repeat(1000) + "a\n")).code, Code::TooDeep);
    for text in ["{\"a\": 1", "{\"a\": 1,, \"b\": 2}", "{\n\t\"a\": 1\n\t\"b\": 2\n}", "[1 2"] {
        assert!(!fault(text).message.contains("YAML"), "{text}: {}", fault(text).message);
    }
    assert!(matches!(Document::parse("-1\n", &options), Ok(Document::Json(_))));
}

/// A string in brackets may end in a colon where something that ends it follows at once.
#[test]
fn strings_that_end_in_a_colon() {
    reads("m: {a: b:}\n", r#"{"m":{"a":"b:"}}"#);
    reads("m: {a: b:, c: d}\n", r#"{"m":{"a":"b:","c":"d"}}"#);
    reads(
        "m: {a: [x, y:], \"k\": \"q:}\", w:}\nt: |\n  {a: b:}\n",
        r#"{"m":{"a":["x","y:"],"k":"q:}","w:":null},"t":"{a: b:}\n"}"#,
    );
    becomes("m: {a: b:, c: d} # x:,\n", ".m.c = 1", "m: {a: b:, c: 1} # x:,\n");
    becomes("m: {a: b:, c: d}\n", ".m.a = \"e\"", "m: {a: e, c: d}\n");
    assert!(YamlStream::parse("m: {a: b:, c: \"\\x01\"}\n", Dialect::Kubernetes, &Limits::DEFAULT).is_err());
    reads("m: {a: \"\\x01\"}\n", r#"{"m":{"a":"\u0001"}}"#);
    assert!(YamlStream::parse("m: {a: b:}\n", Dialect::Yaml12, &Limits::DEFAULT).is_err());
    becomes("m: [ y:, 's' ]\n", "del(.m[1])", "m: [ y:]\n");
    becomes("m: [ y:, s , t ]\n", "del(.m[1])", "m: [ y:, t ]\n");
    becomes("m: [ y:, s,\n  t ]\n", "del(.m[1])", "m: [ y:,\n  t ]\n");
    becomes("m: [ y:, s\n  ]\n", "del(.m[1])", "m: [ y:,\n  ]\n");
    becomes("m: [ k: ]\n", ".m[0].k = 1", "m: [ k: 1 ]\n");
    // Beside lines that stand further out than their key, and tabs.
    reads("m: {\n  a: b:, c:\td\n}\n", r#"{"m":{"a":"b:","c":"d"}}"#);
    becomes("m: [[\n      x\n    ], {a: b:}]\n", ".m[0:0] = [1]", "m: [1, [\n      x\n    ], {a: b:}]\n");
    assert!(YamlStream::parse("m: {a: \"b\":}\n", Dialect::Kubernetes, &Limits::DEFAULT).is_err());
}

/// A dash that stands alone in brackets is a string where what ends it follows at once.
#[test]
fn dashes_that_stand_alone() {
    reads("m: [tar, -xf, -]\n", r#"{"m":["tar","-xf","-"]}"#);
    reads("m: [-, {-, a: -}, x -]\nt: |\n  [-]\n", "{\"m\":[\"-\",{\"-\":null,\"a\":\"-\"},\"x -\"],\"t\":\"[-]\\n\"}");
    reads("m: {w :}\nl: [w :]\n", r#"{"m":{"w :":null},"l":["w :"]}"#);
    becomes("m: [cat, -]\n", ".m[2:2] = [\"x\"]", "m: [cat, -, x]\n");
    becomes("m: [cat, -]\n", ".m[0] = \"-\"", "m: [\"-\", -]\n");
    becomes("m: [cat, -]\n", ".m[1] = \"q\"", "m: [cat, q]\n");
    becomes("m: [cat, -]\n", "del(.m[1])", "m: [cat]\n");
    becomes("m: [ -, x ]\n", "del(.m[1])", "m: [ -]\n");
    becomes("m: [ -, x, y ]\n", "del(.m[1])", "m: [ -, y ]\n");
    becomes("m: [\n  -,\n  x\n]\n", "del(.m[1])", "m: [\n  -,\n]\n");
    becomes("m: [\n  -, # c\n  x\n]\n", "del(.m[1])", "m: [\n  -, # c\n]\n");
    assert!(YamlStream::parse("m: [ - ]\n", Dialect::Kubernetes, &Limits::DEFAULT).is_err());
    assert!(YamlStream::parse("m: [-]\n", Dialect::Yaml12, &Limits::DEFAULT).is_err());
}

/// Edits beside strings whose lines stand further out than their key.
#[test]
fn edits_beside_lines_that_stand_further_out() {
    becomes("a:\n  b: \"x\ny\"\n  c: 1\n", ".a.c = 2", "a:\n  b: \"x\ny\"\n  c: 2\n");
    becomes("a:\n  b: \"x\ny\"\n  c: 1\n", ".a.b = \"z\"", "a:\n  b: \"z\"\n  c: 1\n");
    becomes("a: {\n  k: &an \"x\"\n}\n", ".a.k = \"[\"", "a: {\n  k: &an \"[\"\n}\n");
    becomes("a: {\n\tk: 1\n}\n", ".a.k = 2", "a: {\n\tk: 2\n}\n");
}
