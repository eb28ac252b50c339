//! Choices: a write into one member of a group clears the others, in the same plan.

use super::{Assignment, Cause, Expected, Op, Plan};
use crate::diagnostic::{Code, Diagnose, Diagnostic};
use crate::location::{Location, Segment};
use crate::schema::{Attached, Cursor, OneOf};
use crate::value::{Kind, Node, Value};
use std::collections::{HashMap, HashSet};

/// Assignments that the schema does not allow.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{}", self.diagnose().message)]
pub struct ChoiceError {
    /// The place that is written.
    pub location: Location,
    /// What is wrong with it.
    pub kind: ChoiceErrorKind,
}

/// What is wrong with a write.
#[derive(Clone, Debug, PartialEq)]
pub enum ChoiceErrorKind {
    /// `.value = "x"` and `.valueFrom = {}` of one entry in one call
    ExclusiveFields {
        /// The place of the earlier write.
        first: Location,
    },
}

/// Members that exclude each other and stand in a document together.
#[derive(Clone, Debug, PartialEq)]
pub struct Violation {
    /// The place of one.
    pub first: Location,
    /// The place of the other.
    pub second: Location,
}

/// Adds to the assignments of one write what the schema's groups ask for.
///
/// A set of a member, or of anything inside it, clears the members of other arms that stand in the document, with
/// [`Cause::Excluded`]; a discriminator that means another arm is set to the one written, with [`Cause::Chosen`]. A set of
/// a discriminator clears the arms that it does not mean. Null, a removal and a whole object that is set choose nothing; a
/// removal of something that is cleared is absorbed. A group that nothing is written into is left as it is.
pub fn exclude<'a, N: Node<'a>>(
    assignments: &mut Vec<Assignment>,
    root: N,
    schema: &Attached<'_>,
) -> Result<(), ChoiceError> {
    let mut writes = Writes::default();
    for assignment in assignments.iter() {
        writes.read(assignment, root, schema)?;
    }
    let cleared = writes.clears()?;
    if cleared.is_empty() {
        return Ok(());
    }
    let standing: HashSet<&Location> = assignments.iter().map(|assignment| &assignment.location).collect();
    let fresh: Vec<_> = cleared.iter().filter(|clear| !standing.contains(&clear.location)).cloned().collect();
    let places: HashSet<&[Segment]> = cleared.iter().map(|clear| clear.location.segments()).collect();
    assignments.retain(|assignment| {
        let segments = assignment.location.segments();
        !(0..segments.len()).any(|length| places.contains(&segments[..length]))
    });
    assignments.extend(fresh);
    Ok(())
}

/// Where a document breaks the groups of its schema already. Nothing repairs that, but a caller may want to say it.
pub fn violations<'a, N: Node<'a>>(root: N, schema: &Attached<'_>) -> Vec<Violation> {
    let mut found = Vec::new();
    let mut at = Location::root();
    find_violations(root, &schema.cursor(), &mut at, &mut found);
    found
}

/// As [`violations`], of the objects alone that a plan writes into: the document, or of a list of documents the items.
///
/// What it costs follows from what is written, not from what else the text holds.
pub fn violations_of_written<'a, N: Node<'a>>(root: N, schema: &Attached<'_>, plan: &Plan) -> Vec<Violation> {
    let mut found = Vec::new();
    let mut seen = HashSet::new();
    for assignment in plan.assignments() {
        let segments = assignment.location.segments();
        let (mut cursor, mut node, mut depth) = (schema.cursor(), Some(root), 0);
        while cursor.ty().is_none()
            && let Some(segment) = segments.get(depth)
        {
            (cursor, node, depth) = (cursor.child(segment), node.and_then(|node| step(node, segment)), depth + 1);
        }
        if let Some(node) = node.filter(|_| seen.insert(&segments[..depth])) {
            let mut at = segments[..depth].iter().cloned().collect();
            find_violations(node, &cursor, &mut at, &mut found);
        }
    }
    found
}

fn step<'a, N: Node<'a>>(node: N, segment: &Segment) -> Option<N> {
    match segment {
        Segment::Key(key) => node.member(key).last(),
        Segment::Index(index) => node.entry(*index),
    }
}

fn find_violations<'a, N: Node<'a>>(node: N, cursor: &Cursor<'_>, at: &mut Location, found: &mut Vec<Violation>) {
    if cursor.is_blank() {
        return;
    }
    for group in cursor.groups() {
        let mut standing = group.fields().filter(|(_, field)| stands(node, field).is_some());
        let Some((arm, field)) = standing.next() else { continue };
        let other = standing.find(|(other, _)| *other != arm).map(|(_, field)| field);
        if let Some(other) = other.or_else(|| contradicting(group, arm, node).map(|(name, _)| name)) {
            found.push(Violation { first: at.child(field), second: at.child(other) });
        }
    }
    for (key, member) in node.members() {
        at.push(&*key);
        find_violations(member, &cursor.member(&key), at, found);
        at.pop();
    }
    for (index, entry) in node.entries().enumerate() {
        at.push(index);
        find_violations(entry, &cursor.entry(index), at, found);
        at.pop();
    }
}

/// What stands in a field. Null is no member of a group: Kubernetes reads it as absent.
fn stands<'a, N: Node<'a>>(object: N, field: &str) -> Option<N> {
    object.member(field).last().filter(|node| node.kind() != Kind::Null)
}

/// The discriminator and the value that it should have, if it means another arm.
fn contradicting<'a, 'g, N: Node<'a>>(group: &'g OneOf, arm: usize, object: N) -> Option<(&'g str, &'g str)> {
    let (name, value) = (group.discriminator.as_deref()?, group.arms[arm].value.as_deref()?);
    let found = stands(object, name)?;
    found.as_str().is_none_or(|text| text != value).then_some((name, value))
}

/// What the assignments write into groups.
struct Writes<'w, N> {
    groups: Vec<Written<'w, N>>,
    places: HashMap<(&'w [Segment], usize), usize>,
}

impl<N> Default for Writes<'_, N> {
    fn default() -> Self {
        Self { groups: Vec::new(), places: HashMap::new() }
    }
}

/// What is written into one group of one object.
struct Written<'w, N> {
    object: &'w [Segment],
    node: Option<N>,
    group: &'w OneOf,
    arm: Option<(usize, &'w Location)>,
    value: Option<(&'w str, &'w Location)>,
}

impl<'w, 'a, N: Node<'a>> Writes<'w, N> {
    /// Goes down to the place of one assignment and notes the groups that it passes.
    fn read(&mut self, assignment: &'w Assignment, root: N, schema: &'w Attached<'w>) -> Result<(), ChoiceError> {
        let segments = assignment.location.segments();
        let (mut cursor, mut node) = (schema.cursor(), Some(root));
        for (depth, segment) in segments.iter().enumerate() {
            if cursor.is_blank() {
                break;
            }
            if let Segment::Key(field) = segment {
                for (at, group) in cursor.groups().iter().enumerate() {
                    self.note(assignment, (&segments[..depth], at), group, field, node)?;
                }
            }
            cursor = cursor.child(segment);
            node = node.and_then(|node| step(node, segment));
        }
        Ok(())
    }

    fn note(
        &mut self,
        assignment: &'w Assignment,
        place: (&'w [Segment], usize),
        group: &'w OneOf,
        field: &str,
        node: Option<N>,
    ) -> Result<(), ChoiceError> {
        let (arm, is_discriminator) = (group.arm_of(field), group.discriminator.as_deref() == Some(field));
        if !chooses(&assignment.op) || (arm.is_none() && !is_discriminator) {
            return Ok(());
        }
        let fresh = self.groups.len();
        let at = *self.places.entry(place).or_insert(fresh);
        if at == fresh {
            self.groups.push(Written { object: place.0, node, group, arm: None, value: None });
        }
        let written = &mut self.groups[at];
        match (arm, &assignment.op) {
            (Some(arm), _) => {
                if let Some((_, first)) = written.arm.filter(|(other, _)| *other != arm) {
                    return Err(exclusive(first, &assignment.location));
                }
                written.arm.get_or_insert((arm, &assignment.location));
            }
            (None, Op::Set(Value::String(value))) => written.value = Some((value, &assignment.location)),
            (None, _) => {}
        }
        Ok(())
    }

    /// What the groups that were written into lose.
    fn clears(&self) -> Result<Vec<Assignment>, ChoiceError> {
        let mut cleared = Vec::new();
        for written in &self.groups {
            written.clear(&mut cleared)?;
        }
        Ok(cleared)
    }
}

impl<'a, N: Node<'a>> Written<'_, N> {
    fn clear(&self, cleared: &mut Vec<Assignment>) -> Result<(), ChoiceError> {
        let group = self.group;
        if let (Some((arm, first)), Some((value, second))) = (self.arm, self.value)
            && !group.means(value, arm)
        {
            return Err(exclusive(first, second));
        }
        let Some(object) = self.node else { return Ok(()) };
        let keeps = |arm: usize| match (self.arm, self.value) {
            (Some((written, _)), _) => written == arm,
            (None, Some((value, _))) => group.means(value, arm),
            (None, None) => true,
        };
        let Some(cause) = self.arm.map(|(_, at)| at).or(self.value.map(|(_, at)| at)) else { return Ok(()) };
        let place = Location::from(self.object.to_vec());
        for (_, field) in group.fields().filter(|(arm, _)| !keeps(*arm)) {
            if let Some(old) = stands(object, field) {
                let cause = Cause::Excluded(cause.clone());
                cleared.push(because(place.child(field), Op::Remove, old, cause));
            }
        }
        if let (Some((arm, _)), None) = (self.arm, self.value)
            && let Some((name, value)) = contradicting(group, arm, object)
            && let Some(old) = stands(object, name)
        {
            let cause = Cause::Chosen(cause.clone());
            cleared.push(because(place.child(name), Op::Set(value.into()), old, cause));
        }
        Ok(())
    }
}

fn because<'a>(location: Location, op: Op, old: impl Node<'a>, cause: Cause) -> Assignment {
    Assignment { location, op, expected: Some(Expected::Value(old.to_value())), cause: Some(cause) }
}

/// Whether something stands there afterwards that the caller wrote.
fn chooses(op: &Op) -> bool {
    match op {
        Op::Set(value) => value.kind() != Kind::Null,
        Op::Insert(_) => true,
        Op::Remove => false,
    }
}

fn exclusive(first: &Location, second: &Location) -> ChoiceError {
    ChoiceError { location: second.clone(), kind: ChoiceErrorKind::ExclusiveFields { first: first.clone() } }
}

impl Diagnose for ChoiceError {
    fn diagnose(&self) -> Diagnostic {
        let place = &self.location;
        match &self.kind {
            ChoiceErrorKind::ExclusiveFields { first } => {
                Diagnostic::new(Code::ExclusiveFields, format!("`{first}` and `{place}` exclude each other"))
                    .help("set one of the two; what stands in the other is cleared along with it")
                    .and_at(first)
            }
        }
        .at(place)
    }
}

impl Diagnose for Violation {
    fn diagnose(&self) -> Diagnostic {
        let (first, second) = (&self.first, &self.second);
        Diagnostic::new(Code::ExclusiveFields, format!("`{first}` and `{second}` exclude each other and both stand"))
            .help("write the one that is meant, or delete the other")
            .at(second)
            .and_at(first)
    }
}
