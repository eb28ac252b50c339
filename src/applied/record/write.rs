//! Writing a record: the same keys give the same text.

use super::{MARK, is_element, is_plain};
use crate::applied::{AppliedKeys, Before, Wrote};
use crate::value::Value;

/// `/created,team,tier`, with digests `team=7877e7dfb66d983b,...`. What names cannot say becomes a list.
pub(super) fn names(keys: &AppliedKeys, digests: bool) -> Value {
    if keys.iter().any(|(key, applied)| !is_plain(key) || applied.before.is_some()) {
        return list(keys, true, digests);
    }
    let created = keys.created().then(|| "/created".to_owned());
    let parts = keys.iter().map(|(key, applied)| match applied.wrote.digest().filter(|_| digests) {
        Some(digest) => format!("{key}={digest}"),
        None => key.to_owned(),
    });
    // Without a digest nothing else would say that the record has them.
    let has_digest = keys.iter().any(|(_, applied)| applied.wrote != Wrote::Unknown);
    let form = (digests && !has_digest).then(|| "/digests".to_owned());
    Value::String(created.into_iter().chain(form).chain(parts).collect::<Vec<_>>().join(","))
}

/// `["team","tier"]`, with facts `["team","tier",{"created":true}]`.
pub(super) fn list(keys: &AppliedKeys, facts: bool, digests: bool) -> Value {
    let mut entries: Vec<Value> = keys.iter().map(|(key, _)| key.into()).collect();
    if facts || digests || must_keep(keys) {
        let mut facts = common_facts(keys);
        if digests {
            facts.push((
                "digests".into(),
                by_key(keys, |(_, applied)| Some(applied.wrote.digest()?.to_string().as_str().into())),
            ));
        }
        entries.push(Value::Object(facts));
    }
    Value::Array(entries)
}

/// `{"team":"a"}`, with facts `{"/":{"created":true},"team":"a"}`. A key whose value is not known makes it a list.
pub(super) fn values(keys: &AppliedKeys, facts: bool) -> Value {
    let mut members = Vec::with_capacity(keys.len() + 1);
    if facts || must_keep(keys) {
        members.push((MARK.into(), Value::Object(common_facts(keys))));
    }
    for (key, applied) in keys.iter() {
        let Wrote::Value(value) = &applied.wrote else { return list(keys, true, true) };
        let escape = if key.starts_with(MARK) || is_element(key) { MARK } else { "" };
        members.push((format!("{escape}{key}"), value.clone()));
    }
    members.sort_by(|(a, _), (b, _)| a.cmp(b));
    Value::Object(members)
}

/// An operator's value is nowhere else: dropping it would make it unrecoverable.
fn must_keep(keys: &AppliedKeys) -> bool {
    keys.iter().any(|(_, applied)| applied.before.is_some())
}

fn common_facts(keys: &AppliedKeys) -> Vec<(String, Value)> {
    let mut facts = Vec::new();
    if must_keep(keys) {
        let before = by_key(keys, |(_, applied)| {
            Some(Value::Object(match applied.before.as_ref()? {
                Before::Absent => Vec::new(),
                Before::Value(value) => vec![("value".into(), value.clone())],
            }))
        });
        facts.push(("before".into(), before));
    }
    if keys.created() {
        facts.push(("created".into(), Value::Bool(true)));
    }
    facts
}

fn by_key(keys: &AppliedKeys, of: impl Fn((&str, &crate::applied::Applied)) -> Option<Value>) -> Value {
    Value::Object(keys.iter().filter_map(|(key, applied)| Some((key.into(), of((key, applied))?))).collect())
}
