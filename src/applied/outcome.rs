//! What came of a reconciliation, and what of it is worth telling.

use super::{AppliedKeys, Fingerprint, Wrote};
use crate::diagnostic::{Code, Diagnose, Diagnostic};
use crate::location::Location;
use crate::plan::Plan;
use crate::value::Value;
use std::collections::BTreeMap;

/// What is to be done, and what came of each key.
#[derive(Clone, Debug)]
pub struct Reconciled {
    /// The smallest plan; it expects the values that the live map had. New keys come in the order of their bytes.
    pub plan: Plan,
    /// The record after the plan is carried out: what we last applied.
    pub record: AppliedKeys,
    /// What happened to each key that is desired, recorded or, without a record, merely there.
    pub outcomes: BTreeMap<String, Outcome>,
    /// Where the map stands.
    pub location: Location,
    /// Whether there was no record.
    pub unrecorded: bool,
}

/// What happened to one key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The desired value is written
    Set,
    /// The desired value stands there already
    Kept,
    /// Recorded, no longer desired: removed
    Pruned,
    /// Recorded, no longer desired, and gone already
    Gone,
    /// The operator's value stands there again
    Restored,
    /// The operator's key is left to it
    Protected,
    /// Recorded, no longer desired, but another's value stands there now: left
    Lost,
    /// There, not desired, and no record says whose it is: left
    Unrecorded,
}

/// What is worth telling beside the result.
#[derive(Clone, Debug, PartialEq)]
pub enum Warning {
    /// There was no record, so nothing was removed: the map, and its keys of unknown origin
    Unrecorded(Location, Vec<String>),
    /// A recorded key at this place holds another's value now
    OwnershipLost(Location),
    /// The key at this place is the operator's own
    ProtectedKey(Location),
}

impl Reconciled {
    /// The fingerprint of what we own after the plan: the recorded keys and their values. What others write does not
    /// change it; a mere removal of a key of ours does.
    pub fn fingerprint(&self) -> Fingerprint {
        let owned = self.record.iter().filter_map(|(key, applied)| match &applied.wrote {
            Wrote::Value(value) => Some((key.to_owned(), value.clone())),
            Wrote::Unknown | Wrote::Digest(_) => None,
        });
        Fingerprint::of_map(&Value::Object(owned.collect()))
    }

    /// What is worth telling, in the order of the keys.
    pub fn warnings(&self) -> Vec<Warning> {
        let keys = |wanted: Outcome| {
            self.outcomes.iter().filter(move |(_, outcome)| **outcome == wanted).map(|(key, _)| key.clone())
        };
        let unrecorded = Warning::Unrecorded(self.location.clone(), keys(Outcome::Unrecorded).collect());
        let of_key = self.outcomes.iter().filter_map(|(key, outcome)| match outcome {
            Outcome::Lost => Some(Warning::OwnershipLost(self.location.child(key.as_str()))),
            Outcome::Protected => Some(Warning::ProtectedKey(self.location.child(key.as_str()))),
            _ => None,
        });
        self.unrecorded.then_some(unrecorded).into_iter().chain(of_key).collect()
    }
}

impl Diagnose for Warning {
    fn diagnose(&self) -> Diagnostic {
        match self {
            Self::Unrecorded(location, keys) => {
                let left = match keys.as_slice() {
                    [] => String::from("nothing there needed removing"),
                    keys => {
                        let names: Vec<_> = keys.iter().take(8).map(|key| format!("`{key}`")).collect();
                        let more = if keys.len() > 8 { ", ..." } else { "" };
                        format!("{}{more} stay", names.join(", "))
                    }
                };
                Diagnostic::new(Code::Unrecorded, format!("no record says which keys of `{location}` are ours: {left}"))
                    .help("keep the record that is written now and hand it in next time")
                    .at(location)
            }
            Self::OwnershipLost(location) => Diagnostic::new(
                Code::OwnershipLost,
                format!("`{location}` no longer holds the value that we wrote: it is left"),
            )
            .help("remove it by hand if nobody needs it")
            .at(location),
            Self::ProtectedKey(location) => {
                Diagnostic::new(Code::ProtectedKey, format!("`{location}` is the operator's own: it is left"))
                    .help("use another key, or give the user precedence")
                    .at(location)
            }
        }
    }
}
