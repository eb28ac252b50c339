//! Each limit, reached and one below; hostile input ends in its typed error within a bounded number of steps.
//!
//! What explodes inside a formula stands in `tests/expression_budget.rs`.

mod common;

use common::deep_laws::{self, nested};
use fieldwright::diagnostic::{Code, Diagnose};
use fieldwright::document::json::{JsonDocument, edit_text};
use fieldwright::document::yaml::{Dialect, YamlStream};
use fieldwright::expression::{Address, Expression, Intent, Variables, resolve};
use fieldwright::json::parse_value;
use fieldwright::limits::Limits;
use fieldwright::location::Location;
use fieldwright::plan::{Assignment, EditOptions, Op, Plan, parse_edits, plan_edits};
use fieldwright::schema::{Attached, Schema};
use fieldwright::value::Value;
use std::time::{Duration, Instant};

const DEFAULT: Limits = Limits::DEFAULT;

fn json(text: &str, limits: &Limits) -> Option<Code> {
    JsonDocument::parse(text, limits).err().map(|error| error.diagnose().code)
}

fn yaml(text: &str, limits: &Limits) -> Option<Code> {
    YamlStream::parse(text, Dialect::Kubernetes, limits).err().map(|error| error.diagnose().code)
}

fn edits(text: &str, limits: &Limits) -> Option<Code> {
    parse_edits(text, limits).err().map(|error| error.diagnose().code)
}

fn expression(text: &str, limits: &Limits) -> Option<Code> {
    Expression::parse(text, limits).err().map(|error| error.code())
}

/// The code of the refusal when these edits go to this document.
fn edit(document: &Value, text: &str, limits: &Limits) -> Option<Code> {
    let schema = Attached::new(Schema::none());
    let edits = match parse_edits(text, limits) {
        Ok(edits) => edits,
        Err(error) => return Some(error.diagnose().code),
    };
    match plan_edits(&edits, document, &EditOptions { allow_missing: false, schema: &schema, limits: *limits }) {
        Ok(plan) => plan.apply_to_value(&mut document.clone()).err().map(|error| error.diagnose().code),
        Err(error) => Some(error.diagnose().code),
    }
}

fn value(text: &str) -> Value {
    parse_value(text, &DEFAULT).expect("JSON")
}

#[test]
fn bytes_of_a_document() {
    let limits = Limits { document_bytes: 20, ..DEFAULT };
    let text = |length: usize| format!("\"{}\"", "x".repeat(length - 2));
    for read in [json, yaml] {
        assert_eq!(read(&text(20), &limits), None);
        assert_eq!(read(&text(21), &limits), Some(Code::TooLarge));
    }
}

#[test]
fn depth_of_a_document() {
    let limits = Limits { document_depth: 20, ..DEFAULT };
    let block = |depth: usize| (0..depth).map(|at| format!("{}a:\n", " ".repeat(at))).collect::<String>();
    let dashes = |depth: usize| format!("{}x", "- ".repeat(depth));
    for (read, text) in [(json as fn(&str, &Limits) -> Option<Code>, nested as fn(usize) -> String), (yaml, nested)] {
        assert_eq!(read(&text(20), &limits), None);
        assert_eq!(read(&text(21), &limits), Some(Code::TooDeep));
    }
    for text in [&block as &dyn Fn(usize) -> String, &dashes] {
        assert_eq!(yaml(&text(20), &limits), None);
        assert_eq!(yaml(&text(21), &limits), Some(Code::TooDeep));
    }
    // The right side of an edit is a document too.
    assert_eq!(edits(&format!(".a = {}", nested(20)), &limits), None);
    assert!(edits(&format!(".a = {}", nested(21)), &limits).is_some());
}

/// What an edit makes can be read again: the place and the value count together.
#[test]
fn depth_of_what_is_written() {
    let place = |steps: usize| ".a".repeat(steps);
    let limit = DEFAULT.document_depth;
    for (steps, depth, want) in [
        (limit, 0, None),
        (limit - 10, 10, None),
        (1, limit - 1, None),
        (limit - 10, 11, Some(Code::TooDeep)),
        (1, limit, Some(Code::TooDeep)),
        (limit, 1, Some(Code::TooDeep)),
    ] {
        let written = if depth == 0 { "1".into() } else { nested(depth) };
        let text = format!("{} = {written}", place(steps));
        assert_eq!(edit(&value("{}"), &text, &DEFAULT), want, "{steps} and {depth}");
        let plan = Plan::new(vec![Assignment::new(
            (0..steps).map(|_| "a".into()).collect::<Location>(),
            Op::Set(value(&written)),
        )]);
        let plan = plan.expect("one assignment");
        match edit_text("{}", &plan, &DEFAULT) {
            Ok(new) => assert_eq!(json(&new, &DEFAULT), None),
            Err(error) => assert_eq!(Some(error.diagnose().code), want),
        }
        let stream = YamlStream::parse("x: 1\n", Dialect::Kubernetes, &DEFAULT).expect("YAML");
        match stream.apply(&[(0, &plan)]) {
            Ok(new) => assert_eq!(yaml(&new, &DEFAULT), None),
            Err(error) => assert_eq!(Some(error.diagnose().code), want),
        }
    }
    let inserted = format!(".l[0:0] = [{}]", nested(limit - 1));
    assert_eq!(edit(&value("{\"l\":[]}"), &inserted, &DEFAULT), Some(Code::TooDeep));
    let inserted = format!(".l[0:0] = [{}]", nested(limit - 2));
    assert_eq!(edit(&value("{\"l\":[]}"), &inserted, &DEFAULT), None);
}

/// A text of its own limits stays within them: what an edit writes is read again with what is left of the depth.
#[test]
fn depth_of_an_edited_text() {
    let limits = Limits { document_depth: 12, ..DEFAULT };
    let text = "x:\n  - y\na:\n  b:\n    c:\n      d: 1\n      e: 2\n  f: 3\ng: 4\n";
    let stream = YamlStream::parse(text, Dialect::Kubernetes, &limits).expect("YAML");
    for (place, steps) in [(".a.b.c.d", 4), (".a.b.c.e", 4), (".a.b.new", 3), (".a.f", 2), (".g", 1), (".x[0]", 2)] {
        for (depth, fits) in [(1, true), (12 - steps, true), (13 - steps, false), (40, false)] {
            let written = format!("{place} = {}", nested(depth));
            let edits = parse_edits(&written, &DEFAULT).expect("edits");
            let schema = Attached::new(Schema::none());
            let options = EditOptions { allow_missing: false, schema: &schema, limits: DEFAULT };
            let root = stream.documents().next().expect("one").root();
            let plan = plan_edits(&edits, root, &options).expect("a plan");
            assert_eq!(stream.apply(&[(0, &plan)]).is_ok(), fits, "{place} and {depth}");
        }
    }
}

/// What a JSON Patch adds is bounded like what an edit writes, and all of it together like what an address matches.
#[test]
fn depth_and_size_of_what_a_patch_adds() {
    let patched = |document: &str, operations: &[String]| {
        let wide = Limits { document_depth: 1000, ..DEFAULT };
        let patch = parse_value(&format!("[{}]", operations.join(",")), &wide).expect("a patch");
        Plan::from_json_patch(&patch, &value(document)).err().map(|error| error.diagnose().code)
    };
    let operation = |op: &str, path: &str, added: &str| {
        let value = if op == "copy" { format!("\"from\":\"{added}\"") } else { format!("\"value\":{added}") };
        format!("{{\"op\":\"{op}\",\"path\":\"{path}\",{value}}}")
    };
    let limit = DEFAULT.document_depth;
    let object = |depth: usize| format!("{}1{}", "{\"a\":".repeat(depth), "}".repeat(depth));
    for (place, path) in [(nested(limit), "/0".repeat(limit)), (object(limit), "/a".repeat(limit))] {
        // The place is `steps` deep.
        for steps in [1, 2, limit / 2, limit - 1] {
            let path = &path[..2 * steps];
            for op in ["add", "replace"] {
                for (depth, want) in [(limit - steps, None), (limit - steps + 1, Some(Code::TooDeep))] {
                    for inside in [nested(depth), object(depth)] {
                        assert_eq!(patched(&place, &[operation(op, path, &inside)]), want, "{op} {steps} {depth}");
                    }
                }
            }
        }
    }
    // A copy of the whole into itself doubles the depth.
    let doubled = |depth: usize| patched(&format!("{{\"a\":{}}}", nested(depth)), &[operation("copy", "/b", "/a")]);
    assert_eq!((doubled(limit - 1), doubled(limit / 2)), (None, None));
    let under = format!("{{\"a\":{},\"b\":{}}}", nested(limit / 2), nested(limit / 2));
    let at = |steps: usize| patched(&under, &[operation("copy", &format!("/b{}", "/0".repeat(steps)), "/a")]);
    assert_eq!((at(limit / 2 - 1), at(1)), (None, None));
    assert_eq!(patched("{}", &[operation("add", "", &nested(limit))]), None);
    assert_eq!(patched("{}", &[operation("add", "", &nested(limit + 1))]), Some(Code::TooDeep));

    // 2^19 values are added twice: the list counts as one of them.
    let half = vec!["0"; DEFAULT.matches / 2 - 1].join(",");
    let (half, more) = (format!("[{half}]"), format!("[{half},0]"));
    let twice = |first: &str, second: &str| [operation("add", "/a", first), operation("add", "/b", second)];
    assert_eq!(patched("{}", &twice(&half, &half)), None);
    assert_eq!(patched("{}", &twice(&half, &more)), Some(Code::TooLarge));
    assert_eq!(patched("{}", &[operation("add", "/a", &half), operation("copy", "/b", "/a")]), None);
    assert_eq!(
        patched("{\"b\":1}", &[operation("replace", "/b", &more), operation("copy", "/c", "/b")]),
        Some(Code::TooLarge)
    );
}

#[test]
fn bytes_of_an_expression() {
    let limits = Limits { expression_bytes: 20, ..DEFAULT };
    let address = |length: usize| format!(".{}", "a".repeat(length - 1));
    let formula = |length: usize| format!(".{} + 1", "a".repeat(length - 5));
    for text in [address(20), formula(20)] {
        assert_eq!(expression(&text, &limits), None, "{text}");
    }
    for text in [address(21), formula(21)] {
        assert_eq!(expression(&text, &limits), Some(Code::TooLarge), "{text}");
    }
    let address = |length: usize| format!("del(.{})", "a".repeat(length - 1));
    assert_eq!(edits(&address(20), &limits), None);
    assert!(edits(&address(21), &limits).is_some());
    // All the characters that a hostile text can be made of, at the default.
    for piece in ["(", "[", "{", "\"", ".", "|", "-", "\\(", "if ", "a", "1", ".a|", ".a,", "not|", "#", "{a:"] {
        let start = Instant::now();
        let text = piece.repeat(DEFAULT.expression_bytes / piece.len() + 1);
        drop(Expression::parse(&text, &DEFAULT));
        drop(parse_edits(&text, &DEFAULT));
        let under = &text[..DEFAULT.expression_bytes - DEFAULT.expression_bytes % piece.len()];
        drop(Expression::parse(under, &DEFAULT));
        drop(parse_edits(under, &DEFAULT));
        assert!(start.elapsed() < Duration::from_secs(5), "{piece:?} took {:?}", start.elapsed());
    }
}

#[test]
fn depth_of_an_expression() {
    let limits = Limits { expression_depth: 10, ..DEFAULT };
    for (open, inside, close) in
        [("(", ".a", ")"), ("[", "1", "]"), ("{a: ", "1", "}"), ("first(", ".a[]", ")"), ("1 + ", "1", "")]
    {
        let text = |depth: usize| format!("{}{inside}{}", open.repeat(depth), close.repeat(depth));
        let taken = (1..20).take_while(|depth| expression(&text(*depth), &limits).is_none()).count();
        assert!((1..=10).contains(&taken), "{taken} of {open}");
        (taken + 1..200).for_each(|depth| assert_eq!(expression(&text(depth), &limits), Some(Code::TooDeep)));
    }
}

#[test]
fn steps_of_an_address() {
    let limits = Limits { address_steps: 5, ..DEFAULT };
    for step in [".a", "[0]", "[]", "[\"k\"]"] {
        let text = |steps: usize| format!(".x{}", step.repeat(steps - 1));
        assert_eq!(expression(&text(5), &limits), None, "{step}");
        assert!(expression(&text(6), &limits).is_some(), "{step}");
    }
}

#[test]
fn places_of_an_address() {
    let limits = Limits { matches: 9, ..DEFAULT };
    let list = |count: usize| value(&format!("[{}]", vec!["{\"l\":[1,2,3]}"; count].join(",")));
    let address = Address::parse(".[].l[]", &limits).expect("an address");
    for intent in [Intent::Read, Intent::Set, Intent::Remove] {
        assert_eq!(resolve(&address, &list(3), intent, &limits).expect("nine").len(), 9);
        assert_eq!(resolve(&address, &list(4), intent, &limits).expect_err("twelve").diagnose().code, Code::TooLarge);
    }
    // Of all edits of one call together.
    assert_eq!(edit(&list(3), ".[].l[0] = 1 | .[].l[1] = 2 | .[].l[2] = 3", &limits), None);
    assert_eq!(edit(&list(3), ".[].l[] = 1 | .[0].m = 2", &limits), Some(Code::TooLarge));
}

#[test]
fn steps_results_and_bytes_of_a_formula() {
    let run = |text: &str, limits: Limits| {
        let Ok(Expression::Formula(formula)) = Expression::parse(text, &DEFAULT) else { panic!("{text}") };
        let list = value("[1,2,3]");
        formula.evaluate(&list, &Variables::new(), &limits).map_err(|error| error.diagnose().code)
    };
    let limits =
        |results, evaluation_steps, result_bytes| Limits { results, evaluation_steps, result_bytes, ..DEFAULT };
    assert_eq!(run("range(5)", limits(5, 1000, 1000)).expect("five").len(), 5);
    assert_eq!(run("range(6)", limits(5, 1000, 1000)), Err(Code::BudgetExceeded));
    let steps = least(200, |steps| run("[range(20)] | length", limits(5, steps, 10_000)).is_ok());
    assert_eq!(run("[range(20)] | length", limits(5, steps - 1, 10_000)), Err(Code::BudgetExceeded));
    let bytes = least(20_000, |bytes| run("\"x\" * 9000", limits(5, 1000, bytes)).is_ok());
    assert!((8000..10_000).contains(&bytes), "{bytes}");
    assert_eq!(run("\"x\" * 9000", limits(5, 1000, bytes - 1)), Err(Code::BudgetExceeded));
}

/// The least number with which it runs.
fn least(most: usize, runs: impl Fn(usize) -> bool) -> usize {
    let (mut fails, mut works) = (0, most);
    assert!(runs(most));
    while fails < works {
        let middle = (fails + works) / 2;
        if runs(middle) { works = middle } else { fails = middle + 1 }
    }
    works
}

#[test]
fn aliases_that_repeat_aliases_are_bounded() {
    let mut bomb = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for level in 1..30 {
        let inside = vec![format!("*a{}", level - 1); 10].join(", ");
        bomb += &format!("a{level}: &a{level} [{inside}]\n");
    }
    let mut merged = String::from("m0: &m0 {k0: 1, j0: 2}\n");
    for level in 1..40 {
        merged += &format!("m{level}: &m{level} {{<<: [*m{0}, *m{0}, *m{0}], k{level}: *m{0}}}\n", level - 1);
    }
    let mut deep = String::from("d0: &d0 [x]\n");
    for level in 1..2000 {
        deep += &format!("d{level}: &d{level} [*d{}]\n", level - 1);
    }
    for (text, code) in [(bomb, Code::TooLarge), (merged, Code::TooLarge), (deep, Code::TooDeep)] {
        let start = Instant::now();
        assert_eq!(yaml(&text, &DEFAULT), Some(code), "{}", &text[..40]);
        assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    }
    assert_eq!(yaml("a: &a [*a]\n", &DEFAULT), Some(Code::InvalidDocument));
}

/// An index names an entry that is there, or is refused; nothing is ever padded.
#[test]
fn huge_indexes() {
    let list = value("{\"l\":[1,2]}");
    for index in ["2", "1000000000", "4294967296", "9223372036854775807", "18446744073709551615"] {
        for (text, want) in [
            (format!(".l[{index}] = 1"), Code::IndexOutOfRange),
            (format!("del(.l[{index}])"), Code::IndexOutOfRange),
            (format!(".l[{index}].a.b = 1"), Code::IndexOutOfRange),
            (format!(".m[{index}] = 1"), Code::NoMatch),
        ] {
            assert_eq!(edit(&list, &text, &DEFAULT), Some(want), "{text}");
        }
        if index != "2" {
            let text = format!(".l[{index}:{index}] = [1]");
            assert_eq!(edit(&list, &text, &DEFAULT), Some(Code::IndexOutOfRange), "{text}");
        }
        let index: usize = index.parse().expect("a number");
        let place = Location::root().child("l").child(index);
        for op in [Op::Set(Value::Null), Op::Remove, Op::Insert(vec![Value::Null])] {
            let plan = Plan::new(vec![Assignment::new(place.clone(), op.clone())]).expect("one");
            let mut copy = list.clone();
            assert_eq!(plan.apply_to_value(&mut copy).is_ok(), index == 2 && matches!(op, Op::Insert(_)));
            assert!(
                edit_text("{\"l\":[1,2]}", &plan, &DEFAULT).is_ok() == plan.apply_to_value(&mut list.clone()).is_ok()
            );
        }
    }
    for text in [".l[99999999999999999999]", ".l[1e9]", ".l[-1]", ".l[0.5]"] {
        assert!(edit(&list, &format!("{text} = 1"), &DEFAULT).is_some(), "{text}");
    }
}

/// Whatever is as deep as the limits allow goes through every room on a small stack, and what is deeper is refused there.
#[test]
fn a_small_stack_is_enough() {
    let run = || {
        // Without optimization each level takes about eight times as much.
        for depth in [1, 2, if cfg!(debug_assertions) { 25 } else { DEFAULT.document_depth }] {
            deep_laws::SHAPES.iter().for_each(|shape| deep_laws::rooms(&shape(depth)));
        }
    };
    on_a_stack_of(256 << 10, run);
}

#[test]
fn documents_at_the_limit_go_through_every_room() {
    for depth in [DEFAULT.document_depth - 1, DEFAULT.document_depth] {
        for shape in deep_laws::SHAPES {
            on_a_stack_of(2 << 20, || deep_laws::rooms(&shape(depth)));
        }
    }
}

#[test]
fn deeper_documents_are_refused_before_the_stack_ends() {
    let depth = DEFAULT.document_depth + 1;
    for shape in deep_laws::SHAPES {
        on_a_stack_of(2 << 20, || {
            assert_eq!(json(&shape(depth), &DEFAULT), Some(Code::TooDeep));
            assert_eq!(yaml(&shape(depth), &DEFAULT), Some(Code::TooDeep));
        });
    }
    for depth in [depth, 5000, 1_000_000] {
        for text in ["[", "{\"a\":", "- ", "? ", "[{", "a: [", "!x [", "&a [", "[[],", "{a: {b: "]
            .map(|open| open.repeat(depth))
        {
            on_a_stack_of(2 << 20, || {
                assert!(json(&text, &DEFAULT).is_some());
                assert!(yaml(&text, &DEFAULT).is_some(), "{}", &text[..20]);
                assert!(edits(&format!(".a = {text}"), &DEFAULT).is_some());
            });
        }
    }
}

fn on_a_stack_of(bytes: usize, run: impl FnOnce() + Send) {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(bytes).spawn_scoped(scope, run).expect("a thread");
        thread.join().expect("no panic");
    });
}

/// Many edits, many documents, many anchors: the cost follows the text.
#[test]
fn wide_input_is_read_in_time() {
    let start = Instant::now();
    let many = 3000;
    let members: String = (0..many).map(|at| format!("k{at}: v\n")).collect();
    let stream = YamlStream::parse(&members, Dialect::Kubernetes, &DEFAULT).expect("YAML");
    let root = stream.documents().next().expect("one").root();
    let text: Vec<_> = (0..many / 3).map(|at| format!(".k{at} = 1")).collect();
    assert_eq!(edit(root, &text.join(" | "), &DEFAULT), None);
    assert_eq!(yaml(&"--- 1\n".repeat(many), &DEFAULT), None);
    assert_eq!(yaml(&(0..many).map(|at| format!("- &a{at} x\n- *a{at}\n")).collect::<String>(), &DEFAULT), None);
    assert_eq!(yaml(&"[".repeat(200_000), &DEFAULT), Some(Code::TooDeep));
    assert_eq!(json(&format!("[{}1]", "1,".repeat(300_000)), &DEFAULT), None);
    assert!(start.elapsed() < Duration::from_secs(30), "{:?}", start.elapsed());
}
