//! What explodes ends in its typed error, quickly; what is nested deep never reaches the stack.

use fieldwright::expression::{
    Address, Budget, EvaluateError, Expression, ExpressionErrorKind, NotAddress, Variables, address_prefix,
};
use fieldwright::limits::Limits;
use fieldwright::value::Value;
use std::time::{Duration, Instant};

/// A budget that a debug build spends in a moment.
const SMALL: Limits = Limits { evaluation_steps: 40_000, results: 1000, result_bytes: 1 << 20, ..Limits::DEFAULT };

/// Far more than any of these takes even on a busy machine, and far less than any would take without a budget.
const QUICK: Duration = Duration::from_secs(60);

fn evaluate(text: &str, limits: &Limits) -> Result<Vec<Value>, EvaluateError> {
    let document = serde_json::json!({"a": [1, 2, 3], "s": "text"});
    let start = Instant::now();
    let Ok(Expression::Formula(formula)) = Expression::parse(text, limits) else { panic!("{text} is no formula") };
    let result = formula.evaluate(&document, &Variables::new(), limits);
    assert!(start.elapsed() < QUICK, "{text} took {:?}", start.elapsed());
    result
}

#[test]
fn explosions_end_in_their_error() {
    explosions();
}

/// The same in a program that gives its threads little.
#[test]
fn explosions_end_in_their_error_on_a_small_stack() {
    std::thread::Builder::new().stack_size(256 << 10).spawn(explosions).expect("a thread").join().expect("no overflow");
}

fn explosions() {
    use Budget::{Bytes, Depth, Results, Steps};
    let doubling = vec!["(., .)"; 60].join(" | ");
    let wide = vec!["[., ., ., .]"; 40].join(" | ");
    let nines = "9".repeat(3000);
    let cases = [
        ("[range(1e9)]", Steps),
        ("[range(0; infinite)]", Steps),
        ("last(range(1e15))", Steps),
        ("first(range(1e15) | select(. < 0))", Steps),
        ("any(range(1e15); false)", Steps),
        ("range(1e15)", Results),
        ("range(0; 1; 1e-300)", Results),
        ("[range(0; 1; 1e-300)]", Steps),
        (&doubling, Results),
        (&format!("[{doubling}]"), Steps),
        (&format!("{doubling} | empty"), Steps),
        (&wide, Bytes),
        ("reduce range(1e15) as $i (0; . + 1)", Steps),
        ("reduce range(60) as $i (\"x\"; . + .)", Bytes),
        ("reduce range(60) as $i ([1]; . + .)", Bytes),
        ("reduce range(60) as $i ([1]; [., .])", Bytes),
        ("reduce range(60) as $i ({}; {a: ., b: .})", Bytes),
        ("reduce range(60) as $i (3; . * .)", Bytes),
        ("reduce range(1e6) as $i (0; [.])", Depth),
        ("reduce range(1e6) as $i (0; {a: .})", Depth),
        ("[foreach range(1e15) as $i (0; . + 1; empty)]", Steps),
        ("\"x\" * 1e9", Bytes),
        ("\"x\" * infinite", Bytes),
        ("1e9 * \"x\"", Bytes),
        (&format!("{nines} + 1"), Bytes),
        (&format!("\"{nines}\" | tonumber | . * 2"), Bytes),
        ("[range(1e9)] | implode", Steps),
        ("[range(100)] | combinations(100)", Bytes),
        ("[[range(9)] | combinations(9)]", Steps),
        ("(\"a\" * 100000) | test(\"(((a{0,99}){0,99}){0,99})b\")", Steps),
        ("\"a\" | test(\"((a{0,999}){0,999}){0,999}\")", Steps),
        ("(\"a\" * 100000) | [match(\"a\"; \"g\")]", Steps),
        ("(\"a\" * 100000) | gsub(\"a\"; \"bb\")", Steps),
        ("[range(1e3)] as $a | [range(1e3)] as $b | [$a[] as $x | $b[] | . + $x]", Steps),
        ("[range(2e4)] as $a | $a | contains($a)", Steps),
        ("[range(2e4)] as $a | $a - $a", Steps),
        ("[range(1e3) | [range(1e3)]]", Steps),
        (".a[range(1e15)]", Results),
        ("\"\\(range(1e15))\"", Results),
        ("{a: range(1e15)}", Results),
        ("(\"x\" * 900000), (\"x\" * 900000)", Bytes),
    ];
    let mut wrong = Vec::new();
    for (text, wanted) in cases {
        let found = evaluate(text, &SMALL).map(|results| results.len());
        if found != Err(EvaluateError::Budget(wanted)) {
            wrong.push(format!("{}: {found:?}, not {wanted:?}", &text[..text.len().min(80)]));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A whole number of 8192 bits is computed with, one of 8193 is not.
#[test]
fn bits_of_a_number() {
    // 2^4096 and 2^4095
    let powers = "reduce range(12) as $i ([2, 1]; [.[0] * .[0], .[1] * .[0]])";
    let last = evaluate(&format!("{powers} | .[0] * .[1] | tostring | length"), &SMALL).expect("2^8191");
    assert_eq!(last[0].to_string(), "2466");
    let more = evaluate(&format!("{powers} | .[0] * .[0] | tostring | length"), &SMALL);
    assert_eq!(more, Err(EvaluateError::Budget(Budget::Bytes)));
    let most = evaluate(&format!("{powers} | .[0] * .[1] | . + (. - 1) | tostring | length"), &SMALL);
    assert_eq!(most.expect("2^8192 - 1")[0].to_string(), "2467");
    let more = evaluate(&format!("{powers} | .[0] * .[1] | . + . | 1"), &SMALL);
    assert_eq!(more, Err(EvaluateError::Budget(Budget::Bytes)));
}

#[test]
fn nothing_catches_a_spent_budget() {
    for text in [
        "try range(1e9) catch 1",
        "[range(1e9)]? // 1",
        "[.a[] | try [range(1e9)] catch 1]",
        "[range(1e9) | try error(\"x\") catch empty]",
        "label $out | try [range(1e9)] catch break $out",
    ] {
        assert!(matches!(evaluate(text, &SMALL), Err(EvaluateError::Budget(_))), "{text}");
    }
}

#[test]
fn lazy_functions_stop_in_time() {
    for (text, wanted) in [
        ("first(range(1e15))", "0"),
        ("[limit(3; range(1e15))]", "[0,1,2]"),
        ("isempty(range(1e15))", "false"),
        ("any(range(1e15); . > 5)", "true"),
        ("label $out | range(1e15) | if . > 2 then ., break $out else empty end", "3"),
        ("nth(4; range(1e15))", "4"),
        // A step of zero gives nothing, whichever way.
        ("[range(5; 0; 0)]", "[]"),
        ("[range(0; 5; 0)]", "[]"),
        ("[range(0; 0; 0)]", "[]"),
    ] {
        let results = evaluate(text, &SMALL).expect(text);
        assert_eq!(results.iter().map(ToString::to_string).collect::<Vec<_>>(), [wanted], "{text}");
    }
}

#[test]
fn a_document_larger_than_the_limit_may_be_read() {
    let document = serde_json::json!({"list": vec!["entry"; 1000], "n": 1});
    let limits = Limits { result_bytes: 100, ..Limits::DEFAULT };
    let Ok(Expression::Formula(formula)) = Expression::parse(".list | length", &limits) else { panic!() };
    assert_eq!(formula.evaluate(&document, &Variables::new(), &limits).expect("a length")[0].to_string(), "1000");
}

/// One text for each way to nest, `depth` deep.
fn nested(depth: usize) -> Vec<String> {
    let around =
        |open: &str, inside: &str, close: &str| format!("{}{inside}{}", open.repeat(depth), close.repeat(depth));
    vec![
        around("(", ".a // 1", ")"),
        around("[", "1", "]"),
        around("{a:", "1", "}"),
        around("[", "", ""),
        around("(", "", ""),
        around("{", "", ""),
        around(".a[", "0", "]"),
        around("\"\\(", "1", ")\""),
        around("first(", ".a[]", ")"),
        around("if . then ", "1", " else 2 end"),
        around("try ", "error", " catch 1"),
        around("-", "1", ""),
        around(". as $x | ", "$x", ""),
        around(". as {a: $x} | ", "$x", ""),
        around("label $x | ", "1", ""),
        around("reduce . as $x (0; ", "1", ")"),
        around("def f: ", "1", "; f"),
        around("1 + ", "1", ""),
        around("1 | ", "1", ""),
        around("1, ", "1", ""),
        around("1 // ", "1", ""),
        around(". and ", "1", ""),
        around("(", "1", " + 1)"),
        format!(". as {}$x{} | $x", "[".repeat(depth), "]".repeat(depth)),
        format!("(.a{} // 1)", "?".repeat(depth)),
        format!("{} | length", vec![".a"; depth].join(" | ")),
        format!(".a{} // 1", ".b[0]".repeat(depth)),
        format!("{{{}}}", vec!["a"; depth].join(",")),
        format!("\"{}\"", "\\(1)".repeat(depth)),
        format!("if . then 1 {} end", "elif . then 2 ".repeat(depth)),
    ]
}

#[test]
fn deep_nesting_is_refused_quickly() {
    for depth in [129, 1000, 20_000, 100_000] {
        for text in nested(depth).into_iter().chain([format!("{}.a{}", "(".repeat(depth), ")".repeat(depth))]) {
            let start = Instant::now();
            if let Err(error) = Expression::parse(&text, &Limits::DEFAULT) {
                let kind = &error.kind;
                let huge = text.len() > Limits::DEFAULT.expression_bytes;
                assert!(!huge || matches!(kind, ExpressionErrorKind::TooLarge { .. }), "{kind:?}");
            }
            drop(Address::parse_edit(&text, &Limits::DEFAULT));
            drop(address_prefix(&text, &Limits::DEFAULT));
            assert!(start.elapsed() < QUICK, "{}...", &text[..40]);
        }
    }
    let ten_megabytes = "[".repeat(10 << 20);
    let start = Instant::now();
    let error = Expression::parse(&ten_megabytes, &Limits::DEFAULT).expect_err("too large");
    assert!(matches!(error.kind, ExpressionErrorKind::TooLarge { .. }));
    assert!(start.elapsed() < Duration::from_secs(1));
    let brackets = "[".repeat(60_000);
    let error = Expression::parse(&brackets, &Limits::DEFAULT).expect_err("too deep");
    assert!(matches!(error.kind, ExpressionErrorKind::TooDeep { .. }));
    let parentheses = format!("{}.a{}", "(".repeat(1000), ")".repeat(1000));
    match Address::parse(&parentheses, &Limits::DEFAULT) {
        Err(NotAddress::Invalid(error)) => assert!(matches!(error.kind, ExpressionErrorKind::TooDeep { .. })),
        other => panic!("{other:?}"),
    }
    let steps = ".a".repeat(201);
    let error = Expression::parse(&steps, &Limits::DEFAULT).expect_err("too many steps");
    assert!(matches!(error.kind, ExpressionErrorKind::TooManySteps { limit: 200 }));
}

/// Trees as deep as the limit are read, compiled, run and dropped.
#[test]
fn nesting_up_to_the_limit_runs() {
    let mut ran = 0;
    for depth in [10, 11, 12, 13, 40, 100, 120] {
        for text in nested(depth) {
            if let Ok(Expression::Formula(formula)) = Expression::parse(&text, &Limits::DEFAULT) {
                ran += 1;
                drop(formula.evaluate(&serde_json::json!({"a": [0]}), &Variables::new(), &SMALL));
            }
        }
    }
    assert!(ran > 100, "{ran}");
    // Whatever the limits say, there is an end.
    let limits = Limits { expression_depth: usize::MAX, expression_bytes: usize::MAX, ..SMALL };
    for text in nested(5000) {
        if let Ok(Expression::Formula(formula)) = Expression::parse(&text, &limits) {
            drop(formula.evaluate(&serde_json::json!({"a": [0]}), &Variables::new(), &limits));
        }
    }
    for text in nested(250) {
        if let Ok(Expression::Formula(formula)) = Expression::parse(&text, &limits) {
            drop(formula.evaluate(&serde_json::json!({"a": [0]}), &Variables::new(), &limits));
        }
    }
}

#[test]
fn a_deep_document_is_gone_over() {
    let mut document = Value::Null;
    for _ in 0..199 {
        document = Value::Array(vec![document]);
    }
    for text in ["[..] | length", "[paths] | length", "tojson | length", "flatten", "walk(.)", ". == ."] {
        let Ok(Expression::Formula(formula)) = Expression::parse(text, &Limits::DEFAULT) else { panic!("{text}") };
        assert!(formula.evaluate(&document, &Variables::new(), &Limits::DEFAULT).is_ok(), "{text}");
    }
}

/// Everything up to the limits on a stack of 256 KiB: what needs more takes a stack of its own.
#[test]
fn a_small_stack_is_enough() {
    let run = || {
        for depth in [1, 5, 10, 11, 12, 13, 14, 30, 120, 129, 5000] {
            for text in nested(depth) {
                match Expression::parse(&text, &Limits::DEFAULT) {
                    Ok(Expression::Formula(formula)) => {
                        drop(formula.evaluate(&serde_json::json!({"a": [0]}), &Variables::new(), &SMALL));
                    }
                    Ok(Expression::Address(_)) | Err(_) => {}
                }
                drop(Address::parse_edit(&text, &Limits::DEFAULT));
            }
        }
    };
    std::thread::Builder::new().stack_size(256 << 10).spawn(run).expect("a thread").join().expect("no overflow");
}
