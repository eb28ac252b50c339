//! The instances of a component: their places, and their names paired with them.

use super::compiled::Compiled;
use super::error::{InstanceIdsError, WorkloadError};
use super::evaluate::Reading;
use super::iteration::{Pairing, pair, places, prefix};
use crate::definition::{Component, PathField, PathText};
use crate::expression::{Address, Expression, Formula, Step, StepKind, Variables};
use crate::limits::Limits;
use crate::location::{Location, Segment};
use crate::span::Span;
use crate::value::{Kind, Node, Value};
use std::collections::HashMap;

/// One instance of a component.
#[derive(Clone, Debug, PartialEq)]
pub struct Instance {
    /// Its name, if the component names its instances.
    pub id: Option<String>,
    /// The place that its parts stand in: an entry of a list or map, or the whole object.
    pub location: Location,
}

/// The instances of a component, and the steps that lead to them.
#[derive(Clone, Debug)]
pub(super) struct Instances {
    pub(super) prefix: Vec<Step<'static>>,
    pub(super) list: Vec<Instance>,
}

/// What the instances are found with.
pub(super) struct Finder<'f, 'd, N> {
    pub(super) compiled: &'f Compiled<'d>,
    pub(super) root: N,
    pub(super) variables: &'f Variables,
    pub(super) limits: &'f Limits,
}

impl<'f, 'd, 'a, N: Node<'a>> Finder<'f, 'd, N> {
    /// The instances of a component.
    ///
    /// Where the component names them by an address, they stand in the list that it goes through last. Where a formula
    /// names them, in that which the component's other addresses go through, if the names go with its entries: if the
    /// formula gives for each entry alone one name, and these are the names that it gives on the whole.
    pub(super) fn instances(&self, component: &Component) -> Result<Instances, WorkloadError> {
        match self.compiled.field(component, PathField::InstanceId) {
            None => {
                let prefix = self.field_prefixes(component).into_iter().next().unwrap_or_default();
                let list = self.places(&prefix)?.into_iter().map(|location| Instance { id: None, location }).collect();
                Ok(Instances { prefix, list })
            }
            Some((id, Expression::Address(address))) => self.named_by_address(component, self.path(id), address),
            Some((id, Expression::Formula(formula))) => self.named_by_formula(component, self.path(id), formula),
        }
    }

    fn path(&self, id: crate::definition::PathId) -> &'d PathText {
        self.compiled.definition().path(id)
    }

    fn places(&self, prefix: &[Step<'_>]) -> Result<Vec<Location>, WorkloadError> {
        let places = places(prefix, self.root, self.limits).map_err(WorkloadError::Resolve)?;
        Ok(places.into_iter().map(|(location, _)| location).collect())
    }

    /// The lists that the addresses of the component's pods and scale go through, each once.
    fn field_prefixes(&self, component: &Component) -> Vec<Vec<Step<'static>>> {
        let mut found: Vec<Vec<Step<'static>>> = Vec::new();
        let fields = PathField::TABLE.iter().map(|row| row.field).filter(|field| *field <= PathField::MaxReplicas);
        for address in fields.filter_map(|field| self.compiled.address(component, field)) {
            let steps = prefix(address);
            if !steps.is_empty() && !found.iter().any(|known| same(known, steps)) {
                found.push(owned(address, steps.len()));
            }
        }
        found
    }

    fn named_by_address(
        &self,
        component: &Component,
        path: &PathText,
        address: &Address<'static>,
    ) -> Result<Instances, WorkloadError> {
        let steps = owned(address, prefix(address).len());
        let Pairing::Inside(rest) = pair(&steps, address) else {
            let places = self.places(&steps)?;
            let names = self.reading(&steps, &places).each(path, &Expression::Address(address.clone()))?;
            return named(component, places, names, &Location::root()).map(|list| Instances { prefix: steps, list });
        };
        let found = places(&steps, self.root, self.limits).map_err(WorkloadError::Resolve)?;
        let names = found.iter().map(|(_, node)| rest.find(*node).map(Node::to_value)).collect();
        let places = found.into_iter().map(|(location, _)| location).collect();
        named(component, places, names, &rest).map(|list| Instances { prefix: steps, list })
    }

    fn named_by_formula(
        &self,
        component: &Component,
        path: &PathText,
        formula: &Formula<'static>,
    ) -> Result<Instances, WorkloadError> {
        if let Some(map) = keys_of(path, self.limits) {
            let steps = each_of(&map);
            let places = self.places(&steps)?;
            let key = |place: &Location| match place.split_last() {
                Some((Segment::Key(key), _)) => Some(Value::from(&**key)),
                Some((Segment::Index(index), _)) => Some(Value::Number((*index as u64).into())),
                None => None,
            };
            let names = places.iter().map(key).collect();
            return named(component, places, names, &Location::root()).map(|list| Instances { prefix: steps, list });
        }
        let mut candidates = self.field_prefixes(component);
        // A component whose paths name no list may have one that only the formula speaks of.
        if candidates.is_empty() {
            let lists = formula.reads().iter().map(each_of).filter(|steps| self.places(steps).is_ok());
            candidates.extend(lists);
        }
        let mut first = None;
        for steps in candidates {
            let places = self.places(&steps)?;
            if places.is_empty() {
                first.get_or_insert(steps);
                continue;
            }
            let reading = self.reading(&steps, &places);
            let whole = reading.whole(path, formula)?;
            if let Some(names) = reading.split(path, formula, &whole)? {
                let names = names.into_iter().map(Some).collect();
                return named(component, places, names, &Location::root())
                    .map(|list| Instances { prefix: steps, list });
            }
        }
        // An empty list has no instances, whatever the formula would say of it.
        if let Some(steps) = first {
            return Ok(Instances { prefix: steps, list: Vec::new() });
        }
        self.unpaired(component, path, formula)
    }

    fn unpaired(
        &self,
        component: &Component,
        path: &PathText,
        formula: &Formula<'_>,
    ) -> Result<Instances, WorkloadError> {
        let prefix = self.field_prefixes(component).into_iter().next().unwrap_or_default();
        let places = self.places(&prefix)?;
        let names = self.reading(&prefix, &places).whole(path, formula)?;
        // One name for the whole object is the name of the one instance.
        if let ([_], true) = (names.as_slice(), prefix.is_empty()) {
            let names = names.into_iter().map(Some).collect();
            return named(component, places, names, &Location::root()).map(|list| Instances { prefix, list });
        }
        let kind =
            InstanceIdsError::Unpaired { path: Box::new(path.clone()), names: names.len(), places: places.len() };
        Err(WorkloadError::InstanceIds { component: component.name.text.clone(), kind })
    }

    fn reading<'r>(&'r self, prefix: &'r [Step<'static>], places: &'r [Location]) -> Reading<'r, N> {
        Reading { root: self.root, prefix, places, variables: self.variables, limits: self.limits }
    }
}

fn same(a: &[Step<'_>], b: &[Step<'_>]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.kind == b.kind)
}

fn owned(address: &Address<'static>, len: usize) -> Vec<Step<'static>> {
    address.steps().iter().take(len).cloned().collect()
}

/// The steps to the entries of what stands at an address.
fn each_of(address: &Address<'static>) -> Vec<Step<'static>> {
    let mut steps = owned(address, address.steps().len());
    steps.push(Step { kind: StepKind::Each, optional: false, span: Span::default() });
    steps
}

/// The map whose keys an expression gives, if it is written in one of the usual ways: `A | keys[]`,
/// `A | to_entries[] | .key`.
///
/// Others are found by trying; these are so common that they are worth knowing.
fn keys_of(path: &PathText, limits: &Limits) -> Option<Address<'static>> {
    let (map, rest) = path.text.split_once('|')?;
    let rest: String = rest.chars().filter(|c| !c.is_whitespace()).collect();
    let usual = [
        "keys[]",
        "keys|.[]",
        "keys_unsorted[]",
        "keys_unsorted|.[]",
        "to_entries[]|.key",
        "to_entries[].key",
        "to_entries|.[]|.key",
        "to_entries|.[].key",
        "to_entries|map(.key)|.[]",
        "to_entries|map(.key)[]",
    ];
    if !usual.contains(&rest.as_str()) {
        return None;
    }
    Some(Address::parse(map, limits).ok()?.into_owned())
}

/// Puts names to places. `rest` leads from a place to its name, for the errors.
fn named(
    component: &Component,
    places: Vec<Location>,
    names: Vec<Option<Value>>,
    rest: &Location,
) -> Result<Vec<Instance>, WorkloadError> {
    let wrong = |kind| WorkloadError::InstanceIds { component: component.name.text.clone(), kind };
    let mut list: Vec<Instance> = Vec::with_capacity(places.len());
    let mut seen: HashMap<String, usize> = HashMap::with_capacity(places.len());
    for (location, name) in places.into_iter().zip(names) {
        let name = match name {
            Some(Value::String(name)) => name,
            other => {
                let got = other.map_or(Kind::Null, |value| value.kind());
                return Err(wrong(InstanceIdsError::NotText { location: rest.below(&location), got }));
            }
        };
        if name.is_empty() {
            return Err(wrong(InstanceIdsError::Empty { location: rest.below(&location) }));
        }
        if let Some(first) = seen.insert(name.clone(), list.len()) {
            let (first, second) = (rest.below(&list[first].location), rest.below(&location));
            return Err(wrong(InstanceIdsError::Duplicate { name, first, second }));
        }
        list.push(Instance { id: Some(name), location });
    }
    Ok(list)
}
