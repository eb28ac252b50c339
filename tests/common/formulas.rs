//! Random formulas: those that a definition may hold.

use super::addresses::KEYS;
use super::choices::Choices;

/// Functions of no argument that are of use on any value.
const PLAIN: &[&str] = &[
    "length",
    "keys",
    "values",
    "add",
    "type",
    "tostring",
    "not",
    "first",
    "last",
    "reverse",
    "sort",
    "unique",
    "min",
    "max",
    "any",
    "all",
    "flatten",
    "to_entries",
    "tojson",
    "arrays",
    "objects",
    "strings",
    "numbers",
    "nulls",
    "scalars",
    "ascii_downcase",
    "explode",
    "floor",
    "empty",
    "tonumber",
    "map_values(.)",
    "paths",
];

/// A formula of this many levels at most. Every text is one that jq reads.
pub fn formula(choices: &mut Choices<'_>, depth: usize) -> String {
    if depth == 0 {
        return leaf(choices);
    }
    let inner = |choices: &mut Choices<'_>| formula(choices, depth - 1);
    match choices.below(18) {
        0 | 1 => format!("{} // {}", operand(choices, depth), operand(choices, depth)),
        2 => format!("{} | {}", operand(choices, depth), inner(choices)),
        3 => format!(
            "{} {} {}",
            operand(choices, depth),
            choices.pick(&["+", "-", "*", "/", "%"]),
            operand(choices, depth)
        ),
        4 => format!(
            "{} {} {}",
            operand(choices, depth),
            choices.pick(&["==", "!=", "<", "<=", ">", ">="]),
            operand(choices, depth)
        ),
        5 => format!("{} {} {}", operand(choices, depth), choices.pick(&["and", "or"]), operand(choices, depth)),
        6 => format!("[{}]", inner(choices)),
        7 => format!("{{a: {}, \"b c\": ({})}}", operand(choices, depth), inner(choices)),
        8 => format!("if {} then {} else {} end", inner(choices), inner(choices), inner(choices)),
        9 => format!("[.[]? | select({})]", inner(choices)),
        10 => format!(
            "{}({})",
            choices.pick(&[
                "map",
                "select",
                "first",
                "any",
                "all",
                "map_values",
                "sort_by",
                "group_by",
                "min_by",
                "with_entries"
            ]),
            inner(choices)
        ),
        11 => format!("{} as $x | {} | [., $x]", operand(choices, depth), inner(choices)),
        12 => format!("reduce .[]? as $x ([]; . + [$x | {}])", choices.pick(&["length", "type", "tojson", "."])),
        13 => format!("try {} catch \"c\"", operand(choices, depth)),
        14 => format!("\"<\\({})>\"", inner(choices)),
        15 => format!("{}[{}:{}]", choices.pick(&[".", ".a"]), choices.below(3), choices.below(4)),
        16 => format!("{} | {}", operand(choices, depth), choices.pick(PLAIN)),
        _ => format!("{}, {}", operand(choices, depth), operand(choices, depth)),
    }
}

fn operand(choices: &mut Choices<'_>, depth: usize) -> String {
    match choices.below(2) {
        0 => leaf(choices),
        _ => format!("({})", formula(choices, depth - 1)),
    }
}

fn leaf(choices: &mut Choices<'_>) -> String {
    let key = serde_json::Value::from(choices.pick(KEYS));
    match choices.below(9) {
        0 => ".".into(),
        1 | 2 => format!(".[{key}]"),
        3 => format!(".[{key}]?"),
        4 => format!(".[{}]?", choices.below(3)),
        5 => ".[]?".into(),
        6 => choices.pick(&["null", "true", "false", "0", "1", "2.5", "\"x\"", "[]", "{}", "[1, 2]"]).into(),
        7 => choices.pick(PLAIN).into(),
        _ => "..".into(),
    }
}
