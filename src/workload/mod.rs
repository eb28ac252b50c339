//! Workloads: an object and the definition of its kind, read and written without knowing the shape.
//!
//! A caller holds an object and wants to say "the pods of the worker get this scheduler and this label". Whether the
//! kind keeps a whole pod template, a pod spec with metadata beside it, or single fields in places of its own is the
//! definition's business. What comes out is a [`Plan`](crate::plan::Plan), or a typed refusal before anything is touched.
//!
//! ```
//! use fieldwright::definition::Definition;
//! use fieldwright::workload::{Selection, Workload};
//! use serde_json::json;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let definition = json!({
//!     "apiVersion": "run.ai/v1alpha1", "kind": "Karta",
//!     "spec": {"structureDefinition": {"rootComponent": {
//!         "name": "box", "kind": {"group": "example.dev", "version": "v1", "kind": "Box"},
//!         "specDefinition": {"fragmentedPodSpecDefinition": {"schedulerNamePath": ".spec.scheduler"}}
//!     }}}
//! });
//! let (definition, _) = Definition::read(&definition);
//! let definition = definition.expect("it is one");
//!
//! let mut object = json!({"apiVersion": "example.dev/v1", "kind": "Box", "spec": {"size": 1}});
//! let workload = Workload::new(&definition, &object)?;
//! let patch = json!({"spec": {"schedulerName": "fast"}});
//! let plan = workload.component("box")?.pod_patch(&Selection::Only, &patch)?;
//!
//! plan.apply(&mut object)?;
//! assert_eq!(object["spec"], json!({"scheduler": "fast", "size": 1}));
//! # Ok(())
//! # }
//! ```

#[cfg(feature = "admission")]
pub mod admission;
mod compiled;
mod component;
mod error;
mod evaluate;
mod fields;
mod instances;
mod iteration;
#[cfg(feature = "kube")]
pub mod kube_rs;
mod parts;
mod patch;
mod record;
mod restore;
mod scale;
mod schema;
mod server;
mod status;
mod suspend;
mod unsupported;
mod update;
mod view;

pub use compiled::Compiled;
pub use component::{ComponentRef, FieldReport, Selection};
pub use error::{InstanceIdsError, UnsupportedField, Unwritable, WorkloadError};
pub use fields::UnknownField;
pub use instances::Instance;
pub use scale::{Scale, SetScale};
pub use schema::ObjectSchema;
pub use server::Lock;
pub use status::{Condition, Status};
pub use suspend::SuspendOptions;
pub use view::PodView;

use crate::definition::Definition;
use crate::expression::Variables;
use crate::limits::Limits;
use crate::value::Node;
use instances::{Finder, Instances};
use parts::Part;
use std::borrow::Cow;

/// What a workload is read with, besides the definition and the object.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The objects that the definition's references mean, by name: one object or null for a `lookup`, a list for a
    /// `list`. A formula that reads one that is not here is an error.
    pub references: Variables,
    /// The bounds of reading and evaluating.
    pub limits: Limits,
}

/// An object and the definition of its kind.
#[derive(Clone, Debug)]
pub struct Workload<'d, N> {
    compiled: Cow<'d, Compiled<'d>>,
    root: N,
    options: Options,
    /// One for each component of the definition.
    components: Vec<Known>,
}

/// What is known of a component in this object.
#[derive(Clone, Debug)]
struct Known {
    instances: Instances,
    parts: Vec<Part>,
}

impl<'d, 'a, N: Node<'a>> Workload<'d, N> {
    /// Checks the definition, that the object is of its kind, and finds the instances of every component.
    pub fn new(definition: &'d Definition, object: N) -> Result<Self, WorkloadError> {
        Self::with(definition, object, Options::default())
    }

    /// The same, with references or limits of the caller's own.
    pub fn with(definition: &'d Definition, object: N, options: Options) -> Result<Self, WorkloadError> {
        let compiled = Compiled::new(definition, &options.limits)?;
        Self::build(Cow::Owned(compiled), object, options)
    }

    /// The same, for a definition whose expressions were read before.
    pub fn of(compiled: &'d Compiled<'d>, object: N, options: Options) -> Result<Self, WorkloadError> {
        Self::build(Cow::Borrowed(compiled), object, options)
    }

    fn build(compiled: Cow<'d, Compiled<'d>>, object: N, options: Options) -> Result<Self, WorkloadError> {
        let definition = compiled.definition();
        check_kind(definition, object)?;
        let finder =
            Finder { compiled: &compiled, root: object, variables: &options.references, limits: &options.limits };
        let known = |component| {
            let instances = finder.instances(component)?;
            let parts = parts::parts(&compiled, component, &instances.prefix);
            Ok(Known { instances, parts })
        };
        let components = definition.components.iter().map(known).collect::<Result<_, WorkloadError>>()?;
        Ok(Self { compiled, root: object, options, components })
    }

    /// The definition.
    pub fn definition(&self) -> &'d Definition {
        self.compiled.definition()
    }

    /// The object.
    pub fn object(&self) -> N {
        self.root
    }

    /// The component with this name.
    pub fn component(&self, name: &str) -> Result<ComponentRef<'_, 'd, N>, WorkloadError> {
        let components = &self.definition().components;
        match self.definition().component(name) {
            Some((index, _)) => Ok(ComponentRef::new(self, index)),
            None => Err(WorkloadError::UnknownComponent {
                name: name.into(),
                known: components.iter().take(WorkloadError::KNOWN).map(|c| c.name.text.clone()).collect(),
            }),
        }
    }

    /// The root component.
    pub fn root_component(&self) -> ComponentRef<'_, 'd, N> {
        ComponentRef::new(self, 0)
    }

    /// The components as a tree, depth first, each with its depth: the root, then what it owns, as they are written.
    pub fn tree(&self) -> Vec<(usize, ComponentRef<'_, 'd, N>)> {
        let order = self.definition().depth_first();
        order.into_iter().map(|(depth, index)| (depth, ComponentRef::new(self, index))).collect()
    }
}

fn check_kind<'a>(definition: &Definition, object: impl Node<'a>) -> Result<(), WorkloadError> {
    let text = |key: &str| object.member(key).last().and_then(Node::as_str).unwrap_or_default().into_owned();
    let got = (text("apiVersion"), text("kind"));
    match &definition.root().kind {
        Some(kind) if (kind.api_version(), kind.kind.clone()) != got => {
            Err(WorkloadError::OtherKind { want: (kind.api_version(), kind.kind.clone()), got })
        }
        _ => Ok(()),
    }
}
