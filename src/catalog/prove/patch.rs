//! Pod patches through the whole definition: what a caller of the library does with it.

use super::leaves::changes;
use super::read::Reading;
use crate::catalog::checks::{counted, write_not_exact};
use crate::catalog::finding::Finding;
use crate::catalog::subject::Subject;
use crate::definition::{Component, PathField};
use crate::diagnostic::Diagnose;
use crate::value::Value;
use crate::workload::{Options, Selection, Workload, WorkloadError};
use serde_json::json;

/// Lays two small patches over the pods of each component: each must change one leaf for each instance.
///
/// What the definition has no place for, and what the sample has no instance of, is not proved; what does not fit was told
/// when it was read.
pub(super) fn check(subject: &Subject, reading: &Reading, out: &mut Vec<Finding>) {
    let options = Options { references: reading.variables.clone(), limits: *subject.limits };
    let workload = match Workload::with(subject.definition, &reading.sample.value, options) {
        Ok(workload) => workload,
        Err(error @ WorkloadError::InstanceIds { .. }) => {
            let component = subject.definition.components.iter().find(|component| is_named(component, &error));
            out.extend(component.and_then(|component| finding(subject, reading, component, error.diagnose().message)));
            return;
        }
        Err(_) => return,
    };
    for component in &subject.definition.components {
        if let Err(why) = prove(&workload, reading, component) {
            out.extend(finding(subject, reading, component, why));
        }
    }
}

fn is_named(component: &Component, error: &WorkloadError) -> bool {
    matches!(error, WorkloadError::InstanceIds { component: name, .. } if *name == component.name.text)
}

fn prove(workload: &Workload<'_, &Value>, reading: &Reading, component: &Component) -> Result<(), String> {
    let Ok(of) = workload.component(&component.name.text) else { return Ok(()) };
    let patches = [
        json!({"metadata": {"labels": {"fieldwright.dev/probe": "probe"}}}),
        json!({"spec": {"schedulerName": "fieldwright.dev/probe"}}),
    ];
    for patch in &patches {
        let Ok(plan) = of.pod_patch(&Selection::All, patch) else { continue };
        let mut after = reading.sample.value.clone();
        plan.apply_to_value(&mut after).map_err(|error| error.diagnose().message)?;
        let (changed, wanted) = (changes(&reading.sample.value, &after).len(), of.instances().len());
        if changed != wanted {
            let (changed, wanted) = (counted(changed, "place"), counted(wanted, "instance"));
            return Err(format!("a pod patch changes {changed} for {wanted}"));
        }
    }
    Ok(())
}

/// Points at what names the instances, or else at the first path of the component's pods.
fn finding(subject: &Subject, reading: &Reading, component: &Component, why: String) -> Option<Finding> {
    let id = subject.paths_of(component).find(|(path, _)| path.field == PathField::InstanceId);
    let shape = subject.definition.pod_shapes(component).first().map(|(_, id)| &subject.expressions[id.index()]);
    let judged = id.map(|(_, judged)| judged).or(shape)?;
    Some(write_not_exact::finding(judged, subject, reading.sample, why))
}
