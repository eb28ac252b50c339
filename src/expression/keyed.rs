//! `select(.name == "x" and .port == 80)`: the equalities that name one entry of a keyed list.

use super::address::EntryKey;
use super::grammar::{blanks, name, string};
use crate::value::{Number, Value};
use std::borrow::Cow;

/// Reads `select(...)` whose condition is one equality of a field with a literal, or several joined by `and`.
pub(super) fn select(text: &str) -> Option<(&str, Vec<EntryKey<'_>>)> {
    let rest = blanks(text.strip_prefix("select")?)?.strip_prefix('(')?;
    let mut keys = Vec::new();
    let mut rest = rest;
    loop {
        let (after, key) = equality(rest)?;
        keys.push(key);
        rest = blanks(after)?;
        if let Some(rest) = rest.strip_prefix(')') {
            return Some((rest, keys));
        }
        rest = rest.strip_prefix("and").filter(|rest| !rest.starts_with(is_name_char))?;
    }
}

/// `.name == "x"` or `"x" == .name`, in parentheses or not.
fn equality(text: &str) -> Option<(&str, EntryKey<'_>)> {
    let text = blanks(text)?;
    if let Some(inner) = text.strip_prefix('(') {
        // One pair: deeper ones say nothing more, and a loop here would be a recursion.
        let (rest, key) = bare_equality(blanks(inner)?)?;
        return Some((blanks(rest)?.strip_prefix(')')?, key));
    }
    bare_equality(text)
}

fn bare_equality(text: &str) -> Option<(&str, EntryKey<'_>)> {
    let (rest, path, value);
    if text.starts_with('.') {
        let after = field(text)?;
        path = after.1;
        (rest, value) = literal(equals(after.0)?)?;
    } else {
        let after = literal(text)?;
        value = after.1;
        (rest, path) = field(equals(after.0)?)?;
    }
    Some((rest, EntryKey { path, value }))
}

fn equals(text: &str) -> Option<&str> {
    blanks(blanks(text)?.strip_prefix("==")?)
}

/// `.a.b`, `."a"`, `.["a"]`: members only.
fn field(text: &str) -> Option<(&str, Vec<Cow<'_, str>>)> {
    let mut path = Vec::new();
    let mut rest = text;
    loop {
        let trimmed = blanks(rest)?;
        let step = match trimmed.strip_prefix('.') {
            Some(after) => match name(after) {
                Ok((after, key)) => Some((after, Cow::Borrowed(key))),
                Err(_) => quoted(blanks(after)?),
            },
            None if path.is_empty() => None,
            None => trimmed.starts_with('[').then(|| quoted(trimmed)).flatten(),
        };
        match step {
            Some((after, key)) => {
                path.push(key);
                rest = after;
            }
            None if path.is_empty() || trimmed.starts_with(['.', '[', '?']) => return None,
            None => return Some((rest, path)),
        }
    }
}

/// `"a"` or `["a"]`.
fn quoted(text: &str) -> Option<(&str, Cow<'_, str>)> {
    let Some(inner) = text.strip_prefix('[') else { return string(text).ok() };
    let (rest, key) = string(blanks(inner)?).ok()?;
    Some((blanks(rest)?.strip_prefix(']')?, key))
}

/// A string, a number, `true`, `false` or `null`.
fn literal(text: &str) -> Option<(&str, Value)> {
    if text.starts_with('"') {
        let (rest, text) = string(text).ok()?;
        return Some((rest, Value::String(text.into_owned())));
    }
    let end = text.find(|c: char| !is_name_char(c) && !"+-.".contains(c)).unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    let value = match word {
        "true" => Value::Bool(true),
        "false" => Value::Bool(false),
        "null" => Value::Null,
        _ => Value::Number(Number::parse(word)?),
    };
    Some((rest, value))
}

fn is_name_char(c: char) -> bool {
    c == '_' || c.is_ascii_alphanumeric()
}
