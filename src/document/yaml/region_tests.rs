//! A look at one entry never finds right what a reading of the whole text finds wrong, on edited texts that are right and
//! on ones that are not.

use super::edit::{Care, edit, fitted};
use super::region::is_proven;
use super::verify::verify;
use super::{Dialect, YamlStream};
use crate::limits::Limits;
use crate::location::Location;
use crate::plan::{Assignment, Op, Plan};
use crate::value::Value;
use proptest::prelude::*;
use proptest::sample::select;

const LINES: &[&str] = &[
    "a:",
    "b:",
    "c: x",
    "a: 1",
    "b: 'q'",
    "c: \"d\"",
    "- a",
    "-",
    "- a: 1",
    "- - x",
    "  more",
    "# c",
    "",
    "a: |",
    "b: >+",
    "c: |-",
    "text",
    "  text",
    "b: [x, y]",
    "c: {d: 1}",
    "a: [x,",
    "y]",
    "? a",
    ": b",
    "a: x # c",
    "b: &n x",
    "c: *n",
    "---",
    "...",
    "<<: {e: 1}",
    "d: !!str 1",
    "'q':",
    "e: \"two",
    "lines\"",
    "f: a b",
    "a: ~",
    "%TAG ! !x",
    "- |",
    "- ? a",
];
const PIECES: &[&str] = &[
    "\n", "  ", " ", "x", ": ", "- ", "#", " # c\n", "'", "\"", "[", "]", "{", "}", "|\n", ">\n", "---\n", "\n...\n",
    "&n ", "*n", "? ", "\n\n", "\nz: 1\n", "\n- 1\n", "\t", ",", "%", "!!str ", "\r\n", "\u{85}", "\u{feff}",
];
const VALUES: &[&str] = &[
    "7",
    "\"s\"",
    "\"two\\nlines\\n\"",
    "\" lead\\nx\"",
    "\"\\n\\n\"",
    "null",
    "{}",
    "[]",
    "{\"k\":[1,{\"l\":\"v\"}]}",
    "[\"# x\",\"- y\"]",
    "\"a: b\"",
    "\"---\"",
    "true",
];

fn text() -> impl Strategy<Value = String> {
    let line = (0_usize..4, select(LINES)).prop_map(|(indent, line)| format!("{:1$}{line}\n", "", indent * 2));
    (prop::collection::vec(line, 1..9), prop::bool::weighted(0.2))
        .prop_map(|(lines, open)| lines.concat().trim_end_matches(if open { "\n" } else { "" }).to_string())
}

fn places(value: &Value, at: Location, out: &mut Vec<Location>) {
    match value {
        Value::Array(entries) => entries.iter().enumerate().for_each(|(i, entry)| places(entry, at.child(i), out)),
        Value::Object(members) => members.iter().for_each(|(key, member)| places(member, at.child(&**key), out)),
        _ => {}
    }
    out.push(at);
}

/// Checks one edit and one text that is nearly it; how many of them a look at an entry proved.
fn agree(text: &str, at: usize, value: &str, damage: &[(usize, &str, usize)]) -> usize {
    let Ok(stream) = YamlStream::parse(text, Dialect::Kubernetes, &Limits::DEFAULT) else { return 0 };
    let mut locations = Vec::new();
    let number = at % stream.len();
    places(stream.documents[number].root(), Location::root(), &mut locations);
    let location = locations[at % locations.len()].clone();
    let value = Value::from(&serde_json::from_str::<serde_json::Value>(value).expect("JSON"));
    let plan = Plan::new(vec![Assignment::new(location, Op::Set(value))]).expect("one assignment");
    let Ok(branches) = fitted(&stream, &[(number, &plan)]) else { return 0 };
    if branches.is_empty() {
        return 0;
    }
    let Ok(right) = edit(&stream, &branches, Care::default()) else { return 0 };
    let mut wrong = right.clone();
    for (place, piece, cut) in damage {
        let starts: Vec<usize> = wrong.char_indices().map(|(at, _)| at).chain([wrong.len()]).collect();
        let from = place % starts.len();
        let to = (from + cut).min(starts.len() - 1);
        wrong.replace_range(starts[from]..starts[to], piece);
    }
    let mut proven = 0;
    for edited in [right, wrong] {
        if is_proven(&stream, &edited, &branches) {
            let whole = verify(&stream, &edited, &branches);
            assert!(whole.is_ok(), "{edited:?}\nis not what {:?} makes of\n{text:?}", plan.assignments());
            proven += 1;
        }
    }
    proven
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn one_entry_says_what_the_whole_text_says(
        text in text(),
        at in 0_usize..1000,
        value in select(VALUES),
        damage in prop::collection::vec((0_usize..1000, select(PIECES), 0_usize..3), 1..3),
    ) {
        agree(&text, at, value, &damage);
    }
}

/// The law above would say nothing if nothing was ever proven.
#[test]
fn plain_edits_are_proven() {
    let text = "a:\n  b: 1 # one\n  c:\n  - d: x\n    e: |\n      text\n  # below\nf: 2\n";
    let proven: Vec<usize> = (0..8).map(|at| agree(text, at, "7", &[(0, "", 0)])).collect();
    // The first key beside a dash is proven by the entry of the list; the whole document by nothing but itself.
    assert_eq!(proven, [2, 2, 2, 2, 2, 2, 2, 0]);
}
