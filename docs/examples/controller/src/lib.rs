//! What the controller decides, apart from any cluster: the patch for an object.

use fieldwright::definition::Definition;
use fieldwright::diagnostic::{Diagnose, Diagnostic};
use fieldwright::document::Dialect;
use fieldwright::document::yaml::YamlStream;
use fieldwright::limits::Limits;
use fieldwright::workload::{Lock, Selection, Workload, WorkloadError, admission};
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

/// The JSON Patch that makes an object as wished; `None` if it is so already.
///
/// The patch tests the name of each container and instance that it goes through, so that it can never hit another one;
/// what else changes in the object meanwhile does not matter.
pub fn patch_for(definition: &Definition, object: &DynamicObject, wish: &Wish) -> Result<Option<Value>, WorkloadError> {
    let object = admission::object(object)?;
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
    if plan.is_empty() {
        return Ok(None);
    }
    Ok(Some(Value::from(&workload.json_patch(&plan, Lock::None)?)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use fieldwright::workload::UnsupportedField;
    use k8s_openapi::api::core::v1::PodTemplateSpec;

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

    #[test]
    fn the_patch_that_would_be_sent() {
        let definition = read_definition(DEFINITION).expect("a definition");
        let patch =
            patch_for(&definition, &fleet(), &wish("worker")).expect("planned").expect("there is something to do");
        assert_eq!(
            patch,
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
        let patch = patch_for(&definition, &fleet(), &wish("worker")).expect("planned").expect("something");
        let operations: json_patch::Patch = serde_json::from_value(patch).expect("a patch");
        json_patch::patch(&mut object, &operations).expect("applies");
        let after = serde_json::from_value(object).expect("an object");
        assert_eq!(patch_for(&definition, &after, &wish("worker")).expect("planned"), None);
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

    /// k8s-openapi's type does not know `futureField`; it stays.
    #[test]
    fn a_typed_view_writes_what_was_changed() {
        let definition = read_definition(DEFINITION).expect("a definition");
        let object = serde_json::to_value(fleet()).expect("JSON");
        let workload = Workload::new(&definition, &object).expect("fits");
        let large = Selection::Named(vec!["large".into()]);
        let plan = workload.component("worker").expect("there").update_as(&large, |pod: &mut PodTemplateSpec| {
            let containers = &mut pod.spec.get_or_insert_default().containers;
            containers.retain(|container| container.name != "sidecar");
            containers[0].image = Some("registry.example.dev/train:2.0".into());
        });
        assert_eq!(
            plan.expect("planned").to_string(),
            r#"del(.spec.groups[1].template.spec.containers[1]) | .spec.groups[1].template.spec.containers[0].image = "registry.example.dev/train:2.0""#
        );
    }
}
