//! Documents nested as deep as the limits allow, taken through every room.

use super::choices::Choices;
use fieldwright::diff::diff;
use fieldwright::document::json::edit_text;
use fieldwright::document::yaml::{Dialect, YamlStream};
use fieldwright::expression::{Address, Intent, resolve};
use fieldwright::json::parse_value;
use fieldwright::limits::Limits;
use fieldwright::location::Location;
use fieldwright::merge::merge;
use fieldwright::plan::{Assignment, Op, Plan};
use fieldwright::schema::{Attached, Schema};
use fieldwright::value::Value;

const DEFAULT: Limits = Limits::DEFAULT;

/// Ways to nest, as JSON.
pub const SHAPES: [fn(usize) -> String; 4] = [nested, members, mixed, beside];

pub fn nested(depth: usize) -> String {
    format!("{}{}", "[".repeat(depth), "]".repeat(depth))
}

fn members(depth: usize) -> String {
    format!("{}1{}", "{\"a\":".repeat(depth), "}".repeat(depth))
}

fn mixed(depth: usize) -> String {
    let odd = if depth % 2 == 1 { nested(1) } else { "1".into() };
    format!("{}{odd}{}", "{\"a\":[".repeat(depth / 2), "]}".repeat(depth / 2))
}

fn beside(depth: usize) -> String {
    format!("{}1{}", "[[],{},".repeat(depth - 1), ",null]".repeat(depth - 1)).replacen('1', "[]", 1)
}

/// One level after another, each of its own kind, as deep as the limit or less.
pub fn mixture(choices: &mut Choices<'_>) -> String {
    // Two of the ways put an empty container beside the next level.
    let depth = DEFAULT.document_depth - 1 - choices.below(2) * choices.below(DEFAULT.document_depth - 1);
    let (mut open, mut close) = (String::new(), String::new());
    for _ in 0..depth {
        let (before, after) =
            choices.pick(&[("[", "]"), ("{\"a\":", "}"), ("[null,", ",{}]"), ("{\"b\":[],\"a\":", ",\"name\":\"x\"}")]);
        open.push_str(before);
        close.insert_str(0, after);
    }
    format!("{open}1{close}")
}

fn value(text: &str) -> Value {
    parse_value(text, &DEFAULT).expect("JSON")
}

/// Takes a document through every room.
pub fn rooms(text: &str) {
    let read = value(text);
    let serde = serde_json::Value::from(&read);
    assert_eq!(Value::from(&serde), read);
    assert_eq!(parse_value(&read.to_string(), &DEFAULT).expect("what is printed reads"), read);
    let other = value("{\"b\":[1,{\"c\":2}]}");
    for schema in [Attached::new(Schema::none()), Attached::new(Schema::kubernetes()).by_kind(&read)] {
        for (before, after) in [(&read, &other), (&other, &read), (&read, &read)] {
            let plan = diff(before, after, &schema).expect("a plan");
            let mut copy = before.clone();
            plan.apply_to_value(&mut copy).expect("it fits");
            assert_eq!(&copy, after);
            let mut copy = serde_json::Value::from(before);
            plan.apply(&mut copy).expect("it fits");
            drop(plan.to_json_patch(before, &schema).map(|patch| Plan::from_json_patch(&patch, before)));
            drop(plan.to_merge_patch(before));
            drop(plan.to_strategic_patch(before, &schema));
            drop(plan.to_string());
            drop(Plan::from_json(&plan.to_json()));
            drop(merge(before, after, &schema));
        }
    }
    let stream = YamlStream::parse(text, Dialect::Kubernetes, &DEFAULT).expect("JSON is YAML");
    assert_eq!(stream.documents().next().expect("one").root(), &read);
    let block = YamlStream::parse("x: 1\n", Dialect::Kubernetes, &DEFAULT).expect("YAML");
    for place in [Location::root(), Location::root().child("y")] {
        let plan = Plan::new(vec![Assignment::new(place, Op::Set(read.clone()))]).expect("one");
        drop(block.apply(&[(0, &plan)]));
        drop(stream.apply(&[(0, &plan)]));
        drop(edit_text(text, &plan, &DEFAULT));
    }
    let address = Address::parse(".a[0]?", &DEFAULT).expect("an address");
    drop(resolve(&address, &read, Intent::Set, &DEFAULT));
    drop(fieldwright::definition::Definition::read(&read));
    drop(Schema::from_value(&read));
    drop(fieldwright::applied::Record::read(&read, &Location::root(), &read));
}
