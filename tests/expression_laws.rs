//! Laws of the reader: print and parse are inverse, and no text, however strange, is a panic.

#[path = "common/addresses.rs"]
mod addresses;

use addresses::Random;
use fieldwright::expression::{Address, Expression, Intent, NotAddress, Variables, address_prefix, resolve};
use fieldwright::limits::Limits;
use fieldwright::location::Location;
use proptest::prelude::*;

const TIGHT: Limits = Limits { evaluation_steps: 2000, results: 50, result_bytes: 10_000, ..Limits::DEFAULT };

/// Pieces of the language, so that random texts come near to expressions.
const PIECES: &[&str] = &[
    ".",
    ".a",
    ".b",
    "..",
    "[",
    "]",
    "(",
    ")",
    "{",
    "}",
    "|",
    ",",
    "//",
    "?",
    "\"",
    "\"x\"",
    "\\(",
    "\\",
    "\\u12",
    "$x",
    "$",
    " as ",
    "1",
    "-1",
    "0.5",
    "1e9",
    "-",
    "+",
    "*",
    "/",
    "%",
    "=",
    "|=",
    "==",
    "<",
    " and ",
    " or ",
    "if ",
    " then ",
    " else ",
    " end",
    "elif ",
    "try ",
    " catch ",
    "reduce ",
    "foreach ",
    "label $l | ",
    "break $l",
    "def f: ",
    "; ",
    ": ",
    "select(",
    "map(",
    "first(",
    "limit(2;",
    "range(3)",
    "length",
    "tostring",
    "keys",
    "@base64",
    "@json",
    "é",
    "#",
    "\n",
    "\u{a0}",
    "import ",
    "input",
    "env",
    "[]",
    "[0]",
    "[-1]",
    "[1:]",
    "[\"k\"]",
    "{a}",
    "{a:1}",
    "null",
    "true",
    "error",
    "test(\"a\")",
    "add",
    "sort_by(.a)",
    "path(..)",
    "getpath([\"a\"])",
    ".spec-name",
    "?//",
    "::",
];

fn pieces() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(PIECES), 0..14).prop_map(|pieces| pieces.concat())
}

/// Goes through everything that a text can be given to.
fn try_everything(text: &str) {
    let end = text.len();
    let document = serde_json::json!({"a": [1, "x", null, {"b": 2}], "b": {"a": "y"}, "k": 3});
    let whole = |span: fieldwright::span::Span| span.start <= span.end && span.end <= end;
    match Expression::parse(text, &TIGHT) {
        Ok(Expression::Address(address)) => {
            let printed = address.to_string();
            let again = Address::parse(&printed, &TIGHT).expect("canonical text is an address");
            assert_eq!(again, address, "{text:?} prints as {printed:?}");
            assert!(address.steps().iter().all(|step| whole(step.span)), "{text:?}");
            drop(resolve(&address, &document, Intent::Read, &TIGHT));
        }
        Ok(Expression::Formula(formula)) => {
            assert!(whole(formula.span()) && text.is_char_boundary(formula.span().start), "{text:?}");
            for read in formula.reads().iter().chain(formula.target()) {
                let printed = read.to_string();
                let again = Address::parse_edit(&printed, &TIGHT).expect("what is read prints as an address");
                assert_eq!(again, *read, "{text:?} reads {printed:?}");
            }
            let variables: Variables =
                formula.variables().iter().map(|name| (name.clone(), 1.to_string().as_str().into())).collect();
            drop(formula.evaluate(&document, &variables, &TIGHT));
            assert!(Address::parse(text, &TIGHT).is_err());
        }
        Err(error) => {
            assert!(whole(error.span) && text.is_char_boundary(error.span.start), "{text:?}: {error:?}");
            assert!(matches!(Address::parse(text, &TIGHT), Err(NotAddress::Invalid(same)) if same == error));
        }
    }
    drop(Address::parse_edit(text, &TIGHT));
    if let Some((address, taken)) = address_prefix(text, &TIGHT) {
        let head = &text[..taken];
        let same = Address::parse_edit(head, &TIGHT).expect("the head of an edit is an address");
        assert_eq!(same, address, "{text:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn pieces_of_the_language(text in pieces()) {
        try_everything(&text);
    }

    #[test]
    fn any_text(text in any::<String>()) {
        try_everything(&text);
    }

    #[test]
    fn any_spelling_of_an_address_is_one(seed in any::<u64>()) {
        let text = addresses::address(&mut Random(seed));
        match Address::parse(&text, &Limits::DEFAULT) {
            Ok(address) => {
                let document = addresses::document(&mut Random(seed.wrapping_add(1)), 4);
                for intent in [Intent::Read, Intent::Set, Intent::Remove] {
                    drop(resolve(&address, &document, intent, &Limits::DEFAULT));
                }
                let canonical = address.to_string();
                let again = Address::parse(&canonical, &Limits::DEFAULT).expect("canonical text is an address");
                prop_assert_eq!(&again, &address);
                prop_assert_eq!(&again.to_string(), &canonical);
            }
            // A question mark behind a group in which a step follows `[]`.
            Err(NotAddress::Formula(formula)) => prop_assert_eq!(formula.reason().as_str(), "try"),
            Err(error) => prop_assert!(false, "{text}: {error}"),
        }
        try_everything(&text);
    }

    #[test]
    fn a_location_is_an_address(keys in prop::collection::vec(prop_oneof![any::<String>().prop_map(Ok), any::<usize>().prop_map(Err)], 0..6)) {
        let mut location = Location::root();
        for key in &keys {
            match key {
                Ok(key) => location.push(key.as_str()),
                Err(index) => location.push(*index),
            }
        }
        let text = location.to_string();
        let address = Address::parse(&text, &Limits::DEFAULT).expect("a location prints as an address");
        prop_assert_eq!(address.to_location(), Some(location));
    }
}
