//! Whether a plan fits a document, and what of it really changes something there.

use super::{Branch, Expected, Op, Plan};
use crate::diagnostic::{Code, Diagnose, Diagnostic};
use crate::expression::{ResolveError, ResolveErrorKind};
use crate::limits::Limits;
use crate::location::{Location, Segment};
use crate::value::{Found, Kind, Node, Value, reads_as};
use std::borrow::Cow;
use std::collections::HashMap;

/// Why a plan cannot be carried out on a document. Nothing was changed.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{}", self.diagnose().message)]
pub enum ApplyError {
    /// A place of the plan is not there, or something of another type is.
    Misfit(ResolveError),
    /// The document is not the one that the plan was made on.
    Stale {
        /// The place that differs.
        location: Location,
        /// What the plan expects there.
        expected: Expected,
        /// What stands there.
        found: Option<Value>,
    },
}

impl Diagnose for ApplyError {
    fn diagnose(&self) -> Diagnostic {
        match self {
            Self::Misfit(error) => error.diagnose(),
            Self::Stale { location, expected, .. } => {
                let wanted = match expected {
                    Expected::Absent => "nothing there",
                    Expected::Value(_) => "another value there",
                };
                Diagnostic::new(
                    Code::Stale,
                    format!("`{location}` has changed since the plan was made: it expects {wanted}"),
                )
                .help("make the plan again on the document as it is now")
                .at(location)
            }
        }
    }
}

impl Plan {
    /// Checks the plan against a document and gives the tree of what really changes there.
    ///
    /// A set to an equal value and the removal of a missing member are no changes and are left out, so an empty tree
    /// means that the document stays as it is. What remains can be carried out without further questions: every place
    /// of it exists, but for members to be set and the object parents they need.
    pub fn fit<'p, 'a, N: Node<'a>>(&'p self, root: N) -> Result<Branch<'p>, ApplyError> {
        if let Some(test) = self.tests().iter().find(|test| !test.holds(root)) {
            let (location, expected) = (test.location.clone(), test.expected.clone());
            return Err(ApplyError::Stale { location, expected, found: None });
        }
        Fit { at: Location::root(), shifting: 0 }.branch(&self.tree(), Some(root))
    }
}

struct Fit {
    at: Location,
    /// How many of the lists that the walk is inside of have entries that change their index.
    shifting: usize,
}

impl Fit {
    fn misfit(&self, kind: ResolveErrorKind) -> ApplyError {
        ApplyError::Misfit(ResolveError { location: self.at.clone(), kind })
    }

    fn mismatch(&self, want: Kind, got: Kind) -> ApplyError {
        self.misfit(ResolveErrorKind::TypeMismatch { want, got })
    }

    /// A place that already is as the plan wants it is not stale: the plan was carried out before. But where entries
    /// move, an index says which entry is meant only while everything in the list is as it was.
    fn check_expected<'a, N: Node<'a>>(&self, branch: &Branch<'_>, found: Option<N>) -> Result<(), ApplyError> {
        let moves = self.shifting > 0;
        let is_key = matches!(self.at.segments().last(), Some(Segment::Key(_)) | None);
        let stands = |expected: &Expected| match (expected, found) {
            (Expected::Absent, None) => true,
            (Expected::Value(value), Some(node)) => reads_as(node, value),
            _ => false,
        };
        let is_done = match (branch.op, found) {
            (Some(Op::Set(value)), Some(node)) => !moves && reads_as(node, value),
            (Some(Op::Remove), None) => !moves && is_key,
            _ => false,
        };
        let (whole, insert) = branch.expected;
        let stale = whole.filter(|expected| !stands(expected) && !is_done).or(insert.filter(|e| !stands(e)));
        match stale {
            None => Ok(()),
            Some(expected) => Err(ApplyError::Stale {
                location: self.at.clone(),
                expected: expected.clone(),
                found: found.map(Node::to_value),
            }),
        }
    }

    /// What a plan makes must be a document that can be read again.
    fn check_depth(&self, place: usize, values: &[Value]) -> Result<(), ApplyError> {
        let limit = Limits::DEFAULT.document_depth;
        let fits = |value| place <= limit && is_within(value, limit - place);
        match values.iter().all(fits) {
            true => Ok(()),
            false => Err(self.misfit(ResolveErrorKind::TooDeep)),
        }
    }

    /// What of a branch changes the place; `None` as the node is a missing member.
    fn branch<'p, 'a, N: Node<'a>>(&mut self, branch: &Branch<'p>, node: Option<N>) -> Result<Branch<'p>, ApplyError> {
        self.check_expected(branch, node)?;
        let op = branch.op.filter(|op| match (op, node) {
            (Op::Set(value), Some(node)) => !reads_as(node, value),
            (Op::Remove, node) => node.is_some(),
            _ => true,
        });
        if let Some(Op::Set(value)) = op {
            self.check_depth(self.at.segments().len(), std::slice::from_ref(value))?;
        }
        self.check_depth(self.at.segments().len(), branch.inserts)?;
        // A plan has the keys first, should it take one place for both an object and a list.
        let keys = branch.children.partition_point(|(segment, _)| matches!(segment, Segment::Key(_)));
        let (members, entries) = branch.children.split_at(keys);
        let mut children = self.members(members, node)?;
        self.shifting += usize::from(branch.shifts());
        children.extend(self.entries(entries, node)?);
        self.shifting -= usize::from(branch.shifts());
        Ok(Branch { children, op, inserts: branch.inserts, expected: branch.expected })
    }

    fn members<'p, 'a, N: Node<'a>>(
        &mut self,
        wanted: &[Child<'p>],
        node: Option<N>,
    ) -> Result<Vec<Child<'p>>, ApplyError> {
        let object = match node.map(|node| (node, node.kind())) {
            _ if wanted.is_empty() => return Ok(Vec::new()),
            None | Some((_, Kind::Null)) => None,
            Some((object, Kind::Object)) => Some(object),
            Some((_, got)) => return Err(self.mismatch(Kind::Object, got)),
        };
        let all = object.filter(|_| wanted.len() >= MANY).map(index);
        let mut fitted = Vec::with_capacity(wanted.len());
        for (segment, child) in wanted {
            let Segment::Key(key) = *segment else { continue };
            let found = match (object, &all) {
                (None, _) => Found::Absent,
                (Some(_), Some(all)) => all.get(&**key).copied().unwrap_or(Found::Absent),
                (Some(object), None) => object.member(key),
            };
            self.at.push(&**key);
            if let Found::Twice(..) = found {
                return Err(self.misfit(ResolveErrorKind::DuplicateMember));
            }
            let inner = self.branch(child, found.last());
            self.at.pop();
            fitted.extend(Some((*segment, inner?)).filter(|(_, inner)| !inner.is_empty()));
        }
        Ok(fitted)
    }

    /// Goes over the list once: the tree goes from the back to the front, so it is taken from its end.
    fn entries<'p, 'a, N: Node<'a>>(
        &mut self,
        wanted: &[Child<'p>],
        node: Option<N>,
    ) -> Result<Vec<Child<'p>>, ApplyError> {
        let list = match node.map(|node| (node, node.kind())) {
            _ if wanted.is_empty() => return Ok(Vec::new()),
            None | Some((_, Kind::Null)) => return Err(self.misfit(ResolveErrorKind::NoMatch)),
            Some((list, Kind::Array)) => list,
            Some((_, got)) => return Err(self.mismatch(Kind::Array, got)),
        };
        let (mut entries, mut passed) = (list.entries(), 0);
        let mut fitted = Vec::with_capacity(wanted.len());
        for (segment, child) in wanted.iter().rev() {
            let Segment::Index(index) = **segment else { continue };
            let entry = entries.nth(index - passed);
            passed = index.saturating_add(1);
            let only_inserts = child.op.is_none() && child.children.is_empty();
            if entry.is_none() {
                let len = list.len();
                if index > len || !only_inserts {
                    return Err(self.misfit(ResolveErrorKind::IndexOutOfRange { index, len }));
                }
            }
            self.at.push(index);
            let inner = self.branch(child, entry);
            self.at.pop();
            fitted.extend(Some((*segment, inner?)).filter(|(_, inner)| !inner.is_empty()));
        }
        fitted.reverse();
        Ok(fitted)
    }
}

/// Whether a value is nested no deeper than this.
fn is_within(value: &Value, depth: usize) -> bool {
    let within = |value: &Value| depth > 0 && is_within(value, depth - 1);
    match value {
        Value::Array(entries) => depth > 0 && entries.iter().all(within),
        Value::Object(members) => depth > 0 && members.iter().all(|(_, value)| within(value)),
        _ => true,
    }
}

type Child<'p> = (&'p Segment, Branch<'p>);

/// From so many places in one object on, its members are gone over once and not for each place.
const MANY: usize = 32;

fn index<'a, N: Node<'a>>(object: N) -> HashMap<Cow<'a, str>, Found<N>> {
    let mut all = HashMap::with_capacity(object.len());
    for (key, node) in object.members() {
        let found = all.entry(key).or_insert(Found::Absent);
        *found = match *found {
            Found::Absent => Found::One(node),
            Found::One(first) | Found::Twice(first, _) => Found::Twice(first, node),
        };
    }
    all
}
