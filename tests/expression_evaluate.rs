//! What formulas compute: gojq's results, exact numbers, variables, failures.

#[path = "common/numbers.rs"]
mod numbers;

use fieldwright::diagnostic::{Code, Diagnose};
use fieldwright::expression::{EvaluateError, Expression, Formula, Variables};
use fieldwright::limits::Limits;
use fieldwright::value::{Number, Value};

fn formula(text: &str) -> Formula<'_> {
    match Expression::parse(text, &Limits::DEFAULT) {
        Ok(Expression::Formula(formula)) => *formula,
        other => panic!("{text}: {other:?}"),
    }
}

fn evaluate(text: &str, document: &serde_json::Value) -> Result<String, EvaluateError> {
    let results = formula(text).evaluate(document, &Variables::new(), &Limits::DEFAULT)?;
    Ok(results.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
}

fn check(document: serde_json::Value, cases: &[(&str, &str)]) {
    for (text, wanted) in cases {
        assert_eq!(evaluate(text, &document).as_deref(), Ok(*wanted), "{text}");
    }
}

#[test]
fn members_are_gone_over_by_key() {
    let document = serde_json::json!({"s": {"worker": {"n": 1}, "frontend": {"n": 2}, "backend": {"n": 3}}});
    check(
        document,
        &[
            ("[.s[].n]", "[3,2,1]"),
            (".s | keys", "[\"backend\",\"frontend\",\"worker\"]"),
            (".s | to_entries | map(.key)", "[\"backend\",\"frontend\",\"worker\"]"),
            ("[.s | keys[], (.[] | .n)]", "[\"backend\",\"frontend\",\"worker\",3,2,1]"),
            ("{b: 1, a: 2} | tojson", "\"{\\\"a\\\":2,\\\"b\\\":1}\""),
            ("[paths(type == \"number\")] | first", "[\"s\",\"backend\",\"n\"]"),
            (".s | map_values(.n) | add", "6"),
        ],
    );
}

#[test]
fn missing_parents_and_defaults() {
    let document = serde_json::json!({"a": null, "jobs": [{"r": 2}, {}, {"r": null}, {"r": false}], "s": "x"});
    check(
        document,
        &[
            (".a.b.c // 1", "1"),
            (".missing.deep // .a.b // \"d\"", "\"d\""),
            ("[.jobs[].r // 1]", "[2]"),
            ("[.jobs[] | .r // 1]", "[2,1,1,1]"),
            ("[.missing[]?]", "[]"),
            ("(.s | .b?) // 3", "3"),
            ("[.jobs[1:][].r]", "[null,null,false]"),
            (".a | length", "0"),
            ("getpath([\"a\", \"b\", 0])", "null"),
        ],
    );
    for text in [".s.b // 1", "[.a[]]", ".jobs.r | length", "\"\\(.s[0])\""] {
        assert!(
            matches!(
                evaluate(text, &serde_json::json!({"a": null, "jobs": [1], "s": "x"})),
                Err(EvaluateError::Failed { .. })
            ),
            "{text}"
        );
    }
}

/// jaq runs through the left operand first, jq and gojq through the right one.
#[test]
fn operands_are_combined_in_jqs_order() {
    check(
        serde_json::json!(null),
        &[
            ("[(1, 2) + (10, 20)]", "[11,12,21,22]"),
            ("[(1, 2) < (1, 2)]", "[false,false,true,false]"),
            ("[\"\\(1, 2)-\\(3, 4)\"]", "[\"1-3\",\"2-3\",\"1-4\",\"2-4\"]"),
            ("[{a: (1, 2), b: (3, 4)} | [.a, .b]]", "[[1,3],[1,4],[2,3],[2,4]]"),
            ("[([1, 2], [3, 4])[0, 1]]", "[1,3,2,4]"),
            ("10 * 3 % 4", "2"),
            ("reduce range(3) as $x (0; ., 1)", "1"),
            ("reduce range(3) as $x (5; empty)", "5"),
            ("[foreach range(3) as $x (0; . + $x, 9)]", "[0,9,10,9,11,9]"),
            ("[foreach (1, 2) as $x (0; . + $x; [$x, .])]", "[[1,1],[2,3]]"),
            ("[limit(-1; 1, 2)], [limit(0; 1, 2)]", "[1,2] []"),
        ],
    );
}

#[test]
fn numbers_keep_their_digits() {
    let document: Value = Value::Object(vec![
        ("big".into(), Value::Number(Number::parse("123456789012345678901234567890").expect("a number"))),
        ("u".into(), Value::Number(Number::parse("18446744073709551615").expect("a number"))),
        ("f".into(), Value::Number(Number::parse("1.50").expect("a number"))),
        ("long".into(), Value::Number(Number::parse(&"7".repeat(5000)).expect("a number"))),
    ]);
    for (text, wanted) in [
        ("[.big, .u, .f]", "[123456789012345678901234567890,18446744073709551615,1.50]"),
        (".big + 1", "123456789012345678901234567891"),
        (".u + 1", "18446744073709551616"),
        (".big / 10", "12345678901234567890123456789"),
        (".big == .big + 1", "false"),
        ("9007199254740993 - 1", "9007199254740992"),
        ("6 / 2, 7 / 2", "3 3.5"),
        (".f + 0.5", "2"),
        ("1e3 + 0, 0.1 + 0.2", "1000 0.30000000000000004"),
        ("nan, infinite", "null 1.7976931348623157e308"),
        ("-7 % 3, 7 % -3, 5 % 2.9", "-1 1 1"),
        (".u | tostring | tonumber", "18446744073709551615"),
        (".long | tostring | length", "5000"),
        ("-9223372036854775808 | -., . / -1, . % -1", "9223372036854775808 9223372036854775808 0"),
        (
            ".big | floor, ceil, round",
            "123456789012345678901234567890 123456789012345678901234567890 123456789012345678901234567890",
        ),
        (".u | floor, ceil, round", "18446744073709551615 18446744073709551615 18446744073709551615"),
        // The same number as a difference is the least one of the machine.
        (
            "-9223372036854775807 - 1 | -., . / -1, . % -1, . * -1",
            "9223372036854775808 9223372036854775808 0 9223372036854775808",
        ),
    ] {
        let results = formula(text).evaluate(&document, &Variables::new(), &Limits::DEFAULT).expect(text);
        let found: Vec<_> = results.iter().map(ToString::to_string).collect();
        assert_eq!(found.join(" ").replace("e+", "e"), wanted, "{text}");
    }
}

#[test]
fn functions() {
    let document = serde_json::json!({
        "b": [{"k": 2, "n": "x"}, {"k": 1, "n": "y"}, {"k": 2, "n": "z"}], "s": "q-1 aé", "m": [[1, 2], [3, 4]]
    });
    check(
        document,
        &[
            (".b | sort_by(.k) | map(.n) | join(\",\")", "\"y,x,z\""),
            (".b | group_by(.k) | map(length)", "[1,2]"),
            (".b | unique_by(.k) | map(.n)", "[\"y\",\"x\"]"),
            (".b | min_by(.k).n, max_by(.k).n", "\"y\" \"z\""),
            (".b | map({(.n): .k}) | add", "{\"x\":2,\"y\":1,\"z\":2}"),
            (".b | INDEX(.n) | keys", "[\"x\",\"y\",\"z\"]"),
            (".b | any(.k == 1), all(.k == 1)", "true false"),
            (".m | transpose, flatten, [combinations]", "[[1,3],[2,4]] [1,2,3,4] [[1,3],[1,4],[2,3],[2,4]]"),
            ("[path(.b[].k, .m)]", "[[\"b\",0,\"k\"],[\"b\",1,\"k\"],[\"b\",2,\"k\"],[\"m\"]]"),
            (
                ".s | [match(\"[a-z]\"; \"g\").string], test(\"1\"), sub(\"(?<d>[0-9])\"; \"<\\(.d)>\")",
                "[\"q\",\"a\"] true \"q-<1> aé\"",
            ),
            (".s | split(\"-\"), length, utf8bytelength, (explode | implode)", "[\"q\",\"1 aé\"] 6 7 \"q-1 aé\""),
            (
                "@base64 \"\\(.s)\", (\"YQ==\" | @base64d), @uri \"\\(\"a b\")\", @sh \"\\(\"it's\")\"",
                "\"cS0xIGHDqQ==\" \"a\" \"a%20b\" \"'it'\\\\''s'\"",
            ),
            (
                "@csv \"\\([1, \"a\\\"b\", null, true])\", @html \"\\(\"<\")\"",
                "\"1,\\\"a\\\"\\\"b\\\",,true\" \"&lt;\"",
            ),
            ("{a: {b: 1}} * {a: {c: 2}} | .a | keys", "[\"b\",\"c\"]"),
            ("[1, [2, [3]]] | flatten(1), (.. | numbers)", "[1,2,[3]] 1 2 3"),
            ("[nan, 1, null, \"a\", true, {}, []] | sort | map(type) | unique | length", "6"),
            (
                "\"2015-03-05T23:51:47Z\" | fromdate, (strptime(\"%Y-%m-%dT%H:%M:%SZ\") | mktime)",
                "1425599507 1425599507",
            ),
            ("try error({a: 1}) catch .a", "1"),
            ("[.b[] | .n | tonumber?]", "[]"),
            ("walk(if type == \"number\" then . + 1 else . end) | .m", "[[2,3],[4,5]]"),
            (". as {b: [{$n}], m: [[$x]]} | [$n, $x]", "[\"x\",1]"),
            ("\"[1,{\\\"a\\\":12345678901234567890}]\" | fromjson | .[1].a", "12345678901234567890"),
        ],
    );
}

#[test]
fn variables_are_inputs() {
    let formula = formula("$ref.status.size * $n + ($n as $x | $x)");
    assert_eq!(formula.variables(), ["ref", "n"]);
    let document = serde_json::json!({});
    let mut variables = Variables::new();
    variables.set("ref", (&serde_json::json!({"status": {"size": 4}})).into());
    assert_eq!(
        formula.evaluate(&document, &variables, &Limits::DEFAULT),
        Err(EvaluateError::UndefinedVariable { name: "n".into() })
    );
    variables.set("n", (&serde_json::json!(3)).into());
    let results = formula.evaluate(&document, &variables, &Limits::DEFAULT).expect("a product");
    assert_eq!(results[0].to_string(), "15");
    // The compiled formula takes other values the next time.
    variables.set("n", (&serde_json::json!(1)).into());
    assert_eq!(formula.evaluate(&document, &variables, &Limits::DEFAULT).expect("a product")[0].to_string(), "5");
}

#[test]
fn failures_are_told() {
    for (text, said) in [
        (".a | tonumber", "invalid number"),
        (".a + 1", "cannot add"),
        (".a[0] | length", "expected an array"),
        ("1 / 0", "cannot divide"),
        ("{(1): 2}", "object key"),
        ("error(\"as I say\")", "as I say"),
        ("\"x\" | strptime(\"%Q\")", "time zone"),
        ("\"{\" | fromjson", "JSON"),
    ] {
        let error = evaluate(text, &serde_json::json!({"a": "word"})).expect_err(text);
        let diagnostic = error.diagnose();
        assert_eq!(diagnostic.code, Code::EvaluationFailed);
        assert!(diagnostic.message.contains(said), "{text}: {}", diagnostic.message);
        assert!(diagnostic.message.len() < 700);
    }
}

#[test]
fn formulas_travel_between_threads() {
    fn travels<T: Send + Sync>() {}
    travels::<Formula<'static>>();
    let owned = formula(".a // 1").into_owned();
    let threads: Vec<_> = (0..4)
        .map(|n| {
            let formula = owned.clone();
            std::thread::spawn(move || {
                formula.evaluate(&serde_json::json!({"a": n}), &Variables::new(), &Limits::DEFAULT)
            })
        })
        .collect();
    for (n, thread) in threads.into_iter().enumerate() {
        assert_eq!(thread.join().expect("no panic").expect("a value")[0].to_string(), n.to_string());
    }
}

/// `tests/data/gojq.tsv`: the document, then a formula and gojq's results a line. `tests/compare.rs` holds it to gojq.
#[test]
fn kept_results_of_gojq() {
    let mut lines = include_str!("data/gojq.tsv").lines();
    let document: serde_json::Value = serde_json::from_str(lines.next().expect("the document")).expect("JSON");
    let limits = Limits { evaluation_steps: 1 << 16, ..Limits::DEFAULT };
    let (mut wrong, mut count) = (Vec::new(), 0);
    for line in lines {
        let (text, theirs) = line.split_once('\t').expect("a formula and its results");
        let theirs: serde_json::Value = serde_json::from_str(theirs).expect("JSON");
        // An address is none of these; in a list it is a formula with the same results.
        let whole = format!("[{text}]");
        let Ok(Expression::Formula(formula)) = Expression::parse(&whole, &Limits::DEFAULT) else {
            wrong.push(format!("{text}\n  no formula"));
            continue;
        };
        let ours = formula.evaluate(&document, &Variables::new(), &limits);
        match ours.as_deref() {
            Ok([ours]) if numbers::close(&serde_json::Value::from(ours), &theirs) => count += 1,
            other => wrong.push(format!("{text}\n  gojq {theirs}\n  ours {other:?}")),
        }
    }
    assert!(wrong.is_empty(), "{} of {}\n{}", wrong.len(), count + wrong.len(), wrong.join("\n"));
    assert!(count > 300, "{count}");
}

/// `tests/data/gojq_differs.tsv`: a formula, gojq's results and why ours differ. Fails when a line is no longer true.
#[test]
fn listed_differences_from_gojq_still_differ() {
    let document = include_str!("data/gojq.tsv").lines().next().expect("the document");
    let document: serde_json::Value = serde_json::from_str(document).expect("JSON");
    for line in include_str!("data/gojq_differs.tsv").lines() {
        let [text, theirs, why] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        assert!(why.len() > 10, "{line}");
        let theirs: serde_json::Value = serde_json::from_str(theirs).expect("JSON");
        let whole = format!("[{text}]");
        let Ok(Expression::Formula(formula)) = Expression::parse(&whole, &Limits::DEFAULT) else {
            continue;
        };
        let ours = formula.evaluate(&document, &Variables::new(), &Limits::DEFAULT);
        let same = matches!(ours.as_deref(), Ok([ours]) if numbers::close(&serde_json::Value::from(ours), &theirs));
        assert!(!same, "{text} gives what gojq gives");
    }
}
