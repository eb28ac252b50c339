//! Reading a record.

use super::{Form, MARK, is_element, is_plain};
use crate::applied::{Applied, AppliedKeys, Before, Digest, FieldSet, RecordError, RecordErrorKind, Wrote};
use crate::json::{JsonError, JsonNode, Tape};
use crate::limits::Limits;
use crate::location::Location;
use crate::value::{Node, Value};

type Read = Result<(AppliedKeys, Form), RecordError>;
type Step<T = ()> = Result<T, RecordErrorKind>;

pub(super) fn text<'a, N: Node<'a>>(text: &str, map: &Location, document: N) -> Read {
    let text = text.trim();
    if text.starts_with(['[', '{']) {
        return value(&json(text).map_err(|error| RecordErrorKind::NotJson(error).nowhere())?, map, document);
    }
    names(text).map_err(RecordErrorKind::nowhere)
}

pub(super) fn value<'a, N: Node<'a>>(value: &Value, map: &Location, document: N) -> Read {
    match value {
        Value::Array(entries) => list(entries).map_err(RecordErrorKind::nowhere),
        Value::Object(members) if is_fields(members) => {
            let fields = FieldSet::read(value)?;
            Ok((fields.applied(map, document), Form::Fields(fields)))
        }
        Value::Object(members) => values(members).map_err(RecordErrorKind::nowhere),
        other => Err(RecordErrorKind::Type(other.kind()).nowhere()),
    }
}

pub(in crate::applied) fn json(text: &str) -> Result<Value, JsonError> {
    let tape = Tape::of_document(text, &Limits::DEFAULT)?;
    Ok(JsonNode::root(text, &tape).to_value())
}

/// Whether these are managed fields. `.` alone says nothing of a map inside.
fn is_fields(members: &[(String, Value)]) -> bool {
    members.iter().any(|(key, _)| key != ".")
        && members.iter().all(|(key, value)| is_element(key) && matches!(value, Value::Object(_)))
}

fn names(text: &str) -> Step<(AppliedKeys, Form)> {
    let (mut keys, mut form) = (AppliedKeys::new(), Form::Names);
    let parts = text.split(',').map(str::trim).filter(|_| !text.is_empty());
    for part in parts {
        match part {
            "/created" => keys.set_created(true),
            "/digests" => form = Form::Digests,
            mark if mark.starts_with(MARK) => return Err(RecordErrorKind::Mark(mark.into())),
            part => {
                let (key, digest) = part.split_once('=').map_or((part, None), |(key, digest)| (key, Some(digest)));
                if !is_plain(key) {
                    return Err(RecordErrorKind::Name(part.into()));
                }
                let wrote = match digest {
                    None => Wrote::Unknown,
                    Some(text) => {
                        form = Form::Digests;
                        Wrote::Digest(Digest::parse(text).ok_or_else(|| RecordErrorKind::Digest(text.into()))?)
                    }
                };
                record(&mut keys, key, wrote)?;
            }
        }
    }
    Ok((keys, form))
}

/// The same key twice is one key, unless two different things are said of it.
fn record(keys: &mut AppliedKeys, key: &str, wrote: Wrote) -> Step {
    let applied = Applied { wrote, before: None };
    match keys.insert(key, applied.clone()) {
        Some(other) if other != applied => Err(RecordErrorKind::Twice(key.into())),
        _ => Ok(()),
    }
}

fn list(entries: &[Value]) -> Step<(AppliedKeys, Form)> {
    let mut keys = AppliedKeys::new();
    let mut facts = None;
    for (index, entry) in entries.iter().enumerate() {
        match entry {
            Value::String(key) => record(&mut keys, key, Wrote::Unknown)?,
            Value::Object(members) => {
                if facts.replace(members.as_slice()).is_some() {
                    return Err(RecordErrorKind::Twice("facts".into()));
                }
            }
            _ => return Err(RecordErrorKind::Entry(index)),
        }
    }
    let mut digests = false;
    for (name, fact) in facts.unwrap_or_default() {
        if name == "digests" {
            digests = true;
            each(fact, name, |key, digest| {
                let text = digest.as_str().unwrap_or_default();
                known(&mut keys, key)?.wrote =
                    Wrote::Digest(Digest::parse(text).ok_or_else(|| RecordErrorKind::Digest(digest.to_string()))?);
                Ok(())
            })?;
        } else {
            common_fact(&mut keys, name, fact)?;
        }
    }
    Ok((keys, Form::List { facts: facts.is_some(), digests }))
}

fn values(members: &[(String, Value)]) -> Step<(AppliedKeys, Form)> {
    let mut keys = AppliedKeys::new();
    let mut facts = None;
    for (key, value) in members {
        match key.strip_prefix(MARK) {
            Some("") => facts = Some(value),
            escaped => {
                record(&mut keys, escaped.unwrap_or(key), Wrote::Value(value.clone()))?;
            }
        }
    }
    if let Some(facts) = facts {
        each(facts, MARK, |name, fact| common_fact(&mut keys, name, fact))?;
    }
    Ok((keys, Form::Values { facts: facts.is_some() }))
}

fn common_fact(keys: &mut AppliedKeys, name: &str, fact: &Value) -> Step {
    let wrong = || RecordErrorKind::Fact(name.into());
    match (name, fact) {
        ("created", Value::Bool(created)) => {
            keys.set_created(*created);
            Ok(())
        }
        ("before", _) => each(fact, name, |key, before| {
            let Value::Object(members) = before else { return Err(wrong()) };
            known(keys, key)?.before = Some(match members.as_slice() {
                [] => Before::Absent,
                [(name, value)] if name == "value" => Before::Value(value.clone()),
                _ => return Err(wrong()),
            });
            Ok(())
        }),
        _ => Err(wrong()),
    }
}

fn each(fact: &Value, name: &str, mut take: impl FnMut(&str, &Value) -> Step) -> Step {
    let Value::Object(members) = fact else { return Err(RecordErrorKind::Fact(name.into())) };
    members.iter().try_for_each(|(key, value)| take(key, value))
}

fn known<'k>(keys: &'k mut AppliedKeys, key: &str) -> Step<&'k mut Applied> {
    keys.get_mut(key).ok_or_else(|| RecordErrorKind::Stray(key.into()))
}
