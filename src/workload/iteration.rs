//! The list or map that the instances of a component stand in, and how an address goes with it.

use crate::expression::{Address, ResolveError, ResolveErrorKind, Step, StepKind};
use crate::limits::Limits;
use crate::location::{Location, Segment};
use crate::value::{Kind, Node, Value};
use std::borrow::Cow;
use std::collections::HashMap;

/// The steps of an address up to its last `[]`; none if it has none: then there is one instance, the object.
pub(super) fn prefix<'s, 'e>(address: &'s Address<'e>) -> &'s [Step<'e>] {
    let steps = address.steps();
    let len = steps.iter().rposition(|step| step.kind == StepKind::Each).map_or(0, |last| last + 1);
    &steps[..len]
}

/// How the places of an address go with the places of the instances.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Pairing {
    /// One place inside each instance's, this far down.
    Inside(Location),
    /// One place that all instances share.
    Shared(Location),
    /// Several places inside each instance's.
    Iterates,
    /// Places in another list.
    OtherList,
}

/// Compares an address with the prefix that the instances have.
pub(super) fn pair(prefix: &[Step<'_>], address: &Address<'_>) -> Pairing {
    let steps = address.steps();
    let shares = steps.len() >= prefix.len() && prefix.iter().zip(steps).all(|(a, b)| a.kind == b.kind);
    let (rest, wrap): (_, fn(Location) -> Pairing) = match shares {
        true => (&steps[prefix.len()..], Pairing::Inside),
        false if address.is_single() => (steps, Pairing::Shared),
        false => return Pairing::OtherList,
    };
    to_location(rest).map_or(Pairing::Iterates, wrap)
}

fn to_location(steps: &[Step<'_>]) -> Option<Location> {
    steps
        .iter()
        .map(|step| match &step.kind {
            StepKind::Key(key) => Some(Segment::from(key.as_ref())),
            StepKind::Index(index) => Some(Segment::Index(*index)),
            StepKind::Each | StepKind::Entry(_) => None,
        })
        .collect()
}

/// The places that a prefix means on an object, in document order. Where a list is missing or null there are none.
pub(super) fn places<'a, N: Node<'a>>(
    prefix: &[Step<'_>],
    root: N,
    limits: &Limits,
) -> Result<Vec<(Location, N)>, ResolveError> {
    let mut walk = Walk { at: Location::root(), places: Vec::new(), limit: limits.matches };
    walk.step(prefix, root)?;
    Ok(walk.places)
}

struct Walk<N> {
    at: Location,
    places: Vec<(Location, N)>,
    limit: usize,
}

impl<'a, N: Node<'a>> Walk<N> {
    // The depth is bounded by the steps, which have a limit of their own.
    fn step(&mut self, steps: &[Step<'_>], node: N) -> Result<(), ResolveError> {
        let Some((step, rest)) = steps.split_first() else {
            if self.places.len() >= self.limit {
                return Err(self.error(ResolveErrorKind::TooManyMatches));
            }
            self.places.push((self.at.clone(), node));
            return Ok(());
        };
        let want = match &step.kind {
            StepKind::Key(_) => Kind::Object,
            StepKind::Index(_) | StepKind::Entry(_) => Kind::Array,
            StepKind::Each if node.kind() == Kind::Object => Kind::Object,
            StepKind::Each => Kind::Array,
        };
        match node.kind() {
            Kind::Null => return Ok(()),
            got if got != want && step.optional => return Ok(()),
            got if got != want => return Err(self.error(ResolveErrorKind::TypeMismatch { want, got })),
            _ => {}
        }
        match &step.kind {
            StepKind::Key(key) => match node.member(key).last() {
                Some(member) => self.down(Segment::from(&**key), rest, member),
                None => Ok(()),
            },
            StepKind::Index(index) => match node.entry(*index) {
                Some(entry) => self.down(Segment::Index(*index), rest, entry),
                None => Ok(()),
            },
            StepKind::Each if want == Kind::Array => {
                node.entries().enumerate().try_for_each(|(index, entry)| self.down(Segment::Index(index), rest, entry))
            }
            StepKind::Each => self.members(rest, node),
            // No definition has one: entries by key are for edits.
            StepKind::Entry(_) => Ok(()),
        }
    }

    fn members(&mut self, rest: &[Step<'_>], node: N) -> Result<(), ResolveError> {
        unique(node).into_iter().try_for_each(|(key, member)| self.down(Segment::from(&*key), rest, member))
    }

    fn down(&mut self, segment: Segment, rest: &[Step<'_>], node: N) -> Result<(), ResolveError> {
        self.at.push(segment);
        let result = self.step(rest, node);
        self.at.pop();
        result
    }

    fn error(&self, kind: ResolveErrorKind) -> ResolveError {
        ResolveError { location: self.at.clone(), kind }
    }
}

/// The object as one instance sees it: of every list and map that the prefix goes through, it holds only the entry that
/// leads to this instance.
///
/// What a formula gives on it belongs to this instance, wherever the formula goes through the list by `[]`.
pub(super) fn restricted<'a, N: Node<'a>>(root: N, prefix: &[Step<'_>], place: &[Segment]) -> Value {
    let (Some((step, steps)), Some((segment, place))) = (prefix.split_first(), place.split_first()) else {
        return root.to_value();
    };
    let inner = |node: N| restricted(node, steps, place);
    match (&step.kind, segment) {
        (StepKind::Each, Segment::Key(key)) => {
            Value::Object(root.member(key).last().into_iter().map(|node| (key.to_string(), inner(node))).collect())
        }
        (StepKind::Each, Segment::Index(index)) => Value::Array(root.entry(*index).into_iter().map(inner).collect()),
        (_, Segment::Key(key)) => {
            let member = |(name, node): (Cow<'a, str>, N)| {
                let value = if *name == **key { inner(node) } else { node.to_value() };
                (name.into_owned(), value)
            };
            Value::Object(unique(root).into_iter().map(member).collect())
        }
        (_, Segment::Index(at)) => {
            let entry = |(index, node)| if index == *at { inner(node) } else { node.to_value() };
            Value::Array(root.entries().enumerate().map(entry).collect())
        }
    }
}

/// The members of an object. Of a key that stands twice a reader sees the last value, at the first place; a write
/// through it is refused later.
fn unique<'a, N: Node<'a>>(object: N) -> Vec<(Cow<'a, str>, N)> {
    let mut members: Vec<(Cow<'a, str>, N)> = Vec::with_capacity(object.len());
    let mut seen: HashMap<Cow<'a, str>, usize> = HashMap::with_capacity(object.len());
    for (key, node) in object.members() {
        match seen.get(&key) {
            Some(at) => members[*at].1 = node,
            None => {
                seen.insert(key.clone(), members.len());
                members.push((key, node));
            }
        }
    }
    members
}

/// Whether a formula that reads this address goes through the instances' list by `[]`.
pub(super) fn goes_through(prefix: &[Step<'_>], read: &Address<'_>) -> bool {
    read.steps().len() >= prefix.len() && prefix.iter().zip(read.steps()).all(|(a, b)| a.kind == b.kind)
}

/// Whether an address names one entry of a list or map that the prefix goes through by `[]`: what it reads belongs to
/// that entry, whichever instance asks.
pub(super) fn picks_one(prefix: &[Step<'_>], read: &Address<'_>) -> bool {
    let differs = prefix.iter().zip(read.steps()).find(|(a, b)| a.kind != b.kind);
    matches!(differs, Some((Step { kind: StepKind::Each, .. }, _)))
}

/// The place of the list or map that the instances stand in, as far as it is one place.
pub(super) fn list_place(prefix: &[Step<'_>]) -> Location {
    let single = prefix.iter().map_while(|step| match &step.kind {
        StepKind::Key(key) => Some(Segment::from(key.as_ref())),
        StepKind::Index(index) => Some(Segment::Index(*index)),
        StepKind::Each | StepKind::Entry(_) => None,
    });
    single.collect()
}
