//! The status of a component: its phase, its conditions, and the statuses that the definition maps them to.

use super::component::ComponentRef;
use super::error::WorkloadError;
use super::evaluate::evaluate;
use crate::definition::{ConditionFields, Matcher, PathField, PathId, StatusDefinition};
use crate::expression::{Expression, Intent, Place, resolve};
use crate::value::{Kind, Node, Value};

/// The status of a component.
#[derive(Clone, Debug, PartialEq)]
pub struct Status {
    /// The phase, if the definition says where it stands and there is one.
    pub phase: Option<String>,
    /// The conditions.
    pub conditions: Vec<Condition>,
    /// The names of the statuses that match, in the order of the definition; none if the object does not tell.
    pub matched: Vec<String>,
}

/// One condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// Its type.
    pub kind: String,
    /// Its status: `True`, `False`, `Unknown`.
    pub status: Option<String>,
    /// Its reason.
    pub reason: Option<String>,
    /// Its message.
    pub message: Option<String>,
}

impl<'a, N: Node<'a>> ComponentRef<'_, '_, N> {
    /// The status, if the definition says how it is read.
    pub fn status(&self) -> Result<Option<Status>, WorkloadError> {
        let Some(definition) = &self.definition().status else { return Ok(None) };
        let phase = match self.first(PathField::Phase)? {
            None | Some((_, Value::Null)) => None,
            Some((_, Value::String(text))) => Some(text),
            Some((id, other)) => return Err(self.unreadable(id, "a string", other.kind())),
        };
        let conditions = self.conditions(definition)?;
        let mut matched = Vec::new();
        for mapping in &definition.mappings {
            if self.any_matches(&mapping.matchers, phase.as_deref(), &conditions)? {
                matched.push(mapping.status.text.clone());
            }
        }
        Ok(Some(Status { phase, conditions, matched }))
    }

    fn first(&self, field: PathField) -> Result<Option<(PathId, Value)>, WorkloadError> {
        match self.workload.definition().path_of(self.definition(), field) {
            Some(id) => Ok(self.first_of(id)?.map(|value| (id, value))),
            None => Ok(None),
        }
    }

    /// The first value that an expression gives on the object.
    fn first_of(&self, id: PathId) -> Result<Option<Value>, WorkloadError> {
        let workload = self.workload;
        let options = &workload.options;
        match workload.compiled.expression(id) {
            Expression::Address(address) => {
                match resolve(address, workload.root, Intent::Read, &options.limits) {
                    Ok(places) => {
                        let value = |place: &Place<N>| place.node.map_or(Value::Null, Node::to_value);
                        Ok(places.first().map(value))
                    }
                    // What cannot be entered because nothing is there has no value.
                    Err(error) if error.kind.is_miss() => Ok(None),
                    Err(error) => Err(WorkloadError::Resolve(error)),
                }
            }
            Expression::Formula(formula) => {
                let path = workload.definition().path(id);
                let values = evaluate(path, formula, workload.root, &options.references, &options.limits)?;
                Ok(values.into_iter().next())
            }
        }
    }

    fn unreadable(&self, id: PathId, want: &'static str, got: Kind) -> WorkloadError {
        let path = Box::new(self.workload.definition().path(id).clone());
        WorkloadError::Unreadable { path, want, got: format!("a value of type {got}") }
    }

    fn conditions(&self, definition: &StatusDefinition) -> Result<Vec<Condition>, WorkloadError> {
        let Some(fields) = &definition.conditions else { return Ok(Vec::new()) };
        match self.first(PathField::Conditions)? {
            None | Some((_, Value::Null)) => Ok(Vec::new()),
            Some((_, Value::Array(entries))) => Ok(entries.iter().map(|entry| condition(entry, fields)).collect()),
            Some((id, other)) => Err(self.unreadable(id, "a list", other.kind())),
        }
    }

    fn any_matches(
        &self,
        matchers: &[Matcher],
        phase: Option<&str>,
        conditions: &[Condition],
    ) -> Result<bool, WorkloadError> {
        for matcher in matchers {
            if self.matches(matcher, phase, conditions)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn matches(&self, matcher: &Matcher, phase: Option<&str>, conditions: &[Condition]) -> Result<bool, WorkloadError> {
        if matcher.phase.as_ref().is_some_and(|wanted| phase != Some(wanted.text.as_str())) {
            return Ok(false);
        }
        let holds = |wanted: &crate::definition::ExpectedCondition| {
            // Of two conditions of one type the later counts.
            let found = conditions.iter().rev().find(|condition| condition.kind == wanted.kind.text);
            let equal = |want: &Option<crate::definition::Text>, got: &Option<String>| {
                want.as_ref().is_none_or(|want| want.text.is_empty() || Some(&want.text) == got.as_ref())
            };
            found.is_some_and(|found| equal(&wanted.status, &found.status) && equal(&wanted.reason, &found.reason))
        };
        if !matcher.conditions.iter().all(holds) {
            return Ok(false);
        }
        match &matcher.expression {
            None => Ok(true),
            Some((id, wanted)) => {
                let value = self.first_of(*id)?;
                Ok(value.is_some_and(|value| as_text(&value) == wanted.text))
            }
        }
    }
}

/// A value as jq's `tostring` gives it.
fn as_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn condition(entry: &Value, fields: &ConditionFields) -> Condition {
    let text = |key: &str| entry.get(key).and_then(Value::as_str).map(String::from);
    Condition {
        kind: text(&fields.kind.text).unwrap_or_default(),
        status: text(&fields.status.text),
        reason: text(&fields.reason.text),
        message: text(&fields.message.text),
    }
}
