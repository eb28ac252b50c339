//! The schema of an object as its definition tells it: where pod templates stand, and which lists hold instances.

use super::Workload;
use super::iteration::{Pairing, pair, prefix};
use crate::definition::{Component, PathField};
use crate::expression::Address;
use crate::location::Segment;
use crate::schema::{Attached, Schema};
use crate::value::{Node, Value};
use std::collections::BTreeSet;

/// The kubernetes schema, and where its types stand in objects of a definition's kind.
///
/// A plan is printed by it in the forms that an API server takes. A list whose entries are named by one of their fields
/// is keyed by it: a JSON Patch then tests the name of an instance, and not the whole entry.
#[derive(Clone, Debug)]
pub struct ObjectSchema {
    schema: Schema,
    places: Vec<(Address<'static>, String)>,
}

impl ObjectSchema {
    /// The schema on an object of the kind.
    pub fn attach<'a>(&self, root: impl Node<'a>) -> Attached<'_> {
        let bare = Attached::new(&self.schema).by_kind(root);
        self.places
            .iter()
            .fold(bare, |attached, (address, name)| attached.clone().with(address, name).unwrap_or(attached))
    }
}

impl<'d, 'a, N: Node<'a>> Workload<'d, N> {
    /// The schema of the object.
    pub fn schema(&self) -> ObjectSchema {
        let lists: Vec<(Address<'static>, String)> =
            self.definition().components.iter().filter_map(|component| self.keyed_list(component)).collect();
        let keys: BTreeSet<&str> = lists.iter().map(|(_, key)| key.as_str()).collect();
        let type_of = |key: &str| {
            let member = |name: &str, value| (name.to_owned(), value);
            let keys = Value::Array(vec![Value::from(key)]);
            (instances_by(key), Value::Object(vec![member("list", Value::from("keyed")), member("keys", keys)]))
        };
        let types = Value::Object(keys.iter().map(|key| type_of(key)).collect());
        let types = Value::Object(vec![("types".into(), types)]);
        let schema = Schema::kubernetes().extend(&types).unwrap_or_else(|_| Schema::kubernetes().clone());
        let mut places: Vec<(Address<'static>, String)> =
            lists.iter().map(|(address, key)| (address.clone(), instances_by(key))).collect();
        for (component, known) in self.definition().components.iter().zip(&self.components) {
            for part in &known.parts {
                // A place that is a pod spec and its metadata in one is told by the pod spec, which comes first.
                let address = self.compiled.address(component, part.field);
                let address = address.filter(|address| !places.iter().any(|(known, _)| known == *address));
                if let (Some(address), Some(name)) = (address, part.schema_type()) {
                    places.push((address.clone(), name.into()));
                }
            }
        }
        ObjectSchema { schema, places }
    }

    /// The list that a component's instances stand in, and the field that names them, if one field does.
    fn keyed_list(&self, component: &Component) -> Option<(Address<'static>, String)> {
        let id = self.compiled.address(component, PathField::InstanceId)?;
        let Pairing::Inside(rest) = pair(prefix(id), id) else { return None };
        match rest.segments() {
            [Segment::Key(key)] => Some((id.clone().truncated(prefix(id).len().checked_sub(1)?), key.to_string())),
            _ => None,
        }
    }
}

fn instances_by(key: &str) -> String {
    format!("instances by {key}")
}
