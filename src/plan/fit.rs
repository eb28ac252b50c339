//! Whether a plan fits a document, and what of it really changes something there.

use super::{Branch, Expected, Op, Plan};
use crate::diagnostic::{Code, Diagnose, Diagnostic};
use crate::expression::{ResolveError, ResolveErrorKind};
use crate::location::{Location, Segment};
use crate::value::{Found, Kind, Node, Value, equal};

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
        for assignment in self.assignments() {
            if let Some(expected) = &assignment.expected {
                check_expected(&assignment.location, expected, &assignment.op, root)?;
            }
        }
        Fit { at: Location::root() }.branch(&self.tree(), Some(root))
    }
}

/// A place that already is as the plan wants it is not stale: the plan was carried out before.
fn check_expected<'a, N: Node<'a>>(
    location: &Location,
    expected: &Expected,
    op: &Op,
    root: N,
) -> Result<(), ApplyError> {
    let found = location.segments().iter().try_fold(root, |node, segment| match segment {
        Segment::Key(key) => node.member(key).last(),
        Segment::Index(index) => node.entry(*index),
    });
    let is_key = matches!(location.segments().last(), Some(Segment::Key(_)) | None);
    let fits = match (expected, op, found) {
        (Expected::Absent, _, None) => true,
        (Expected::Value(value), _, Some(node)) if equal(node, value) => true,
        (_, Op::Set(value), Some(node)) => equal(node, value),
        (_, Op::Remove, None) => is_key,
        _ => false,
    };
    match fits {
        true => Ok(()),
        false => Err(ApplyError::Stale {
            location: location.clone(),
            expected: expected.clone(),
            found: found.map(Node::to_value),
        }),
    }
}

struct Fit {
    at: Location,
}

impl Fit {
    fn misfit(&self, kind: ResolveErrorKind) -> ApplyError {
        ApplyError::Misfit(ResolveError { location: self.at.clone(), kind })
    }

    fn mismatch(&self, want: Kind, got: Kind) -> ApplyError {
        self.misfit(ResolveErrorKind::TypeMismatch { want, got })
    }

    /// What of a branch changes the place; `None` as the node is a missing member.
    fn branch<'p, 'a, N: Node<'a>>(&mut self, branch: &Branch<'p>, node: Option<N>) -> Result<Branch<'p>, ApplyError> {
        let op = branch.op.filter(|op| match (op, node) {
            (Op::Set(value), Some(node)) => !equal(node, value),
            (Op::Remove, node) => node.is_some(),
            _ => true,
        });
        let mut children = Vec::with_capacity(branch.children.len());
        for (segment, child) in &branch.children {
            let inner = match segment {
                Segment::Key(key) => self.member(key, child, node)?,
                Segment::Index(index) => self.entry(*index, child, node)?,
            };
            if !inner.is_empty() {
                children.push((*segment, inner));
            }
        }
        Ok(Branch { children, op, inserts: branch.inserts })
    }

    fn member<'p, 'a, N: Node<'a>>(
        &mut self,
        key: &str,
        child: &Branch<'p>,
        node: Option<N>,
    ) -> Result<Branch<'p>, ApplyError> {
        let member = match node.map(|node| (node, node.kind())) {
            None | Some((_, Kind::Null)) => None,
            Some((node, Kind::Object)) => match node.member(key) {
                Found::Twice(..) => {
                    self.at.push(key);
                    return Err(self.misfit(ResolveErrorKind::DuplicateMember));
                }
                found => found.last(),
            },
            Some((_, got)) => return Err(self.mismatch(Kind::Object, got)),
        };
        self.at.push(key);
        let inner = self.branch(child, member);
        self.at.pop();
        inner
    }

    fn entry<'p, 'a, N: Node<'a>>(
        &mut self,
        index: usize,
        child: &Branch<'p>,
        node: Option<N>,
    ) -> Result<Branch<'p>, ApplyError> {
        let list = match node.map(|node| (node, node.kind())) {
            None | Some((_, Kind::Null)) => return Err(self.misfit(ResolveErrorKind::NoMatch)),
            Some((list, Kind::Array)) => list,
            Some((_, got)) => return Err(self.mismatch(Kind::Array, got)),
        };
        let len = list.len();
        let only_inserts = child.op.is_none() && child.children.is_empty();
        if index > len || (index == len && !only_inserts) {
            return Err(self.misfit(ResolveErrorKind::IndexOutOfRange { index, len }));
        }
        self.at.push(index);
        let inner = self.branch(child, list.entry(index));
        self.at.pop();
        inner
    }
}
