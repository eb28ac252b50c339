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
