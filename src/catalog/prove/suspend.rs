//! Suspending and resuming a sample: it is the object that it was, or the difference is named.

use super::Sample;
use super::leaves::changes;
use crate::catalog::checks::{not_undone, write_not_exact};
use crate::catalog::finding::Finding;
use crate::catalog::subject::{Judged, Subject};
use crate::definition::{Action, SuspendDefinition};
use crate::diagnostic::Diagnose;
use crate::limits::Limits;
use crate::plan::{self, EditOptions, plan_edits};
use crate::schema::Attached;
use crate::span::Span;
use crate::value::Value;

/// Runs the actions of each component on a sample.
pub(super) fn check(subject: &Subject, sample: &Sample, known: &Attached, out: &mut Vec<Finding>) {
    for suspend in subject.definition.components.iter().filter_map(|component| component.suspend.as_ref()) {
        let Some(suspended) = run(subject, sample, &suspend.suspend, &sample.value, known, out) else { continue };
        let Some(resumed) = run(subject, sample, &suspend.resume, &suspended, known, out) else { continue };
        differences(subject, sample, suspend, (&sample.value, &suspended, &resumed), out);
    }
}

/// Carries actions out one after another. Nothing, where one has no address or value: that is told by other rules.
fn run(
    subject: &Subject,
    sample: &Sample,
    actions: &[Action],
    object: &Value,
    known: &Attached,
    out: &mut Vec<Finding>,
) -> Option<Value> {
    let mut object = object.clone();
    for action in actions {
        let judged = &subject.expressions[action.path?.index()];
        let plan = plan(judged, action.value.as_ref()?, &object, known, subject.limits)?;
        let done = plan.and_then(|plan| plan.apply_to_value(&mut object).map_err(|error| error.diagnose().message));
        if let Err(why) = done {
            out.push(write_not_exact::finding(judged, subject, sample, why));
            return None;
        }
    }
    Some(object)
}

fn plan(
    judged: &Judged,
    value: &Value,
    object: &Value,
    known: &Attached,
    limits: &Limits,
) -> Option<Result<plan::Plan, String>> {
    let address = judged.address()?.clone();
    let edit = plan::Edit { address, action: plan::Action::Set(value.clone()), span: Span::default() };
    // What is not there was told when it was read.
    let options = EditOptions { allow_missing: true, schema: known, limits: *limits };
    Some(plan_edits(&[edit], object, &options).map_err(|error| error.diagnose().message))
}

fn differences(
    subject: &Subject,
    sample: &Sample,
    suspend: &SuspendDefinition,
    (before, suspended, resumed): (&Value, &Value, &Value),
    out: &mut Vec<Finding>,
) {
    for location in changes(before, resumed) {
        let was = location.find(before);
        // A sample that is suspended already is resumed, as it should be.
        if was.is_some() && was == location.find(suspended) {
            continue;
        }
        out.push(not_undone::finding(subject, sample, suspend, &location, was, location.find(resumed)));
    }
}
