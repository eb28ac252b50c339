//! Which plans are made and what they expect: plans are kept, shown to people and carried out later.
//!
//! A line of `tests/data/plans.tsv` is a JSON object: `before`, `type` of the built-in schema at its root (or none), and one
//! of `edits`, `after` (a difference), `over` (a merge) and `patch` (a JSON Patch); then the plan as JSON, its patches, and
//! what it does to `then`, a document that has changed meanwhile; or the error. After a change that is meant,
//! `FIELDWRIGHT_KEEP=1 cargo test --test plans_kept` writes the file anew.

mod common;

use common::kept::check;
use common::schema::{attached, bare};
use fieldwright::diagnostic::{Diagnose, Diagnostic};
use fieldwright::diff::diff;
use fieldwright::limits::Limits;
use fieldwright::merge::merge;
use fieldwright::plan::{EditOptions, Plan, parse_edits, plan_edits};
use fieldwright::schema::Attached;
use fieldwright::value::Value;
use serde_json::{Value as Serde, from_str};

fn said(error: &impl Diagnose) -> String {
    let Diagnostic { code, message, location, help, .. } = error.diagnose();
    let place = location.map(|at| at.to_string()).unwrap_or_default();
    format!("{code} {place} {message} / {}", help.unwrap_or_default())
}

fn plan(case: &Serde, schema: &Attached<'_>) -> Result<Plan, String> {
    let before = &case["before"];
    if let Some(edits) = case["edits"].as_str() {
        let edits = parse_edits(edits, &Limits::DEFAULT).map_err(|error| said(&error))?;
        let options = EditOptions { allow_missing: false, schema, limits: Limits::DEFAULT };
        plan_edits(&edits, before, &options).map_err(|error| said(&error))
    } else if let Some(after) = case.get("after") {
        diff(before, after, schema).map_err(|error| said(&error))
    } else if let Some(over) = case.get("over") {
        merge(before, over, schema).map_err(|error| said(&error))
    } else {
        Plan::from_json_patch(&Value::from(&case["patch"]), before).map_err(|error| said(&error))
    }
}

#[test]
fn plans() {
    check("plans.tsv", include_str!("data/plans.tsv"), |line, _| {
        let case: Serde = from_str(line).expect("a case");
        let schema = case["type"].as_str().map_or_else(bare, |name| attached(".", name));
        let plan = match plan(&case, &schema) {
            Ok(plan) => plan,
            Err(error) => return Some(error),
        };
        let before = &case["before"];
        let shown = |patch: Result<Value, _>| {
            patch.map_or_else(|error: fieldwright::plan::RenderError| said(&error), |v| v.to_string())
        };
        let mut columns = vec![plan.to_json().to_string(), plan.to_string()];
        columns.push(shown(plan.to_json_patch(before, &schema)));
        columns.push(shown(plan.to_merge_patch(before)));
        columns.push(shown(plan.to_strategic_patch(before, &schema)));
        if let Some(then) = case.get("then") {
            let mut then = then.clone();
            columns
                .push(plan.apply(&mut then).map_or_else(|error| said(&error), |changed| format!("{changed} {then}")));
        }
        Some(columns.join("\t"))
    });
}
