//! Resolving an address on a document: the concrete places it means.

use super::address::{Address, EntryKey, Step, StepKind};
use crate::diagnostic::{Code, Diagnose, Diagnostic};
use crate::limits::Limits;
use crate::location::{Location, Segment};
use crate::value::{Found, Kind, Node, Value, equal};

/// What the places are wanted for. The rules differ in what may be missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Intent {
    /// To read: a missing member or entry reads as null, of a key that stands twice the last counts.
    Read,
    /// To set: object parents may be missing, lists and entries may not, a key on the way must stand once.
    Set,
    /// To remove, by the rules of [`Intent::Set`].
    Remove,
}

/// One place that an address matches.
#[derive(Clone, Debug)]
pub struct Place<N> {
    /// Where it is.
    pub location: Location,
    /// What stands there now; `None` if nothing does.
    pub node: Option<N>,
}

/// Why an address has no places on this document.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{}", self.diagnose().message)]
pub struct ResolveError {
    /// The place that could not be entered or found.
    pub location: Location,
    /// What is wrong there.
    pub kind: ResolveErrorKind,
}

/// What is wrong with a place.
#[derive(Clone, Debug, PartialEq)]
pub enum ResolveErrorKind {
    /// `.w[]` where `.w` is missing or empty, `[0]` of a missing list
    NoMatch,
    /// `.a.b` where `.a` is `"x"`
    TypeMismatch {
        /// The type that the next step needs.
        want: Kind,
        /// The type that stands there.
        got: Kind,
    },
    /// `[5]` of a list of two
    IndexOutOfRange {
        /// The index that was asked for.
        index: usize,
        /// How many entries there are.
        len: usize,
    },
    /// `.a` of `{"a":1,"a":2}`
    DuplicateMember,
    /// `[] | select(.name == "x")` where no entry has this key
    NoEntry {
        /// The equalities as text.
        wanted: String,
        /// Some of the keys that are there, as text.
        known: Vec<String>,
    },
    /// `[] | select(.name == "x")` where two entries have this key
    DuplicateKey {
        /// The equalities as text.
        wanted: String,
        /// The second of the two places.
        second: Location,
    },
    /// More places than [`Limits::matches`]
    TooManyMatches,
    /// What is written there would be nested deeper than [`Limits::document_depth`]
    TooDeep,
}

impl ResolveErrorKind {
    /// Whether a caller who said that the address may miss wants to go on.
    pub fn is_miss(&self) -> bool {
        matches!(self, Self::NoMatch | Self::NoEntry { .. } | Self::IndexOutOfRange { .. })
    }
}

/// The places that an address means on a document, in document order.
///
/// None at all is an error for a write ([`ResolveErrorKind::NoMatch`], at the place that could not be entered) and an
/// empty answer for a read.
pub fn resolve<'a, N: Node<'a>>(
    address: &Address<'_>,
    root: N,
    intent: Intent,
    limits: &Limits,
) -> Result<Vec<Place<N>>, ResolveError> {
    let mut walk = Walk { intent, limits, places: Vec::new(), missed: None, at: Location::root() };
    walk.step(address.steps(), Some(root))?;
    match walk.missed {
        Some(missed) if walk.places.is_empty() && intent != Intent::Read => Err(missed),
        _ => Ok(walk.places),
    }
}

struct Walk<'l, N> {
    intent: Intent,
    limits: &'l Limits,
    places: Vec<Place<N>>,
    /// The first place that matched nothing without being wrong: an empty list, what `?` passed over.
    missed: Option<ResolveError>,
    at: Location,
}

impl<'a, N: Node<'a>> Walk<'_, N> {
    fn step(&mut self, steps: &[Step<'_>], node: Option<N>) -> Result<(), ResolveError> {
        let Some((step, rest)) = steps.split_first() else {
            if self.places.len() >= self.limits.matches {
                return Err(self.error(ResolveErrorKind::TooManyMatches));
            }
            self.places.push(Place { location: self.at.clone(), node });
            return Ok(());
        };
        let entered = match &step.kind {
            StepKind::Key(key) => self.key(key, rest, node),
            StepKind::Index(index) => self.index(*index, rest, node),
            StepKind::Each => self.each(rest, node),
            StepKind::Entry(keys) => self.entry(keys, rest, node),
        };
        match entered {
            // What `?` passes over is what the step itself could not enter, not what fails further down.
            Err(error) if step.optional && error.location == self.at && is_step_error(&error.kind) => {
                self.missed.get_or_insert(error);
                Ok(())
            }
            other => other,
        }
    }

    fn error(&self, kind: ResolveErrorKind) -> ResolveError {
        ResolveError { location: self.at.clone(), kind }
    }

    fn mismatch(&self, want: Kind, got: Kind) -> ResolveError {
        self.error(ResolveErrorKind::TypeMismatch { want, got })
    }

    fn down(&mut self, segment: impl Into<Segment>, rest: &[Step<'_>], node: Option<N>) -> Result<(), ResolveError> {
        self.at.push(segment);
        let result = self.step(rest, node);
        self.at.pop();
        result
    }

    fn key(&mut self, key: &str, rest: &[Step<'_>], node: Option<N>) -> Result<(), ResolveError> {
        let member = match node.map(|node| (node, node.kind())) {
            None | Some((_, Kind::Null)) => None,
            Some((node, Kind::Object)) => match node.member(key) {
                Found::Twice(..) if self.intent != Intent::Read => {
                    self.at.push(key);
                    let error = self.error(ResolveErrorKind::DuplicateMember);
                    self.at.pop();
                    return Err(error);
                }
                found => found.last(),
            },
            Some((_, got)) => return Err(self.mismatch(Kind::Object, got)),
        };
        self.down(key, rest, member)
    }

    fn index(&mut self, index: usize, rest: &[Step<'_>], node: Option<N>) -> Result<(), ResolveError> {
        let entry = match node.map(|node| (node, node.kind())) {
            None | Some((_, Kind::Null)) if self.intent == Intent::Read => None,
            None | Some((_, Kind::Null)) => return Err(self.error(ResolveErrorKind::NoMatch)),
            Some((node, Kind::Array)) => match node.entry(index) {
                None if self.intent != Intent::Read => {
                    return Err(self.error(ResolveErrorKind::IndexOutOfRange { index, len: node.len() }));
                }
                entry => entry,
            },
            Some((_, got)) => return Err(self.mismatch(Kind::Array, got)),
        };
        self.down(index, rest, entry)
    }

    fn each(&mut self, rest: &[Step<'_>], node: Option<N>) -> Result<(), ResolveError> {
        let Some(node) = node.filter(|node| node.kind() != Kind::Null) else {
            return Err(self.error(ResolveErrorKind::NoMatch));
        };
        match node.kind() {
            Kind::Array => {
                for (index, entry) in node.entries().enumerate() {
                    self.down(index, rest, Some(entry))?;
                }
            }
            Kind::Object => self.each_member(rest, node)?,
            got => return Err(self.mismatch(Kind::Array, got)),
        }
        if node.is_empty() && self.missed.is_none() {
            self.missed = Some(self.error(ResolveErrorKind::NoMatch));
        }
        Ok(())
    }

    fn each_member(&mut self, rest: &[Step<'_>], node: N) -> Result<(), ResolveError> {
        let mut seen = std::collections::HashSet::with_capacity(node.len());
        for (key, member) in node.members() {
            let member = if seen.insert(key.clone()) {
                member
            } else if self.intent == Intent::Read {
                continue;
            } else {
                return self.key(&key, rest, Some(node));
            };
            // Of a key that stands twice a reader sees the last value, at the first place.
            let member = match self.intent {
                Intent::Read => node.member(&key).last().unwrap_or(member),
                _ => member,
            };
            self.down(&*key, rest, Some(member))?;
        }
        Ok(())
    }

    fn entry(&mut self, keys: &[EntryKey<'_>], rest: &[Step<'_>], node: Option<N>) -> Result<(), ResolveError> {
        let Some(node) = node.filter(|node| node.kind() != Kind::Null) else {
            return Err(self.error(ResolveErrorKind::NoMatch));
        };
        if node.kind() != Kind::Array {
            return Err(self.mismatch(Kind::Array, node.kind()));
        }
        let mut matching = node.entries().enumerate().filter(|(_, entry)| has_keys(*entry, keys));
        let wanted = || keys.iter().map(wanted_text).collect::<Vec<_>>();
        let Some((index, entry)) = matching.next() else {
            let known = known_keys(node, keys);
            return Err(self.error(ResolveErrorKind::NoEntry { wanted: wanted().join(" and "), known }));
        };
        if let Some((second, _)) = matching.next() {
            let (wanted, second) = (wanted().join(" and "), self.at.child(second));
            return Err(ResolveError {
                location: self.at.child(index),
                kind: ResolveErrorKind::DuplicateKey { wanted, second },
            });
        }
        self.down(index, rest, Some(entry))
    }
}

/// Errors of a step that jq's `?` covers: the value has the wrong type to be entered.
fn is_step_error(kind: &ResolveErrorKind) -> bool {
    matches!(kind, ResolveErrorKind::TypeMismatch { .. } | ResolveErrorKind::NoMatch)
}

fn has_keys<'a, N: Node<'a>>(entry: N, keys: &[EntryKey<'_>]) -> bool {
    keys.iter().all(|key| {
        let found = key.path.iter().try_fold(entry, |node, name| node.member(name).last());
        found.map_or(key.value.kind() == Kind::Null, |node| equal(node, &key.value))
    })
}

fn wanted_text(key: &EntryKey<'_>) -> String {
    match is_value(key) {
        true => format!("{} == ...", path_text(&key.path)),
        false => format!("{} == {}", path_text(&key.path), key.value),
    }
}

/// Whether the key is what an environment variable or a header holds, and so may be secret, and not a name.
fn is_value(key: &EntryKey<'_>) -> bool {
    key.path.last().is_some_and(|name| name.to_ascii_lowercase().ends_with("value"))
}

fn path_text(path: &[std::borrow::Cow<'_, str>]) -> String {
    path.iter().map(|key| Segment::from(key.as_ref())).collect::<Location>().to_string()
}

/// Up to eight of the keys that do stand in the list, for the help.
fn known_keys<'a, N: Node<'a>>(list: N, keys: &[EntryKey<'_>]) -> Vec<String> {
    let mut known = Vec::new();
    if keys.iter().any(is_value) {
        return known;
    }
    for entry in list.entries().take(64) {
        let values =
            keys.iter().filter_map(|key| key.path.iter().try_fold(entry, |node, name| node.member(name).last()));
        let scalars = values.map(Node::to_value).filter(|value| !matches!(value, Value::Array(_) | Value::Object(_)));
        let text = scalars.map(|value| value.to_string()).collect::<Vec<_>>().join(" and ");
        if !text.is_empty() && known.len() < 8 {
            known.push(text);
        }
    }
    known
}

fn mismatch_help(place: &Location, want: Kind, got: Kind) -> String {
    match (want, got) {
        (Kind::Object, Kind::Array) => format!(
            "name an entry by its index, `{}`, or by its key: `({place}[] | select(.name == \"...\") | ...)`",
            place.child(0)
        ),
        (Kind::Array, Kind::Object) => "name a member by its key".into(),
        _ => format!("set `{place}` itself if it is to be replaced"),
    }
}

impl Diagnose for ResolveError {
    fn diagnose(&self) -> Diagnostic {
        let place = &self.location;
        match &self.kind {
            ResolveErrorKind::NoMatch => Diagnostic::new(Code::NoMatch, format!("there is nothing in `{place}`"))
                .help("create the list or map first, or allow it to be missing (`--allow-missing`)"),
            ResolveErrorKind::TypeMismatch { want, got } => {
                Diagnostic::new(Code::TypeMismatch, format!("`{place}` is of type {got}, not {want}"))
                    .help(mismatch_help(place, *want, *got))
                    .fact("want", want)
                    .fact("got", got)
            }
            ResolveErrorKind::IndexOutOfRange { index, len } => {
                Diagnostic::new(Code::IndexOutOfRange, format!("`{place}` has no entry {index}: it has {len}"))
                    .help(format!("to append, insert at the end: `{place}[{len}:{len}] = [...]`"))
            }
            ResolveErrorKind::DuplicateMember => {
                Diagnostic::new(Code::DuplicateMember, format!("`{place}` stands more than once in its object"))
                    .help("remove the member that is not meant first")
            }
            ResolveErrorKind::NoEntry { wanted, known } => {
                let found = Diagnostic::new(Code::NoMatch, format!("no entry of `{place}` has {wanted}"));
                match known.is_empty() {
                    true => found.help("insert the entry first, or allow it to be missing (`--allow-missing`)"),
                    false => found.help(format!("the keys there are {}", known.join(", "))),
                }
            }
            ResolveErrorKind::DuplicateKey { wanted, second } => {
                Diagnostic::new(Code::DuplicateKey, format!("{wanted} stands at `{place}` and again at `{second}`"))
                    .help("name the entry by its index, or by a key that only one of them has")
                    .and_at(second)
            }
            ResolveErrorKind::TooManyMatches => {
                Diagnostic::new(Code::TooLarge, "the address matches more places than the limit allows")
                    .help("name fewer places in one call")
            }
            ResolveErrorKind::TooDeep => {
                Diagnostic::new(Code::TooDeep, format!("what is written to `{place}` is nested deeper than the limit"))
                    .help("write a flatter value, or to a place further up")
            }
        }
        .at(place)
    }
}
