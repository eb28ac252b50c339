//! What a definition writes on a sample: writing back what was read changes nothing, writing a probe changes one leaf for
//! each place and nothing beside it.

use super::leaves::changes;
use super::probe;
use super::read::{Reading, fits};
use crate::catalog::checks::{counted, write_not_exact};
use crate::catalog::finding::Finding;
use crate::catalog::subject::Subject;
use crate::definition::{Against, Holds, PathField, PathText, Role};
use crate::diagnostic::Diagnose;
use crate::expression::{Address, Intent, Place, ResolveErrorKind, resolve};
use crate::location::Location;
use crate::plan::{Assignment, Op, Plan};
use crate::schema::Attached;
use crate::value::{Kind, Node, Value};
use crate::view;
use std::collections::BTreeSet;

/// Proves every address that is written.
pub(super) fn check(subject: &Subject, reading: &Reading, known: &Attached, out: &mut Vec<Finding>) {
    for (path, judged) in subject.paths() {
        let row = path.field.row();
        let Some(address) = judged.address().filter(|_| row.role != Role::ReadOnly && row.against == Against::Object)
        else {
            continue;
        };
        if let Err(why) = prove(subject, reading, known, (path, address)) {
            out.push(write_not_exact::finding(judged, subject, reading.sample, why));
        }
    }
}

fn prove(
    subject: &Subject,
    reading: &Reading,
    known: &Attached,
    (path, address): (&PathText, &Address),
) -> Result<(), String> {
    let object = &reading.sample.value;
    let places = match resolve(address, object, Intent::Set, subject.limits) {
        Ok(places) => places,
        // What is not there or of another type was told when it was read.
        Err(error) if error.kind.is_miss() || matches!(error.kind, ResolveErrorKind::TypeMismatch { .. }) => {
            return Ok(());
        }
        Err(error) => return Err(error.diagnose().message),
    };
    let holds = path.field.row().holds;
    let unfit = |place: &Place<&Value>| place.node.is_some_and(|node| node.kind() != Kind::Null && !fits(holds, node));
    if places.iter().any(unfit) {
        return Ok(());
    }
    if let Some(instances) = reading.instances(path).filter(|_| goes_with_instances(path))
        && instances != places.len()
    {
        let (places, instances) = (counted(places.len(), "place"), counted(instances, "instance"));
        return Err(format!("it writes {places} for {instances}"));
    }
    write_back(object, address, &places, known)?;
    let object = probe::with_canaries(object, address, &places);
    write_probe(&object, address, &places, known, holds)
}

/// Scale may be told once for all instances, and an action speaks of the whole workload.
fn goes_with_instances(path: &PathText) -> bool {
    let is_action = matches!(path.field, PathField::SuspendAction | PathField::ResumeAction);
    path.field.row().role != Role::MayWrite && !is_action
}

fn write_back(object: &Value, address: &Address, places: &[Place<&Value>], known: &Attached) -> Result<(), String> {
    let unchanged = view::update(object, address, known, |_| {}).map_err(|error| error.diagnose().message)?;
    if let Some(assignment) = unchanged.assignments().first() {
        return Err(format!("writing back what was read changes `{}`", assignment.location));
    }
    let write = |place: &Place<&Value>| Some(Assignment::new(place.location.clone(), Op::Set(place.node?.to_value())));
    let plan = Plan::new(places.iter().filter_map(write).collect()).map_err(|error| error.diagnose().message)?;
    let mut after = object.clone();
    plan.apply_to_value(&mut after).map_err(|error| error.diagnose().message)?;
    // Compared as text: the order of members and the spelling of numbers count too.
    match after.to_string() == object.to_string() {
        true => Ok(()),
        false => Err("writing back what was read changes the object".into()),
    }
}

fn write_probe(
    object: &Value,
    address: &Address,
    places: &[Place<&Value>],
    known: &Attached,
    holds: Holds,
) -> Result<(), String> {
    let plan = view::update(object, address, known, |view| probe::write(holds, view))
        .map_err(|error| error.diagnose().message)?;
    let mut after = object.clone();
    plan.apply_to_value(&mut after).map_err(|error| error.diagnose().message)?;
    let changed: BTreeSet<Location> = changes(object, &after).into_iter().collect();
    let mut all_inside = 0;
    for place in places {
        // What lies inside a place is sorted behind it.
        let inside = changed.range(&place.location..).take_while(|location| place.location.contains(location)).count();
        if inside != 1 {
            return Err(format!("writing one leaf at `{}` changes {inside}", place.location));
        }
        all_inside += inside;
    }
    match changed.len() == all_inside {
        true => Ok(()),
        false => Err("a write also changes what lies outside of its places".into()),
    }
}
