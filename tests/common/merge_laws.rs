//! The laws of a merge, on plain inputs: property tests and fuzz targets call the same bodies.

use super::schema::{applied, value};
use fieldwright::diff::diff;
use fieldwright::merge::merge;
use fieldwright::schema::Attached;
use serde_json::Value as Serde;

/// Every law on one pair.
pub fn all(base: &Serde, over: &Serde, schema: &Attached<'_>) {
    merge_is_total(base, over, schema);
    merge_is_its_difference(base, over, schema);
    laid_on_itself(base, schema);
}

/// Whatever is laid over whatever: a plan that fits, or a refusal. An override without directives is laid once.
pub fn merge_is_total(base: &Serde, over: &Serde, schema: &Attached<'_>) {
    let Ok(plan) = merge(base, over, schema) else { return };
    let merged = applied(&plan, base);
    let mut own = value(base);
    plan.apply_to_value(&mut own).expect("the plan fits");
    assert_eq!(own, value(&merged));
    if has_directives(over) {
        return;
    }
    let again = merge(&merged, over, schema).expect("laid once, laid twice");
    assert_eq!(value(&applied(&again, &merged)), value(&merged), "{over} on {base}");
}

/// A document laid on itself changes nothing, unless it holds null, which deletes.
pub fn laid_on_itself(document: &Serde, schema: &Attached<'_>) {
    if has_directives(document) || has_null(document) {
        return;
    }
    if let Ok(plan) = merge(document, document, schema) {
        assert!(plan.is_empty(), "{document}: {plan}");
    }
}

/// What a merge does is what the difference to its result says.
pub fn merge_is_its_difference(base: &Serde, over: &Serde, schema: &Attached<'_>) {
    let Ok(plan) = merge(base, over, schema) else { return };
    let merged = applied(&plan, base);
    if let Ok(difference) = diff(base, &merged, schema) {
        assert_eq!(value(&applied(&difference, base)), value(&merged));
        assert_eq!(difference.is_empty(), value(base) == value(&merged));
    }
}

fn has_directives(document: &Serde) -> bool {
    match document {
        Serde::Object(members) => members.iter().any(|(key, value)| key.starts_with('$') || has_directives(value)),
        Serde::Array(entries) => entries.iter().any(has_directives),
        _ => false,
    }
}

fn has_null(document: &Serde) -> bool {
    match document {
        Serde::Object(members) => members.values().any(has_null),
        Serde::Array(entries) => entries.iter().any(has_null),
        other => other.is_null(),
    }
}
