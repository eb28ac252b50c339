//! Documents, and plans that fit them, from decisions. The same generator serves properties, comparisons and fuzzing.

use super::choices::Choices;
use fieldwright::location::Location;
use fieldwright::plan::{Assignment, Op, Plan};
use fieldwright::value::{Number, Value};
use serde_json::{Value as Serde, json};

/// Keys that ask for quotes, that look like something else, and plain ones.
pub const KEYS: &[&str] =
    &["a", "b", "name", "spec", "x-y", "a/b", "", "if", "0", "é", "a b", "q\"", "b\\c", "😀", "$v", "n\n"];

/// Scalars: the empties, edges of numbers that any jq keeps, odd strings.
pub fn scalar(choices: &mut Choices<'_>) -> Value {
    match choices.below(9) {
        0 => Value::Null,
        1 => Value::Bool(choices.below(2) == 0),
        2 => Value::from(""),
        3 => Value::Number(Number::from(choices.below(3) as u64)),
        4 => Value::Number(Number::from(-(choices.below(1000) as i64))),
        5 => Value::Number(Number::parse("1.5").expect("a number")),
        _ => Value::from(choices.pick(&["v", "w", "true", "1", "a\"b", "c\\d", "é😀", "line\nbreak", "\u{7f}", "/"])),
    }
}

/// A value of at most `depth` levels.
pub fn value(choices: &mut Choices<'_>, depth: usize) -> Value {
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
            members.push((key.to_owned(), value(choices, depth - 1)));
        }
    }
    Value::Object(members)
}

/// An object or a list: what plans are made for.
pub fn document(choices: &mut Choices<'_>) -> Value {
    match value(choices, 4) {
        Value::Array(entries) if !entries.is_empty() => Value::Array(entries),
        Value::Object(members) => Value::Object(members),
        scalar => Value::Object(vec![(choices.pick(KEYS).to_owned(), scalar)]),
    }
}

/// A plan of up to eight assignments that fits the document; conflicting ones are left out.
pub fn plan(choices: &mut Choices<'_>, document: &Value) -> Plan {
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

fn assignment(choices: &mut Choices<'_>, document: &Value) -> Assignment {
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
                at.push(choices.pick(KEYS));
                return match node.get(last_key(&at)) {
                    None if choices.below(2) == 0 => {
                        at.push(choices.pick(KEYS));
                        Assignment::new(at, Op::Set(value(choices, 2)))
                    }
                    _ => Assignment::new(at, Op::Set(value(choices, 2))),
                };
            }
            Value::Object(members) => {
                let (key, member) = &members[choices.below(members.len())];
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

fn leaf(choices: &mut Choices<'_>, at: Location) -> Assignment {
    let remove = choices.below(3) == 0 && !at.is_root();
    Assignment::new(at, if remove { Op::Remove } else { Op::Set(value(choices, 2)) })
}

fn last_key(at: &Location) -> &str {
    match at.segments().last() {
        Some(fieldwright::location::Segment::Key(key)) => key,
        _ => "",
    }
}

/// A document of few keys and values, so that two of them have much in common.
pub fn few(choices: &mut Choices<'_>, depth: usize) -> Serde {
    match choices.below(if depth == 0 { 1 } else { 4 }) {
        0 => match choices.below(6) {
            0 => Serde::Null,
            1 => choices.once_in(2).into(),
            2 => json!(1.0),
            3 | 4 => choices.below(4).into(),
            _ => choices.pick(&["", "a", "b", "ab", "ba", "bb"]).into(),
        },
        1 | 2 => (0..choices.below(6)).map(|_| few(choices, depth - 1)).collect(),
        _ => {
            let some = choices.below(5);
            let members = (0..some).map(|_| {
                let key = choices.pick(&["a", "b", "c", "d"]).to_owned();
                (key, few(choices, depth - 1))
            });
            Serde::Object(members.collect())
        }
    }
}

/// Operations of a JSON Patch, most of which fit the document.
pub fn json_patch(choices: &mut Choices<'_>, document: &Serde) -> Serde {
    (0..1 + choices.below(5)).map(|_| operation(choices, document)).collect()
}

fn operation(choices: &mut Choices<'_>, document: &Serde) -> Serde {
    let path = pointer(choices, document);
    match choices.below(8) {
        0 => json!({"op": "remove", "path": path}),
        1 => json!({"op": "replace", "path": path, "value": few(choices, 2)}),
        2 => json!({"op": "move", "from": pointer(choices, document), "path": path}),
        3 => json!({"op": "copy", "from": pointer(choices, document), "path": path}),
        4 => {
            let value = document.pointer(&path).filter(|_| choices.below(4) > 0).cloned();
            json!({"op": "test", "path": path, "value": value.unwrap_or_else(|| few(choices, 1))})
        }
        _ => json!({"op": "add", "path": path, "value": few(choices, 2)}),
    }
}

/// A pointer that leads into the document, or a step beside it.
fn pointer(choices: &mut Choices<'_>, document: &Serde) -> String {
    let (mut path, mut node) = (String::new(), document);
    while choices.below(4) > 0 {
        let step = match node {
            Serde::Array(entries) if choices.once_in(8) => (entries.len() + choices.below(2)).to_string(),
            Serde::Array(entries) => choices.below(entries.len()).to_string(),
            Serde::Object(members) if !choices.once_in(4) && !members.is_empty() => {
                let at = choices.below(members.len());
                members.keys().nth(at).expect("below the count").clone()
            }
            _ => choices.pick(&["a", "b", "new", "-", "0", "01", "", "~0", "~1"]).to_owned(),
        };
        path = format!("{path}/{step}");
        let Some(next) = document.pointer(&path) else { break };
        node = next;
    }
    path
}

/// Adds directives of a strategic merge patch, that fit and that do not.
pub fn add_directives(choices: &mut Choices<'_>, over: &mut Serde) {
    match over {
        Serde::Object(members) => {
            members.values_mut().for_each(|member| add_directives(choices, member));
            let (key, value) = match choices.below(12) {
                0 => ("$patch", json!(choices.pick(&["delete", "replace", "merge", "other"]))),
                1 => ("$retainKeys", json!(["name", "secret"])),
                2 => ("$setElementOrder/containers", json!([{"name": "b"}, {"name": "a"}])),
                3 => ("$setElementOrder/env", json!([{"name": "c"}, {"name": "a"}])),
                4 => ("$deleteFromPrimitiveList/args", json!(["a"])),
                5 => ("image", Serde::Null),
                6 => ("$other", json!({})),
                _ => return,
            };
            members.insert(key.to_owned(), value);
        }
        Serde::Array(entries) => {
            entries.iter_mut().for_each(|entry| add_directives(choices, entry));
            if choices.once_in(6) {
                entries.push(json!({"$patch": choices.pick(&["replace", "delete", "merge"]), "name": "a"}));
            }
        }
        _ => {}
    }
}

/// A pod spec with the lists that matter: names of few, not always different, now and then none.
pub fn pod_spec(choices: &mut Choices<'_>) -> Serde {
    let mut spec = json!({"containers": entries(choices, "name", container)});
    maybe(choices, &mut spec, "volumes", |choices| entries(choices, "name", volume));
    spec
}

fn maybe(choices: &mut Choices<'_>, of: &mut Serde, key: &str, value: impl Fn(&mut Choices<'_>) -> Serde) {
    if choices.once_in(2) {
        of[key] = value(choices);
    }
}

/// Entries of a keyed list, each with a field now and then that no schema knows.
fn entries(choices: &mut Choices<'_>, key: &str, inner: fn(&mut Choices<'_>) -> Serde) -> Serde {
    let entry = |choices: &mut Choices<'_>| {
        let mut entry = inner(choices);
        if !choices.once_in(32) {
            let name = choices.below(6);
            entry[key] = if key == "name" { json!(["a", "b", "c", "d", "e", "f"][name]) } else { json!(80 + name / 2) };
        }
        maybe(choices, &mut entry, "x-own", |choices| choices.below(3).into());
        entry
    };
    (0..choices.below(5)).map(|_| entry(choices)).collect()
}

fn container(choices: &mut Choices<'_>) -> Serde {
    let mut container = json!({"image": "i"});
    maybe(choices, &mut container, "env", |choices| entries(choices, "name", variable));
    maybe(choices, &mut container, "ports", |choices| entries(choices, "containerPort", port));
    maybe(choices, &mut container, "args", |choices| {
        (0..choices.below(3)).map(|_| choices.pick(&["a", "b"])).collect()
    });
    container
}

fn variable(choices: &mut Choices<'_>) -> Serde {
    let number = choices.below(3).to_string();
    match choices.below(4) {
        0 => json!({}),
        1 => json!({"value": number}),
        2 => json!({"valueFrom": {"secretKeyRef": {"name": "s", "key": number}}}),
        _ => json!({"valueFrom": {"configMapKeyRef": {"name": "c", "key": number}}}),
    }
}

fn port(choices: &mut Choices<'_>) -> Serde {
    match choices.below(4) {
        0 => json!({}),
        1 => json!({"protocol": "TCP"}),
        2 => json!({"protocol": "UDP"}),
        _ => json!({"hostPort": 1}),
    }
}

fn volume(choices: &mut Choices<'_>) -> Serde {
    match choices.below(3) {
        0 => json!({"emptyDir": {}}),
        1 => json!({"secret": {"secretName": "s"}}),
        _ => json!({"configMap": {"name": "c"}}),
    }
}
