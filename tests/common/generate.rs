//! Documents, and edits that fit them, from one seed. The same generator serves properties, comparisons and fuzzing.

use fieldwright::location::Location;
use fieldwright::plan::{Assignment, Op, Plan};
use fieldwright::value::{Number, Value};

/// A small source of choices: split-mix on a counter (Steele and others, 2014), enough for test data.
pub struct Choices(u64);

impl Choices {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }

    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

/// Keys that ask for quotes, that look like something else, and plain ones.
pub const KEYS: &[&str] =
    &["a", "b", "name", "spec", "x-y", "a/b", "", "if", "0", "é", "a b", "q\"", "b\\c", "😀", "$v", "n\n"];

/// Scalars: the empties, edges of numbers that any jq keeps, odd strings.
pub fn scalar(choices: &mut Choices) -> Value {
    match choices.below(9) {
        0 => Value::Null,
        1 => Value::Bool(choices.below(2) == 0),
        2 => Value::from(""),
        3 => Value::Number(Number::from(choices.below(3) as u64)),
        4 => Value::Number(Number::from(-(choices.below(1000) as i64))),
        5 => Value::Number(Number::parse("1.5").expect("a number")),
        _ => Value::from(*choices.pick(&["v", "w", "true", "1", "a\"b", "c\\d", "é😀", "line\nbreak", "\u{7f}", "/"])),
    }
}

/// A value of at most `depth` levels.
pub fn value(choices: &mut Choices, depth: usize) -> Value {
    if depth == 0 || choices.below(3) == 0 {
        return scalar(choices);
    }
    let count = choices.below(5);
    if choices.below(2) == 0 {
        return Value::Array((0..count).map(|_| value(choices, depth - 1)).collect());
    }
    let mut members: Vec<(String, Value)> = Vec::new();
    for _ in 0..count {
        let key = choices.pick(KEYS);
        if members.iter().all(|(name, _)| name != key) {
            members.push(((*key).to_owned(), value(choices, depth - 1)));
        }
    }
    Value::Object(members)
}

/// An object or a list: what plans are made for.
pub fn document(choices: &mut Choices) -> Value {
    loop {
        let document = value(choices, 4);
        if matches!(&document, Value::Array(entries) if !entries.is_empty()) || matches!(&document, Value::Object(_)) {
            return document;
        }
    }
}

/// A plan of up to eight assignments that fits the document; conflicting ones are left out.
pub fn plan(choices: &mut Choices, document: &Value) -> Plan {
    let mut chosen: Vec<Assignment> = Vec::new();
    for _ in 0..1 + choices.below(8) {
        let assignment = assignment(choices, document);
        let mut with = chosen.clone();
        with.push(assignment);
        if Plan::new(with.clone()).is_ok() {
            chosen = with;
        }
    }
    Plan::new(chosen).expect("tried above")
}

fn assignment(choices: &mut Choices, document: &Value) -> Assignment {
    let (mut at, mut node) = (Location::root(), document);
    loop {
        match node {
            Value::Array(entries) if choices.below(4) == 0 || entries.is_empty() => {
                let count = 1 + choices.below(2);
                let values = (0..count).map(|_| value(choices, 2)).collect();
                return Assignment::new(at.child(choices.below(entries.len() + 1)), Op::Insert(values));
            }
            Value::Array(entries) => {
                let index = choices.below(entries.len());
                at.push(index);
                node = &entries[index];
            }
            Value::Object(members) if members.is_empty() || choices.below(3) == 0 => {
                at.push(*choices.pick(KEYS));
                return match node.get(last_key(&at)) {
                    None if choices.below(2) == 0 => {
                        at.push(*choices.pick(KEYS));
                        Assignment::new(at, Op::Set(value(choices, 2)))
                    }
                    _ => Assignment::new(at, Op::Set(value(choices, 2))),
                };
            }
            Value::Object(members) => {
                let (key, member) = choices.pick(members);
                at.push(key.as_str());
                node = member;
            }
            _ => return leaf(choices, at),
        }
        if choices.below(4) == 0 {
            return leaf(choices, at);
        }
    }
}

fn leaf(choices: &mut Choices, at: Location) -> Assignment {
    let remove = choices.below(3) == 0 && !at.is_root();
    Assignment::new(at, if remove { Op::Remove } else { Op::Set(value(choices, 2)) })
}

fn last_key(at: &Location) -> &str {
    match at.segments().last() {
        Some(fieldwright::location::Segment::Key(key)) => key,
        _ => "",
    }
}
