//! What an edit looks like in YAML text: each rule on small documents, byte for byte.

use fieldwright::diagnostic::{Code, Diagnose};
use fieldwright::document::yaml::{Dialect, Share, YamlEditError, YamlStream};
use fieldwright::limits::Limits;
use fieldwright::plan::{Edit, EditOptions, Plan, parse_edits, plan_edits};
use fieldwright::schema::{Attached, Schema};

fn plan(text: &str, edits: &str) -> (YamlStream, Plan) {
    let stream = YamlStream::parse(text, Dialect::Kubernetes, &Limits::DEFAULT).expect("the document reads");
    let edits = parse_edits(edits, &Limits::DEFAULT).expect("the edits read");
    let plan = made(&edits, &stream, 0);
    (stream, plan)
}

fn made(edits: &[Edit<'_>], stream: &YamlStream, document: usize) -> Plan {
    let schema = Attached::new(Schema::none());
    let options = EditOptions { allow_missing: false, schema: &schema, limits: Limits::DEFAULT };
    plan_edits(edits, stream.documents().nth(document).expect("it is there").root(), &options).expect("the edits fit")
}

fn edit(text: &str, edits: &str) -> String {
    let (stream, plan) = plan(text, edits);
    stream.apply(&[(0, &plan)]).unwrap_or_else(|error| panic!("{edits} on\n{text}\n{error}"))
}

#[track_caller]
fn becomes(before: &str, edits: &str, after: &str) {
    assert_eq!(edit(before, edits), after, "{edits}");
    // The same in a file of Windows, and without a line break at the end.
    let windows = |text: &str| text.replace('\n', "\r\n");
    if !edits.contains("\\n") && !before.contains('|') {
        assert_eq!(edit(&windows(before), edits), windows(after), "{edits} with CRLF");
        let cut = |text: &str| text.strip_suffix('\n').unwrap_or(text).to_string();
        assert_eq!(edit(&cut(before), edits), cut(after), "{edits} without a line break at the end");
    }
}

#[test]
fn order_of_new_members() {
    becomes("a: 1\n", ".m.z = 1 | .m.w = 2 | .k = {\"q\":1,\"p\":2}", "a: 1\nm:\n  z: 1\n  w: 2\nk:\n  q: 1\n  p: 2\n");
    becomes("m:\n  a: 1\n  b: 2\n", "del(.m.b) | .m.c = 3", "m:\n  a: 1\n  c: 3\n");
    becomes("m:\n  a: 1\n  b: 2\n", "del(.m.a) | del(.m.b) | .m.c = 3", "m:\n  c: 3\n");
    becomes("l:\n  - a\n", "del(.l[0]) | .l[0:0] = [\"b\",\"c\"]", "l:\n  - b\n  - c\n");
    becomes("l: [a]\n", "del(.l[0]) | .l[1:1] = [\"b\",\"c\"]", "l: [b, c]\n");
}

#[test]
fn numbers_are_spelled_as_in_the_edit() {
    becomes(
        "a: 1\n",
        ".a = 2.50 | .b = 1e3 | .c = 123456789012345678901234",
        "a: 2.50\nb: 1e3\nc: 123456789012345678901234\n",
    );
}

#[test]
fn equal_values_change_nothing() {
    let text = "a: 0x10\nb: yes\nc: ~\nd: 1.0\ne: \"x\"\nf: {q: 1, p: 2}\n";
    becomes(text, ".a = 16 | .b = true | .c = null | .d = 1 | .e = \"x\" | .f = {\"p\":2,\"q\":1}", text);
}

#[test]
fn containers_on_one_line() {
    becomes("m: {a: 1}\n", ".m.p = {\"b\":[1,2]}", "m: {a: 1, p: {b: [1, 2]}}\n");
    becomes("m: { a: 1 }\n", ".m.p.b = 1", "m: { a: 1, p: { b: 1 } }\n");
    becomes("m: {a: 1}\n", ".m = {\"b\":{\"c\":2}}", "m: {b: {c: 2}}\n");
    becomes("m: {}\nl: []\n", ".m = {\"b\":1} | .l = [{\"c\":[]}]", "m: {b: 1}\nl: [{c: []}]\n");
    becomes("l:\n  - { a: 1 }\n", ".l[1:1] = [{\"b\":2}]", "l:\n  - { a: 1 }\n  - { b: 2 }\n");
    becomes(
        "l:\n  - {a: 1}\n  - b: 2\n",
        ".l[0:0] = [{\"c\":3}] | .l[2:2] = [{\"d\":4}]",
        "l:\n  - {c: 3}\n  - {a: 1}\n  - b: 2\n  - d: 4\n",
    );
    becomes("l: [1]\n", ".l[1:1] = [2]", "l: [1, 2]\n");
    becomes("m: {\"a\":1}\n", ".m.b = \"x\"", "m: {\"a\":1,\"b\":\"x\"}\n");
    becomes("m: {\"a\": 1}\n", ".m.b = \"x\"", "m: {\"a\": 1, \"b\": \"x\"}\n");
    becomes("m: {'a': 1,b: 2}\n", ".m.c = \"x\"", "m: {'a': 1,b: 2,c: x}\n");
}

#[test]
fn brackets_over_several_lines() {
    let text = "m: {\n  a: 1,   # one\n  b: [\n    x\n  ]\n}\n";
    becomes(
        text,
        ".m.c = {\"d\":[1]}",
        "m: {\n  a: 1,   # one\n  b: [\n    x\n  ],\n  c: {\n    d: [\n      1\n    ]\n  }\n}\n",
    );
    becomes(text, ".m.b[1:1] = [\"v\",\"z\"]", "m: {\n  a: 1,   # one\n  b: [\n    x,\n    v,\n    z\n  ]\n}\n");
    becomes(text, "del(.m.b)", "m: {\n  a: 1   # one\n}\n");
    becomes(text, ".m.b = [\"z\"]", "m: {\n  a: 1,   # one\n  b: [\n    z\n  ]\n}\n");
    becomes(
        "l: [\n  a,   # first\n  b,   # second\n]\n",
        ".l[2:2] = [\"c\"]",
        "l: [\n  a,   # first\n  b,   # second\n  c,\n]\n",
    );
    becomes(
        "l: [\n  a,   # first\n  b   # second\n]\n",
        "del(.l[0]) | .l[2:2] = [\"c\"]",
        "l: [\n  b,   # second\n  c\n]\n",
    );
    becomes("l: [\n  a,   # first\n  b,   # second\n  c\n]\n", "del(.l[1])", "l: [\n  a,   # first\n  c\n]\n");
    becomes(
        "a:\n  l: [\n    x\n  ]\n  m: {\n    k: v\n  }\n",
        ".a.l[0] = \"v\" | .a.m.k = \"w\"",
        "a:\n  l: [\n    v\n  ]\n  m: {\n    k: w\n  }\n",
    );
}

#[test]
fn removals_in_brackets() {
    becomes("l: [ a , b,c ]\n", "del(.l[0])", "l: [ b,c ]\n");
    becomes("l: [ a , b,c ]\n", "del(.l[1])", "l: [ a,c ]\n");
    becomes("l: [ a , b,c ]\n", "del(.l[2])", "l: [ a , b ]\n");
    becomes("l: [ a , b,c ]\n", "del(.l[])", "l: []\n");
    becomes("m: { a: 1 }\n", "del(.m.a)", "m: {}\n");
    becomes("l: [a: 1, b]\n", ".l[0].c = 2", "l: [{a: 1, c: 2}, b]\n");
    becomes("l: [a: 1, b]\n", "del(.l[0].a)", "l: [{}, b]\n");
    becomes("m: {a, b: 1}\n", ".m.a = 2", "m: {a: 2, b: 1}\n");
}

#[test]
fn quotes_stay_where_the_string_allows_it() {
    becomes(
        "a: 'no'\nb: \"x\"\nc: x\n",
        ".a = \"yes\" | .b = \"on\" | .c = \"off\"",
        "a: 'yes'\nb: \"on\"\nc: \"off\"\n",
    );
    becomes("a: 'x'\n", ".a = \"it's\"", "a: 'it''s'\n");
    becomes("a: 'x'\n", ".a = \"tab\\there\"", "a: \"tab\\there\"\n");
    becomes("a: 'x'\n", ".a = \"two\\nlines\"", "a: \"two\\nlines\"\n");
    becomes("a: \"x\"\n", ".a = \"two\\nlines\\n\"", "a: \"two\\nlines\\n\"\n");
    becomes("a: x\n", ".a = \"{\\\"j\\\": 1}\"", "a: '{\"j\": 1}'\n");
    becomes("a: x\n", ".a = \"\\\\d: \\u0001\"", "a: \"\\\\d: \\u0001\"\n");
    becomes("a: 3 # three\n", ".a = \"0644\"", "a: \"0644\" # three\n");
    becomes("l:\n  - \"a\"\n", ".l[1:1] = [\"b\",1]", "l:\n  - \"a\"\n  - \"b\"\n  - 1\n");
    becomes("l: ['a', b]\n", ".l[1:1] = [\"c\"] | .l[2:2] = [\"d\"]", "l: ['a', 'c', b, d]\n");
    becomes("l: ['a']\n", ".l = [\"b\",\"c\"]", "l: ['b', 'c']\n");
    becomes("l:\n  - \"a\"\n", ".l = [\"b\",\"c\"]", "l:\n  - \"b\"\n  - \"c\"\n");
    becomes("m: {a: 1}\n", ".m.b = \"x,y\" | .m[\"c,d\"] = \"z\"", "m: {a: 1, b: \"x,y\", \"c,d\": z}\n");
    becomes(
        "a: 1\n",
        ".b = \"x,y\" | .c = \"[x]\" | .d = \"12:30\" | .e = \"2001-01-01\" | .f = \"=\"",
        "a: 1\nb: x,y\nc: \"[x]\"\nd: \"12:30\"\ne: \"2001-01-01\"\nf: \"=\"\n",
    );
}

#[test]
fn strings_with_lines() {
    becomes("a: x\nb: 1\n", ".a = \"one\\n\\n  two\\n\"", "a: |\n  one\n\n    two\nb: 1\n");
    becomes("a: x   # c\n", ".a = \"one\\ntwo\"", "a: |-   # c\n  one\n  two\n");
    becomes("a: 1\n", ".l = [\"one\\ntwo\\n\"]", "a: 1\nl:\n  - |\n    one\n    two\n");
    becomes("l: [x]\n", ".l[0] = \"one\\ntwo\"", "l: [\"one\\ntwo\"]\n");
    becomes("a: |   # c\n    one\n    two\n\nb: 1\n", ".a = \"1\\n2\"", "a: |-   # c\n    1\n    2\n\nb: 1\n");
    becomes("a: |+\n  one\n\nb: 1\n", ".a = \"1\\n2\\n\"", "a: |+\n  1\n  2\nb: 1\n");
    becomes("a: |\n  one\n\nb: 1\n", ".a = \"x\"", "a: x\n\nb: 1\n");
    becomes("a: >-   # c\n  one\n  two\n", ".a = \"yes\"", "a: \"yes\"   # c\n");
    becomes("a: >\n  one\n  two\n", ".a = \"three\\nfour\\n\"", "a: >\n  three\n\n  four\n");
    becomes("a: >\n  one\n  two\n", ".a = \"three\\n  four\\n\"", "a: |\n  three\n    four\n");
    becomes("a: x\n", ".a = \"  deep\\nx\"", "a: \"  deep\\nx\"\n");
    becomes("a: |2\n    one\n", ".a = \"  two\\nthree\\n\"", "a: |2\n    two\n  three\n");
    becomes("a: x\n\n    # deep\nb: 1\n", ".a = \"one\\ntwo\"", "a: \"one\\ntwo\"\n\n    # deep\nb: 1\n");
    becomes("- x\n", ".[0] = \"one\\ntwo\"", "- |-\n  one\n  two\n");
    assert_eq!(edit("a: x", ".a = \"one\\ntwo\""), "a: |-\n  one\n  two");
}

#[test]
fn long_strings_are_not_folded() {
    let long = "word ".repeat(60) + "end";
    becomes("a: x\n", &format!(".a = \"{long}\""), &format!("a: {long}\n"));
}

#[test]
fn comments_and_blank_lines() {
    let text = "m:\n  a: 1   # one\n    # under one\n  # two is next\n  b: 2\n\n  # the end\nn: 1\n";
    becomes(text, "del(.m.a)", "m:\n  # two is next\n  b: 2\n\n  # the end\nn: 1\n");
    becomes(text, "del(.m.b)", "m:\n  a: 1   # one\n    # under one\n  # two is next\n\n  # the end\nn: 1\n");
    becomes(
        text,
        ".m.c = 3",
        "m:\n  a: 1   # one\n    # under one\n  # two is next\n  b: 2\n  c: 3\n\n  # the end\nn: 1\n",
    );
    becomes("m:\n  a: 1\n    # under\n", ".m.b = 2", "m:\n  a: 1\n    # under\n  b: 2\n");
    becomes("l:\n  - a\n\n  # over b\n  - b\n", ".l[1:1] = [\"x\"]", "l:\n  - a\n  - x\n\n  # over b\n  - b\n");
    becomes("l:\n  - a: 1\n\n    b: 2\n  - c\n", "del(.l[0])", "l:\n  - c\n");
    becomes("m:\n  t: |+\n    x\n\n  b: 1\n\nn: 1\n", "del(.m.b)", "m:\n  t: |+\n    x\n\nn: 1\n");
    becomes("m:   # all\n  # keep\n  a: 1   # one\n", "del(.m.a)", "m: {}   # all\n  # keep\n");
    becomes("# head\na: 1   # one\n", "del(.a)", "# head\n{}\n");
    becomes("# head\n- a\n# foot\n", "del(.[0])", "# head\n[]\n# foot\n");
}

#[test]
fn from_scalars_to_containers_and_back() {
    becomes("a: x   # c\nb: 1\n", ".a = {\"k\":[1]}", "a:   # c\n  k:\n    - 1\nb: 1\n");
    becomes("a:   # c\n  k: v   # gone\nb: 1\n", ".a = 5", "a: 5   # c\nb: 1\n");
    becomes("a:\n   k: v\n", ".a = {\"q\":1}", "a:\n   q: 1\n");
    becomes("a:\n- x\nb: 1\n", ".a = {\"q\":1}", "a:\n  q: 1\nb: 1\n");
    becomes("l:\n  - x   # c\n", ".l[0] = {\"k\":1,\"m\":2}", "l:\n  - k: 1   # c\n    m: 2\n");
    becomes("l:\n  - k: 1\n    m: 2   # gone\n  - y\n", ".l[0] = \"x\"", "l:\n  - x\n  - y\n");
    becomes("a: |\n  text\nb: 1\n", ".a = {\"k\":1}", "a:\n  k: 1\nb: 1\n");
    becomes("a: x\n", ". = [1,{\"b\":2}]", "- 1\n- b: 2\n");
    becomes("--- x\n", ". = {\"b\":2}", "---\nb: 2\n");
}

#[test]
fn nulls() {
    becomes("a:\nb: 1\n", ".a = \"x\"", "a: x\nb: 1\n");
    becomes("a:   # c\nb: 1\n", ".a.k = \"x\"", "a:   # c\n  k: x\nb: 1\n");
    becomes("a: ~   # c\n", ".a.k = 1", "a:   # c\n  k: 1\n");
    becomes("l:\n  -\n  - b\n", ".l[0] = {\"k\":1,\"m\":2}", "l:\n  - k: 1\n    m: 2\n  - b\n");
    becomes("l:\n  -   # c\n", ".l[0] = \"x\"", "l:\n  - x   # c\n");
    becomes("m: {a: , b: 1}\n", ".m.a = 2", "m: {a: 2, b: 1}\n");
    assert_eq!(edit("", ".a = 1"), "a: 1\n");
    assert_eq!(edit("# nothing yet\n", ".a.b = 1"), "# nothing yet\na:\n  b: 1\n");
    assert_eq!(edit("---\n# nothing yet\n...\n", ".a = 1"), "---\n# nothing yet\na: 1\n...\n");
}

#[test]
fn what_stands_beside_a_dash() {
    becomes("- a: 1\n  b: 2\n", "del(.[0].a)", "- b: 2\n");
    becomes("- a: 1   # gone\n  # about b\n  b: 2\n", "del(.[0].a)", "- # about b\n  b: 2\n");
    becomes("- a: 1\n", "del(.[0].a)", "- {}\n");
    becomes("- - 1\n  - 2\n", "del(.[0][0]) | .[0][2:2] = [3]", "- - 2\n  - 3\n");
    becomes("- - 1\n", ".[0][0:0] = [0]", "- - 0\n  - 1\n");
    becomes(
        "-   a: 1\n-   b: 2\n",
        ".[1:1] = [{\"c\":3,\"d\":[4]}]",
        "-   a: 1\n-   c: 3\n    d:\n      - 4\n-   b: 2\n",
    );
}

#[test]
fn indentation_follows_the_document() {
    becomes("a:\n    b: 1\n", ".c.d.e = 1", "a:\n    b: 1\nc:\n    d:\n        e: 1\n");
    becomes("a:\n- 1\n", ".b = [{\"c\":[2]}]", "a:\n- 1\nb:\n- c:\n  - 2\n");
    becomes("a:\n    - 1\n", ".b = [2]", "a:\n    - 1\nb:\n    - 2\n");
    becomes("a: 1\n", ".b = [2] | .c.d = 1", "a: 1\nb:\n  - 2\nc:\n  d: 1\n");
}

#[test]
fn values_below_their_key() {
    becomes("a:\n    long   # c\nb: 1\n", ".a = \"short\"", "a:\n    short   # c\nb: 1\n");
    becomes("a:\n  {}\n", ".a.k = 1", "a:\n  {k: 1}\n");
    becomes("a:\n  |\n  x\n", ".a = \"w\"", "a:\n  w\n");
}

#[test]
fn anchors_and_tags() {
    becomes("a: &x 1\nb: 2\n", ".a = 3", "a: &x 3\nb: 2\n");
    becomes("a: &x\n  k: 1\n", ".a = 3", "a: &x 3\n");
    // Also where another anchor is used.
    becomes("a: &x 1\nb: &y 2\nc: *y\n", ".a = 3", "a: &x 3\nb: &y 2\nc: *y\n");
    becomes("b: &y 2\nc: *y\nd: &z {k: 1}\n", ".d.k = 3", "b: &y 2\nc: *y\nd: &z {k: 3}\n");
    becomes("a: !!str 1\nb: !!int 2\n", ".a = \"x\" | .b = \"w\"", "a: !!str x\nb: w\n");
    becomes("a: !!map   # c\n  k: 1\n", ".a = [1]", "a:   # c\n  - 1\n");
    becomes("a: !!str &x v\n", ".a = 7", "a: &x 7\n");
    becomes("a: &x !!str v\n", ".a = 7", "a: &x 7\n");
}

#[test]
fn keys_as_a_client_reads_them() {
    becomes("8080: a\ntrue: b\n", ".[\"8080\"] = \"c\" | .true = \"d\"", "8080: c\ntrue: d\n");
    becomes("on: a\n", ".true = \"c\"", "on: c\n");
    becomes("? a\n: x   # c\n? b\n", ".a = {\"k\":1} | .b = 2", "? a\n:   # c\n  k: 1\n? b\n: 2\n");
    let long = "k".repeat(1500);
    becomes("a: 1\n", &format!(".[\"{long}\"] = [\"x\"]"), &format!("a: 1\n? {long}\n:\n  - x\n"));
    becomes("a: 1\n", &format!(".[\"{long}\"] = \"x\""), &format!("a: 1\n? {long}\n: x\n"));
    becomes("{a: 1}\n", &format!(".[\"{long}\"] = \"x\""), &format!("{{a: 1, ? {long} : x}}\n"));
}

#[test]
fn ends_marks_and_streams() {
    becomes("\u{feff}a: 1\n", "del(.a) | .b = 2", "\u{feff}b: 2\n");
    becomes("a: 1\n\n# foot\n", ".b = 2", "a: 1\nb: 2\n\n# foot\n");
    becomes("---\na: 1\n# foot\n...\n", ".b = 2", "---\na: 1\nb: 2\n# foot\n...\n");
    becomes("a: 1\n---\nb: 1\n", ".c = 2", "a: 1\nc: 2\n---\nb: 1\n");
    let stream = YamlStream::parse("a: 1\n---\n---\nc: 3", Dialect::Kubernetes, &Limits::DEFAULT).expect("it reads");
    assert_eq!(stream.len(), 3);
    let plan = |edits: &str, at: usize| {
        let edits = parse_edits(edits, &Limits::DEFAULT).expect("the edits read");
        made(&edits, &stream, at)
    };
    let (first, second, third) = (plan("del(.a)", 0), plan(".b = 2", 1), plan(".d = 4", 2));
    assert_eq!(
        stream.apply(&[(2, &third), (0, &first), (1, &second)]).expect("faithful"),
        "{}\n---\nb: 2\n---\nc: 3\nd: 4"
    );
}

fn share(text: &str, edits: &str) -> (Share, String, String) {
    let (stream, plan) = plan(text, edits);
    match stream.apply(&[(0, &plan)]).expect_err("a shared place") {
        YamlEditError::Aliased { location, share, other, .. } => (share, location.to_string(), other.to_string()),
        other => panic!("{edits}: {other}"),
    }
}

#[test]
fn shared_places_are_refused_with_both_places() {
    let text = "a: &a {k: 1, l: [1]}\nb: *a\nc:\n  d: &d 1\ne: [*d]\n";
    for (edits, kind, at, other) in [
        (".a.k = 2", Share::Anchor, ".a.k", ".b"),
        (".a.new = 2", Share::Anchor, ".a.new", ".b"),
        (".a.l[0:0] = [0]", Share::Anchor, ".a.l[0]", ".b"),
        ("del(.a)", Share::Anchor, ".a", ".b"),
        (".b = 1", Share::Alias, ".b", ".a"),
        (".b.k = 2", Share::Alias, ".b.k", ".a"),
        ("del(.b)", Share::Alias, ".b", ".a"),
        ("del(.c)", Share::Anchor, ".c", ".e[0]"),
        (".c = 1", Share::Anchor, ".c", ".e[0]"),
        (".e[0] = 2", Share::Alias, ".e[0]", ".c.d"),
    ] {
        assert_eq!(share(text, edits), (kind, at.into(), other.into()), "{edits}");
    }
    becomes("r:\n  a: &a 1\n  b: *a\ns: 1\n", "del(.r)", "s: 1\n");
    becomes(text, ".e[0:0] = [0] | .c.f = 1", "a: &a {k: 1, l: [1]}\nb: *a\nc:\n  d: &d 1\n  f: 1\ne: [0, *d]\n");
}

#[test]
fn merge_keys() {
    let text = "base: &b {x: 1, w: 2}\nm:\n  <<: *b\n  w: 3\n  z: 4\n";
    let (stream, _) = plan(text, ".m.z = 5");
    assert_eq!(
        stream.documents().next().expect("one").root().get("m").expect("m").to_string(),
        r#"{"x":1,"w":3,"z":4}"#
    );
    assert_eq!(share(text, ".m.x = 2"), (Share::Merge, ".m.x".into(), ".base.x".into()));
    assert_eq!(share(text, "del(.m.x)"), (Share::Merge, ".m.x".into(), ".base.x".into()));
    assert_eq!(share(text, "del(.m.w)"), (Share::Merge, ".m.w".into(), ".base.w".into()));
    becomes(text, ".m.w = 5 | del(.m.z) | .m.v = 6", "base: &b {x: 1, w: 2}\nm:\n  <<: *b\n  w: 5\n  v: 6\n");
    // What go-yaml merges below an entry stands for it.
    assert_eq!(share("b: &b {x: 1}\nm:\n  x: 2\n  <<: *b\n", ".m.x = 3"), (Share::Merge, ".m.x".into(), ".b.x".into()));
    becomes("a: 1\n", ".[\"<<\"] = {\"b\":1}", "a: 1\n\"<<\":\n  b: 1\n");
}

#[test]
fn numbers_that_yaml_cannot_say() {
    let (stream, plan) = plan("a: 1\n", ".a = [1e400]");
    let error = stream.apply(&[(0, &plan)]).expect_err("it would be a string");
    assert_eq!(error.diagnose().code, Code::Inexpressible);
}

/// White space that ends the line of a key without a value does not stay behind a new one.
#[test]
fn white_space_behind_a_key_gives_way() {
    for (before, edits, after) in [
        ("a: \nb: 1\n", ".a = 7", "a: 7\nb: 1\n"),
        ("a:   # c\n", ".a = 7", "a: 7   # c\n"),
        ("a: \n  x: 1\nb: 2\n", ".a = 7", "a: 7\nb: 2\n"),
        ("a: \n  - x\n", ".a = []", "a: []\n"),
        ("l:\n-  \n- 1\n", ".l[0] = 2", "l:\n- 2\n- 1\n"),
        ("l:\n- \n", ".l[0] = {\"k\":1}", "l:\n- k: 1\n"),
        ("a: ", ".a = 7", "a: 7"),
        ("a: \t\n", ".a = \"b\\n\"", "a: |\n  b\n"),
    ] {
        becomes(before, edits, after);
    }
}

/// A block scalar that comes last in a text without a last line break: its own line break is written, since most readers
/// do not think it there.
#[test]
fn the_line_break_of_a_last_block_scalar_is_written() {
    let closed = |before: &str, edits: &str, after: &str| {
        assert_eq!(edit(before, edits), after, "{edits} on {before:?}");
        let windows = |text: &str| text.replace('\n', "\r\n");
        if before.contains('\n') {
            assert_eq!(edit(&windows(before), edits), windows(after), "{edits} on {before:?} with CRLF");
        }
    };
    let multi = "\"one\\ntwo\\n\"";
    // What comes last is removed.
    closed("m:\n  x: |\n    one\n    two\n  z: last", "del(.m.z)", "m:\n  x: |\n    one\n    two\n");
    closed("m:\n  x: >\n    one\n    two\n  z:\n    k: [1]", "del(.m.z)", "m:\n  x: >\n    one\n    two\n");
    closed("m:\n  x: |\n    one\nz: {k: 1}", "del(.z)", "m:\n  x: |\n    one\n");
    closed("m:\n  x: |+\n    one\n  z: last", "del(.m.z)", "m:\n  x: |+\n    one\n");
    closed("m:\n  x: |+\n    one\n\n  z: last", "del(.m.z)", "m:\n  x: |+\n    one\n\n");
    closed("l:\n- |\n  one\n- last", "del(.l[1])", "l:\n- |\n  one\n");
    closed("l:\n- |\n  one\n- |\n  one", "del(.l[1])", "l:\n- |\n  one\n");
    closed("- - |\n    one\n  - b\n- c", "del(.[0][1]) | del(.[1])", "- - |\n    one\n");
    // One is written last.
    closed("a: x", &format!(".a = {multi}"), "a: |\n  one\n  two\n");
    closed("a: x", &format!(".b.c = {multi}"), "a: x\nb:\n  c: |\n    one\n    two\n");
    closed("l:\n- x", &format!(".l[1:1] = [{multi}]"), "l:\n- x\n- |\n  one\n  two\n");
    closed("l:\n- x", &format!(".l[0] = {{\"k\":[{multi}]}}"), "l:\n- k:\n  - |\n    one\n    two\n");
    closed("a: |-\n  x", &format!(".a = {multi}"), "a: |\n  one\n  two\n");
    closed("a: >\n  x", &format!(".a = {multi}"), "a: >\n  one\n\n  two\n");
    closed("# nothing", &format!(".a = {multi}"), "# nothing\na: |\n  one\n  two\n");
    // Nothing hangs on the line break, or the scalar that comes last stays as it was.
    closed("m:\n  x: |-\n    one\n  z: last", "del(.m.z)", "m:\n  x: |-\n    one");
    closed("a: x", ".a = \"one\\ntwo\"", "a: |-\n  one\n  two");
    closed("a: 1\nx: |\n  one", ".a = 2", "a: 2\nx: |\n  one");
    closed("a: 1\nx: |\n  one", "del(.a)", "x: |\n  one");
    closed("x: |\n  one\nz: 1\n# end", "del(.z)", "x: |\n  one\n# end");
    closed("x: |\n  one", ".z = 1", "x: |\n  one\nz: 1");
}

/// Where a value goes to the lines below, no tab stays behind the indicator.
#[test]
fn no_tab_stays_behind_an_indicator() {
    becomes("? a\n: x \t \n", ".a = {\"k\":1}", "? a\n:\n  k: 1\n");
    becomes("? a\n: x\t# c\n", ".a = {\"k\":1}", "? a\n: # c\n  k: 1\n");
    becomes("? a\n: |\t# c\n  x\n", ".a = {\"k\":1}", "? a\n: # c\n  k: 1\n");
    becomes("a: x  # c\n", ".a = {\"k\":1}", "a:  # c\n  k: 1\n");
}

/// The byte-order mark alone is no line.
#[test]
fn a_byte_order_mark_alone() {
    assert_eq!(edit("\u{feff}", ".a = 1"), "\u{feff}a: 1\n");
}

/// A string without quotes stays one, also beside keys in quotes.
#[test]
fn a_plain_string_stays_plain() {
    becomes("a: {\"k\": v, \"n\": 1}\n", ".a.k = \"w\" | .a.n = \"m\"", "a: {\"k\": w, \"n\": \"m\"}\n");
    becomes("a: {\"k\": v}\n", ".a.k = \"yes\"", "a: {\"k\": \"yes\"}\n");
    becomes("a: [{\"k\": [v, w]}]\n", ".a[0].k[1] = \"x\"", "a: [{\"k\": [v, x]}]\n");
}
