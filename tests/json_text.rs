//! JSON text: what is taken, and what an edit leaves.

mod common;

use common::choices::Choices;
use common::json_docs::{self, LAYOUTS, Layout, Tree, places, plan, print, print_value, value};
use common::json_laws::{
    lazy_reading_agrees, reading_beside_agrees, scan_agrees, sets_are_idempotent, setting_back_restores,
    splice_is_faithful,
};
use fieldwright::diagnostic::{Code, Diagnose};
use fieldwright::document::json::{JsonDocument, edit_text};
use fieldwright::json::{JsonErrorKind, Wanted};
use fieldwright::limits::Limits;
use fieldwright::location::{Location, Segment};
use fieldwright::plan::{Assignment, Op, Plan};
use fieldwright::value::{Node, Value};
use proptest::prelude::*;

fn tree(odd: bool) -> impl Strategy<Value = Tree> {
    prop::collection::vec(any::<u8>(), 0..100).prop_map(move |bytes| json_docs::tree(&mut Choices::new(&bytes), odd))
}

fn layout() -> impl Strategy<Value = Layout> {
    prop::sample::select(LAYOUTS.to_vec())
}

fn choices() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 1..40)
}

fn asked() -> impl Strategy<Value = Vec<(u16, u8, u8)>> {
    prop::collection::vec(any::<(u16, u8, u8)>(), 0..8)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn splices_are_faithful(tree in tree(true), layout in layout(), choices in choices(), asked in asked()) {
        let text = print(&tree, &layout, &choices);
        let plan = plan(&text, &asked);
        splice_is_faithful(&text, &plan);
        sets_are_idempotent(&text, &plan);
        prop_assert_eq!(splice_is_faithful(&text, &Plan::default()), Some(text));
    }

    /// A document in one plain layout is in that layout afterwards too.
    #[test]
    fn layouts_stay(tree in tree(false), layout in prop::sample::select(LAYOUTS[..6].to_vec()), asked in asked()) {
        let text = print(&tree, &layout, &[0, 1]);
        // What an empty document or one scalar becomes is compact; a list of one shows no space behind its comma.
        prop_assume!(shows_its_layout(&tree, &layout));
        let plan = plan(&text, &asked);
        let replaced = plan.assignments().iter().any(|a| a.location.is_root());
        if let Some(new) = splice_is_faithful(&text, &plan).filter(|_| !replaced) {
            let read = JsonDocument::parse(new.as_str(), &Limits::DEFAULT).expect("JSON").root().to_value();
            prop_assert_eq!(print_value(&read, &layout, 0), new.trim_end());
        }
    }

    #[test]
    fn setting_back(tree in tree(true), layout in layout(), choices in choices(), picked in any::<u64>(), new in any::<u8>()) {
        let text = print(&tree, &layout, &choices);
        let places: Vec<_> = places(&text).into_iter().enumerate().filter(|(at, _)| picked >> (at % 64) & 1 == 1)
            .map(|(_, place)| place).collect();
        setting_back_restores(&text, &places, &value(new));
        lazy_reading_agrees(&text, &places);
    }

    #[test]
    fn reading_beside_another_text(
        odd in any::<bool>(),
        trees in any::<bool>().prop_flat_map(|odd| (tree(odd), tree(odd), Just(odd))),
        layout in layout(),
        choices in choices(),
        asked in asked(),
        cut in any::<(u16, u8)>(),
    ) {
        let (tree, other, with_twins) = trees;
        let text = print(&tree, &layout, &choices);
        reading_beside_agrees(&text, &text, !with_twins);
        reading_beside_agrees(&text, &print(&other, &layout, &choices), !with_twins);
        if let Ok(edited) = edit_text(&text, &plan(&text, &asked), &Limits::DEFAULT) {
            reading_beside_agrees(&text, &edited, !with_twins);
        }
        if odd {
            let mut bytes = text.clone().into_bytes();
            let at = usize::from(cut.0) % bytes.len();
            bytes[at] = cut.1 % 128;
            if let Ok(broken) = String::from_utf8(bytes) {
                reading_beside_agrees(&text, &broken, false);
            }
        }
    }

    #[test]
    fn broken_texts(tree in tree(true), layout in layout(), choices in choices(), cuts in prop::collection::vec(any::<(u16, u8)>(), 0..4)) {
        let mut bytes = print(&tree, &layout, &choices).into_bytes();
        scan_agrees(&bytes);
        for (at, what) in cuts {
            let at = usize::from(at) % (bytes.len() + 1);
            let inserted = b"{}[]:,\"\\ue0-+.1tn \n\x01\xe2\x80"[usize::from(what) % 22];
            match what % 3 {
                0 => bytes.truncate(at),
                1 => bytes.insert(at, inserted),
                _ => drop(bytes.splice(at..(at + 1).min(bytes.len()), [inserted])),
            }
            scan_agrees(&bytes);
        }
    }

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..64), text in "[\\[\\]{}:,\"\\\\ \n0-9eE.+\\-truefalsn]{0,40}") {
        scan_agrees(&bytes);
        scan_agrees(text.as_bytes());
    }
}

fn shows_its_layout(tree: &Tree, layout: &Layout) -> bool {
    match tree {
        Tree::Scalar(_) => false,
        Tree::List(entries) => match (entries.as_slice(), layout) {
            ([], _) => false,
            (_, Layout::Spaced) => entries.len() > 1,
            _ => true,
        },
        Tree::Map(members) => !members.is_empty(),
    }
}

/// One edit for each line of a table: `del(...)` is `None`, an insert is told by its `+`.
fn edit(text: &str, edits: &[(&str, Option<&str>)]) -> String {
    let read = |text: &str| JsonDocument::parse(text, &Limits::DEFAULT).expect(text).root().to_value();
    let assignment = |(pointer, text): &(&str, Option<&str>)| {
        let (insert, pointer) = pointer.strip_prefix('+').map_or((false, *pointer), |rest| (true, rest));
        let op = match text {
            None => Op::Remove,
            Some(text) if insert => Op::Insert(read(&format!("[{text}]")).entries().map(Node::to_value).collect()),
            Some(text) => Op::Set(read(text)),
        };
        Assignment::new(location(pointer), op)
    };
    let plan = Plan::new(edits.iter().map(assignment).collect()).expect("no conflict");
    splice_is_faithful(text, &plan).expect("it fits")
}

fn location(pointer: &str) -> Location {
    let segment = |part: &str| part.parse().map_or_else(|_| Segment::from(part), Segment::Index);
    pointer.split('/').skip(1).map(segment).collect()
}

macro_rules! edits {
    ($($name:ident: $text:expr, [$($at:literal = $value:expr),*] => $want:expr;)*) => {
        $(#[test] fn $name() { assert_eq!(edit($text, &[$(($at, $value)),*]), $want); })*
    };
}

edits! {
    a_value_takes_the_old_span: "{ \"a\" :\t1 , \"b\":2}\n", ["/a" = Some("[]")] => "{ \"a\" :\t[] , \"b\":2}\n";
    new_members_come_last_in_order: "{\"a\":1}", ["/z" = Some("2"), "/b" = Some("3")] => "{\"a\":1,\"z\":2,\"b\":3}";
    shared_parents_stand_at_the_first: "{\"a\":null}", ["/p/x" = Some("1"), "/c" = Some("2"), "/p/y/z" = Some("3")] =>
        "{\"a\":null,\"p\":{\"x\":1,\"y\":{\"z\":3}},\"c\":2}";
    new_after_what_remains: "{\"a\":1, \"b\":2, \"c\":3}", ["/c" = None, "/d" = Some("4")] => "{\"a\":1, \"b\":2, \"d\":4}";
    new_in_place_of_all: "{\n  \"a\": 1,\n  \"b\": 2\n}", ["/a" = None, "/b" = None, "/c" = Some("{\"d\":1}")] =>
        "{\n  \"c\": {\n    \"d\": 1\n  }\n}";
    new_entries_in_place_of_all: "[ 1, 2 ]", ["/0" = None, "/1" = None, "+/1" = Some("3"), "+/2" = Some("4")] => "[ 3, 4 ]";
    numbers_keep_their_spelling: "{\"a\":[1.50]}", ["/b" = Some("2.50"), "+/a/1" = Some("1E3,123456789012345678901234")] =>
        "{\"a\":[1.50,1E3,123456789012345678901234],\"b\":2.50}";
    equal_is_no_change: "{\"a\":\"\\u0041\",\"n\":1.0,\"o\":{\"y\": 1,\"x\":[ ]}}",
        ["/a" = Some("\"A\""), "/n" = Some("1"), "/o" = Some("{\"x\":[],\"y\":1.0}")] =>
        "{\"a\":\"\\u0041\",\"n\":1.0,\"o\":{\"y\": 1,\"x\":[ ]}}";
    a_line_takes_new_containers_on_it: "{\n\t\"a\": { \"b\": 1 },\n\t\"c\": [\n\t\t1\n\t]\n}\n",
        ["/a/d" = Some("{\"e\":[1,2]}"), "/c" = Some("{\"f\":1}")] =>
        "{\n\t\"a\": { \"b\": 1, \"d\": { \"e\": [ 1, 2 ] } },\n\t\"c\": {\n\t\t\"f\": 1\n\t}\n}\n";
    in_place_of_a_line: "{\n  \"a\": [1,2],\n  \"b\": {},\n  \"c\": {\"x\" :1}\n}",
        ["/a" = Some("[3,[4]]"), "/b" = Some("{\"y\":1}"), "/c" = Some("{\"y\":[],\"z\":2}")] =>
        "{\n  \"a\": [3,[4]],\n  \"b\": {\n    \"y\": 1\n  },\n  \"c\": {\"y\" :[],\"z\" :2}\n}";
    beside_a_line: "[\n  {\"a\": 1, \"b\": 2},\n  []\n]", ["+/0" = Some("{\"c\":3,\"d\":4}"), "+/1" = Some("[5]"), "+/2" = Some("[6]")] =>
        "[\n  {\"c\": 3, \"d\": 4},\n  {\"a\": 1, \"b\": 2},\n  [5],\n  [],\n  [\n    6\n  ]\n]";
    a_single_entry_shows_no_comma: "{\n  \"a\": [1],\n  \"b\": {\"c\":1},\n  \"d\": {\"e\": 1}\n}",
        ["+/a/0" = Some("0"), "+/a/1" = Some("2"), "/b/x" = Some("1"), "/d/x" = Some("1")] =>
        "{\n  \"a\": [0, 1, 2],\n  \"b\": {\"c\":1,\"x\":1},\n  \"d\": {\"e\": 1, \"x\": 1}\n}";
    a_single_entry_in_a_compact_document: "{\"a\":[1]}", ["+/a/1" = Some("2,3")] => "{\"a\":[1,2,3]}";
    a_single_entry_in_a_spaced_line: "{\"a\": [1]}", ["+/a/1" = Some("2,3")] => "{\"a\": [1, 2, 3]}";
    the_first_goes_with_what_follows: "[ 1 ,  2 , 3]", ["/0" = None] => "[ 2 , 3]";
    others_go_with_what_precedes: "[ 1 ,  2 , 3]", ["/1" = None] => "[ 1 , 3]";
    the_last_goes_with_its_comma: "[ 1 ,  2 , 3 ]", ["/2" = None, "/1" = None] => "[ 1 ]";
    emptied_is_empty: "{\n \"a\" : {\n  \"b\": 1\n }, \"c\": [ 1, 2 ]\n}", ["/a/b" = None, "/c/0" = None, "/c/1" = None] =>
        "{\n \"a\" : {}, \"c\": []\n}";
    filled_on_lines: "{\n    \"a\": {},\n    \"b\": { \n },\n    \"c\": []\n}", ["/a/x" = Some("1"), "/b/y" = Some("[]"), "+/c/0" = Some("1,{}")] =>
        "{\n    \"a\": {\n        \"x\": 1\n    },\n    \"b\": {\n        \"y\": []\n    },\n    \"c\": [\n        1,\n        {}\n    ]\n}";
    filled_on_the_line: "{\n  \"a\": { \"b\": {}, \"c\": [] }\n}", ["/a/b/x" = Some("1"), "+/a/c/0" = Some("1,2")] =>
        "{\n  \"a\": { \"b\": { \"x\": 1 }, \"c\": [ 1, 2 ] }\n}";
    the_bracket_closes_under_its_line: "{\n  \"a\": 1, \"b\": null\n}", ["/b/c" = Some("1")] =>
        "{\n  \"a\": 1, \"b\": {\n    \"c\": 1\n  }\n}";
    an_indented_root_keeps_its_distance: "  {\n    \"a\": 1\n  }\n", ["/b/c" = Some("1")] =>
        "  {\n    \"a\": 1,\n    \"b\": {\n      \"c\": 1\n    }\n  }\n";
    no_step_is_a_step: "{\n\"a\": 1\n}", ["/b" = Some("[1]")] => "{\n\"a\": 1,\n\"b\": [\n1\n]\n}";
    colons_are_copied: "{\n  \"a\" : 1,\n  \"b\"  :  2\n}", ["/c" = Some("{\"d\":1}")] =>
        "{\n  \"a\" : 1,\n  \"b\"  :  2,\n  \"c\"  :  {\n    \"d\"  :  1\n  }\n}";
    the_comma_stands_behind_the_value: "{ \"a\":1 , \"b\":2 }", ["/c" = Some("3")] => "{ \"a\":1 , \"b\":2, \"c\":3 }";
    entries_stand_as_the_one_they_precede: "[1,  2,\n   3]", ["+/1" = Some("\"x\""), "+/2" = Some("\"y\""), "+/3" = Some("\"z\"")] =>
        "[1,  \"x\",  2,\n   \"y\",\n   3,\n   \"z\"]";
    entries_of_a_removed_place: "[\n  1,\n  2\n]", ["/0" = None, "+/0" = Some("0"), "+/2" = Some("3")] => "[\n  0,\n  2,\n  3\n]";
    only_what_must_be_escaped_is: "{}", ["/a\"b" = Some(r#""\/\u00e9\ud83d\ude80\u007f\u2028\\\"\n\u0001\b""#)] =>
        "{\"a\\\"b\":\"/é🚀\u{7f}\u{2028}\\\\\\\"\\n\\u0001\\b\"}";
    null_is_an_object_parent: "null\n", ["/a" = Some("1")] => "{\"a\":1}\n";
    line_ends_are_copied: "{\r\n  \"a\": 1\r\n}", ["/b/c" = Some("1")] => "{\r\n  \"a\": 1,\r\n  \"b\": {\r\n    \"c\": 1\r\n  }\r\n}";
    the_mark_stays: "\u{feff}{\n \"a\": 1}", ["/a" = Some("{\"b\":1}")] => "\u{feff}{\n \"a\": {\n  \"b\": 1\n }}";
    keys_are_read: "{\"\\u0061\":1,\"\\ud83d\\ude00\":[{\"x\":1}]}", ["/a" = Some("2"), "/😀/0/x" = Some("3")] =>
        "{\"\\u0061\":2,\"\\ud83d\\ude00\":[{\"x\":3}]}";
    duplicates_elsewhere_stay: "{\"a\":1,\"b\":{\"a\":1,\"a\":2},\"a\":3}", ["/b/c" = Some("1"), "/d" = Some("1")] =>
        "{\"a\":1,\"b\":{\"a\":1,\"a\":2,\"c\":1},\"a\":3,\"d\":1}";
    the_whole_document: "[\n  1\n]\n", ["" = Some("{\"a\":{}}")] => "{\n  \"a\": {}\n}\n";
}

#[test]
fn a_duplicate_on_the_way_is_refused() {
    for (text, pointer) in [
        ("{\"a\":1,\"a\":2}", "/a"),
        ("{\"a\":{},\"\\u0061\":{}}", "/a/b"),
        ("[{\"l\":[1],\"b\":0,\"l\":[2]}]", "/0/l/0"),
    ] {
        let plan = Plan::new(vec![Assignment::new(location(pointer), Op::Set(Value::Null))]).expect("one");
        let error = edit_text(text, &plan, &Limits::DEFAULT).expect_err("twice");
        assert_eq!(error.diagnose().code, Code::DuplicateMember, "{text}");
    }
}

/// It reads as U+FFFD, as in jq and in Kubernetes; `serde_json` refuses it.
#[test]
fn half_a_surrogate_pair_stays() {
    let text = "{\"a\":\"\\ud83d\",\"b\":1}";
    let set = |key: &str, value| Assignment::new(Location::root().child(key), Op::Set(value));
    let plan = Plan::new(vec![set("a", "\u{fffd}".into()), set("b", Value::Null)]).expect("apart");
    let new = edit_text(text, &plan, &Limits::DEFAULT).expect("it fits");
    assert_eq!(new, "{\"a\":\"\\ud83d\",\"b\":null}");
}

#[test]
fn an_object_with_a_duplicate_equals_no_other() {
    let new = edit("{\"o\":{\"a\":1,\"a\":1}}", &[("/o", Some("{\"a\":1,\"b\":1}"))]);
    assert_eq!(new, "{\"o\":{\"a\":1,\"b\":1}}");
}

#[test]
fn errors_name_the_place() {
    for (text, kind, (line, column)) in [
        ("{\"a\":1", JsonErrorKind::Ended(Wanted::MemberEnd), (1, 7)),
        ("[1,\n 2,\n]", JsonErrorKind::Unexpected { wanted: Wanted::Value, found: ']' }, (3, 1)),
        ("{\"a\":1,}", JsonErrorKind::Unexpected { wanted: Wanted::Key, found: '}' }, (1, 8)),
        ("[1 2]", JsonErrorKind::Unexpected { wanted: Wanted::EntryEnd, found: '2' }, (1, 4)),
        ("{\"é\" 1}", JsonErrorKind::Unexpected { wanted: Wanted::Colon, found: '1' }, (1, 6)),
        ("{a:1}", JsonErrorKind::Unexpected { wanted: Wanted::KeyOrEnd, found: 'a' }, (1, 2)),
        ("{} x", JsonErrorKind::Unexpected { wanted: Wanted::End, found: 'x' }, (1, 4)),
        ("nul", JsonErrorKind::Ended(Wanted::Value), (1, 4)),
        ("trué", JsonErrorKind::Unexpected { wanted: Wanted::Value, found: 'é' }, (1, 4)),
        ("-", JsonErrorKind::Ended(Wanted::Digit), (1, 2)),
        ("[01]", JsonErrorKind::LeadingZero, (1, 2)),
        ("[1.]", JsonErrorKind::Unexpected { wanted: Wanted::Digit, found: ']' }, (1, 4)),
        ("\"a\nb\"", JsonErrorKind::ControlCharacter('\n'), (1, 3)),
        ("\"\\x\"", JsonErrorKind::InvalidEscape, (1, 2)),
        ("\"\\u12\"", JsonErrorKind::InvalidEscape, (1, 2)),
        ("\"abc", JsonErrorKind::Ended(Wanted::Quote), (1, 5)),
        ("", JsonErrorKind::Ended(Wanted::Value), (1, 1)),
        ("\u{feff}", JsonErrorKind::Ended(Wanted::Value), (1, 2)),
    ] {
        let error = JsonDocument::parse(text, &Limits::DEFAULT).expect_err(text);
        assert_eq!((error.kind, error.place.line, error.place.column), (kind, line, column), "{text}");
        let told = error.diagnose();
        assert_eq!(told.code, Code::InvalidDocument);
        assert_eq!(told.facts[..2], [("line", line.to_string()), ("column", column.to_string())]);
        scan_agrees(text.as_bytes());
    }
}

#[test]
fn limits_come_first() {
    let limits = Limits { document_bytes: 10, document_depth: 3, ..Limits::DEFAULT };
    for (text, want) in [("[[[]]]", None), ("[[[[]]]]", Some(Code::TooDeep)), ("\"         \"", Some(Code::TooLarge))] {
        let error = JsonDocument::parse(text, &limits).err().map(|error| error.diagnose().code);
        assert_eq!(error, want, "{text}");
    }
    for open in ["[", "{\"a\":"] {
        let deep = open.repeat(1 << 20);
        let error = JsonDocument::parse(deep.as_str(), &Limits::DEFAULT).expect_err("deep");
        assert_eq!(error.diagnose().code, Code::TooDeep);
    }
}

/// Each of many places is found once: the cost follows the document and the plan, not their product.
#[test]
fn many_places_in_one_container() {
    let many = 20_000;
    let entries: Vec<_> = (0..many).map(|at| format!("{{\"v\":{at}}}")).collect();
    let members: Vec<_> = (0..many).map(|at| format!("\"k{at}\":{{}}")).collect();
    let text = format!("{{\"l\":[{}],\"o\":{{{}}}}}", entries.join(","), members.join(","));
    let root = Location::root();
    let places = (0..many).flat_map(|at| [root.child("l").child(at), root.child("o").child(&*format!("k{at}"))]);
    let plan = Plan::new(places.map(|at| Assignment::new(at.child("v"), Op::Set(value(8)))).collect()).expect("apart");
    let new = edit_text(&text, &plan, &Limits::DEFAULT).expect("it fits");
    assert_eq!(new.matches("\"v\":{\"k\":1,\"l\":[]}").count(), 2 * many);
}

/// White space of the document is copied, but not without bound.
#[test]
fn wide_white_space_is_copied_in_bounds() {
    let text = format!("{{\"a\":1,{}\"b\":2}}", " ".repeat(1 << 16));
    let new = |at: usize| Assignment::new(Location::root().child(&*format!("n{at}")), Op::Set(Value::Null));
    let plan = Plan::new((0..100).map(new).collect()).expect("apart");
    let new = splice_is_faithful(&text, &plan).expect("it fits");
    assert!(new.len() < text.len() + 100 * 5000);
}

/// Behind a value so long that the state of the first reading is kept only where the texts begin to differ.
#[test]
fn another_text_is_read_on_from_a_value_that_both_have() {
    let long = "x".repeat(5000);
    let tails = ["1]", " 1]", "]", "2]", "\"1\"]", "[1]]", "", "1", "1,2]", "tru]", "{\"a\":1}]"];
    for (one, other) in tails.iter().flat_map(|one| tails.map(|other| (one, other))) {
        reading_beside_agrees(&format!("[\"{long}\",{one}"), &format!("[\"{long}\",{other}"), true);
        reading_beside_agrees(&format!("[[\"{long}\"],[{one}]"), &format!("[[\"{long}\"],[{other}]"), true);
    }
}
