//! Plans that fit a document, made from decisions.

use super::choices::Choices;
use fieldwright::location::{Location, Segment};
use fieldwright::plan::{Assignment, Op, Plan};
use fieldwright::value::Value;

const STRINGS: &[&str] = &[
    "x",
    "yes",
    "",
    "1.0",
    "two words",
    "a: b",
    "it's",
    "say \"hi\"",
    "line\nbreak",
    "text\n",
    "\n",
    "two\n\n",
    " lead",
    "trail ",
    "# no",
    "- x",
    "a,b",
    "[x]",
    "größe",
    "tab\there",
    "null",
    "---",
    "<<",
    "\u{7f}\u{2028}",
    "  deep\nx\n",
    "{{ x }}",
    "?x",
    ":x",
    "a\n\n# b\n",
    "x:",
    "%a",
    "@b",
    "0o7",
    "=",
    "12:30",
    "\\d+",
    "\ttab\nx",
    "line\r\nbreak",
    "x\n  ",
];
const NEW_KEYS: &[&str] = &["new", "a", "on", "x y", "1", "k: v", "<<", "", "app.kubernetes.io/name", "it's"];

/// A plan of a few assignments; `None` if they conflict.
pub fn plan(choices: &mut Choices<'_>, root: &Value) -> Option<Plan> {
    let mut assignments: Vec<_> = (0..1 + choices.below(4)).map(|_| assignment(choices, root)).collect();
    if choices.once_in(4) {
        assignments = moves(choices, root, assignments);
    }
    Plan::new(assignments).ok()
}

fn assignment(choices: &mut Choices<'_>, root: &Value) -> Assignment {
    let (mut at, mut value) = (Location::root(), root);
    loop {
        let stop = choices.once_in(4);
        match value {
            Value::Object(members) if !members.is_empty() && !stop => {
                let (key, inner) = &members[choices.below(members.len())];
                at.push(&**key);
                value = inner;
            }
            Value::Array(entries) if !entries.is_empty() && !stop => {
                let index = choices.below(entries.len());
                at.push(index);
                value = &entries[index];
            }
            _ => return change(choices, &at, value),
        }
    }
}

/// Removals of entries, each with an insertion of the same value, or nearly the same, into the list.
fn moves(choices: &mut Choices<'_>, root: &Value, mut assignments: Vec<Assignment>) -> Vec<Assignment> {
    assignments.retain(|assignment| assignment.op == Op::Remove);
    for at in assignments.iter().map(|assignment| assignment.location.clone()).collect::<Vec<_>>() {
        let Some((Segment::Index(_), list)) = at.split_last() else { continue };
        let list: Location = list.to_vec().into();
        let (Some(Value::Array(entries)), Some(value)) = (list.find(root), at.find(root)) else { continue };
        let mut value = value.clone();
        if let Value::Object(members) = &mut value
            && choices.once_in(2)
        {
            members.push(("changed".into(), new_value(choices, 1)));
        }
        let index = choices.below(entries.len() + 1);
        assignments.push(Assignment::new(list.child(index), Op::Insert(vec![value])));
    }
    assignments
}

fn change(choices: &mut Choices<'_>, at: &Location, value: &Value) -> Assignment {
    let kind = choices.below(8);
    match value {
        Value::Object(_) | Value::Null if kind < 4 => {
            let mut at = at.child(choices.pick(NEW_KEYS));
            while choices.once_in(4) {
                at.push("inner");
            }
            Assignment::new(at, Op::Set(new_value(choices, 2)))
        }
        Value::Array(entries) if kind < 4 => {
            let index = choices.below(entries.len() + 1);
            let values = (0..1 + choices.below(2)).map(|_| new_value(choices, 2)).collect();
            Assignment::new(at.child(index), Op::Insert(values))
        }
        _ if kind < 6 && !at.is_root() => Assignment::new(at.clone(), Op::Remove),
        _ => Assignment::new(at.clone(), Op::Set(new_value(choices, 2))),
    }
}

/// A value, at most so deep.
pub fn new_value(choices: &mut Choices<'_>, depth: usize) -> Value {
    match choices.below(12) {
        0 => Value::Null,
        1 => Value::Bool(choices.once_in(2)),
        2 | 3 => Value::Number(fieldwright::value::Number::from(choices.below(100) as u64)),
        4 if depth > 0 => Value::Array((0..choices.below(3)).map(|_| new_value(choices, depth - 1)).collect()),
        5 | 6 if depth > 0 => {
            let mut members: Vec<(String, Value)> = Vec::new();
            for _ in 0..choices.below(4) {
                let key = choices.pick(NEW_KEYS);
                if !members.iter().any(|(name, _)| name == key) {
                    members.push((key.into(), new_value(choices, depth - 1)));
                }
            }
            Value::Object(members)
        }
        _ => Value::from(choices.pick(STRINGS)),
    }
}

/// The place that an assignment changes: the last one on its way that is there, and whether it is all of the way.
pub fn nearest<'v>(root: &'v Value, location: &Location) -> (Location, &'v Value) {
    let (mut at, mut value) = (Location::root(), root);
    for segment in location.segments() {
        let next = match (segment, value) {
            (Segment::Key(key), value) => value.get(key),
            (Segment::Index(index), Value::Array(entries)) => entries.get(*index),
            _ => None,
        };
        let Some(next) = next else { break };
        at.push(segment.clone());
        value = next;
    }
    (at, value)
}
