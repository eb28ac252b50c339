//! One place, a list here and a map there.

use crate::catalog::Finding;
use crate::catalog::subject::{Judged, Subject};
use crate::catalog::{Rule, Severity};
use crate::definition::{Against, Holds, PathField};
use crate::expression::{Step, StepKind};
use crate::span::Span;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW116",
    name: "list-and-map",
    severity: Severity::Warning,
    summary: "one place is used as a list here and as a map there",
};

/// Collects what every expression takes each place for, and compares.
pub(super) fn check(subject: &Subject, out: &mut Vec<Finding>) {
    for input in [Against::Object, Against::Pod] {
        let mut places: BTreeMap<String, Uses> = BTreeMap::new();
        for (path, judged) in subject.paths_against(input) {
            for address in judged.reads() {
                let end = note_steps(&mut places, judged, address.steps());
                let holds = path.field.row().holds;
                if judged.address().is_some() && matches!(holds, Holds::Containers | Holds::Conditions) {
                    places.entry(end).or_default().list.get_or_insert((judged, whole(judged)));
                } else if path.field == PathField::InstanceId && goes_over_keys(judged) {
                    places.entry(end).or_default().map_only = true;
                }
            }
        }
        out.extend(places.values().filter_map(|uses| clash(subject, uses)));
    }
}

/// The first expression that takes a place for each of these, and where in its text.
#[derive(Default)]
struct Uses<'j, 's> {
    /// `[0]`, or a field that holds a list
    list: Option<(&'j Judged<'s>, Span)>,
    /// `.name`
    map: Option<(&'j Judged<'s>, Span)>,
    /// `[]`, which both have
    each: Option<(&'j Judged<'s>, Span)>,
    /// Whether something goes over its keys: then it is a map, and `[]` goes over its values.
    map_only: bool,
}

/// Notes what each step takes its place for; gives the place behind the last one.
fn note_steps<'j, 's>(
    places: &mut BTreeMap<String, Uses<'j, 's>>,
    judged: &'j Judged<'s>,
    steps: &[Step<'_>],
) -> String {
    let mut place = String::new();
    for step in steps {
        let uses = places.entry(place.clone()).or_default();
        let slot = match step.kind {
            StepKind::Key(_) => &mut uses.map,
            StepKind::Index(_) => &mut uses.list,
            StepKind::Each | StepKind::Entry(_) => &mut uses.each,
        };
        // A step with `?` looks for what fits among what does not.
        if !step.optional {
            slot.get_or_insert((judged, step.span));
        }
        match &step.kind {
            StepKind::Key(name) => write!(place, ".{name:?}").expect("a string takes any text"),
            StepKind::Index(_) | StepKind::Each | StepKind::Entry(_) => place.push_str("[]"),
        }
    }
    place
}

fn whole(judged: &Judged) -> Span {
    Span::new(0, judged.text.len())
}

fn goes_over_keys(judged: &Judged) -> bool {
    ["keys", "to_entries"].iter().any(|word| judged.text.contains(word))
}

fn clash(subject: &Subject, uses: &Uses) -> Option<Finding> {
    let map = uses.map?;
    let (list, severity) = match (uses.list, uses.each) {
        (Some(list), _) => (list, Severity::Error),
        // An entry of a map may be named beside a walk over all of them.
        (None, Some(each)) if !uses.map_only => (each, Severity::Warning),
        _ => return None,
    };
    let (used, by) = match severity {
        Severity::Error => ("is a list", "it is a list"),
        _ => ("is gone over with `[]`", "it is gone over"),
    };
    let page = subject.page;
    let found = map.0.finding(page, &RULE, map.1, format!("a key is looked up in what {used} elsewhere"));
    let found = found.severity(severity).label("it is a map here");
    let place = page.place_in(list.0.location, list.1);
    Some(found.and_at(place, format!("{by} here")).help("a place is either a list or a map: keep one of the two"))
}
