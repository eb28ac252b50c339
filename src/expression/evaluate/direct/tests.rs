//! Both ways have the same results.

use super::super::Program;
use super::super::datum::Datum;
use crate::json::{JsonNode, Tape};
use crate::limits::Limits;
use crate::value::Value;
use proptest::prelude::*;

fn shown(values: &[Value]) -> Vec<String> {
    values.iter().map(Value::to_string).collect()
}

/// Whether the formula has results here; they are those of jaq.
fn agrees(formula: &str, document: &str, limits: &Limits) -> bool {
    let tape = Tape::of_document(document, limits).expect("JSON");
    let root = JsonNode::root(document, &tape);
    let program = Program::compile(formula, &[]).expect("a formula");
    let Some(direct) = program.run_direct(root, limits) else { return false };
    match program.run(Datum::of(root), Vec::new(), limits) {
        Ok(results) => assert_eq!(shown(&direct), shown(&results), "{formula} of {document}"),
        Err(error) => panic!("{formula} of {document}: {direct:?} but {error:?}"),
    }
    true
}

fn document() -> impl Strategy<Value = String> {
    let scalars =
        ["null", "true", "false", "0", "1", "-3", "2.50", "1e3", "12345678901234567890", "\"\"", "\"t\"", "\"7\""];
    let keys = ["\"a\"", "\"b\"", "\"c\"", "\"x y\"", "\"\\u0061\"", "\"é\""];
    prop::sample::select(scalars.to_vec()).prop_map(str::to_owned).prop_recursive(4, 30, 4, move |inner| {
        let member =
            (prop::sample::select(keys.to_vec()), inner.clone()).prop_map(|(key, value)| format!("{key}:{value}"));
        prop_oneof![
            prop::collection::vec(inner, 0..4).prop_map(|entries| format!("[{}]", entries.join(","))),
            prop::collection::vec(member, 0..5).prop_map(|members| format!("{{{}}}", members.join(","))),
        ]
    })
}

fn formula() -> impl Strategy<Value = String> {
    let leaves = [
        ".",
        ".a",
        ".a",
        ".b",
        ".b.c",
        ".a[]",
        ".[]",
        ".[]?",
        ".b[]?.c",
        ".[0]",
        ".a[-1]?",
        ".[\"x y\"]?",
        ".\"x y\"",
        "1",
        "0",
        "2.5",
        "\"t\"",
        "\"\"",
        "null",
        "true",
        "false",
        "length",
        "add",
        "keys",
        "keys[]",
        "to_entries",
        "to_entries[]?.value",
        "not",
        "type",
        "tonumber",
        "tostring",
        "empty",
        "[]",
        "{}",
    ];
    let infix = ["|", "|", "//", "//", ",", "and", "or", "==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", "%"];
    let call = ["select", "any", "all", "map", "", "", "["];
    prop::sample::select(leaves.to_vec()).prop_map(str::to_owned).prop_recursive(4, 12, 3, move |inner| {
        prop_oneof![
            4 => (inner.clone(), prop::sample::select(infix.to_vec()), inner.clone())
                .prop_map(|(a, sign, b)| format!("({a}) {sign} ({b})")),
            3 => (prop::sample::select(call.to_vec()), inner.clone()).prop_map(|(name, a)| match name {
                "[" => format!("[{a}]"),
                name => format!("{name}({a})"),
            }),
            1 => (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("{{a: ({a}), \"b\": ({b}), c: 1}}")),
            1 => (inner.clone(), inner.clone(), inner.clone()).prop_map(|(a, b, c)| format!("if {a} then {b} else {c} end")),
            1 => (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("if {a} then {b} end | {{b, a}}")),
            1 => inner.prop_map(|a| format!("({a}).a[]?")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    #[test]
    fn has_the_results_of_jaq(
        formula in formula(),
        documents in prop::collection::vec(document(), 1..6),
        steps in prop::sample::select(vec![20, 200, 2000, 1 << 20]),
        bytes in prop::sample::select(vec![50, 1000, 16 << 20]),
        results in prop::sample::select(vec![1, 100_000]),
    ) {
        let limits = Limits { evaluation_steps: steps, result_bytes: bytes, results, ..Limits::DEFAULT };
        documents.iter().for_each(|document| _ = agrees(&formula, document, &limits));
    }
}

/// The shapes that definitions use do not need jaq where they succeed.
#[test]
fn formulas_of_definitions_are_computed_in_place() {
    let document = r#"{"spec":{"replicas":3,"suspend":true,"size":null,"roles":[{"name":"main","n":2,"image":"i"},
        {"name":"b","image":"j","n":0}]},"status":{"ready":2,"text":"7","jobs":[{"active":1},{"failed":0}]}}"#;
    for formula in [
        ".spec.replicas // 1",
        ".spec.size // 1",
        ".spec.roles[] | (.n // 1) * (.multi.count // 1)",
        "(.spec.replicas // 1) * ((.spec.size // 1) - 1)",
        "(.spec.replicas // 1) * (.spec.roles[].n // 1)",
        ".spec.roles[] | select(.name == \"main\") | .image",
        ".spec | ( (.[]? | select(type ==\"object\" and .name )))",
        ".spec.suspend == true and (.status.ready == 2 or (.status.state | not))",
        "(.status.jobs // []) | any(.active > 0 or .ready > 0) and all((.failed // 0) == 0)",
        "(.status.ready // 0) < (.spec.replicas // 0) and (.status.active // 0) > 0",
        "{requests: .spec.resources}",
        ".status.text | tonumber",
        "[.spec.roles[] | .name] | length",
        ".spec.roles | map(.n) | add",
        "[.spec.roles[].name] | add",
        ".status | to_entries[] | .key",
        ".status | keys[]",
        ".spec.roles | keys | length",
    ] {
        assert!(agrees(formula, document, &Limits::DEFAULT), "{formula}");
    }
}

/// Each construct that is known here, alone: it must not be left to jaq, which copies the document.
#[test]
fn each_construct_is_computed_in_place() {
    let mut left = Vec::new();
    let document =
        r#"{"n":3,"z":0,"f":2.5,"t":true,"nul":null,"s":"7","e":"","l":[3,1,2],"o":{"b":1,"a":[1]},"w":["x","y"]}"#;
    for (formula, result) in [
        (".", document),
        (".n", "3"),
        (".missing", "null"),
        (".nul.a", "null"),
        (".nul[1]", "null"),
        (".[\"n\"]", "3"),
        (".l[0]", "3"),
        (".l[3]", "null"),
        (".l[]", "3 1 2"),
        (".o[]", "[1] 1"),
        (".n[]?", ""),
        (".n.a?", ""),
        (".n[0]?", ""),
        ("{a: {b: 4}} | .a.b", "4"),
        ("{a: 4} | .b", "null"),
        ("[4, 5] | .[1]", "5"),
        ("[4, 5] | .[0], .[2]", "4 null"),
        ("[4, 5] | .[]", "4 5"),
        ("{b: 4, a: 5} | .[]", "5 4"),
        ("5", "5"),
        ("\"t\"", "\"t\""),
        ("null", "null"),
        ("true", "true"),
        ("false", "false"),
        ("[]", "[]"),
        ("(.n)", "3"),
        ("[.l[], 1]", "[3,1,2,1]"),
        ("{a: .n, s, \"x\": {b: 1}}", "{\"a\":3,\"s\":\"7\",\"x\":{\"b\":1}}"),
        (".o | .b", "1"),
        (".n, .s", "3 \"7\""),
        (".nul // 1", "1"),
        (".n // 1", "3"),
        (".t and .nul", "false"),
        (".nul and .t", "false"),
        (".t or .nul", "true"),
        (".nul or .t", "true"),
        (".n == 3", "true"),
        (".n != 3", "false"),
        (".n < 3", "false"),
        (".n <= 3", "true"),
        (".n > 3", "false"),
        (".n >= 3", "true"),
        (".n + 1", "4"),
        (".n - 1", "2"),
        (".n * 2", "6"),
        (".n / 2", "1.5"),
        (".n % 2", "1"),
        (".n / 2 + .n", "4.5"),
        (".nul + 1", "1"),
        (".s + \"x\"", "\"7x\""),
        ("if .t then 1 else 2 end", "1"),
        ("if .nul then 1 elif .t then 2 else 3 end", "2"),
        ("if .nul then 1 end | .n", "3"),
        ("select(.n > 2) | .n", "3"),
        ("select(.n > 3)", ""),
        (".l | any(. > 2)", "true"),
        (".l | any(. > 3)", "false"),
        (".l | all(. > 0)", "true"),
        (".l | all(. > 1)", "false"),
        (".o | any(. == 1)", "true"),
        (".l | map(. + 1)", "[4,2,3]"),
        (".t | not", "false"),
        (".l | add", "6"),
        (".w | add", "\"xy\""),
        ("[] | add", "null"),
        (".o | keys", "[\"a\",\"b\"]"),
        (".l | keys", "[0,1,2]"),
        ("{b: 1, a: 2} | keys", "[\"a\",\"b\"]"),
        (".o | to_entries", "[{\"key\":\"a\",\"value\":[1]},{\"key\":\"b\",\"value\":1}]"),
        (".l | length", "3"),
        (".o | length", "2"),
        (".s | length", "1"),
        (".e | length", "0"),
        (".nul | length", "0"),
        ("[1] | length", "1"),
        ("{a: 1} | length", "1"),
        (".nul | type", "\"null\""),
        (".l | type", "\"array\""),
        (".s | tonumber", "7"),
        (".n | tonumber", "3"),
        (".o | tostring", "\"{\\\"a\\\":[1],\\\"b\\\":1}\""),
        (".s | tostring", "\"7\""),
        ("empty", ""),
    ] {
        if !agrees(formula, document, &Limits::DEFAULT) {
            left.push(formula);
            continue;
        }
        let tape = Tape::of_document(document, &Limits::DEFAULT).expect("JSON");
        let program = Program::compile(formula, &[]).expect("a formula");
        let results = program.run_direct(JsonNode::root(document, &tape), &Limits::DEFAULT).expect("as above");
        if formula != "." {
            assert_eq!(shown(&results).join(" "), result, "{formula}");
        }
    }
    assert!(left.is_empty(), "left to jaq: {left:?}");
}

/// The least budget with which a formula is computed in place: what is gone over and what is copied is counted.
#[test]
fn what_is_spent_in_place() {
    let list: Vec<String> = (0..100).map(|at| format!("{{\"name\":\"entry-{at}\",\"n\":{at}}}")).collect();
    let document = format!("{{\"l\":[{}],\"s\":\"{}\"}}", list.join(","), "x".repeat(1000));
    let tape = Tape::of_document(&document, &Limits::DEFAULT).expect("JSON");
    let mut wrong = Vec::new();
    for (formula, steps, bytes) in [
        (".s", 1088, 16256),
        (".s == .s", 2240, 16256),
        (".s + .s", 4240, 32256),
        ("[.s, .s]", 4288, 32768),
        ("{a: .s}", 2144, 16784),
        (".s | length", 1152, 16256),
        (".s | tostring", 2144, 16256),
        (".s | type", 144, 352),
        (".l", 9376, 148896),
        (".l | length", 144, 256),
        (".l[]", 9680, 148640),
        (".l[].n", 4880, 25600),
        ("[.l[].n] | add", 9760, 256),
        ("[.l[].name] | add", 49008, 12896),
        (".l | map(.n)", 14624, 25856),
        (".l | map(.n * 2)", 24224, 25856),
        (".l | any(.n == 50)", 9936, 256),
        (".l | all(.n >= 0)", 19344, 256),
        (".l | keys", 3344, 25856),
        (".l[0] | to_entries", 400, 3264),
        (".l[] | select(.name == \"entry-7\") | .n", 22640, 384),
        (".l[7].n // 1", 160, 256),
        ("if .s then .l[0] else .l end", 288, 1472),
        (".l[3] | .n < 5 and .name != \"x\"", 528, 368),
    ] {
        let program = Program::compile(formula, &[]).expect("a formula");
        let runs = |evaluation_steps: usize, result_bytes: usize| {
            let limits = Limits { evaluation_steps, result_bytes, ..Limits::DEFAULT };
            program.run_direct(JsonNode::root(&document, &tape), &limits).is_some()
        };
        let (most_steps, most_bytes) = (Limits::DEFAULT.evaluation_steps, Limits::DEFAULT.result_bytes);
        let found =
            (least(most_steps, |steps| runs(steps, most_bytes)), least(most_bytes, |bytes| runs(most_steps, bytes)));
        if found != (steps, bytes) {
            wrong.push(format!("({formula:?}, {}, {}),", found.0, found.1));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn least(most: usize, runs: impl Fn(usize) -> bool) -> usize {
    let (mut fails, mut works) = (0, most);
    while fails < works {
        let middle = (fails + works) / 2;
        if runs(middle) { works = middle } else { fails = middle + 1 }
    }
    works
}

/// What fails, is not known or costs much is left to jaq.
#[test]
fn the_rest_is_left_to_jaq() {
    let document = r#"{"a":"x","n":99999999999999999999,"l":[1,2,3]}"#;
    for formula in
        [".a | tonumber", ".a.b // 1", "$__loc__", ".n + 1", "[.l[] as $x | $x]", "-.n", ".l[0:1]", "first(.l[])"]
    {
        let Ok(program) = Program::compile(formula, &[]) else { continue };
        let tape = Tape::of_document(document, &Limits::DEFAULT).expect("JSON");
        assert!(program.run_direct(JsonNode::root(document, &tape), &Limits::DEFAULT).is_none(), "{formula}");
    }
    assert!(!agrees("[.l[], .l[], .l[]]", document, &Limits { evaluation_steps: 20, ..Limits::DEFAULT }));
}
