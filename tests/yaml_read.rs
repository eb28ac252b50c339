//! Reading YAML: what is refused and where, limits, spans, and the characters of a string in the text.

use fieldwright::diagnostic::{Code, Diagnose};
use fieldwright::document::yaml::{Dialect, Style, YamlEditError, YamlError, YamlErrorKind, YamlStream, decode};
use fieldwright::limits::Limits;
use fieldwright::location::Location;
use fieldwright::plan::{Assignment, Op, Plan};
use fieldwright::span::Span;
use fieldwright::value::Value;

fn parse(text: &str) -> Result<YamlStream, YamlError> {
    YamlStream::parse(text, Dialect::Kubernetes, &Limits::DEFAULT)
}

#[track_caller]
fn refused(text: &str, line: usize, column: usize) -> YamlErrorKind {
    let error = parse(text).expect_err(text);
    assert_eq!((error.at.line, error.at.column), (line, column), "{error} in\n{text}");
    let facts = error.diagnose().facts;
    assert!(facts.contains(&("line", line.to_string())) && facts.contains(&("column", column.to_string())));
    error.kind
}

fn at(path: &[&str]) -> Location {
    path.iter().map(|key| key.parse::<usize>().map_or_else(|_| (*key).into(), Into::into)).collect()
}

#[test]
fn what_no_client_reads() {
    assert_eq!(refused("a: 1\n\tb: 2\n", 2, 1), YamlErrorKind::TabIndent);
    assert_eq!(refused("a:\n\t- b\n", 2, 1), YamlErrorKind::TabIndent);
    assert_eq!(refused("a: &x 1\nb: *y\n", 2, 4), YamlErrorKind::UnknownAlias("y".into()));
    assert_eq!(refused("a: &x 1\n---\nb: *x\n", 3, 4), YamlErrorKind::UnknownAlias("x".into()));
    assert_eq!(refused("a: &x [*x]\n", 1, 8), YamlErrorKind::AliasCycle("x".into()));
    assert_eq!(refused("{{ .Values.x }}: 1\n", 1, 1), YamlErrorKind::NonStringKey);
    assert_eq!(refused("a: {{ .Values.x }}\n", 1, 5), YamlErrorKind::NonStringKey);
    assert_eq!(refused("? [a]\n: 1\n", 1, 3), YamlErrorKind::NonStringKey);
    assert_eq!(refused("a: 1\n~: 2\n", 2, 1), YamlErrorKind::NonStringKey);
    assert_eq!(refused("a: 1\n18446744073709551615: 2\n", 2, 1), YamlErrorKind::NonStringKey);
    assert_eq!(refused("a: -.inf\n", 1, 4), YamlErrorKind::NonFiniteNumber);
    assert_eq!(refused("a: !!int x\n", 1, 10), YamlErrorKind::TagMismatch);
    assert_eq!(refused("a: b\n<<: 3\n", 2, 5), YamlErrorKind::MergeValue);
    assert_eq!(refused("é: x\u{1}\n", 1, 5), YamlErrorKind::ControlCharacter('\u{1}'));
    assert_eq!(refused("a: x\u{85}b: c\n", 1, 5), YamlErrorKind::ControlCharacter('\u{85}'));
    assert_eq!(refused("a: |\n  x\u{2028}y\n", 2, 4), YamlErrorKind::ControlCharacter('\u{2028}'));
    for text in [
        "a: [1\n",
        "a: b: c\n",
        "a: 'x\n",
        "- a\nb: c\n",
        "a: @x\n",
        "a: \"\\q\"\n",
        "%TAG\n---\na: 1\n",
        "]\n",
        "a: *\n",
    ] {
        let error = parse(text).expect_err(text);
        assert_eq!(error.diagnose().code, Code::InvalidDocument, "{text}");
    }
}

#[test]
fn keys_that_stand_twice() {
    let texts = [
        "a: 1\nb: 2\n\"a\": 3\n",
        "a: 1\nb: 2\n'\\u0061': 3\n",
        "yes: 1\nb: 2\ntrue: 3\n",
        "010: 1\nb: 2\n\"8\": 3\n",
        "<<: {}\nb: 2\n<<: {}\n",
    ];
    for text in texts {
        if text.contains("u0061") {
            assert!(parse(text).is_ok(), "single quotes have no escapes");
            continue;
        }
        match refused(text, 3, 1) {
            YamlErrorKind::DuplicateKey { first, first_at, .. } => assert_eq!((first.start, first_at.line), (0, 1)),
            other => panic!("{text}: {other:?}"),
        }
    }
    let text = "k: {x: 1, x: 2, x: 3}\n";
    let stream = YamlStream::parse_with_duplicates(text, Dialect::Kubernetes, &Limits::DEFAULT).expect("it reads");
    let places: Vec<_> = stream.duplicates().iter().map(|found| (found.first.start, found.second.start)).collect();
    assert_eq!(places, [(4, 10), (4, 16)]);
    assert_eq!(stream.documents().next().expect("one").root().to_string(), r#"{"k":{"x":3}}"#);
    let plan = Plan::new(vec![Assignment::new(at(&["a"]), Op::Set("b".into()))]).expect("one");
    assert!(matches!(stream.apply(&[(0, &plan)]), Err(YamlEditError::Invalid(_))));
    let many: String = (0..40).map(|key| format!("k{key}: 1\n")).chain(["k3: 2\n".into()]).collect();
    assert!(matches!(parse(&many).expect_err("twice").kind, YamlErrorKind::DuplicateKey { .. }));
}

#[test]
fn limits_hold_before_any_stack_does() {
    let code = |text: &str| parse(text).expect_err("beyond a limit").diagnose().code;
    for open in ["[", "{a: ", "- ", "[a: ", "? ", "{", "- - - [["] {
        assert!(matches!(code(&open.repeat(100_000)), Code::TooDeep | Code::InvalidDocument), "{open}");
    }
    let nested = |depth: usize| format!("{}x\n", "- ".repeat(depth));
    assert!(parse(&nested(Limits::DEFAULT.document_depth)).is_ok());
    assert_eq!(code(&nested(Limits::DEFAULT.document_depth + 1)), Code::TooDeep);
    let blocks: String = (0..600).map(|depth| format!("{:depth$}a:\n", "")).collect();
    assert_eq!(code(&blocks), Code::TooDeep);
    let small = Limits { document_bytes: 10, document_depth: 3, ..Limits::DEFAULT };
    let kind = |text: &str| YamlStream::parse(text, Dialect::Kubernetes, &small).expect_err("beyond a limit").kind;
    assert_eq!(kind("a: 123456789\n"), YamlErrorKind::TooLarge);
    assert_eq!(kind("[[[[1]]]]"), YamlErrorKind::TooDeep);
}

/// A write at the bottom of the deepest document that is allowed.
#[test]
fn the_deepest_place_can_be_written() {
    let depth = Limits::DEFAULT.document_depth;
    let flow = format!("{}x{}\n", "[".repeat(200), "]".repeat(200));
    for (text, depth) in [("- ".repeat(depth) + "x\n", depth), (flow, 200)] {
        let stream = parse(&text).expect("as deep as may be");
        let bottom: Location = std::iter::repeat_n(0_usize.into(), depth).collect();
        let plan = Plan::new(vec![Assignment::new(bottom.clone(), Op::Set("v".into()))]).expect("one");
        assert_eq!(stream.apply(&[(0, &plan)]).expect("faithful"), text.replace('x', "v"));
        assert_eq!(stream.documents().next().expect("one").span_of(&bottom).map(|span| span.of(&text)), Some("x"));
        let plan = Plan::new(vec![Assignment::new(bottom, Op::Remove)]).expect("one");
        assert!(stream.apply(&[(0, &plan)]).expect("faithful").contains("[]"));
    }
}

#[test]
fn aliases_cannot_explode() {
    let mut bomb = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
    for level in 1..12 {
        let uses = vec![format!("*a{}", level - 1); 9].join(", ");
        bomb.push_str(&format!("a{level}: &a{level} [{uses}]\n"));
    }
    assert_eq!(parse(&bomb).expect_err("a bomb").kind, YamlErrorKind::TooLargeExpanded);
    let mut deep = String::from("a0: &a0 []\n");
    (1..600).for_each(|level| deep.push_str(&format!("a{level}: &a{level} [*a{}]\n", level - 1)));
    assert_eq!(parse(&deep).expect_err("too deep").kind, YamlErrorKind::TooDeep);
}

#[test]
fn bytes_that_are_no_text() {
    let error = decode(b"a: 1\nb: \xff\n").expect_err("not UTF-8");
    assert_eq!((error.kind.clone(), error.at.line, error.at.column), (YamlErrorKind::NotUtf8, 2, 4));
    assert!(decode(b"\xff\xfea\0").is_err());
}

#[test]
fn there_is_always_a_document() {
    for text in ["", "\n", "# c\n", "---\n", "...\n", "a: 1\n"] {
        let stream = parse(text).expect("it reads");
        assert!(!stream.is_empty(), "{text:?}");
    }
}

#[test]
fn no_document_of_this_number() {
    let plan = Plan::default();
    let stream = parse("a: 1\n").expect("it reads");
    let error = stream.apply(&[(1, &plan)]).expect_err("there is one document");
    assert!(matches!(error, YamlEditError::NoDocument { document: 1, len: 1 }));
    // The same code as where a document is chosen by its number.
    assert_eq!(error.diagnose().code, Code::AmbiguousDocument);
}

#[test]
fn spans_of_values_keys_and_entries() {
    let text = "größe: &g {\"k\": 'v'}\nl:\n- *g\n- ? x\n  : |\n    t\nm:\n  <<: *g\n  w:\n";
    let stream = parse(text).expect("it reads");
    let document = stream.documents().next().expect("one");
    let value = |path: &[&str]| document.span_of(&at(path)).map(|span| span.of(text));
    let key = |path: &[&str]| document.key_span_of(&at(path)).map(|span| span.of(text));
    let entry = |path: &[&str]| document.entry_span_of(&at(path)).map(|span| span.of(text));
    assert_eq!(value(&["größe"]), Some("{\"k\": 'v'}"));
    assert_eq!((value(&["größe", "k"]), key(&["größe", "k"])), (Some("'v'"), Some("\"k\"")));
    assert_eq!(
        (value(&["l", "0"]), value(&["l", "0", "k"]), entry(&["l", "0"])),
        (Some("*g"), Some("'v'"), Some("- *g"))
    );
    assert_eq!((value(&["l", "1", "x"]), entry(&["l", "1", "x"])), (Some("|\n    t"), Some("? x\n  : |\n    t")));
    assert_eq!((value(&["m", "k"]), value(&["m", "w"]), value(&["m", "z"])), (Some("'v'"), Some(""), None));
    assert_eq!((key(&["l"]), key(&["l", "0"]), key(&[])), (Some("l"), None, None));
    let scalar = document.scalar_at(&at(&["größe", "k"])).expect("a scalar");
    assert_eq!((scalar.style, scalar.raw, scalar.text, scalar.tagged), (Style::Single, "'v'", "v", false));
    assert_eq!(document.key_at(&at(&["größe", "k"])).expect("a key").style, Style::Double);
    assert!(document.scalar_at(&at(&["l"])).is_none());
}

/// Each word of a string is found where it stands in the text.
#[test]
fn characters_of_a_string_in_the_text() {
    for (text, words) in [
        ("a: one two\n", vec!["one", "two"]),
        ("a: one two\n  three\n\n  four\n", vec!["one", "two", "three", "four"]),
        ("a: 'it''s  one\n  two'\n", vec!["one", "two"]),
        ("a: \"t\\u00e9\\x41\\n\\\"one\\\" \\\n    two \\\n\n  three\"\n", vec!["one", "two", "three"]),
        ("a: |\n    one\n      two\n\n    three\n", vec!["one", "two", "three"]),
        ("a: |-  # c\n  one\n\n\n  two", vec!["one", "two"]),
        ("a: |2\n    one\n  two\n", vec!["one", "two"]),
        ("a: >\n  one\n  two\n\n  three\n\n    four\n\n\n  five\n", vec!["one", "two", "three", "four", "five"]),
        ("a: >-\n\n  one\n  two\n", vec!["one", "two"]),
        ("a: |\r\n  one\r\n  größe two\r\n", vec!["one", "größe", "two"]),
        ("a: &x !!str one\n", vec!["one"]),
        ("a: \"\\U0001F600one\\x41 two\\u0042 \\t\\ three\"\n", vec!["one", "two", "three"]),
        ("a: \"\\U00000041\\U0010FFFFone\"", vec!["one"]),
    ] {
        let stream = parse(text).expect(text);
        let document = stream.documents().next().expect("one");
        let said = document.root().get("a").and_then(|value| value.as_str()).expect("a string").to_string();
        for word in words {
            let start = said.find(word).unwrap_or_else(|| panic!("{word} in {said:?}"));
            let found = document.source_span(&at(&["a"]), Span::new(start, start + word.len()));
            assert_eq!(found.map(|span| span.of(text)), Some(word), "in {text:?}");
            assert_eq!(found.map(|span| span.start), text.find(word), "in {text:?}");
        }
        let whole = document.source_span(&at(&["a"]), Span::new(0, said.len())).expect("the whole string");
        assert!(document.span_of(&at(&["a"])).expect("it is there").start <= whole.start, "in {text:?}");
        for end in (0..=said.len()).filter(|end| said.is_char_boundary(*end)) {
            assert!(document.source_span(&at(&["a"]), Span::new(end, end)).is_some(), "{end} in {text:?}");
        }
        assert_eq!(document.source_span(&at(&["a"]), Span::new(0, said.len() + 1)), None);
    }
}

#[test]
fn escapes_are_covered_whole() {
    let text = "a: \"x\\u00e9y\"\nb: 'it''s'\n";
    let stream = parse(text).expect("it reads");
    let document = stream.documents().next().expect("one");
    let found =
        |path: &str, start, end| document.source_span(&at(&[path]), Span::new(start, end)).map(|span| span.of(text));
    assert_eq!(found("a", 1, 3), Some("\\u00e9"));
    assert_eq!(found("b", 2, 3), Some("''"));
}

/// A line separator ends a comment for go-yaml: `b` would be a key there and part of the comment here.
#[test]
fn separators_stand_in_quotes_only() {
    for separator in ['\u{2028}', '\u{2029}'] {
        for text in ["# c~b: 2\na: 1\n", "a: 1 # c~d\n", "a: x~y\n", "a~b: 1\n", "a: |\n  x~y\n", "a: '~' # ~\n"] {
            let text = text.replace('~', &separator.to_string());
            let error = YamlStream::parse(&text, Dialect::Kubernetes, &Limits::DEFAULT).expect_err(&text);
            assert_eq!(error.diagnose().code, Code::InvalidDocument, "{text:?}");
            assert!(YamlStream::parse(&text, Dialect::Yaml12, &Limits::DEFAULT).is_ok(), "{text:?}");
        }
        for text in ["a: 'x~y'\n", "\"a~b\": 1 # é\n", "# é\n- [\"~\", '~']\n"] {
            let text = text.replace('~', &separator.to_string());
            assert!(YamlStream::parse(&text, Dialect::Kubernetes, &Limits::DEFAULT).is_ok(), "{text:?}");
        }
    }
}

/// What is wrong is said with what to write instead.
/// go-yaml ends the name of an anchor before any other character, and reads what is behind as the value.
#[test]
fn names_of_anchors() {
    let read = |text: &str, dialect| YamlStream::parse(text, dialect, &Limits::DEFAULT).map(drop);
    for text in
        ["a: &n:1 x\n", "a: &n?1 x\n", "a: &n x\nb: &n:1 y\nc: *n\n", "a: &n x\nb: *n:1\n", "&é: x\n", "[&a.b 1]\n"]
    {
        let error = read(text, Dialect::Kubernetes).expect_err(text);
        assert!(
            matches!(error.kind, YamlErrorKind::AnchorName(_) | YamlErrorKind::UnknownAlias(_)),
            "{text}: {error:?}"
        );
        assert_eq!(error.diagnose().code, Code::InvalidDocument);
    }
    for text in ["a: &n-1_B x\nb: *n-1_B\n", "[&a 1, *a]\n", "&a x: *a\n"] {
        read(text, Dialect::Kubernetes).expect(text);
    }
    read("a: &n:1 x\nb: *n:1\n", Dialect::Yaml12).expect("YAML 1.2 takes the name");
}

#[test]
fn errors_say_what_to_write_instead() {
    for (text, help) in [
        ("a:\n\tb: 1\n", "spaces"),
        ("a: *x\n", "anchor"),
        ("a: 1\na: 2\n", "remove the one"),
        ("~: 1\n", "quote the key"),
        ("a: .inf\n", "quote it"),
        ("a: .nan\n", "quote it"),
        ("a: !!int x\n", "remove the tag"),
        ("a: \"\u{1}\"\n", "escape"),
    ] {
        let error = YamlStream::parse(text, Dialect::Kubernetes, &Limits::DEFAULT).expect_err(text).diagnose();
        assert!(error.help.as_deref().is_some_and(|found| found.contains(help)), "{text}: {error:?}");
        assert!(!error.message.is_empty() && !error.message.ends_with('.'), "{text}: {error:?}");
    }
}

/// What go-yaml takes and a strict reader of YAML 1.2 does not.
#[test]
fn lines_that_stand_further_out_than_their_key() {
    let reads = |text: &str, value: &str| {
        let stream = parse(text).unwrap_or_else(|error| panic!("{error} in {text:?}"));
        assert_eq!(stream.documents().next().expect("one").root().to_string(), value, "{text:?}");
        let windows = parse(&text.replace('\n', "\r\n")).unwrap_or_else(|error| panic!("{error} in {text:?}"));
        assert_eq!(windows.documents().next().expect("one").root().to_string(), value, "{text:?} with CRLF");
    };
    // A quoted string behind an anchor or a tag that holds a bracket.
    reads("a: {\n  k: &an \"[\"\n}\n", r#"{"a":{"k":"["}}"#);
    reads("a:\n  b: [\n    &an \"[\", !!str '{'\n  ]\n", r#"{"a":{"b":["[","{"]}}"#);
    reads("a:\n  b: [!<tag:yaml.org,2002:str> \"]\"\n]\nc: &x [\n]\n", r#"{"a":{"b":["]"]},"c":[]}"#);
    // Strings over several lines.
    reads("a:\n  b: \"x\ny\"\nc: 'x\n\ny'\n", r#"{"a":{"b":"x y"},"c":"x\ny"}"#);
    reads("a:\n- \"é \\\n\\u00e9\n\n\n z\"\n", r#"{"a":["é é\n\nz"]}"#);
    reads("a:\n  b: [x\ny, \"z\nz\", 'é\né']\n", r#"{"a":{"b":["x y","z z","é é"]}}"#);
    reads("a:\n  b: {c: x\ny\n}\n", r#"{"a":{"b":{"c":"x y"}}}"#);
    // A plain string goes on below; what stands there begins nothing.
    reads("a: foo\n  \"bar\nb: [\n1\n]\n", r#"{"a":"foo \"bar","b":[1]}"#);
    reads("a: |\n  \"x [\n  y\nb: [\n1\n]\n", "{\"a\":\"\\\"x [\\ny\\n\",\"b\":[1]}");
    reads("a:\n  b:\n    foo\n    bar\n  c: [\n  1\n  ]\n", r#"{"a":{"b":"foo bar","c":[1]}}"#);
    reads("a:\n  b: # c\n\n    foo\n   \"bar\n  c: [\n  1\n  ]\n", r#"{"a":{"b":"foo \"bar","c":[1]}}"#);
    reads("- - foo\n   \"bar\n  - [\n  1\n  ]\n", r#"[["foo \"bar",[1]]]"#);
    // No white space before a comment.
    reads("a: [#c\n 1,#d\n 2\n]\nb: {#e\n}\n", r#"{"a":[1,2],"b":{}}"#);
    for text in ["a:\n  b: [x # c\ny]\n", "a:\n  b: \"x\n---\ny\"\n", "a: [x\n--- ]\n", "a: \"x\n  y\n"] {
        assert_eq!(parse(text).expect_err(text).diagnose().code, Code::InvalidDocument, "{text}");
    }
}

/// To go-yaml a tab is white space in brackets and in quotes, wherever it stands; in a block it must not indent.
#[test]
fn tabs() {
    for text in [
        "a: {\n\tb: 1\n}\n",
        "a: {b: 1,\n\tc: 2}\n",
        "a:\n  b: [\n\t\"1\",\n\t[2]\n\t]\n",
        "a: [ # c\n\t1]\n",
        "a: {\n\t}\n",
        "a: [\"x\n\ty\"]\n",
        "a:\n  b: \"x\n\ty\"\nc: 'x\n \t\n\ty'\n",
        "a: x\n \ty\n",
        "a: x\t# c\t\n",
        "a: |\n  x\n  \ty\n",
        "a: |1\n \ty\n",
        "a: \tx\nb:\t[1]\n",
        "a: b\n  \t\nc: d\n",
    ] {
        parse(text).unwrap_or_else(|error| panic!("{error} in {text:?}"));
    }
    for (text, line, column) in [
        ("- \t1\n", 1, 3),
        ("a:\n-\tx\n", 2, 2),
        ("- \tb: c\n", 1, 3),
        ("-\t# c\n- b\n", 1, 2),
        ("- \t\n  b: 1\n", 1, 3),
        ("? a\n:\t1\n", 2, 2),
        ("a:\n\t\n  b: 1\n", 2, 1),
        ("a: 1\n\t\nb: 2\n", 2, 1),
        ("a: 1\n\t# c\n", 2, 1),
        ("a: \"x\"\n \t# c\n", 2, 2),
        ("a: [b]\n\t\n", 2, 1),
        ("a:\n  b: x\n \ty\n", 3, 2),
        ("a: [x\n\t, 2]\n", 2, 1),
        ("a: |\n \tx\n", 2, 2),
        ("a: |\n  x\n\t# c\nb: 1\n", 3, 1),
    ] {
        assert_eq!(refused(text, line, column), YamlErrorKind::TabIndent, "{text}");
    }
    for text in ["- \t1\n", "a: 1\n\t# c\n"] {
        assert!(YamlStream::parse(text, Dialect::Yaml12, &Limits::DEFAULT).is_ok(), "{text}");
    }
}

/// A client ends the last line where the file does not.
#[test]
fn the_last_line_without_an_end() {
    for (text, said) in [
        ("a: |+\n   x\n ", "x\n\n"),
        ("a: |+\n   x\n\n  ", "x\n\n\n"),
        ("a: >+\n   x\n ", "x\n\n"),
        ("a: |+\n\n ", "\n\n"),
        ("a: |\n   x\n ", "x\n"),
        ("a: |-\n   x\n ", "x"),
        ("a: |\n  x: - \n    y \n ", "x: - \n  y \n"),
        ("a: |\n   x\n     ", "x\n  \n"),
        ("a: |+\n   é", "é\n"),
    ] {
        let stream = parse(text).expect(text);
        assert_eq!(stream.documents().next().expect("one").root().get("a"), Some(&said.into()), "{text:?}");
        let plan = Plan::new(vec![Assignment::new(at(&["b"]), Op::Set(Value::Bool(true)))]).expect("one");
        let edited = parse(&stream.apply(&[(0, &plan)]).expect(text)).expect("it reads");
        assert_eq!(edited.documents().next().expect("one").root().get("a"), Some(&said.into()), "{text:?}");
    }
}

/// Where go-yaml and YAML 1.2 differ, go-yaml counts; what cannot be read as it reads is refused.
#[test]
fn what_go_yaml_does_not_take() {
    for (text, line, column) in [
        ("{a\n: b}\n", 1, 2),
        ("m: {\"a\"\n  : b}\n", 1, 5),
        ("m: {\"a\n  b\": c}\n", 1, 5),
        ("m: [&x\n a: b]\n", 2, 3),
        ("m: {a: |\n x}\n", 1, 8),
        ("m: [x, >]\n", 1, 8),
        ("m: [%x]\n", 1, 5),
        ("m: %x\n", 1, 4),
        ("m: {?a: 1}\n", 1, 5),
        ("m: \"a\\\\\\/\"\n", 1, 8),
        ("m: {? x\n  :}\n", 2, 3),
    ] {
        assert!(matches!(refused(text, line, column), YamlErrorKind::Syntax(_)), "{text}");
    }
    let key = "k".repeat(1025);
    assert!(parse(&format!("m: {{{key}: 1}}\n")).is_err());
    assert!(parse(&format!("m: {{? {key} : 1}}\n")).is_ok());
    assert!(parse(&format!("m: {{\"{}\": 1}}\n", "é".repeat(1022))).is_ok());
    assert!(parse("m: \"a\\\\/\"\n").is_ok());
    for text in ["{a\n: b}\n", "m: \"\\/\"\n", "m: {a: |\n x}\n"] {
        assert!(YamlStream::parse(text, Dialect::Yaml12, &Limits::DEFAULT).is_ok(), "{text}");
    }
}

/// Where go-yaml reads tags otherwise, which docs/yaml.md names.
#[test]
fn tags_in_brackets_end_where_the_entry_does() {
    for (text, want) in
        [("k: [!!str, a]\n", r#"{"k":["","a"]}"#), ("k: [!]\n", r#"{"k":[""]}"#), ("k: !f#oo x\n", r#"{"k":"x"}"#)]
    {
        let stream = parse(text).expect(text);
        let root = stream.documents().next().expect("one").root().to_string();
        assert_eq!(root, want, "{text:?}");
    }
}
