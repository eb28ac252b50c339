//! What the controller decides, apart from any cluster: the patch for an object.

use fieldwright::definition::Definition;
use fieldwright::diagnostic::{Diagnose, Diagnostic};
use fieldwright::document::Dialect;
use fieldwright::document::yaml::YamlStream;
use fieldwright::limits::Limits;
use fieldwright::workload::kube_rs::{self, Form};
use fieldwright::workload::{Lock, Selection, Workload, WorkloadError};
use kube::api::Patch;
use kube::core::DynamicObject;
use serde_json::{Value, json};

/// What the pods of a component are to have.
#[derive(Clone, Debug)]
pub struct Wish {
    /// The component.
    pub component: String,
    /// The scheduler.
    pub scheduler: String,
    /// The team, as the label `example.dev/team`.
    pub team: String,
}

/// Reads the one definition of a YAML text.
pub fn read_definition(text: &str) -> Result<Definition, Diagnostic> {
    let stream = YamlStream::parse(text, Dialect::Kubernetes, &Limits::DEFAULT).map_err(|error| error.diagnose())?;
    let root = stream.documents().next().map(|document| document.root()).ok_or_else(no_definition)?;
    match Definition::read(root) {
        (Some(definition), _) => Ok(definition),
        (None, problems) => Err(problems.first().map_or_else(no_definition, Diagnose::diagnose)),
    }
}

fn no_definition() -> Diagnostic {
    use fieldwright::diagnostic::Code;
    Diagnostic::new(Code::InvalidDefinition, "there is no definition").help("name a file with one")
}

/// The patch that makes an object as wished; `None` if it is so already.
///
/// It tests the name of each container and instance that it goes through, so that it can never hit another one; what else
/// changes in the object meanwhile does not matter.
pub fn patch_for(
    definition: &Definition,
    object: &DynamicObject,
    wish: &Wish,
) -> Result<Option<Patch<Value>>, WorkloadError> {
    let object = kube_rs::value(definition, object)?;
    let workload = Workload::new(definition, &object)?;
    let component = workload.component(&wish.component)?;
    if component.instances().is_empty() {
        return Ok(None);
    }
    let patch = json!({
        "metadata": {"labels": {"example.dev/team": wish.team}},
        "spec": {"schedulerName": wish.scheduler}
    });
    let plan = component.pod_patch(&Selection::All, &patch)?;
    workload.kube_patch(&plan, Form::Json(Lock::None))
}

/// The patch that gives a container of one instance another image, through k8s-openapi's type. What that type does not
/// know stays as it is. The server refuses the patch if the object has changed meanwhile.
pub fn image_patch(
    definition: &Definition,
    object: &DynamicObject,
    (component, instance, container): (&str, &str, &str),
    image: &str,
) -> Result<Option<Patch<Value>>, WorkloadError> {
    let object = kube_rs::value(definition, object)?;
    let workload = Workload::new(definition, &object)?;
    let one = Selection::Named(vec![instance.into()]);
    let plan = workload.component(component)?.update_pod_templates(&one, |pod| {
        let containers = &mut pod.spec.get_or_insert_default().containers;
        if let Some(found) = containers.iter_mut().find(|found| found.name == container) {
            found.image = Some(image.into());
        }
    })?;
    workload.kube_patch(&plan, Form::Json(Lock::ResourceVersion))
}

#[cfg(test)]
mod tests {
    use super::*;
    use fieldwright::workload::UnsupportedField;

    const DEFINITION: &str = include_str!("../../workload/fleet.definition.yaml");
    const FLEET: &str = include_str!("../../workload/fleet.yaml");

    fn fleet() -> DynamicObject {
        let stream = YamlStream::parse(FLEET, Dialect::Kubernetes, &Limits::DEFAULT).expect("YAML");
        let root = stream.documents().next().expect("a document").root();
        serde_json::from_value(Value::from(root)).expect("an object")
    }

    fn wish(component: &str) -> Wish {
        Wish { component: component.into(), scheduler: "fast".into(), team: "ml".into() }
    }

    /// The operations of the patch that would be sent.
    fn sent(patch: Option<Patch<Value>>) -> Value {
        match patch.expect("there is something to do") {
            Patch::Json(operations) => serde_json::to_value(operations).expect("JSON"),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_patch_that_would_be_sent() {
        let definition = read_definition(DEFINITION).expect("a definition");
        let patch = patch_for(&definition, &fleet(), &wish("worker")).expect("planned");
        assert_eq!(
            sent(patch),
            json!([
                {"op": "test", "path": "/spec/groups/1/name", "value": "large"},
                {"op": "add", "path": "/spec/groups/1/template/metadata/labels/example.dev~1team", "value": "ml"},
                {"op": "add", "path": "/spec/groups/1/template/spec/schedulerName", "value": "fast"},
                {"op": "test", "path": "/spec/groups/0/name", "value": "small"},
                {"op": "add", "path": "/spec/groups/0/template/metadata", "value": {"labels": {"example.dev/team": "ml"}}},
                {"op": "add", "path": "/spec/groups/0/template/spec/schedulerName", "value": "fast"}
            ])
        );
    }

    #[test]
    fn a_workload_that_is_as_wished_is_left_alone() {
        let definition = read_definition(DEFINITION).expect("a definition");
        let mut object = serde_json::to_value(fleet()).expect("JSON");
        let patch = patch_for(&definition, &fleet(), &wish("worker")).expect("planned");
        let Some(Patch::Json(operations)) = patch else { panic!("there is something to do") };
        json_patch::patch(&mut object, &operations).expect("applies");
        let after = serde_json::from_value(object).expect("an object");
        assert!(patch_for(&definition, &after, &wish("worker")).expect("planned").is_none());
    }

    /// Whoever lists objects gets them without their type.
    #[test]
    fn an_object_of_a_list_is_of_the_kind_that_was_listed() {
        let definition = read_definition(DEFINITION).expect("a definition");
        let listed = DynamicObject { types: None, ..fleet() };
        let (one, other) =
            (patch_for(&definition, &listed, &wish("worker")), patch_for(&definition, &fleet(), &wish("worker")));
        assert_eq!(sent(one.expect("planned")), sent(other.expect("planned")));
    }

    #[test]
    fn what_the_definition_cannot_write_is_refused() {
        let definition = read_definition(DEFINITION).expect("a definition");
        match patch_for(&definition, &fleet(), &wish("controller")) {
            Err(WorkloadError::Unsupported { fields, .. }) => {
                let told: Vec<String> = fields.iter().map(|UnsupportedField { field, .. }| field.to_string()).collect();
                assert_eq!(told, [".spec.schedulerName"]);
            }
            other => panic!("{other:?}"),
        }
    }

    /// k8s-openapi's type does not know `futureField`; it stays, and so does everything else.
    #[test]
    fn a_typed_change_is_one_operation() {
        let definition = read_definition(DEFINITION).expect("a definition");
        let mut object = fleet();
        object.metadata.resource_version = Some("41".into());
        let image = "registry.example.dev/train:2.0";
        let patch = image_patch(&definition, &object, ("worker", "large", "main"), image).expect("planned");
        assert_eq!(
            sent(patch),
            json!([
                {"op": "test", "path": "/metadata/resourceVersion", "value": "41"},
                {"op": "test", "path": "/spec/groups/1/name", "value": "large"},
                {"op": "test", "path": "/spec/groups/1/template/spec/containers/0/name", "value": "main"},
                {"op": "replace", "path": "/spec/groups/1/template/spec/containers/0/image", "value": image}
            ])
        );
        let none = image_patch(&definition, &object, ("worker", "large", "elsewhere"), image).expect("planned");
        assert!(none.is_none());
    }
}
