//! The laws of plans in other forms, on plain inputs: property tests and fuzz targets call the same bodies.

use super::schema::{applied, attached, bare, value};
use fieldwright::diagnostic::{Code, Diagnose};
use fieldwright::diff::diff;
use fieldwright::merge::merge;
use fieldwright::plan::{Inexpressible, Plan, RenderError};
use fieldwright::value::Value;
use serde_json::Value as Serde;

/// Each form of a plan between two pod specs does what the plan does, read back on the same document.
pub fn every_form_does_the_same(before: &Serde, after: &Serde) {
    let schema = attached(".", "podSpec");
    let Ok(plan) = diff(before, after, &schema) else { return };
    let patch = plan.to_json_patch(before, &schema).expect("a JSON Patch says everything");
    let read = Plan::from_json_patch(&patch, before).expect("a patch");
    assert_eq!(value(&applied(&read, before)), value(after), "{patch}");
    let json = plan.to_json();
    let read = Plan::from_json(&json).expect("a plan");
    assert_eq!(read.to_json(), json);
    assert_eq!(read, plan);
    match plan.to_strategic_patch(before, &schema) {
        Ok(patch) => {
            let read = merge(before, &patch, &schema).expect("a patch");
            assert_eq!(value(&applied(&read, before)), value(after), "{patch} on {before}");
        }
        Err(error) => {
            use Inexpressible::{MergeKeyTwice, NoMergeKey, OtherType, TwiceInSet};
            let why = why(error);
            assert!(matches!(why, NoMergeKey | MergeKeyTwice | OtherType | TwiceInSet), "{why:?}");
        }
    }
}

/// What a patch cannot say.
pub fn why(error: RenderError) -> Inexpressible {
    assert_eq!(
        error.diagnose().code,
        if matches!(error, RenderError::Misfit(_)) { Code::Stale } else { Code::Inexpressible }
    );
    match error {
        RenderError::Inexpressible { why, .. } => why,
        RenderError::Misfit(error) => panic!("{error}"),
    }
}

/// The patches of a difference make one document of the other.
pub fn patches_say_the_difference(before: &Serde, after: &Serde) {
    let plan = diff(before, after, &bare()).expect("a plan");
    let patch = plan.to_json_patch(before, &bare()).expect("a JSON Patch says everything");
    let read = Plan::from_json_patch(&patch, before).expect("a patch");
    assert_eq!(value(&applied(&read, before)), value(after), "{patch}");
    if let Ok(patch) = plan.to_merge_patch(before) {
        assert_eq!(rfc_7396(&value(before), &patch), value(after), "{patch}");
        let read = Plan::from_merge_patch(&patch, before).expect("a patch");
        assert_eq!(value(&applied(&read, before)), value(after), "{patch}");
    }
}

/// What another implementation makes of a JSON Patch is what we make of it, and it refuses what we refuse.
pub fn another_reader_agrees(document: &Serde, patch: &Serde) {
    // To it `1` and `1.0` differ.
    let (document, patch) = (&whole(document), &whole(patch));
    let ours = Plan::from_json_patch(&value(patch), document).map(|plan| value(&applied(&plan, document)));
    let mut theirs = document.clone();
    let operations: json_patch::Patch = serde_json::from_value(patch.clone()).expect("operations");
    // Its other entry point restores the document on an error, and panics where it cannot.
    match (ours, json_patch::patch_unsafe(&mut theirs, &operations)) {
        (Ok(ours), Ok(())) => assert_eq!(ours, value(&theirs), "{patch} on {document}"),
        (Err(_), Err(_)) => {}
        // RFC 6902 forbids to move a place into itself only; a whole document that stays is no such move.
        (Ok(_), Err(_)) if moves_root(patch) => {}
        (ours, theirs) => panic!("{patch} on {document}: {ours:?} but {theirs:?}"),
    }
}

fn whole(value: &Serde) -> Serde {
    match value {
        Serde::Array(entries) => entries.iter().map(whole).collect(),
        Serde::Object(members) => {
            Serde::Object(members.iter().map(|(key, value)| (key.clone(), whole(value))).collect())
        }
        Serde::Number(number) if number.as_f64() == Some(1.0) => 1.into(),
        other => other.clone(),
    }
}

fn moves_root(patch: &Serde) -> bool {
    patch.as_array().into_iter().flatten().any(|one| one["op"] == "move" && one["from"] == "" && one["path"] == "")
}

/// Any value is a merge patch; our reading of it is that of the RFC.
pub fn merge_patches_are_those_of_the_rfc(before: &Serde, patch: &Serde) {
    let read = Plan::from_merge_patch(patch, before).expect("any value is a patch");
    let mut own = value(before);
    read.apply_to_value(&mut own).expect("the plan fits");
    assert_eq!(own, rfc_7396(&value(before), &value(patch)));
}

/// RFC 7396, section 2, word for word.
fn rfc_7396(target: &Value, patch: &Value) -> Value {
    let Value::Object(members) = patch else { return patch.clone() };
    let mut target = match target {
        Value::Object(members) => members.clone(),
        _ => Vec::new(),
    };
    for (name, value) in members {
        let at = target.iter().position(|(key, _)| key == name);
        match (value, at) {
            (Value::Null, Some(at)) => drop(target.remove(at)),
            (Value::Null, None) => {}
            (_, Some(at)) => target[at].1 = rfc_7396(&target[at].1, value),
            (_, None) => target.push((name.clone(), rfc_7396(&Value::Null, value))),
        }
    }
    Value::Object(target)
}
