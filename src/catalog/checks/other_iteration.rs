//! Addresses that do not go with the instances.

use crate::catalog::Finding;
use crate::catalog::subject::{Judged, Subject};
use crate::catalog::{Rule, Severity};
use crate::definition::{Component, PathField, Role};
use crate::expression::{Address, Form, Step, StepKind};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW114",
    name: "other-iteration",
    severity: Severity::Error,
    summary: "an address does not go with the instances that `instanceIdPath` lists",
};

/// Compares the addresses of each component with the list or map that its instances stand in.
pub(super) fn check(subject: &Subject, out: &mut Vec<Finding>) {
    for component in &subject.definition.components {
        let id = subject.paths_of(component).find(|(path, _)| path.field == PathField::InstanceId);
        match id {
            Some((_, id)) => instances(subject, component, id, out),
            None => lists(subject, component, out),
        }
    }
}

fn instances(subject: &Subject, component: &Component, id: &Judged, out: &mut Vec<Finding>) {
    let Some(prefix) = iteration_of(id) else { return };
    for (path, judged) in subject.paths_of(component) {
        let is_scale = judged.role == Role::MayWrite;
        let pairing = match (judged.address(), judged.formula()) {
            _ if !is_of_pods(judged, path.field) => continue,
            (Some(address), _) => pairing(&prefix, address),
            (_, Some(formula)) if is_scale => pairing_of_reads(&prefix, formula.reads()),
            _ => continue,
        };
        let problem = match pairing {
            Pairing::Each => continue,
            Pairing::Shared if is_scale || prefix.is_empty() => continue,
            Pairing::Shared => ("is one place for all instances", Severity::Warning),
            Pairing::Several => ("names several places for each instance", Severity::Error),
            Pairing::Other => ("goes over something else than the instances", Severity::Error),
        };
        let severity = if is_scale { Severity::Warning } else { problem.1 };
        let found = judged.finding_whole(subject.page, &RULE, format!("`{}` {}", path.field.row().key, problem.0));
        let wanted = Address { steps: prefix.iter().cloned().collect(), form: Form::Plain };
        out.push(
            found
                .severity(severity)
                .and_at(subject.page.place(id.location), "the instances are named here")
                .help(format!("begin the path with `{wanted}`, as `instanceIdPath` does")),
        );
    }
}

/// Without instance ids, addresses that go over lists must at least go over the same one.
fn lists(subject: &Subject, component: &Component, out: &mut Vec<Finding>) {
    let mut first: Option<(&Judged, Vec<StepKind>)> = None;
    for (path, judged) in subject.paths_of(component) {
        let Some(address) = judged.address().filter(|_| is_of_pods(judged, path.field)) else { continue };
        let iteration: Vec<StepKind> = iteration(address.steps()).iter().map(|step| step.kind.clone()).collect();
        match &first {
            _ if iteration.is_empty() => {}
            None => first = Some((judged, iteration)),
            Some((other, known)) if *known != iteration => {
                let message = format!("`{}` goes over another list than the first field does", path.field.row().key);
                let place = subject.page.place(other.location);
                let found = judged.finding_whole(subject.page, &RULE, message).and_at(place, "the first field is here");
                out.push(
                    found.help(
                        "let all fields of a component go over one list, and name its entries by `instanceIdPath`",
                    ),
                );
            }
            Some(_) => {}
        }
    }
}

/// Whether the field speaks of the pods of each instance, or of how many there are.
fn is_of_pods(judged: &Judged, field: PathField) -> bool {
    let is_action = matches!(field, PathField::SuspendAction | PathField::ResumeAction);
    judged.role != Role::ReadOnly && !is_action
}

fn iteration<'s, 'e>(steps: &'s [Step<'e>]) -> &'s [Step<'e>] {
    let last = steps.iter().rposition(|step| step.kind == StepKind::Each);
    &steps[..last.map_or(0, |last| last + 1)]
}

/// The steps to the list or map of the instances; `None` where the text does not tell.
pub(in crate::catalog) fn iteration_of(id: &Judged) -> Option<Vec<Step<'static>>> {
    if let Some(address) = id.address() {
        return Some(iteration(address.steps()).to_vec());
    }
    // The keys of a map: `.spec.services | keys[]`, `.spec.services | to_entries[] | .key`.
    let formula = id.formula()?;
    let over_keys = ["keys[]", "keys_unsorted[]", "to_entries[]"].iter().any(|word| id.text.contains(word));
    let [map] = formula.reads() else { return None };
    let each = Step { kind: StepKind::Each, optional: false, span: formula.span() };
    over_keys.then(|| map.steps().iter().cloned().chain([each]).collect())
}

/// A formula may read anything besides the instances; it must not go over other lists alone.
fn pairing_of_reads(prefix: &[Step], reads: &[Address]) -> Pairing {
    let mut lists = reads.iter().filter(|address| !address.is_single());
    let goes_with = |address: &Address| matches!(pairing(prefix, address), Pairing::Each | Pairing::Several);
    match lists.next() {
        None => Pairing::Shared,
        Some(first) if goes_with(first) || lists.any(goes_with) => Pairing::Each,
        Some(_) => Pairing::Other,
    }
}

enum Pairing {
    Each,
    Shared,
    Several,
    Other,
}

fn pairing(prefix: &[Step], address: &Address) -> Pairing {
    let steps = address.steps();
    let shares = steps.len() >= prefix.len() && prefix.iter().zip(steps).all(|(a, b)| a.kind == b.kind);
    let rest = if shares { &steps[prefix.len()..] } else { steps };
    let is_single = rest.iter().all(|step| step.kind != StepKind::Each);
    match (shares, is_single) {
        (true, true) => Pairing::Each,
        (true, false) => Pairing::Several,
        (false, true) => Pairing::Shared,
        (false, false) => Pairing::Other,
    }
}
