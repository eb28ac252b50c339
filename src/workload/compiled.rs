//! A definition whose expressions are read: done once, used for any number of objects.

use super::component::FieldReport;
use super::error::WorkloadError;
use super::iteration::prefix;
use super::parts::parts;
use crate::definition::{Component, Definition, PathField, PathId, PathText};
use crate::expression::{Address, Expression};
use crate::limits::Limits;

/// A definition that can be used: it has no fatal problems, and every expression of it is valid.
#[derive(Clone, Debug)]
pub struct Compiled<'d> {
    definition: &'d Definition,
    /// One for each of [`Definition::paths`]. They stand alone: a formula that is compiled once would otherwise bind
    /// the definition's lifetime.
    expressions: Vec<Expression<'static>>,
}

impl<'d> Compiled<'d> {
    /// Reads the expressions. Every one must be valid, used or not: what is wrong with a definition should be known
    /// before an object makes it matter.
    pub fn new(definition: &'d Definition, limits: &Limits) -> Result<Self, WorkloadError> {
        if let Some(fault) = definition.faults().first() {
            return Err(WorkloadError::Definition(fault.clone()));
        }
        let parse = |path: &'d PathText| {
            Expression::parse(&path.text, limits)
                .map(into_owned)
                .map_err(|error| WorkloadError::Expression { path: Box::new(path.clone()), error: Box::new(error) })
        };
        let expressions = definition.paths().iter().map(parse).collect::<Result<_, _>>()?;
        Ok(Self { definition, expressions })
    }

    /// The definition.
    pub fn definition(&self) -> &'d Definition {
        self.definition
    }

    /// One expression.
    pub fn expression(&self, id: PathId) -> &Expression<'static> {
        &self.expressions[id.index()]
    }

    /// The expression of a component's field, if it has one.
    pub fn field(&self, component: &Component, field: PathField) -> Option<(PathId, &Expression<'static>)> {
        let id = self.definition.path_of(component, field)?;
        Some((id, self.expression(id)))
    }

    /// The fields of the pod template that a component has a path for, each with whether it can be written, as far as
    /// the definition alone tells: where a formula names the instances, an object may tell more.
    pub fn fields(&self, component: &Component) -> Vec<FieldReport> {
        let named = self.address(component, PathField::InstanceId).map(|address| prefix(address).to_vec());
        let fields = PathField::TABLE.iter().map(|row| row.field).filter(|field| *field <= PathField::MaxReplicas);
        let first = || fields.filter_map(|field| self.address(component, field)).map(prefix).find(|p| !p.is_empty());
        let prefix = named.unwrap_or_else(|| first().unwrap_or_default().to_vec());
        parts(self, component, &prefix).iter().map(|part| part.report(self)).collect()
    }

    pub(super) fn address(&self, component: &Component, field: PathField) -> Option<&Address<'static>> {
        match self.field(component, field)?.1 {
            Expression::Address(address) => Some(address),
            Expression::Formula(_) => None,
        }
    }
}

fn into_owned(expression: Expression<'_>) -> Expression<'static> {
    match expression {
        Expression::Address(address) => Expression::Address(address.into_owned()),
        Expression::Formula(formula) => Expression::Formula(Box::new(formula.into_owned())),
    }
}
