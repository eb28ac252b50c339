//! JSON documents in any layout, and plans for them, from plain random numbers.

use super::choices::Choices;
use fieldwright::document::json::JsonDocument;
use fieldwright::json::JsonNode;
use fieldwright::limits::Limits;
use fieldwright::location::Location;
use fieldwright::plan::{Assignment, Op, Plan};
use fieldwright::value::{Kind, Node, Value};

/// A document before it has a layout: scalars and keys are JSON text.
#[derive(Clone, Debug)]
pub enum Tree {
    Scalar(&'static str),
    List(Vec<Tree>),
    Map(Vec<(&'static str, Tree)>),
}

/// How a document is laid out.
#[derive(Clone, Debug)]
pub enum Layout {
    /// No white space
    Compact,
    /// One line, a space after colons and commas
    Spaced,
    /// Lines with this step and line end
    Lines(&'static str, &'static str),
    /// Lines, but some containers on one line
    Mixed(&'static str, &'static str),
    /// White space anywhere
    Odd,
}

pub const LAYOUTS: [Layout; 10] = [
    Layout::Compact,
    Layout::Spaced,
    Layout::Lines(" ", "\n"),
    Layout::Lines("  ", "\n"),
    Layout::Lines("    ", "\r\n"),
    Layout::Lines("\t", "\n"),
    Layout::Mixed("  ", "\n"),
    Layout::Mixed("        ", "\r\n"),
    Layout::Odd,
    Layout::Odd,
];

/// Scalars and keys that are spelled as the engine spells them.
const PLAIN: &[&str] = &["null", "true", "false", "0", "-12", "\"\"", "\"text\"", "\"a\\nb\\\"\"", "\"é🚀\"", "7"];
const PLAIN_KEYS: &[&str] = &["\"a\"", "\"b\"", "\"name\"", "\"a/b\"", "\"é\"", "\"\"", "\"x y\"", "\"q\\\"\""];
/// And others.
const ODD: &[&str] =
    &["1.50", "1e3", "-0.0", "12345678901234567890123", "\"\\u0041\\/\"", "\"\\ud83d\\ude80\"", "\"\\u2028]{,\""];
const ODD_KEYS: &[&str] = &["\"\\u0063\"", "\"d\\/e\"", "\"dup\"", "\"dup\"", "\"d\\u0075p\"", "\"\\ud83d\\ude00\""];

/// A tree of a few dozen values; `odd` ones hold duplicate keys, escapes and spellings too.
pub fn tree(choices: &mut Choices<'_>, odd: bool) -> Tree {
    let pool = |plain: &[&'static str], more: &[&'static str]| -> Vec<&'static str> {
        plain.iter().chain(more.iter().filter(|_| odd)).copied().collect()
    };
    grown(choices, &pool(PLAIN, ODD), &pool(PLAIN_KEYS, ODD_KEYS), 4)
}

fn grown(choices: &mut Choices<'_>, scalars: &[&'static str], keys: &[&'static str], depth: usize) -> Tree {
    match choices.below(if depth == 0 { 1 } else { 3 }) {
        0 => Tree::Scalar(choices.pick(scalars)),
        1 => Tree::List((0..choices.below(5)).map(|_| grown(choices, scalars, keys, depth - 1)).collect()),
        _ => {
            let mut left = keys.to_vec();
            let some = choices.below(6);
            let members = (0..some).map(|_| {
                let key = left.swap_remove(choices.below(left.len()));
                (key, grown(choices, scalars, keys, depth - 1))
            });
            Tree::Map(members.collect())
        }
    }
}

/// Lays a tree out; `choices` decide where the layout leaves a choice.
pub fn print(tree: &Tree, layout: &Layout, choices: &[u8]) -> String {
    let mut printer = Printer { layout, choices: choices.iter().cycle(), out: String::new(), in_line: false };
    if matches!(layout, Layout::Odd) && printer.choose(4) == 0 {
        printer.out.push('\u{feff}');
    }
    printer.odd();
    printer.value(tree, 0);
    printer.odd();
    if printer.choose(2) == 0 {
        printer.out.push_str(printer.newline());
    }
    printer.out
}

struct Printer<'a> {
    layout: &'a Layout,
    choices: std::iter::Cycle<std::slice::Iter<'a, u8>>,
    out: String,
    in_line: bool,
}

impl Printer<'_> {
    fn choose(&mut self, of: u8) -> u8 {
        self.choices.next().map_or(0, |choice| choice % of)
    }

    fn newline(&self) -> &'static str {
        match self.layout {
            Layout::Lines(_, end) | Layout::Mixed(_, end) => end,
            _ => "\n",
        }
    }

    fn odd(&mut self) {
        if matches!(self.layout, Layout::Odd) {
            let space = ["", "", "", " ", "  ", "\n", "\n  ", "\t", "\r\n    "][usize::from(self.choose(9))];
            self.out.push_str(space);
        }
    }

    fn value(&mut self, tree: &Tree, depth: usize) {
        match tree {
            Tree::Scalar(text) => self.out.push_str(text),
            Tree::List(entries) => {
                let entries: Vec<_> = entries.iter().map(|entry| (None, entry)).collect();
                self.container(('[', ']'), &entries, depth);
            }
            Tree::Map(members) => {
                let members: Vec<_> = members.iter().map(|(key, value)| (Some(*key), value)).collect();
                self.container(('{', '}'), &members, depth);
            }
        }
    }

    fn container(&mut self, (open, close): (char, char), entries: &[(Option<&str>, &Tree)], depth: usize) {
        let outside = self.in_line;
        self.in_line |= matches!(self.layout, Layout::Mixed(..)) && depth > 0 && self.choose(3) == 0;
        self.out.push(open);
        for (at, (key, value)) in entries.iter().enumerate() {
            if at > 0 {
                self.odd();
                self.out.push(',');
            }
            self.gap(at == 0, depth + 1);
            if let Some(key) = key {
                self.out.push_str(key);
                self.odd();
                self.out.push(':');
                self.out.push_str(if matches!(self.layout, Layout::Compact | Layout::Odd) { "" } else { " " });
                self.odd();
            }
            self.value(value, depth + 1);
        }
        if !entries.is_empty() {
            self.gap(true, depth);
        }
        self.out.push(close);
        self.in_line = outside;
    }

    fn gap(&mut self, at_bracket: bool, depth: usize) {
        match self.layout {
            Layout::Lines(step, end) | Layout::Mixed(step, end) if !self.in_line => {
                self.out.push_str(end);
                self.out.push_str(&step.repeat(depth));
            }
            Layout::Spaced | Layout::Mixed(..) if !at_bracket => self.out.push(' '),
            _ => self.odd(),
        }
    }
}

/// The value as a tree is printed, for layouts that leave no choice.
pub fn print_value(value: &Value, layout: &Layout, depth: usize) -> String {
    let (line, inner, colon) = match layout {
        Layout::Lines(step, end) => {
            (format!("{end}{}", step.repeat(depth)), format!("{end}{}", step.repeat(depth + 1)), ": ")
        }
        Layout::Spaced => (String::new(), String::new(), ": "),
        _ => (String::new(), String::new(), ":"),
    };
    let comma = if matches!(layout, Layout::Spaced) { ", ".into() } else { format!(",{inner}") };
    let parts: Vec<String> = match value {
        Value::Object(members) => members
            .iter()
            .map(|(key, value)| {
                format!("{}{colon}{}", Value::from(key.as_str()), print_value(value, layout, depth + 1))
            })
            .collect(),
        Value::Array(entries) => entries.iter().map(|entry| print_value(entry, layout, depth + 1)).collect(),
        scalar => return scalar.to_string(),
    };
    let (open, close) = if value.kind() == Kind::Object { ('{', '}') } else { ('[', ']') };
    match parts.is_empty() {
        true => format!("{open}{close}"),
        false => format!("{open}{inner}{}{line}{close}", parts.join(&comma)),
    }
}

/// Every place of a document.
pub fn places(text: &str) -> Vec<Location> {
    let document = JsonDocument::parse(text, &Limits::DEFAULT).expect("a document");
    let mut places = Vec::new();
    walk(document.root(), Location::root(), &mut places);
    places
}

fn walk(node: JsonNode<'_>, at: Location, places: &mut Vec<Location>) {
    node.entries().enumerate().for_each(|(index, entry)| walk(entry, at.child(index), places));
    node.members().for_each(|(key, member)| walk(member, at.child(&*key), places));
    places.push(at);
}

const VALUES: &[&str] = &[
    "null",
    "9",
    "2.50",
    "\"new\"",
    "\"l1\\nl2 \\\"q\\\"\"",
    "{}",
    "[]",
    "[1,2]",
    "{\"k\":1,\"l\":[]}",
    "{\"k\":[{\"m\":{\"n\":null}},[\"o\"]]}",
];

pub fn value(choice: u8) -> Value {
    let text = VALUES[usize::from(choice) % VALUES.len()];
    JsonDocument::parse(text, &Limits::DEFAULT).expect("a value").root().to_value()
}

/// A plan for a document: each triple of numbers asks for one assignment. Those that clash with earlier ones are left
/// out, and nearly all that do not fit the document.
pub fn plan(text: &str, asked: &[(u16, u8, u8)]) -> Plan {
    let places = places(text);
    let document = JsonDocument::parse(text, &Limits::DEFAULT).expect("a document");
    let mut taken: Vec<Assignment> = Vec::new();
    for (place, what, choice) in asked {
        let place = places[usize::from(*place) % places.len()].clone();
        let op = match what % 8 {
            0 | 1 => (place, Op::Set(value(*choice))),
            2 | 3 => (place.child(["new", "n2", "a"][usize::from(choice % 3)]), Op::Set(value(*what / 8))),
            4 => (place.child("p").child(["q", "r"][usize::from(choice % 2)]), Op::Set(value(*what / 8))),
            5 if place.is_root() => continue,
            5 => (place, Op::Remove),
            _ => (place.child(usize::from(choice % 4)), Op::Insert(vec![value(*choice), value(*what)])),
        };
        let assignment = Assignment::new(op.0, op.1);
        let alone = Plan::new(vec![assignment.clone()]).expect("one never clashes");
        if *what < 250 && alone.fit(document.root()).is_err() {
            continue;
        }
        taken.push(assignment);
        if Plan::new(taken.clone()).is_err() {
            taken.pop();
        }
    }
    Plan::new(taken).expect("clashes were left out")
}
