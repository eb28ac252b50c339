//! The verdict on path expressions: the table of examples, spans, targets, reads, suggestions.

use fieldwright::diagnostic::Diagnose;
use fieldwright::expression::{
    Address, Expression, ExpressionError, ExpressionErrorKind, Form, Formula, NotAddress, Profile, Reason, StepKind,
    address_prefix,
};
use fieldwright::limits::Limits;

const CASES: &str = include_str!("../grammar/address.cases");

fn parse(text: &str) -> Result<Expression<'_>, ExpressionError> {
    Expression::parse(text, &Limits::DEFAULT)
}

fn formula(text: &str) -> Formula<'_> {
    match parse(text) {
        Ok(Expression::Formula(formula)) => *formula,
        other => panic!("{text}: {other:?}"),
    }
}

fn error(text: &str) -> ExpressionError {
    parse(text).map(|found| format!("{found:?}")).expect_err(text)
}

/// The lines of the table: text, verdict, what follows from it.
fn cases() -> impl Iterator<Item = (String, &'static str, &'static str)> {
    let lines = CASES.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| {
        let mut fields = line.split('\t');
        let text = serde_json::from_str(fields.next().expect("a text")).expect(line);
        (text, fields.next().expect("a verdict"), fields.next().expect("what follows"))
    })
}

#[test]
fn the_table_of_examples() {
    let mut wrong = Vec::new();
    for (text, verdict, wanted) in cases() {
        let found = match parse(&text) {
            Ok(Expression::Address(address)) => match address.form() {
                Form::Plain => ("plain", address.to_string()),
                Form::Composed => ("composed", address.to_string()),
            },
            Ok(Expression::Formula(formula)) => ("formula", formula.reason().to_string()),
            Err(error) if error.is_forbidden() => ("forbidden", error.code().to_string()),
            Err(error) => ("invalid", error.code().to_string()),
        };
        if found != (verdict, wanted.to_string()) {
            wrong.push(format!("{text:?} is {found:?}, not {verdict} {wanted}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_table_shows_every_reason() {
    for reason in Reason::ALL {
        assert!(cases().any(|(_, _, found)| found == reason.as_str()), "{reason}");
    }
}

#[test]
fn canonical_text_reads_as_itself() {
    for (text, verdict, canonical) in cases() {
        if matches!(verdict, "plain" | "composed") {
            let address = Address::parse(&text, &Limits::DEFAULT).expect("an address");
            let again = Address::parse(canonical, &Limits::DEFAULT).expect(canonical);
            assert_eq!(address, again, "{text}");
            assert_eq!(again.form(), Form::Plain);
            assert_eq!(again.to_string(), canonical);
        }
    }
}

#[test]
fn every_error_points_into_its_text_and_says_what_to_do() {
    for (text, verdict, _) in cases() {
        let diagnostic = match parse(&text) {
            Ok(Expression::Address(_)) => continue,
            Ok(Expression::Formula(formula)) => formula.diagnose(),
            Err(error) => error.diagnose_in(&text),
        };
        let span = diagnostic.span.expect("a span");
        assert!(span.start <= span.end && span.end <= text.len(), "{text:?}: {span:?}");
        assert!(text.is_char_boundary(span.start) && text.is_char_boundary(span.end), "{text:?}: {span:?}");
        let help = diagnostic.help.expect("help");
        for said in [&diagnostic.message, &help] {
            assert!(!said.is_empty() && !said.ends_with('.'), "{verdict} {text:?}: {said}");
        }
    }
}

#[test]
fn steps_know_their_place() {
    let text = "(.spec | .jobs)[0] . \"a b\" []?";
    let address = Address::parse(text, &Limits::DEFAULT).expect("an address");
    let spans: Vec<_> = address.steps().iter().map(|step| step.span.of(text)).collect();
    assert_eq!(spans, [".spec", ".jobs", "[0]", ". \"a b\"", "[]"]);
    assert_eq!((address.fan_out(), address.is_single()), (1, false));
}

#[test]
fn the_span_is_the_construct_that_counts() {
    for (text, wanted) in [
        (".spec.replicas // 1", "// 1"),
        (".a | tonumber", "tonumber"),
        ("(.a // 1) * 2 | .b", "* 2"),
        (".a[] | select(.b == 1) | .c", "select(.b == 1)"),
        (".a[-1].b", "[-1]"),
        (".a.\"x\\(.b)\".c", ".\"x\\(.b)\""),
        (".a as [$x] | $x", "as [$x]"),
        (".a, .b", ", .b"),
        ("if .a then .b end | .c", "if .a then .b end"),
        ("(((.a | length)))", "length"),
    ] {
        assert_eq!(formula(text).span().of(text), wanted, "{text}");
    }
}

#[test]
fn targets() {
    for (text, wanted) in [
        (".a.b // 1", Some(".a.b")),
        ("((.a[] | .b) // null)", Some(".a[].b")),
        (".a // 1 // 2", Some(".a")),
        (".a // empty", Some(".a")),
        (".a // (1 | tostring)", Some(".a")),
        (".a // $x", Some(".a")),
        (".a // length", None),
        (".a // .b", None),
        (".a | . // 1", Some(".a")),
        (".a | (.b // 1)", Some(".a.b")),
        ("(.a // 1) | tostring", None),
        (".a | tonumber", None),
        (".a + 1", None),
        (".c[] | select(.n == \"a\") | .v", Some(".c[] | select(.n == \"a\") | .v")),
        (".c[] | select(\"a\" == .n)", Some(".c[] | select(.n == \"a\")")),
        (".c[] | select(.n.o == 1 and .p == true) | .v", Some(".c[] | select(.n.o == 1 and .p == true) | .v")),
        ("(.c[] | select(.n == \"a\")).v // 0", Some(".c[] | select(.n == \"a\") | .v")),
        (".c[] | select(.n == \"a\" or .n == \"b\")", None),
        (".c[] | select(.n == .m)", None),
        (".c[] | select(.n[0] == 1)", None),
        (".c | select(.n == \"a\")", None),
        ("$x // 1", None),
        (".. // 1", None),
    ] {
        let formula = formula(text);
        assert_eq!(formula.target().map(ToString::to_string).as_deref(), wanted, "{text}");
    }
}

#[test]
fn reads() {
    let all: [(&str, &[&str]); 20] = [
        ("1", &[]),
        (".a // 1", &[".a"]),
        ("(.spec.replicas // 1) * ((.spec.size // 1) - .spec.replicas)", &[".spec.replicas", ".spec.size"]),
        (".a | .b | length", &[".a.b"]),
        (".a[] | select(.x) | .y", &[".a[].x", ".a[].y"]),
        (".a | . == true", &[".a"]),
        ("{n, w: .v, (.k): 1}", &[".n", ".v", ".k"]),
        ("\"\\(.a)-\\(.b[0])\"", &[".a", ".b[0]"]),
        (".a as $x | .b + $x", &[".a", ".b"]),
        ("if .a then .b else .c end", &[".a", ".b", ".c"]),
        ("if .a then .b end", &[".a", ".b", "."]),
        ("reduce .l[] as $i (.s; . + $i.k)", &[".l[]", ".s"]),
        (".a | map(.b)", &[".a"]),
        (".a | sort_by(.k) | .[0].v", &[".a"]),
        (".a | ltrimstr(.b)", &[".a", ".a.b"]),
        ("first(.a[])", &[".a[]"]),
        (".a[.k].c", &[".a", ".k"]),
        ("..", &["."]),
        ("$x.a", &[]),
        ("[.a, .a, .a.b]", &[".a", ".a.b"]),
    ];
    for (text, wanted) in all {
        let found: Vec<_> = formula(text).reads().iter().map(ToString::to_string).collect();
        assert_eq!(found, wanted, "{text}");
    }
}

#[test]
fn a_text_cannot_make_the_reads_large() {
    let base: String = (0..200).map(|at| format!(".k{at}")).collect();
    let members: Vec<_> = (0..100).map(|at| format!("m{at}")).collect();
    let text = format!("{base} | [{{{}}}, {{{}}}]", members.join(","), members.join(",").replace('m', "n"));
    let reads = formula(&text).reads().iter().map(|read| read.steps().len()).sum::<usize>();
    assert!(reads > 1000 && reads <= 1 << 14, "{reads}");
}

#[test]
fn a_key_without_quotes_is_spelled_with_them() {
    for (text, wanted) in [
        (".spec-name", ".[\"spec-name\"]"),
        (".spec.my-key.sub", ".spec[\"my-key\"].sub"),
        (".spec.my-long-key", ".spec[\"my-long-key\"]"),
        (".metadata.labels.app.kubernetes.io/name", ".metadata.labels[\"app.kubernetes.io/name\"]"),
        (".metadata.annotations.a-b.example.com/c-d // \"x\"", ".metadata.annotations[\"a-b.example.com/c-d\"]"),
        (".spec.limits.gpu.example.co.uk/small", ".spec.limits[\"gpu.example.co.uk/small\"]"),
        (".x.example.com/env", ".x[\"example.com/env\"]"),
        (
            ".spec.selector.matchLabels.app.kubernetes.io/part-of",
            ".spec.selector.matchLabels[\"app.kubernetes.io/part-of\"]",
        ),
    ] {
        match error(text).kind {
            ExpressionErrorKind::UnquotedKey { suggestion } => {
                assert_eq!(suggestion, wanted, "{text}");
                assert!(Address::parse(&suggestion, &Limits::DEFAULT).is_ok());
            }
            other => panic!("{text}: {other:?}"),
        }
    }
    // With space around it, or with a function that exists, it is arithmetic.
    assert!(matches!(error(".spec - name").kind, ExpressionErrorKind::UndefinedFunction { .. }));
    assert_eq!(formula(".total-length").reason(), Reason::Arithmetic);
}

#[test]
fn near_names_are_suggested() {
    for (text, wanted) in [
        ("lenght", Some("length")),
        ("tonumbr", Some("tonumber")),
        ("lengch", Some("length")),
        ("lnegth", Some("length")),
        ("lengthen", Some("length")),
        ("tope", Some("type")),
        ("tpye", Some("type")),
        ("fl00r", Some("floor")),
        ("fl000r", None),
        ("split", Some("split(_)")),
        ("length(.a)", Some("length")),
        ("frobnicate", None),
    ] {
        match error(text).kind {
            ExpressionErrorKind::UndefinedFunction { near, .. } => assert_eq!(near.as_deref(), wanted, "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn what_is_forbidden_comes_first_and_is_pointed_at() {
    let text = "lenght | foo(.a |= now) | env";
    let error = error(text);
    assert_eq!((error.is_forbidden(), error.span.of(text)), (true, "|="));
}

#[test]
fn edits_name_entries_by_their_keys() {
    for (text, canonical) in [
        (".c[] | select(.name == \"x\") | .image", ".c[] | select(.name == \"x\") | .image"),
        ("(.c[]|select(.name==\"x\").image)", ".c[] | select(.name == \"x\") | .image"),
        (
            "(.c[] | select((.a.\"b-c\" == -1.50) and (\"y\" == .d)))[\"e\"]",
            ".c[] | select(.a[\"b-c\"] == -1.50 and .d == \"y\") | .e",
        ),
        (
            ".a[] | select(.n == null) | .b[] | select(.m == false)",
            ".a[] | select(.n == null) | .b[] | select(.m == false)",
        ),
        (".a", ".a"),
    ] {
        let address = Address::parse_edit(text, &Limits::DEFAULT).expect(text);
        assert_eq!(address.to_string(), canonical);
        let again = Address::parse_edit(canonical, &Limits::DEFAULT).expect(canonical);
        assert_eq!(address, again);
        if canonical.contains("select") {
            assert!(matches!(Address::parse(text, &Limits::DEFAULT), Err(NotAddress::Formula(formula))
                if formula.reason() == Reason::Filter));
        }
    }
    for text in [
        ".c[] | select(.n != 1) | .v",
        ".c[] | select(.n == 1 or .n == 2)",
        ".c | select(.n == 1)",
        ".c[0] | select(.n == 1)",
        ".c[] | select(.n[] == 1)",
        ".c[] | select(. == 1)",
        ".c[] | select(.n? == 1)",
        "select(.n == 1)",
        ".c[] | (select(.n == 1))",
    ] {
        match Address::parse_edit(text, &Limits::DEFAULT) {
            Err(NotAddress::Formula(formula)) => assert_eq!(formula.reason(), Reason::Filter, "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn the_head_of_an_edit() {
    for (text, address, taken) in [
        (".a.b = 1", ".a.b", 4),
        (".a[0:0] = [1]", ".a", 2),
        (".a.b[2:2]=[1]", ".a.b", 4),
        ("(.a | .b)[0] = 1", ".a.b[0]", 12),
        ("(.c[] | select(.n == \"x\") | .v) = 1", ".c[] | select(.n == \"x\") | .v", 31),
        (".a|.b = 1", ".a", 2),
        (".", ".", 1),
        ("  .a ? = 1", ".a?", 6),
        (".a) | .b", ".a", 2),
    ] {
        let (found, end) = address_prefix(text, &Limits::DEFAULT).expect(text);
        assert_eq!((found.to_string().as_str(), end), (address, taken), "{text}");
    }
    for text in ["(.a, .b) = 1", "(.a", "a = 1", "", "(.a | length) = 1"] {
        assert!(address_prefix(text, &Limits::DEFAULT).is_none(), "{text}");
    }
}

#[test]
fn keys_without_escapes_are_not_copied() {
    let text = ".spec[\"a/b\"].c[0]";
    let address = Address::parse(text, &Limits::DEFAULT).expect("an address");
    for step in address.steps() {
        if let StepKind::Key(key) = &step.kind {
            assert!(matches!(key, std::borrow::Cow::Borrowed(_)), "{key}");
        }
    }
}

#[test]
fn the_strict_profile_takes_single_terms() {
    assert!(Profile::Strict.takes(Form::Plain) && !Profile::Strict.takes(Form::Composed));
    assert!(Profile::Default.takes(Form::Plain) && Profile::Default.takes(Form::Composed));
}

/// What the reader wanted where a text stops being one of the language.
#[test]
fn what_is_wanted_is_said() {
    for (text, want) in [
        (". + 1e", "a digit"),
        (". + 1e+", "a digit"),
        (". + 1.5e-x", "a digit"),
        (". + \"a\\q\"", "an escape that exists"),
        (". + \"\\u12g4\"", "four hexadecimal digits"),
        ("(. + 1", "`)`"),
        ("[. + 1", "`]`"),
        ("{a: 1", "`}`"),
        (". + \"a", "a closing quote"),
        (". + $", "a name"),
    ] {
        match error(text).kind {
            ExpressionErrorKind::Syntax { wanted, .. } => assert_eq!(wanted, want, "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    }
    for (text, span) in [(". + 1.", 5..6), ("1. + .", 1..2), (". + \"\\ud83d\"", 7..11)] {
        let error = error(text);
        assert!(matches!(error.kind, ExpressionErrorKind::UnsupportedSyntax { .. }), "{text}: {error:?}");
        assert_eq!(error.span.start..error.span.end, span, "{text}");
    }
}
