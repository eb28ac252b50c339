//! The laws of the plan language, on plain inputs: property tests and fuzz targets call the same bodies.

use super::choices::Choices;
use super::generate;
use fieldwright::limits::Limits;
use fieldwright::plan::{Assignment, EditOptions, Plan, parse_edits, plan_edits};
use fieldwright::schema::{Attached, Schema};
use fieldwright::value::Value;
use serde_json::Value as Serde;

/// A document with a plan that fits it, and the document that the plan makes of it.
pub struct Sample {
    pub before: Value,
    pub plan: Plan,
    pub after: Serde,
}

impl Sample {
    pub fn new(choices: &mut Choices<'_>) -> Self {
        let before = generate::document(choices);
        let plan = generate::plan(choices, &before);
        let after = after(&before, &plan);
        Self { before, plan, after }
    }
}

fn after(before: &Value, plan: &Plan) -> Serde {
    let mut document = Serde::from(before);
    plan.apply(&mut document).expect("the plan was made for the document");
    document
}

fn options<'s>(schema: &'s Attached<'s>, allow_missing: bool) -> EditOptions<'s> {
    EditOptions { allow_missing, schema, limits: Limits::DEFAULT }
}

/// `print` then `parse` of a plan is the identity.
pub fn print_then_parse(sample: &Sample) {
    let text = sample.plan.to_string();
    let edits = parse_edits(&text, &Limits::DEFAULT).unwrap_or_else(|error| panic!("{text}: {error}"));
    let schema = Attached::new(Schema::none());
    let again =
        plan_edits(&edits, &sample.before, &options(&schema, false)).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(again, sample.plan, "{text}");
    assert_eq!(again.to_string(), text);
}

/// One assignment after another gives the same as all at once.
pub fn step_by_step(sample: &Sample) {
    let mut document = Serde::from(&sample.before);
    for assignment in sample.plan.assignments() {
        let step = Plan::new(vec![Assignment::new(assignment.location.clone(), assignment.op.clone())]);
        step.expect("one assignment").apply(&mut document).expect("each step fits");
    }
    assert_eq!(document, sample.after, "{}", sample.plan);
}

/// The order in which the assignments are given matters at most to the order of new members.
pub fn in_any_order(sample: &Sample, choices: &mut Choices<'_>) {
    let mut shuffled = sample.plan.assignments().to_vec();
    for at in (1..shuffled.len()).rev() {
        shuffled.swap(at, choices.below(at + 1));
    }
    let plan = Plan::new(shuffled).expect("no conflict before");
    assert_eq!(after(&sample.before, &plan), sample.after, "{plan}");
}

/// A plan that does not fit changes nothing, and both kinds of values agree on whether it fits.
pub fn all_or_nothing(before: &Value, plan: &Plan) {
    let mut document = Serde::from(before);
    let mut own = before.clone();
    let (applied, applied_own) = (plan.apply(&mut document), plan.apply_to_value(&mut own));
    assert_eq!(applied.is_ok(), applied_own.is_ok(), "{plan}");
    if applied.is_err() {
        assert_eq!(document, Serde::from(before), "{plan}");
    }
    assert_eq!(own, Value::from(&document), "{plan}");
}

/// Any text of edits: never a panic, and what is read prints, reads and applies as one.
pub fn any_edits(text: &str, document: &Value) {
    let edits = match parse_edits(text, &Limits::DEFAULT) {
        Ok(edits) => edits,
        Err(error) => {
            assert!(error.span.start <= error.span.end && error.span.end <= text.len(), "{text:?}: {error:?}");
            assert!(text.is_char_boundary(error.span.start) && text.is_char_boundary(error.span.end), "{text:?}");
            return;
        }
    };
    let kubernetes = Attached::new(Schema::kubernetes()).by_kind(document);
    for schema in [Attached::new(Schema::none()), kubernetes] {
        for allow_missing in [false, true] {
            let Ok(plan) = plan_edits(&edits, document, &options(&schema, allow_missing)) else { continue };
            let changed = plan.apply(&mut Serde::from(document)).expect("a plan of edits fits its document");
            let printed = plan.to_string();
            let again = parse_edits(&printed, &Limits::DEFAULT).expect("a plan prints as edits");
            let again = plan_edits(&again, document, &options(&schema, true)).expect("and they make a plan");
            assert_eq!(after(document, &again), after(document, &plan), "{text:?} prints as {printed}");
            assert!(changed || after(document, &plan) == Serde::from(document));
        }
    }
}
