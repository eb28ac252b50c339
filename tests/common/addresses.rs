//! Random addresses in random spellings, and documents that they may match.

use super::choices::Choices;

/// Keys of documents and addresses: few, so that they meet, and some that need quotes.
pub const KEYS: &[&str] = &["a", "b", "c", "if", "x-y", "p/q", "", "a b", "0", "é", "q\"t", "b\\s", "t\tb", "$v", "#"];

/// A document of this depth at most.
pub fn document(choices: &mut Choices<'_>, depth: usize) -> serde_json::Value {
    use serde_json::Value;
    match choices.below(if depth == 0 { 5 } else { 14 }) {
        0 => Value::Null,
        1 => Value::Bool(choices.once_in(2)),
        2 => Value::from(choices.below(100)),
        3 => Value::from("text"),
        4 => Value::Object(serde_json::Map::new()),
        5..=8 => (0..choices.below(4)).map(|_| document(choices, depth - 1)).collect(),
        _ => {
            let keys = (0..=choices.below(5)).map(|_| choices.pick(KEYS)).collect::<Vec<_>>();
            Value::Object(keys.into_iter().map(|key| (key.into(), document(choices, depth - 1))).collect())
        }
    }
}

/// An address of up to five steps, with blanks, quotes, pipes, parentheses and question marks where they may stand.
pub fn address(choices: &mut Choices<'_>) -> String {
    let mut text = blank(choices);
    let mut begun = false;
    let mut open = 0;
    for _ in 0..choices.below(6) {
        if begun && choices.once_in(5) {
            text += &format!("{}|{}", blank(choices), blank(choices));
            begun = false;
        }
        while !begun && open < 20 && choices.once_in(6) {
            text.push('(');
            open += 1;
        }
        text += &step(choices, begun);
        begun = true;
        while open > 0 && choices.once_in(3) {
            text.push(')');
            open -= 1;
        }
    }
    if !begun {
        text.push('.');
    }
    text + &")".repeat(open) + &blank(choices)
}

fn blank(choices: &mut Choices<'_>) -> String {
    (choices.pick(&["", "", "", "", " ", "  ", "\n", " # c\n"])).into()
}

fn step(choices: &mut Choices<'_>, begun: bool) -> String {
    let key = choices.pick(KEYS);
    let quoted = serde_json::Value::from(key).to_string();
    let plain = key.bytes().all(|byte| byte.is_ascii_alphabetic()) && !key.is_empty();
    let dot = if begun && choices.once_in(2) { "" } else { "." };
    let inside = |choices: &mut Choices<'_>, inner: &str| format!("[{}{inner}{}]", blank(choices), blank(choices));
    let step = match choices.below(8) {
        0..=2 if plain => format!(".{key}"),
        0..=2 => format!(".{}{quoted}", blank(choices)),
        3 => format!("{dot}{}", inside(choices, &quoted)),
        4 | 5 => {
            let index = choices.below(4).to_string();
            format!("{dot}{}", inside(choices, &index))
        }
        _ => format!("{dot}{}", inside(choices, "")),
    };
    step + choices.pick(&["", "", "", "?"])
}
