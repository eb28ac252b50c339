//! The laws of expressions, on plain inputs: property tests and fuzz targets call the same bodies.

use fieldwright::expression::{Address, Expression, Intent, NotAddress, Variables, address_prefix, resolve};
use fieldwright::limits::Limits;
use fieldwright::location::{Location, Segment};

const TIGHT: Limits = Limits { evaluation_steps: 2000, results: 50, result_bytes: 10_000, ..Limits::DEFAULT };

/// Pieces of the language, so that random texts come near to expressions.
pub const PIECES: &[&str] = &[
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

/// Goes through everything that a text can be given to.
pub fn try_everything(text: &str) {
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

/// A text that the grammar of addresses makes reads as one, and prints and reads as itself.
pub fn is_an_address(text: &str, document: &serde_json::Value) {
    match Address::parse(text, &Limits::DEFAULT) {
        Ok(address) => {
            for intent in [Intent::Read, Intent::Set, Intent::Remove] {
                drop(resolve(&address, document, intent, &Limits::DEFAULT));
            }
            let canonical = address.to_string();
            let again = Address::parse(&canonical, &Limits::DEFAULT).expect("canonical text is an address");
            assert_eq!(again, address);
            assert_eq!(again.to_string(), canonical);
        }
        // A question mark behind a group in which a step follows `[]`.
        Err(NotAddress::Formula(formula)) => assert_eq!(formula.reason().as_str(), "try"),
        Err(error) => panic!("{text}: {error}"),
    }
}

/// A location prints as an address that is this location, and as a pointer that leads there.
pub fn a_location_is_an_address(location: &Location) {
    let text = location.to_string();
    let address = Address::parse(&text, &Limits::DEFAULT).expect("a location prints as an address");
    assert_eq!(address.to_location().as_ref(), Some(location));
    let pointer = location.to_pointer();
    let read = pointer.split('/').skip(1).map(|token| token.replace("~1", "/").replace("~0", "~"));
    let steps = location.segments().iter().map(Segment::to_string);
    assert!(read.eq(steps), "{text} is not {pointer}");
}
