//! The pure function: live map, desired map, record and protected keys in; plan, new record and outcomes out.

use super::{Applied, AppliedError, AppliedKeys, Before, Outcome, Reconciled, Wrote};
use crate::expression::{ResolveError, ResolveErrorKind};
use crate::location::Location;
use crate::plan::{Assignment, Expected, Op, Plan};
use crate::value::{Kind, Node, Value, equal};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// The map that is written, as it is now.
#[derive(Clone, Debug)]
pub struct Map<N> {
    /// Where it stands; the plan's locations are below this one.
    pub location: Location,
    /// What stands there: an object, null, or nothing.
    pub live: Option<N>,
    /// A key of it that holds the record, or leads to it. It is no key of the map: it is never written by this plan,
    /// and a map that holds it is not empty.
    pub record_key: Option<String>,
}

impl<N> Map<N> {
    /// A map that holds no record.
    pub fn new(location: Location, live: Option<N>) -> Self {
        Self { location, live, record_key: None }
    }
}

/// Keys that are an operator's own, and who wins where a user desires one of them.
#[derive(Clone, Debug, Default)]
pub struct Owners {
    /// The operator's keys.
    pub protected: BTreeSet<String>,
    /// Who wins.
    pub precedence: Precedence,
}

/// Who wins where a user desires a protected key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Precedence {
    /// The operator: the user's value is not written, not recorded and not pruned, and it is reported.
    #[default]
    Operator,
    /// The user: the value is written and recorded; when the user drops it, the operator's comes back.
    User,
}

/// Brings a map to its desired keys.
///
/// Desired keys are set. A key that is recorded and no longer desired is removed, unless its value is another's by now.
/// Every other key is left alone. Without a record nothing is removed. The result does not depend on the order of any
/// map, and a second run on what the plan made, with the record that came of it, changes nothing.
///
/// # Errors
///
/// Something else than an object or null stands at the location; one of the keys in question stands twice; the record's
/// own key is desired.
pub fn reconcile<'a, N: Node<'a>>(
    map: &Map<N>,
    desired: &BTreeMap<String, Value>,
    record: Option<&AppliedKeys>,
    owners: &Owners,
) -> Result<Reconciled, AppliedError> {
    let nothing = AppliedKeys::new();
    let had = record.unwrap_or(&nothing);
    let live = live_members(map)?;
    let mut run =
        Run { map, live, owners, assignments: Vec::new(), record: AppliedKeys::new(), outcomes: BTreeMap::new() };
    let keys: BTreeSet<&str> = desired.keys().map(String::as_str).chain(had.iter().map(|(key, _)| key)).collect();
    for key in keys {
        run.key(key, desired.get(key), had.get(key))?;
    }
    if record.is_none() {
        run.report_unrecorded();
    }
    run.finish(had.created(), record.is_none())
}

type Live<'a, N> = BTreeMap<Cow<'a, str>, (N, Times)>;

#[derive(Clone, Copy, PartialEq)]
enum Times {
    Once,
    Twice,
}

fn live_members<'a, N: Node<'a>>(map: &Map<N>) -> Result<Live<'a, N>, AppliedError> {
    let mut members = Live::new();
    let Some(node) = map.live else { return Ok(members) };
    match node.kind() {
        Kind::Object | Kind::Null => {}
        got => return Err(misfit(map.location.clone(), ResolveErrorKind::TypeMismatch { want: Kind::Object, got })),
    }
    for (key, member) in node.members() {
        members.entry(key).and_modify(|found| *found = (member, Times::Twice)).or_insert((member, Times::Once));
    }
    Ok(members)
}

fn misfit(location: Location, kind: ResolveErrorKind) -> AppliedError {
    AppliedError::Place(ResolveError { location, kind })
}

struct Run<'r, 'a, N> {
    map: &'r Map<N>,
    live: Live<'a, N>,
    owners: &'r Owners,
    assignments: Vec<Assignment>,
    record: AppliedKeys,
    outcomes: BTreeMap<String, Outcome>,
}

impl<'a, N: Node<'a>> Run<'_, 'a, N> {
    fn key(&mut self, key: &str, want: Option<&Value>, had: Option<&Applied>) -> Result<(), AppliedError> {
        if self.map.record_key.as_deref() == Some(key) {
            return match want {
                Some(_) => Err(AppliedError::RecordDesired(self.map.location.child(key))),
                None => Ok(()),
            };
        }
        let now = match self.live.get(key) {
            Some((_, Times::Twice)) => {
                return Err(misfit(self.map.location.child(key), ResolveErrorKind::DuplicateMember));
            }
            found => found.map(|(node, _)| *node),
        };
        let is_operators = self.owners.protected.contains(key);
        let outcome = match (want, had, self.owners.precedence) {
            (Some(_), had, Precedence::Operator) if is_operators => self.give_back(key, had, now),
            (Some(want), had, _) => self.want(key, want, had, now),
            (None, Some(had), precedence) => self.drop_key(key, had, now, is_operators.then_some(precedence)),
            (None, None, _) => return Ok(()),
        };
        self.outcomes.insert(key.into(), outcome);
        Ok(())
    }

    fn want(&mut self, key: &str, want: &Value, had: Option<&Applied>, now: Option<N>) -> Outcome {
        let is_operators = self.owners.protected.contains(key);
        let before = match had {
            None => is_operators.then(|| Before::of(now)),
            Some(had) => match now {
                // The operator wrote there after us: that is the value to bring back.
                Some(node)
                    if (is_operators || had.before.is_some()) && had.wrote.differs(node) && !equal(node, want) =>
                {
                    Some(Before::of(now))
                }
                _ => had.before.clone(),
            },
        };
        self.record.insert(key, Applied { wrote: Wrote::Value(want.clone()), before });
        if now.is_some_and(|now| equal(now, want)) {
            return Outcome::Kept;
        }
        self.assign(key, Op::Set(want.clone()), now);
        Outcome::Set
    }

    /// A recorded key that is no longer desired leaves the record, whatever becomes of it.
    fn drop_key(&mut self, key: &str, had: &Applied, now: Option<N>, operators: Option<Precedence>) -> Outcome {
        let Some(node) = now else { return Outcome::Gone };
        match &had.before {
            Some(Before::Value(value)) if equal(node, value) => Outcome::Restored,
            _ if had.wrote.differs(node) => Outcome::Lost,
            Some(Before::Value(value)) => {
                self.assign(key, Op::Set(value.clone()), now);
                Outcome::Restored
            }
            // Nothing of the operator's stood there, so what stands there is the user's alone.
            Some(Before::Absent) if operators != Some(Precedence::Operator) => self.prune(key, now),
            _ if operators.is_some() => Outcome::Protected,
            _ => self.prune(key, now),
        }
    }

    /// The operator wins: a value of its own that we put aside earlier comes back, nothing else is written.
    fn give_back(&mut self, key: &str, had: Option<&Applied>, now: Option<N>) -> Outcome {
        if let Some(had) = had {
            self.drop_key(key, had, now, Some(Precedence::Operator));
        }
        Outcome::Protected
    }

    fn prune(&mut self, key: &str, now: Option<N>) -> Outcome {
        self.assign(key, Op::Remove, now);
        Outcome::Pruned
    }

    fn assign(&mut self, key: &str, op: Op, now: Option<N>) {
        let expected = Some(now.map_or(Expected::Absent, |node| Expected::Value(node.to_value())));
        self.assignments.push(Assignment { location: self.map.location.child(key), op, expected, cause: None });
    }

    fn report_unrecorded(&mut self) {
        for key in self.live.keys() {
            if self.map.record_key.as_deref() != Some(key) && !self.outcomes.contains_key(&**key) {
                self.outcomes.insert(key.to_string(), Outcome::Unrecorded);
            }
        }
    }

    fn finish(mut self, created: bool, unrecorded: bool) -> Result<Reconciled, AppliedError> {
        let location = self.map.location.clone();
        let created = match self.map.live {
            None if location.is_root() => false,
            None => !self.assignments.is_empty() || self.map.record_key.is_some(),
            Some(live) if created && live.kind() == Kind::Object && self.is_empty_after() => {
                let expected = Some(Expected::Value(live.to_value()));
                self.assignments =
                    vec![Assignment { location: location.clone(), op: Op::Remove, expected, cause: None }];
                false
            }
            Some(live) => created && live.kind() == Kind::Object,
        };
        self.record.set_created(created);
        let plan = Plan::new(self.assignments)?;
        Ok(Reconciled { plan, record: self.record, outcomes: self.outcomes, location, unrecorded })
    }

    fn is_empty_after(&self) -> bool {
        let pruned = self.assignments.iter().filter(|assignment| assignment.op == Op::Remove).count();
        let only_pruned = pruned == self.assignments.len();
        only_pruned && pruned == self.live.len() && self.map.record_key.is_none() && !self.map.location.is_root()
    }
}

impl Before {
    fn of<'a>(now: Option<impl Node<'a>>) -> Self {
        now.map_or(Self::Absent, |node| Self::Value(node.to_value()))
    }
}
