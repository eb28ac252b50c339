//! Definitions are read leniently, and what does not fit is told with its place.

use fieldwright::definition::{
    Definition, Form, PathField, PodShape, Problem, ProblemKind, Recognized, ReferenceShape, Role, recognize,
};
use fieldwright::diagnostic::Diagnose;
use fieldwright::value::Value;
use serde_json::{Value as Serde, json};

/// A definition with every kind of part that there is.
fn full() -> Serde {
    json!({
        "apiVersion": "run.ai/v1alpha1",
        "kind": "Karta",
        "metadata": {"name": "fleet", "labels": {"anything": "goes"}},
        "spec": {
            "structureDefinition": {
                "rootComponent": {
                    "name": "fleet",
                    "kind": {"group": "example.dev", "version": "v1", "kind": "Fleet"},
                    "statusDefinition": {
                        "phaseDefinition": {"path": ".status.phase"},
                        "conditionsDefinition": {"path": ".status.conditions", "typeFieldName": "name"},
                        "statusMappings": {
                            "running": [
                                {"byPhase": "Sailing"},
                                {"byConditions": [{"type": "Ready", "status": "True"}],
                                 "byExpression": {"expression": ".status.n > 0", "expectedResult": "true"}}
                            ]
                        }
                    },
                    "suspendDefinition": {
                        "suspendActions": [{"path": ".spec.suspend", "value": "true"}, {"path": ".spec.n", "value": 0}],
                        "resumeActions": [{"path": ".spec.suspend", "value": "false"}]
                    }
                },
                "childComponents": [
                    {
                        "name": "ship",
                        "ownerRef": "fleet",
                        "specDefinition": {"fragmentedPodSpecDefinition": {"labelsPath": ".spec.ships[].labels"}},
                        "scaleDefinition": {"replicasPath": ".spec.ships[].crew // 1"},
                        "instanceIdPath": ".spec.ships[].name",
                        "podSelector": {
                            "componentTypeSelector": {"keyPath": ".metadata.labels.role", "value": "ship",
                                                      "matchLabels": {"app": "fleet"}},
                            "componentInstanceSelector": {"idPath": ".metadata.labels.ship"},
                            "replicaSelector": {"keyPath": ".metadata.labels.index"}
                        }
                    },
                    {
                        "name": "boat",
                        "ownerRef": "ship",
                        "specDefinition": {"podSpecPath": ".spec.boat", "metadataPath": ".spec.boat"}
                    }
                ],
                "additionalChildKinds": [{"group": "", "version": "v1", "kind": "Service"}],
                "references": [
                    {"name": "harbour", "gvk": {"group": "example.dev", "version": "v1", "kind": "Harbour"},
                     "namespaceExpression": ".metadata.namespace", "lookup": {"nameExpression": ".spec.harbour"}},
                    {"name": "pods", "gvk": {"group": "", "version": "v1", "kind": "Pod"},
                     "list": {"matchLabels": {"fleet": {"expression": ".metadata.name"}, "x": {"value": "y"}},
                              "matchExpressions": [{"key": "k", "operator": "In", "values": [{"value": ""}]}]}}
                ]
            },
            "optimizationInstructions": {
                "gangScheduling": {
                    "podGroups": [{"name": "all", "members": [
                        {"componentName": "ship", "groupByKeyPaths": [".metadata.labels.a", ".metadata.labels.b"],
                         "filters": [".spec.x == 1"]}]}],
                    "podGroup": {"name": "g", "subGroups": [{"componentName": "boat"}]}
                }
            }
        },
        "status": {}
    })
}

fn read(definition: &Serde) -> (Option<Definition>, Vec<Problem>) {
    Definition::read(definition)
}

/// The problems as text: place, then the kind's name.
fn problems(definition: &Serde) -> Vec<String> {
    let (_, problems) = read(definition);
    problems
        .iter()
        .map(|problem| {
            let kind = format!("{:?}", problem.kind);
            let kind = kind.split([' ', '(', '{']).next().unwrap_or_default().to_owned();
            format!("{} {kind}", problem.location.to_pointer())
        })
        .collect()
}

/// Changes one place of a full definition and tells the problems.
fn with(pointer: &str, value: Serde) -> Vec<String> {
    let mut definition = full();
    *definition.pointer_mut(pointer).unwrap_or_else(|| panic!("no {pointer}")) = value;
    problems(&definition)
}

const ROOT: &str = "/spec/structureDefinition/rootComponent";
const SHIP: &str = "/spec/structureDefinition/childComponents/0";
const BOAT: &str = "/spec/structureDefinition/childComponents/1";

#[test]
fn a_whole_definition_has_no_problems_and_keeps_its_places() {
    let (definition, found) = read(&full());
    assert_eq!(found, []);
    let definition = definition.expect("read");
    assert_eq!(definition.form, Form::Karta);
    assert_eq!(definition.name.as_ref().map(|name| name.text.as_str()), Some("fleet"));
    assert!(definition.root().is_root());
    let names: Vec<_> = definition.components.iter().map(|component| component.name.text.as_str()).collect();
    assert_eq!(names, ["fleet", "ship", "boat"]);
    // Every path expression stands where it says, and no other string is taken for one.
    let whole = full();
    for path in definition.paths() {
        assert_eq!(whole.pointer(&path.location.to_pointer()), Some(&json!(path.text)), "{}", path.location);
    }
    assert_eq!(definition.paths().len(), 20);
    let (index, ship) = definition.component("ship").expect("there");
    assert!(!ship.is_root());
    assert!(definition.paths_of(ship).all(|(_, path)| path.component == Some(index)));
    assert_eq!(definition.paths_of(ship).count(), 6);
    let labels = definition.path_of(ship, PathField::Labels).expect("there");
    assert_eq!(definition.path(labels).text, ".spec.ships[].labels");
    assert_eq!(definition.pod_shapes(ship), [(PodShape::Fragments, labels)]);
    let (_, boat) = definition.component("boat").expect("there");
    assert_eq!(definition.pod_shapes(boat)[0].0, PodShape::Spec);
    assert!(definition.pod_shapes(definition.root()).is_empty());
}

#[test]
fn the_parts_are_read() {
    let (definition, _) = read(&full());
    let definition = definition.expect("read");
    let root = definition.root();
    assert_eq!(root.kind.as_ref().map(|kind| kind.api_version()), Some("example.dev/v1".into()));
    let suspend = root.suspend.as_ref().expect("there");
    let values: Vec<_> = suspend.suspend.iter().map(|action| action.value.clone()).collect();
    assert_eq!(values, [Some(Value::Bool(true)), Some(Value::from(&json!(0)))]);
    assert!(suspend.resume[0].path.is_some_and(|id| definition.path(id).field == PathField::ResumeAction));
    let status = root.status.as_ref().expect("there");
    let fields = status.conditions.as_ref().expect("there");
    assert_eq!((fields.kind.text.as_str(), fields.status.text.as_str()), ("name", "status"));
    let matchers = &status.mappings[0].matchers;
    assert_eq!(matchers[0].phase.as_ref().map(|phase| phase.text.as_str()), Some("Sailing"));
    let expression = matchers[1].expression.as_ref().expect("there");
    assert_eq!((definition.path(expression.0).text.as_str(), expression.1.text.as_str()), (".status.n > 0", "true"));
    let shapes: Vec<_> = definition.references.iter().map(|reference| reference.shape).collect();
    assert_eq!(shapes, [Some(ReferenceShape::Lookup), Some(ReferenceShape::List)]);
    let member = &definition.pod_groups[0].members[0];
    assert_eq!((member.keys.len(), member.filters.len()), (2, 1));
    assert_eq!(definition.additional_kinds[0].api_version(), "v1");
}

#[test]
fn the_older_form_is_read_too_and_others_are_told_apart() {
    let mut older = full();
    older["apiVersion"] = json!("optimization.nvidia.com/v1alpha1");
    older["kind"] = json!("ResourceInterface");
    assert_eq!(read(&older).0.map(|definition| definition.form), Some(Form::ResourceInterface));
    older["apiVersion"] = json!("run.ai/v1alpha2");
    older["kind"] = json!("Karta");
    assert!(matches!(recognize(&older), Recognized::OtherVersion(..)));
    assert!(read(&older).0.is_none());
    for other in [json!(null), json!([]), json!({"kind": "Karta"}), json!({"apiVersion": "apps/v1", "kind": "Karta"})] {
        assert_eq!(recognize(&other), Recognized::Other);
        let (definition, found) = read(&other);
        assert!(definition.is_none() && found.len() == 1 && found[0].is_fatal());
    }
}

#[test]
fn unknown_keys_are_told_with_the_one_that_was_meant() {
    let mut definition = full();
    definition["spec"]["structureDefinition"]["childComponents"][0]["onwerRef"] = json!("x");
    definition["spec"]["extra"] = json!(1);
    let (read, mut found) = read(&definition);
    found.sort_by_key(|problem| problem.location.segments().len());
    assert!(read.is_some());
    let near: Vec<_> = found.iter().map(|problem| problem.kind.clone()).collect();
    assert_eq!(near, [ProblemKind::UnknownKey { near: None }, ProblemKind::UnknownKey { near: Some("ownerRef") }]);
    assert!(found.iter().all(|problem| !problem.is_fatal()));
    assert_eq!(found[1].diagnose().help.as_deref(), Some("did you mean `ownerRef`"));
}

#[test]
fn what_does_not_fit_is_told_with_its_place() {
    let at = |place: &str, kind: &str| vec![format!("{place} {kind}")];
    assert_eq!(
        with(&format!("{SHIP}/instanceIdPath"), json!(3)),
        [
            format!("{SHIP}/instanceIdPath WrongType"),
            format!("{SHIP}/podSelector/componentInstanceSelector/idPath NoInstanceId")
        ]
    );
    assert_eq!(with(&format!("{ROOT}/kind/kind"), json!("")), at(&format!("{ROOT}/kind/kind"), "EmptyText"));
    assert_eq!(with(&format!("{ROOT}/kind"), json!(null)), at(ROOT, "MissingKey"));
    let owner = format!("{SHIP}/ownerRef");
    assert_eq!(with(&owner, json!("fleat")), at(&owner, "UnknownOwner"));
    assert_eq!(with(&owner, json!(null)), at(SHIP, "NoOwner"));
    assert_eq!(with(&owner, json!("boat")), at(&owner, "OwnerCycle"));
    let owner = format!("{BOAT}/ownerRef");
    assert_eq!(with(&owner, json!("boat")), at(&owner, "OwnerCycle"));
    let name = format!("{BOAT}/name");
    assert_eq!(with(&name, json!("ship")).first(), at(&name, "DuplicateName").first());
    let action = format!("{ROOT}/suspendDefinition/suspendActions/0");
    assert_eq!(with(&format!("{action}/value"), json!("paused")), at(&format!("{action}/value"), "NotJson"));
    assert_eq!(with(&action, json!({"path": ".x"})), at(&action, "MissingKey"));
}

#[test]
fn parts_that_do_not_fit_together_are_told() {
    let at = |place: &str, kind: &str| vec![format!("{place} {kind}")];
    let pods = format!("{BOAT}/specDefinition");
    assert_eq!(with(&pods, json!({"metadataPath": ".m"})), at(&format!("{pods}/metadataPath"), "MetadataAlone"));
    assert_eq!(with(&pods, json!({"podSpecPath": []})), at(&format!("{pods}/podSpecPath"), "WrongType"));
    let both = json!({"podTemplateSpecPath": ".t", "fragmentedPodSpecDefinition": {"imagePath": ".i"}});
    let image = format!("{pods}/fragmentedPodSpecDefinition/imagePath");
    assert_eq!(with(&pods, both), at(&image, "SeveralShapes"));
    let id = format!("{SHIP}/instanceIdPath");
    assert_eq!(with(&format!("{SHIP}/podSelector"), json!({})), at(&id, "NoInstanceSelector"));
    let selector = format!("{SHIP}/podSelector/componentTypeSelector");
    assert_eq!(with(&selector, json!({"value": "x"})), at(&selector, "NoSelectorKey"));
    let group = "/spec/optimizationInstructions/gangScheduling/podGroups/0/members/0/componentName";
    assert_eq!(with(group, json!("shipp")), at(group, "UnknownComponent"));
    let status = format!("{ROOT}/statusDefinition");
    let first = format!("{status}/statusMappings/running/0");
    assert_eq!(
        with(&first, json!({})),
        [format!("{first} EmptyMatcher"), format!("{status}/phaseDefinition UnusedSource")]
    );
    assert_eq!(with(&format!("{status}/phaseDefinition"), json!(null)), at(&format!("{first}/byPhase"), "NoSource"));
    let reference = "/spec/structureDefinition/references/0";
    assert_eq!(with(&format!("{reference}/lookup"), json!(null)), at(reference, "ReferenceShape"));
    assert_eq!(with(&format!("{reference}/name"), json!("a b")), at(&format!("{reference}/name"), "NotAVariable"));
    let second = "/spec/structureDefinition/references/1/name";
    assert_eq!(with(second, json!("harbour")), at(second, "DuplicateName"));
}

#[test]
fn nothing_in_any_place_makes_reading_fail() {
    fn pointers(value: &Serde, at: String, out: &mut Vec<String>) {
        match value {
            Serde::Object(members) => {
                members.iter().for_each(|(key, value)| pointers(value, format!("{at}/{key}"), out));
            }
            Serde::Array(entries) => {
                entries.iter().enumerate().for_each(|(index, value)| pointers(value, format!("{at}/{index}"), out));
            }
            _ => {}
        }
        out.push(at);
    }
    let mut places = Vec::new();
    pointers(&full(), String::new(), &mut places);
    for place in places {
        for odd in [json!(null), json!(1), json!(""), json!("x"), json!([]), json!([null]), json!({}), json!({"x": {}})]
        {
            let mut definition = full();
            *definition.pointer_mut(&place).expect("it was there") = odd;
            let (_, found) = read(&definition);
            for problem in found {
                assert!(!problem.diagnose().message.is_empty());
            }
        }
    }
}

#[test]
fn many_components_are_read_in_linear_time() {
    let mut definition = full();
    let component = |at: usize| json!({"name": format!("c{at}"), "ownerRef": format!("c{}", at + 1), "specDefinition": {"podSpecPath": ".x"}});
    let many: Vec<Serde> = (0..5_000).map(component).collect();
    definition["spec"]["structureDefinition"]["childComponents"] = json!(many);
    let started = std::time::Instant::now();
    let (_, found) = read(&definition);
    assert!(found.iter().any(|problem| matches!(problem.kind, ProblemKind::UnknownOwner { .. })));
    assert!(started.elapsed() < std::time::Duration::from_secs(5), "{:?}", started.elapsed());
}

#[test]
fn the_table_says_what_must_be_written() {
    let must: Vec<_> = PathField::TABLE.iter().filter(|row| row.role == Role::MustWrite).map(|row| row.key).collect();
    assert_eq!(must, ["podTemplateSpecPath", "podSpecPath", "metadataPath", "path", "path"]);
    assert!(PathField::Image.is_fragment() && !PathField::Replicas.is_fragment());
    assert!(PathField::Image.takes_references() && !PathField::ReferenceName.takes_references());
}
