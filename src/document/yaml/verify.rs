//! The safety net: the edited text is read again and compared with what the plans mean.

use super::YamlStream;
use super::error::YamlEditError;
use crate::location::{Location, Segment};
use crate::plan::{Branch, Op};
use crate::value::{Value, equal};

/// Compares the documents of the edited text with the plans carried out on the documents as they were.
pub(super) fn verify(before: &YamlStream, edited: &str, branches: &[(usize, Branch<'_>)]) -> Result<(), YamlEditError> {
    let unfaithful = |location| YamlEditError::Unfaithful { location, wanted: None, got: None };
    let Ok(after) = YamlStream::parse(edited, before.shared.dialect, &before.limits) else {
        return Err(unfaithful(first_write(branches)));
    };
    if after.len() != before.len() {
        return Err(unfaithful(first_write(branches)));
    }
    let mut branches: Vec<_> = branches.iter().map(|(document, branch)| (*document, branch)).collect();
    branches.sort_by_key(|(document, _)| *document);
    let mut next = branches.into_iter().peekable();
    for (document, (old, new)) in before.documents().zip(after.documents()).enumerate() {
        let mut comparison = Comparison { at: Location::root() };
        match next.next_if(|(number, _)| *number == document) {
            Some((_, branch)) => comparison.place(branch, Some(old.root()), Some(new.root()))?,
            None => comparison.same(old.root(), new.root())?,
        }
    }
    Ok(())
}

fn first_write(branches: &[(usize, Branch<'_>)]) -> Location {
    let mut location = Location::root();
    let mut branch = branches.first().map(|(_, branch)| branch);
    while let Some((segment, child)) = branch.and_then(|branch| branch.children.first()) {
        location.push(Segment::clone(segment));
        branch = Some(child);
    }
    location
}

pub(super) struct Comparison {
    pub at: Location,
}

impl Comparison {
    fn differs(&self, wanted: Option<&Value>, got: Option<&Value>) -> YamlEditError {
        YamlEditError::Unfaithful { location: self.at.clone(), wanted: wanted.cloned(), got: got.cloned() }
    }

    fn same(&self, wanted: &Value, got: &Value) -> Result<(), YamlEditError> {
        if equal(wanted, got) { Ok(()) } else { Err(self.differs(Some(wanted), Some(got))) }
    }

    /// Whether `new` is what the branch makes of `old`.
    pub fn place(
        &mut self,
        branch: &Branch<'_>,
        old: Option<&Value>,
        new: Option<&Value>,
    ) -> Result<(), YamlEditError> {
        match (branch.op, new) {
            (Some(Op::Set(value)), Some(new)) => return self.same(value, new),
            (Some(Op::Set(value)), None) => return Err(self.differs(Some(value), None)),
            _ => {}
        }
        match (old, new) {
            (old, Some(new)) if branch.children.is_empty() => old.map_or(Ok(()), |old| self.same(old, new)),
            (Some(Value::Array(old)), Some(Value::Array(new))) => self.entries(branch, old, new),
            (Some(Value::Object(old)), Some(Value::Object(new))) => self.members(branch, old, new),
            (None | Some(Value::Null), Some(Value::Object(new))) => self.members(branch, &[], new),
            (old, new) => Err(self.differs(old, new)),
        }
    }

    fn members(
        &mut self,
        branch: &Branch<'_>,
        old: &[(String, Value)],
        new: &[(String, Value)],
    ) -> Result<(), YamlEditError> {
        let find = |members: &'_ [(String, Value)], key: &str, hint: usize| {
            let hinted = members.get(hint).is_some_and(|(name, _)| name == key).then_some(hint);
            hinted.or_else(|| members.iter().position(|(name, _)| name == key))
        };
        let mut wanted = 0;
        for (segment, child) in &branch.children {
            let Segment::Key(key) = segment else { continue };
            let (before, after) = (find(old, key, 0), find(new, key, 0));
            self.at.push(&**key);
            match (child.op, after) {
                (Some(Op::Remove), None) => {}
                (Some(Op::Remove), Some(after)) => return Err(self.differs(None, Some(&new[after].1))),
                _ => {
                    wanted += 1;
                    self.place(child, before.map(|at| &old[at].1), after.map(|at| &new[at].1))?;
                }
            }
            self.at.pop();
        }
        let mut hint = 0;
        for (key, value) in old {
            if branch.children.iter().any(|(segment, _)| matches!(segment, Segment::Key(name) if **name == **key)) {
                hint += 1;
                continue;
            }
            wanted += 1;
            self.at.push(&**key);
            match find(new, key, hint) {
                Some(at) => {
                    self.same(value, &new[at].1)?;
                    hint = at + 1;
                }
                None => return Err(self.differs(Some(value), None)),
            }
            self.at.pop();
        }
        if wanted == new.len() { Ok(()) } else { Err(self.differs(None, None)) }
    }

    fn entries(&mut self, branch: &Branch<'_>, old: &[Value], new: &[Value]) -> Result<(), YamlEditError> {
        let mut changes = branch.children.iter().rev().peekable();
        let mut after = new.iter();
        for index in 0..=old.len() {
            self.at.push(index);
            let change =
                changes.next_if(|(segment, _)| matches!(segment, Segment::Index(at) if *at == index)).map(|(_, c)| c);
            for value in change.map_or(&[][..], |change| change.inserts) {
                match after.next() {
                    Some(new) => self.same(value, new)?,
                    None => return Err(self.differs(Some(value), None)),
                }
            }
            if let Some(value) = old.get(index) {
                match change {
                    Some(change) if change.op == Some(&Op::Remove) => {}
                    Some(change) => self.place(change, Some(value), after.next())?,
                    None => match after.next() {
                        Some(new) => self.same(value, new)?,
                        None => return Err(self.differs(Some(value), None)),
                    },
                }
            }
            self.at.pop();
        }
        after.next().map_or(Ok(()), |more| Err(self.differs(None, Some(more))))
    }
}
