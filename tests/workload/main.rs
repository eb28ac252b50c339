//! Workloads: an object and the definition of its kind, read and written without knowing the shape.

mod allocations;
mod instances;
#[cfg(feature = "kube")]
mod kube_rs;
mod laws;
mod patch;
mod read;
mod server;
mod suspend;
mod sweep;
mod update;

use fieldwright::definition::Definition;
use fieldwright::diagnostic::Diagnose;
use fieldwright::plan::Plan;
use fieldwright::workload::{Selection, Workload, WorkloadError};
use serde_json::{Value as Serde, json};

/// A definition of the kind `example.dev/v1 Thing`: what the root component has besides its name and kind, and the
/// other components.
fn definition(root: &Serde, children: Serde) -> Definition {
    let mut component = json!({"name": "thing", "kind": {"group": "example.dev", "version": "v1", "kind": "Thing"}});
    component.as_object_mut().expect("an object").extend(root.as_object().cloned().unwrap_or_default());
    read(&json!({
        "apiVersion": "run.ai/v1alpha1",
        "kind": "Karta",
        "spec": {"structureDefinition": {"rootComponent": component, "childComponents": children}}
    }))
}

/// A definition whose root component describes its pods so.
fn pods(spec_definition: Serde) -> Definition {
    definition(&json!({"specDefinition": spec_definition}), json!([]))
}

/// A definition with a component `part` that has these keys.
fn part(keys: Serde) -> Definition {
    let mut component = json!({"name": "part", "ownerRef": "thing"});
    component.as_object_mut().expect("an object").extend(keys.as_object().cloned().unwrap_or_default());
    definition(&json!({}), json!([component]))
}

/// Reads a definition that has no faults.
fn read(definition: &Serde) -> Definition {
    let (definition, problems) = Definition::read(definition);
    let fatal: Vec<_> = problems.iter().filter(|problem| problem.is_fatal()).collect();
    assert!(fatal.is_empty(), "{fatal:?}");
    definition.expect("a definition")
}

/// An object of the kind.
fn thing(rest: &Serde) -> Serde {
    let mut object = json!({"apiVersion": "example.dev/v1", "kind": "Thing"});
    object.as_object_mut().expect("an object").extend(rest.as_object().cloned().unwrap_or_default());
    object
}

/// The code of an error. Every error can be told.
fn code(error: &WorkloadError) -> &'static str {
    let told = error.diagnose();
    assert!(!told.message.is_empty() && told.help.is_some(), "{told:?}");
    told.code.as_str()
}

fn named(names: &[&str]) -> Selection {
    Selection::Named(names.iter().map(ToString::to_string).collect())
}

/// The object after a patch, or the code of the refusal; a refusal leaves no plan to carry out.
fn patched(
    definition: &Definition,
    object: &Serde,
    component: &str,
    which: &Selection,
    patch: &Serde,
) -> Result<Serde, String> {
    let plan = plan(definition, object, component, which, patch).map_err(|error| code(&error).to_owned())?;
    Ok(applied(&plan, object))
}

fn plan(
    definition: &Definition,
    object: &Serde,
    component: &str,
    which: &Selection,
    patch: &Serde,
) -> Result<Plan, WorkloadError> {
    Workload::new(definition, object)?.component(component)?.pod_patch(which, patch)
}

/// Carries a plan out, twice: the second time it has nothing left to do.
fn applied(plan: &Plan, object: &Serde) -> Serde {
    let mut after = object.clone();
    let changed = plan.apply(&mut after).expect("the plan fits the object that it was made on");
    assert_eq!(changed, after != *object);
    assert_eq!(plan.is_empty(), !changed, "a plan holds what changes: {plan}");
    after
}
