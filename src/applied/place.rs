//! The record in the document itself: read, and written back in the same plan.

use super::reconcile::{Map, Owners, reconcile};
use super::{AppliedError, FieldSet, Form, Reconciled, Record, RecordError};
use crate::expression::{Address, Intent, resolve};
use crate::limits::Limits;
use crate::location::{Location, Segment};
use crate::plan::{Assignment, Conflict, Expected, Op, Plan};
use crate::value::{Kind, Node, Value, equal};
use std::collections::{BTreeMap, HashMap};

/// Bytes that the keys and values of an object's annotations may have together (Kubernetes API conventions;
/// `TotalAnnotationSizeLimitB` of its validation).
pub const ANNOTATIONS_BYTES: usize = 256 << 10;

/// Where in a document a record stands: an annotation, or the fields of a manager.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordPlace(Location);

/// A map reconciled together with its record.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// What came of it; the plan writes the record too.
    pub reconciled: Reconciled,
    /// The record as it stands in the document afterwards.
    pub record: Value,
}

impl RecordPlace {
    /// Takes a location that is not on a pod template. A caller who knows where the template is hands it in; of others
    /// it is known by a `metadata` that is not the object's own, or by its name: `template`, `jobTemplate`.
    ///
    /// # Errors
    ///
    /// [`AppliedError::OnTemplate`]; [`AppliedError::NoRecordPlace`] where neither an annotation of an object nor the
    /// fields of a manager can stand.
    pub fn new(record: Location, template: Option<&Location>) -> Result<Self, AppliedError> {
        let named = template_of(&record);
        match template.filter(|template| template.contains(&record)).cloned().or(named) {
            Some(template) => Err(AppliedError::OnTemplate { record, template }),
            None if can_hold_record(&record) => Ok(Self(record)),
            None => Err(AppliedError::NoRecordPlace { record }),
        }
    }

    /// The location.
    pub fn location(&self) -> &Location {
        &self.0
    }

    fn is_fields(&self) -> bool {
        matches!(self.0.segments().last(), Some(Segment::Key(key)) if &**key == "fieldsV1")
    }
}

/// An annotation, wherever a kind keeps its annotations; an entry of another string map (`.data["x"]`),
/// or the `fieldsV1` of a manager. A text that means something else must not be overwritten by a record.
fn can_hold_record(place: &Location) -> bool {
    let key = |segment: &Segment, name: &str| matches!(segment, Segment::Key(key) if **key == *name);
    match place.segments() {
        [.., annotations, Segment::Key(_)] if key(annotations, "annotations") => true,
        [.., fields, Segment::Index(_), last] if key(fields, "managedFields") => key(last, "fieldsV1"),
        [Segment::Key(_), Segment::Key(_)] => !key(&place.segments()[0], "metadata"),
        _ => false,
    }
}

/// Brings a map of this document to its desired keys by the record that stands in the document.
///
/// A record that stands nowhere yet is `first`, if there is one; then there is a record, and it decides the form.
/// Else there is none, and names are written. All else is as for [`reconcile`].
///
/// # Errors
///
/// Those of [`reconcile`]; the record cannot be read, or cannot be written in its form; it stands where the map does;
/// the annotations beside it would be too large.
pub fn reconcile_recorded<'a, N: Node<'a>>(
    document: N,
    map: &Location,
    desired: &BTreeMap<String, Value>,
    place: &RecordPlace,
    first: Option<&Record>,
    owners: &Owners,
) -> Result<Recorded, AppliedError> {
    let live = find(document, map)?;
    let stands = find(document, &place.0)?;
    let found = stands.map(|node| read(node, place, map, document)).transpose()?;
    let record = found.as_ref().or(first);
    let map_of = Map { location: map.clone(), live, record_key: record_key(map, place)? };
    let mut reconciled = reconcile(&map_of, desired, record.map(|record| &record.keys), owners)?;

    let writer = found.unwrap_or_else(|| first_record(place, first));
    let value = writer.written(&reconciled.record, map, document).map_err(|error| located(error, place))?;
    let mut assignments = reconciled.plan.assignments().to_vec();
    replace(&place.0, stands, &value, &mut assignments);
    reconciled.plan = Plan::new(assignments)?;
    check_size(document, place, &reconciled.plan)?;
    Ok(Recorded { reconciled, record: value })
}

fn find<'a, N: Node<'a>>(document: N, location: &Location) -> Result<Option<N>, AppliedError> {
    let places = resolve(&Address::from(location), document, Intent::Set, &Limits::DEFAULT)?;
    Ok(places.into_iter().next().and_then(|place| place.node))
}

fn read<'a, N: Node<'a>>(node: N, place: &RecordPlace, map: &Location, document: N) -> Result<Record, AppliedError> {
    let record = if place.is_fields() && node.kind() == Kind::Object {
        FieldSet::read(node).map(|fields| Record {
            keys: fields.applied(map, document),
            form: Form::Fields(fields),
            text: false,
        })
    } else {
        Record::read(&node.to_value(), map, document)
    };
    Ok(record.map_err(|error| located(error, place))?)
}

fn located(error: RecordError, place: &RecordPlace) -> RecordError {
    RecordError { location: Some(place.0.clone()), ..error }
}

/// What a record is written as where none stands yet: an annotation is always text.
fn first_record(place: &RecordPlace, first: Option<&Record>) -> Record {
    let form = match first {
        _ if place.is_fields() => Form::Fields(FieldSet::default()),
        Some(first) => first.form.clone(),
        None => Form::Names,
    };
    Record { keys: Default::default(), form, text: !place.is_fields() }
}

/// The key of the map under which the record is, if it is inside.
fn record_key(map: &Location, place: &RecordPlace) -> Result<Option<String>, AppliedError> {
    let conflict = || Conflict { first: map.clone(), second: place.0.clone(), inserts: false };
    if place.0.contains(map) {
        return Err(conflict().into());
    }
    match place.0.segments().get(map.segments().len()) {
        Some(Segment::Key(key)) if map.contains(&place.0) => Ok(Some(key.to_string())),
        _ => Ok(None),
    }
}

/// The smallest change that makes a value of what stands there: objects are gone through, all else is set.
fn replace<'a, N: Node<'a>>(location: &Location, stands: Option<N>, new: &Value, out: &mut Vec<Assignment>) {
    if stands.is_some_and(|old| equal(old, new)) {
        return;
    }
    let expected = |node: Option<N>| Some(node.map_or(Expected::Absent, |node| Expected::Value(node.to_value())));
    let (Some(old), Value::Object(members)) = (stands.filter(|node| node.kind() == Kind::Object), new) else {
        let op = Op::Set(new.clone());
        out.push(Assignment { location: location.clone(), op, expected: expected(stands), cause: None });
        return;
    };
    let wanted: HashMap<&str, &Value> = members.iter().map(|(key, value)| (key.as_str(), value)).collect();
    for (key, member) in old.members().filter(|(key, _)| !wanted.contains_key(&**key)) {
        let location = location.child(&*key);
        out.push(Assignment { location, op: Op::Remove, expected: expected(Some(member)), cause: None });
    }
    for (key, value) in members {
        replace(&location.child(key.as_str()), old.member(key).last(), value, out);
    }
}

/// The annotations beside a record that is one, as they are after the plan.
fn check_size<'a, N: Node<'a>>(document: N, place: &RecordPlace, plan: &Plan) -> Result<(), AppliedError> {
    let Some((Segment::Key(_), parents)) = place.0.split_last() else { return Ok(()) };
    let parent = Location::from(parents.to_vec());
    if place.is_fields() {
        return Ok(());
    }
    let size = |key: &str, text: Option<usize>| key.len() + text.unwrap_or(0);
    let mut sizes: BTreeMap<String, usize> = find(document, &parent)?
        .into_iter()
        .flat_map(Node::members)
        .map(|(key, node)| (key.to_string(), size(&key, node.as_str().map(|text| text.len()))))
        .collect();
    for assignment in plan.assignments() {
        let Some((Segment::Key(key), above)) = assignment.location.split_last() else { continue };
        match &assignment.op {
            _ if above != parents => {}
            Op::Set(value) => drop(sizes.insert(key.to_string(), size(key, value.as_str().map(str::len)))),
            _ => drop(sizes.remove(&**key)),
        }
    }
    let bytes = sizes.values().sum();
    match bytes > ANNOTATIONS_BYTES {
        true => Err(AppliedError::AnnotationsTooLarge { location: parent, bytes }),
        false => Ok(()),
    }
}

fn template_of(record: &Location) -> Option<Location> {
    let all = record.segments();
    let own = match all {
        // An entry of a list of objects is an object of its own.
        [Segment::Key(items), Segment::Index(_), ..] if &**items == "items" => 2,
        _ => 0,
    };
    let named = |at: usize, test: &dyn Fn(&str) -> bool| matches!(&all[at], Segment::Key(key) if test(key));
    if all.len() <= own || named(own, &|key| key == "metadata") {
        return None;
    }
    (own..all.len() - 1).find_map(|at| {
        let end = if named(at, &|key| key == "template" || key.ends_with("Template")) {
            at + 1
        } else if at > own && named(at, &|key| key == "metadata") {
            at
        } else {
            return None;
        };
        Some(all[..end].iter().cloned().collect())
    })
}
