//! The scale of a component: how many replicas each instance has, read and set.

use super::component::{ComponentRef, Selection};
use super::error::{UnsupportedField, Unwritable, WorkloadError};
use super::instances::Instance;
use super::iteration::{Pairing, pair};
use crate::definition::{PathField, PathText};
use crate::expression::Expression;
use crate::location::{Location, Segment};
use crate::plan::{Assignment, Expected, Op, Plan};
use crate::value::{Kind, Node, NumberView, Value};

/// How many replicas an instance has; what the definition or the object does not say is absent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scale {
    /// How many there are.
    pub replicas: Option<u64>,
    /// The least number.
    pub min: Option<u64>,
    /// The greatest number.
    pub max: Option<u64>,
}

/// What to set of a scale.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SetScale {
    /// The numbers to set; what is absent stays as it is.
    pub scale: Scale,
    /// Where a formula reads through one address (`.spec.replicas // 1`), write to that.
    pub through_target: bool,
}

const FIELDS: [PathField; 3] = [PathField::Replicas, PathField::MinReplicas, PathField::MaxReplicas];

impl Scale {
    fn numbers(&self) -> [Option<u64>; 3] {
        [self.replicas, self.min, self.max]
    }
}

impl<'w, 'a, N: Node<'a>> ComponentRef<'w, '_, N> {
    /// The scale of every instance, in document order.
    pub fn scale(&self) -> Result<Vec<(&'w Instance, Scale)>, WorkloadError> {
        let mut columns = Vec::with_capacity(FIELDS.len());
        for field in FIELDS {
            let values = self.read(field)?.unwrap_or_default();
            let count = |value: Option<Value>| value.map_or(Ok(None), |value| self.count(field, &value));
            columns.push(values.into_iter().map(count).collect::<Result<Vec<_>, _>>()?);
        }
        let number = |column: usize, row: usize| columns[column].get(row).copied().flatten();
        let scale = |row| Scale { replicas: number(0, row), min: number(1, row), max: number(2, row) };
        Ok(self.instances().iter().enumerate().map(|(row, instance)| (instance, scale(row))).collect())
    }

    /// A whole number from 0, or a string that spells one.
    fn count(&self, field: PathField, value: &Value) -> Result<Option<u64>, WorkloadError> {
        let number = match value {
            Value::Null => return Ok(None),
            Value::Number(number) => NumberView::Text(number.as_str()).as_u64(),
            Value::String(text) if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) => {
                text.parse().ok()
            }
            _ => None,
        };
        number.map(Some).ok_or_else(|| WorkloadError::Unreadable {
            path: Box::new(self.path_text(field)),
            want: "a whole number",
            // The value itself is not told: an object may hold secrets.
            got: match value.kind() {
                Kind::String => "a string that spells none".into(),
                Kind::Number => "a number that is none".into(),
                other => format!("a value of type {other}"),
            },
        })
    }

    fn path_text(&self, field: PathField) -> PathText {
        let definition = self.workload.definition();
        match definition.path_of(self.definition(), field) {
            Some(id) => definition.path(id).clone(),
            None => PathText { field, text: String::new(), location: Location::root(), component: None },
        }
    }

    /// The plan that sets the scale of the selected instances. A number that stands as a string stays a string.
    pub fn set_scale(&self, selection: &Selection, set: &SetScale) -> Result<Plan, WorkloadError> {
        let instances = self.select(selection)?;
        let all = instances.len() == self.instances().len();
        let wanted = FIELDS.into_iter().zip(set.scale.numbers()).filter_map(|(field, number)| Some((field, number?)));
        let (mut assignments, mut refused) = (Vec::new(), Vec::new());
        for (field, number) in wanted {
            match self.scale_place(field, set.through_target, all)? {
                Ok(place) => assignments.extend(instances.iter().map(|instance| {
                    let place = match &place {
                        Pairing::Inside(rest) => rest.below(&instance.location),
                        Pairing::Shared(place) => place.clone(),
                        Pairing::Iterates | Pairing::OtherList => instance.location.clone(),
                    };
                    self.assign_count(place, number)
                })),
                Err(why) => refused.push(UnsupportedField { field: Location::root().child(field.row().key), why }),
            }
        }
        if !refused.is_empty() {
            return Err(WorkloadError::Unsupported { component: self.name().into(), fields: refused });
        }
        self.finish(assignments)
    }

    fn scale_place(
        &self,
        field: PathField,
        through_target: bool,
        all: bool,
    ) -> Result<Result<Pairing, Unwritable>, WorkloadError> {
        let compiled = &self.workload.compiled;
        let Some((id, expression)) = compiled.field(self.definition(), field) else {
            return Err(WorkloadError::NoScale { component: self.name().into(), field });
        };
        let path = || Box::new(compiled.definition().path(id).clone());
        let pairing = match expression {
            Expression::Address(address) => pair(self.prefix(), address),
            Expression::Formula(formula) => match formula.target().filter(|_| through_target) {
                Some(target) => pair(self.prefix(), target),
                None => {
                    return Ok(Err(Unwritable::Formula {
                        path: path(),
                        reason: formula.reason(),
                        span: formula.span(),
                        target: formula.target().map(ToString::to_string),
                    }));
                }
            },
        };
        Ok(match pairing {
            Pairing::Shared(_) if !all => Err(Unwritable::Shared(path())),
            Pairing::Iterates => Err(Unwritable::Iterates(path())),
            Pairing::OtherList => Err(Unwritable::OtherList(path())),
            place => Ok(place),
        })
    }

    fn assign_count(&self, place: Location, number: u64) -> Assignment {
        let old = place.find(self.workload.root);
        // The values of labels and annotations are strings, also the first one.
        let is_text = match old.map(Node::kind) {
            Some(kind) => kind == Kind::String,
            None => place.split_last().is_some_and(|(_, parents)| match parents.last() {
                Some(Segment::Key(key)) => matches!(&**key, "annotations" | "labels"),
                _ => false,
            }),
        };
        let value = match is_text {
            true => Value::String(number.to_string()),
            false => Value::Number(number.into()),
        };
        let expected = old.map_or(Expected::Absent, |old| Expected::Value(old.to_value()));
        Assignment { location: place, op: Op::Set(value), expected: Some(expected), cause: None }
    }
}
