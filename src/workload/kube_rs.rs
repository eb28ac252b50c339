//! Objects and patches of kube-rs, and pods as k8s-openapi's type. Nothing here talks to a server.
//!
//! A [`DynamicObject`] keeps its metadata as a typed struct beside the rest. It is read as one value ([`value`]), which a
//! [`Workload`] is made of; what comes out is a [`Patch`] to send ([`Workload::kube_patch`]), or a plan to carry out on the
//! object itself ([`apply`]).
//!
//! ```
//! use fieldwright::definition::Definition;
//! use fieldwright::workload::{Lock, Selection, Workload, kube_rs};
//! use kube_core::DynamicObject;
//! use kube_core::params::Patch;
//! use serde_json::json;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let definition = json!({
//! #     "apiVersion": "run.ai/v1alpha1", "kind": "Karta",
//! #     "spec": {"structureDefinition": {"rootComponent": {
//! #         "name": "box", "kind": {"group": "example.dev", "version": "v1", "kind": "Box"},
//! #         "specDefinition": {"podTemplateSpecPath": ".spec.template"}
//! #     }}}
//! # });
//! # let definition = Definition::read(&definition).0.expect("it is one");
//! let object: DynamicObject = serde_json::from_value(json!({
//!     "apiVersion": "example.dev/v1", "kind": "Box", "metadata": {"name": "b", "resourceVersion": "7"},
//!     "spec": {"template": {"spec": {"containers": [{"name": "main", "image": "app:1", "futureField": 1}]}}}
//! }))?;
//!
//! let value = kube_rs::value(&definition, &object)?;
//! let workload = Workload::new(&definition, &value)?;
//! let plan = workload.component("box")?.update_pod_templates(&Selection::Only, |pod| {
//!     pod.spec.get_or_insert_default().containers[0].image = Some("app:2".into());
//! })?;
//! let patch = workload.kube_patch(&plan, kube_rs::Form::Json(Lock::ResourceVersion))?;
//! let Some(Patch::Json(operations)) = patch else { panic!("the image changes") };
//! assert_eq!(serde_json::to_value(operations)?, json!([
//!     {"op": "test", "path": "/metadata/resourceVersion", "value": "7"},
//!     {"op": "test", "path": "/spec/template/spec/containers/0/name", "value": "main"},
//!     {"op": "replace", "path": "/spec/template/spec/containers/0/image", "value": "app:2"}
//! ]));
//! # Ok(())
//! # }
//! ```

use super::component::{ComponentRef, Selection};
use super::error::WorkloadError;
use super::instances::Instance;
use super::server::Lock;
use super::{PodView, Workload};
use crate::definition::Definition;
use crate::plan::Plan;
use crate::value::{Node, equal};
use k8s_openapi::api::core::v1::PodTemplateSpec;
use kube_core::DynamicObject;
use kube_core::metadata::TypeMeta;
use kube_core::params::Patch;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value as Serde};

/// The form in which a plan is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A JSON Patch, which tests the key of each list entry that it goes through, and the version if it is locked.
    Json(Lock),
    /// A merge patch, which cannot speak of one entry of a list.
    Merge(Lock),
    /// An apply configuration. It holds what this plan sets and nothing else, and a server takes away what a manager
    /// applied before and now leaves out: use a field manager that applies nothing else, or a JSON Patch.
    Apply,
}

/// An object as one value.
///
/// Lists of a server leave out the type of their entries. An object without one is taken to be of the kind that the
/// definition describes: the caller asked for that kind.
pub fn value(definition: &Definition, object: &DynamicObject) -> Result<Serde, WorkloadError> {
    let mut members = members(object)?;
    if let (None, Some(kind)) = (&object.types, &definition.root().kind) {
        members.entry("apiVersion").or_insert_with(|| kind.api_version().into());
        members.entry("kind").or_insert_with(|| kind.kind.clone().into());
    }
    Ok(Serde::Object(members))
}

/// Changes an object as a plan says. On an error it is as it was. Returns whether anything changed.
///
/// What the typed metadata cannot hold is refused and not left out.
pub fn apply(plan: &Plan, object: &mut DynamicObject) -> Result<bool, WorkloadError> {
    let mut whole = Serde::Object(members(object)?);
    if !plan.apply(&mut whole).map_err(WorkloadError::Apply)? {
        return Ok(false);
    }
    let Serde::Object(mut members) = whole else { return Err(view("the object is no object any more")) };
    let metadata = members.remove("metadata").unwrap_or_else(|| Serde::Object(Map::new()));
    let typed = decode(&metadata)?;
    if !equal(&encode(&typed)?, &metadata) {
        return Err(view("the metadata has what its type does not know"));
    }
    let types = match (members.get("apiVersion"), members.get("kind")) {
        (Some(Serde::String(api_version)), Some(Serde::String(kind))) => {
            Some(TypeMeta { api_version: api_version.clone(), kind: kind.clone() })
        }
        _ => None,
    };
    if types.is_some() {
        members.remove("apiVersion");
        members.remove("kind");
    }
    *object = DynamicObject { types, metadata: typed, data: Serde::Object(members) };
    Ok(true)
}

/// The members of an object, as they are sent.
fn members(object: &DynamicObject) -> Result<Map<String, Serde>, WorkloadError> {
    let mut members = match &object.data {
        Serde::Object(members) => members.clone(),
        Serde::Null => Map::new(),
        _ => return Err(view("what stands beside the metadata is no object")),
    };
    if let Some(types) = &object.types {
        members.insert("apiVersion".into(), types.api_version.clone().into());
        members.insert("kind".into(), types.kind.clone().into());
    }
    members.insert("metadata".into(), encode(&object.metadata)?);
    Ok(members)
}

fn encode(value: &impl Serialize) -> Result<Serde, WorkloadError> {
    serde_json::to_value(value).map_err(view)
}

fn decode<T: DeserializeOwned>(value: &Serde) -> Result<T, WorkloadError> {
    T::deserialize(value).map_err(view)
}

fn view(message: impl ToString) -> WorkloadError {
    WorkloadError::View { message: message.to_string() }
}

impl<'d, 'a, N: Node<'a>> Workload<'d, N> {
    /// The plan as a patch of kube-rs; `None` if it changes nothing, and there is nothing to send.
    pub fn kube_patch(&self, plan: &Plan, form: Form) -> Result<Option<Patch<Serde>>, WorkloadError> {
        if plan.is_empty() {
            return Ok(None);
        }
        Ok(Some(match form {
            Form::Json(lock) => Patch::Json(decode(&Serde::from(&self.json_patch(plan, lock)?))?),
            Form::Merge(lock) => Patch::Merge(Serde::from(&self.merge_patch(plan, lock)?)),
            Form::Apply => Patch::Apply(Serde::from(&self.apply_configuration(plan)?)),
        }))
    }
}

impl<'w, 'a, N: Node<'a>> ComponentRef<'w, '_, N> {
    /// The pods of the selected instances, typed. What the type does not know is not seen, and stays where it is.
    pub fn pod_templates(&self, selection: &Selection) -> Result<Vec<(&'w Instance, PodTemplateSpec)>, WorkloadError> {
        let typed = |(instance, pod): (_, PodView)| Ok((instance, decode(&Serde::from(pod.value()))?));
        self.pods(selection)?.into_iter().map(typed).collect()
    }

    /// The plan of what the caller changes in the typed pods of each selected instance ([`update_as`](Self::update_as)).
    pub fn update_pod_templates(
        &self,
        selection: &Selection,
        edit: impl FnMut(&mut PodTemplateSpec),
    ) -> Result<Plan, WorkloadError> {
        self.update_as(selection, edit)
    }
}
