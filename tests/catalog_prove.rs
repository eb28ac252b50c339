//! Definitions proved on samples: those of the documentation, and what a proof must find.

use fieldwright::catalog::{Checked, Content, FILE_BYTES, Input, Options, Severity, check, read_inputs};
use std::path::{Path, PathBuf};

fn examples(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/examples/catalog").join(folder)
}

fn told(checked: &Checked) -> Vec<String> {
    let line = |finding: &fieldwright::catalog::Finding| {
        let file = &checked.files[finding.place.file];
        format!("{} {} {}", file.path, finding.rule.code, finding.message)
    };
    checked.findings.iter().map(line).collect()
}

fn read(folder: &str) -> Vec<Input> {
    read_inputs(&[examples(folder)], FILE_BYTES).expect("files")
}

/// The pod template of a pod is the pod: the one note that stays.
fn only_notes_the_pod(checked: &Checked) {
    let told = told(checked);
    let [finding] = &checked.findings[..] else { panic!("{told:#?}") };
    assert_eq!((finding.rule.name, finding.severity), ("whole-object", Severity::Note));
}

#[test]
fn every_example_is_proved_on_its_sample() {
    let definitions = read("definitions");
    assert!(definitions.len() >= 12);
    let options = Options { objects: read("objects"), strict: true, ..Options::default() };
    let checked = check(definitions, &options);
    only_notes_the_pod(&checked);
    assert_eq!(checked.statistics.composed, 0);
    assert_eq!(checked.statistics.invalid, 0);
}

#[test]
fn every_example_is_proved_on_an_object_made_from_its_paths() {
    let checked = check(read("definitions"), &Options { synthesize: true, ..Options::default() });
    only_notes_the_pod(&checked);
}

/// What is taken from a sample that was complete is told, and only that.
#[test]
fn a_field_that_the_samples_lack_is_told() {
    let mut objects = read("objects");
    for object in &mut objects {
        if let Content::Text(text) = &mut object.content {
            *text = text.replace("      maxReplicas: 5\n", "").replace("      maxReplicas: 2\n", "");
        }
    }
    let checked = check(read("definitions"), &Options { objects, ..Options::default() });
    let absent: Vec<_> = checked.findings.iter().filter(|finding| finding.rule.name == "absent-place").collect();
    assert_eq!(absent.len(), 1, "{:#?}", told(&checked));
    assert!(absent[0].subject.ends_with("raycluster/workers/maxReplicasPath"), "{}", absent[0].subject);
}

fn input(path: &str, text: String) -> Input {
    Input { path: path.into(), content: Content::Text(text) }
}

fn graph(fields: &str) -> Input {
    let text = format!(
        "apiVersion: run.ai/v1alpha1
kind: Karta
metadata: {{name: graph}}
spec:
  structureDefinition:
    rootComponent:
      name: graph
      kind: {{group: example.dev, version: v1, kind: Graph}}
      statusDefinition:
        phaseDefinition: {{path: .status.phase}}
        statusMappings:
          running: [{{byPhase: Running}}]
    childComponents:
      - name: nodes
        ownerRef: graph
        podSelector:
          componentInstanceSelector: {{idPath: '.metadata.labels.node'}}
{fields}"
    );
    input("graph.yaml", text)
}

fn proved(fields: &str, object: &str) -> Vec<String> {
    let object = format!("apiVersion: example.dev/v1\nkind: Graph\nstatus: {{phase: Running}}\n{object}");
    let objects = vec![input("object.yaml", object)];
    told(&check(vec![graph(fields)], &Options { objects, ..Options::default() }))
}

const NODES: &str = "        instanceIdPath: .spec.nodes[].name
        specDefinition:
          fragmentedPodSpecDefinition:
            imagePath: .spec.nodes[].image
            labelsPath: .spec.nodes[].labels
        scaleDefinition:
          replicasPath: .spec.nodes[].count
";

#[test]
fn what_does_not_fit_is_told_with_its_place() {
    let whole = "spec:\n  nodes:\n    - {name: a, image: i, labels: {}, count: 1}\n";
    assert_eq!(proved(NODES, whole), Vec::<String>::new());
    let number = "spec:\n  nodes:\n    - {name: a, image: i, labels: {}, count: many}\n";
    assert_eq!(proved(NODES, number).len(), 1);
    let labels = "spec:\n  nodes:\n    - {name: a, image: i, labels: [a], count: 1}\n";
    assert!(proved(NODES, labels)[0].contains("FW172 `.spec.nodes[0].labels` is of type array"));
    let scalar = "spec:\n  nodes: none\n";
    let told = proved(NODES, scalar);
    assert_eq!(told.iter().filter(|line| line.contains("FW172")).count(), 4, "{told:#?}");
}

#[test]
fn a_member_that_stands_twice_is_no_place_to_write() {
    let object = r#"{"apiVersion": "example.dev/v1", "kind": "Graph", "status": {"phase": "Running"},
        "spec": {"nodes": [{"name": "a", "image": "x", "image": "y", "labels": {}, "count": 1}]}}"#;
    let objects = vec![input("object.json", object.into())];
    let checked = check(vec![graph(NODES)], &Options { objects, ..Options::default() });
    // A client sees the last one, so reading is fine; the sample itself is not.
    assert!(told(&checked).iter().all(|line| !line.contains("FW172")), "{:#?}", told(&checked));
}

#[test]
fn a_formula_must_give_one_result_or_one_for_each_instance() {
    let fields = "        instanceIdPath: .spec.nodes[].name
        scaleDefinition:
          replicasPath: .spec.nodes[] | (.count // 1) * (.parts[] | .size)
";
    let object = "spec:\n  nodes:\n    - {name: a, count: 1, parts: [{size: 1}, {size: 2}]}\n    - {name: b, parts: [{size: 1}]}\n";
    let told = proved(fields, object);
    assert_eq!(told.len(), 1, "{told:#?}");
    assert!(told[0].contains("FW174 the formula gives 3 results, and 1 or 2 are needed"), "{told:#?}");
}

#[test]
fn a_suspended_sample_is_resumed_and_a_lost_value_is_named() {
    let suspend = "        suspendDefinition:
          suspendActions:
            - {path: .spec.size, value: 0}
            - {path: .spec.note, value: '\"paused\"'}
          resumeActions:
            - {path: .spec.size, value: 4}
        instanceIdPath: .spec.nodes[].name
";
    let nodes = "  nodes:\n    - {name: a}\n";
    let told = proved(suspend, &format!("spec:\n  size: 4\n  note: ours\n{nodes}"));
    assert_eq!(told.len(), 1, "{told:#?}");
    assert!(
        told[0].contains("FW176 after suspending and resuming `.spec.note` is `\"paused\"`, before it was `\"ours\"`")
    );
    let told = proved(suspend, &format!("spec:\n  size: 0\n  note: paused\n{nodes}"));
    assert_eq!(told, Vec::<String>::new());
}

/// Every `[]` of a path could have two entries in an object that is made: it must not.
#[test]
fn a_path_of_many_steps_makes_no_large_object() {
    let path = format!(".spec{}.labels", "[]".repeat(200));
    let fields = format!("        specDefinition:\n          fragmentedPodSpecDefinition: {{labelsPath: '{path}'}}\n");
    let checked = check(vec![graph(&fields)], &Options { synthesize: true, ..Options::default() });
    assert!(checked.findings.iter().all(|finding| finding.rule.name != "write-not-exact"), "{:#?}", told(&checked));
}

/// As many places as one address may have in a sample of some size, each proved.
#[test]
fn every_instance_of_a_long_list_is_proved() {
    let nodes = |count: usize| -> String {
        (0..count).map(|at| format!("    - {{name: n{at}, image: i, labels: {{a: b}}, count: 1}}\n")).collect()
    };
    assert_eq!(proved(NODES, &format!("spec:\n  nodes:\n{}", nodes(1_000))), Vec::<String>::new());
    let last = "    - {name: last, image: i, labels: [a], count: 1}\n";
    let told = proved(NODES, &format!("spec:\n  nodes:\n{}{last}", nodes(1_000)));
    assert_eq!(told.len(), 1, "{told:#?}");
    assert!(told[0].contains("`.spec.nodes[1000].labels`"), "{told:#?}");
}
