//! The commands on workloads: `components`, `mutate`, `suspend`, `resume`.

#![cfg(feature = "cli")]

#[path = "common/case.rs"]
mod case;

use case::{Case, run};
use serde_json::{Value, json};

const FLEET: &str = include_str!("../docs/examples/workload/fleet.yaml");
const DEFINITION: &str = include_str!("../docs/examples/workload/fleet.definition.yaml");

fn on_fleet<const N: usize>(args: [&str; N]) -> Case {
    run(args).file("fleet.yaml", FLEET).file("def.yaml", DEFINITION)
}

fn mutate(component: &str, patch: &str) -> Case {
    on_fleet(["mutate", "fleet.yaml", "-d", "def.yaml", "--component", component, "--patch", patch])
}

/// The lines in which two texts differ, old ones with a minus, new ones with a plus.
fn lines(before: &str, after: &str) -> Vec<String> {
    let (before, after): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let head = before.iter().zip(&after).take_while(|(a, b)| a == b).count();
    let tail = before[head..].iter().rev().zip(after[head..].iter().rev()).take_while(|(a, b)| a == b).count();
    let old = before[head..before.len() - tail].iter().map(|line| format!("-{line}"));
    old.chain(after[head..after.len() - tail].iter().map(|line| format!("+{line}"))).collect()
}

#[test]
fn one_line_changes_for_one_leaf() {
    let ran = mutate("worker", r#"{"spec":{"containers":[{"name":"main","image":"registry.example.dev/train:1.1"}]}}"#)
        .arg("--instance")
        .arg("large")
        .run();
    assert_eq!(ran.exit, 0, "{}", ran.stderr);
    assert_eq!(
        lines(FLEET, &ran.stdout),
        [
            "-              image: \"registry.example.dev/train:1.0\"",
            "+              image: \"registry.example.dev/train:1.1\""
        ]
    );
    let ran = mutate("controller", r#"{"metadata":{"labels":{"team":"ml"}}}"#).run();
    assert_eq!(
        lines(FLEET, &ran.stdout),
        ["-    podLabels: {tier: control}", "+    podLabels: {tier: control, team: ml}"]
    );
}

#[test]
fn all_instances_or_those_that_are_named() {
    let patch = r#"{"metadata":{"labels":{"team":"ml"}}}"#;
    mutate("worker", patch).refused(1, "ambiguous");
    mutate("worker", patch).arg("--instance").arg("medium").refused(1, "unknown-instance");
    mutate("worker", patch).arg("--all").arg("--instance").arg("small").refused(2, "usage");
    let ran = mutate("worker", patch).arg("--all").arg("--plan").run();
    assert_eq!(
        ran.stdout.trim(),
        r#".spec.groups[1].template.metadata.labels.team = "ml" | .spec.groups[0].template.metadata = {"labels":{"team":"ml"}}"#
    );
}

#[test]
fn refusals_are_typed_and_touch_nothing() {
    let error = mutate("controller", r#"{"spec":{"schedulerName":"s","containers":[{"image":"i"}]}}"#)
        .arg("-i")
        .refused(1, "unsupported-fields");
    assert_eq!(error["fields"], ".spec.schedulerName .spec.containers[0].image");
    assert_eq!((&error["reason"], &error["span"]["start"]), (&json!("default"), &json!(23)));
    let error = mutate("worker", r#"{"spec":{"containers":[{"name":"sidecar","image":"x"}]}}"#).arg("--all");
    let error = error.refused(1, "unknown-container");
    assert_eq!((&error["location"], &error["line"]), (&json!(".spec.groups[0].template.spec.containers"), &json!(18)));
    mutate("worker", r#"{"spec":{"schedulrName":"s"}}"#).refused(1, "unknown-field");
    mutate("worker", "{}").refused(1, "empty-patch");
    mutate("worker", "[]").refused(2, "invalid-plan");
    mutate("worker", "{").refused(2, "invalid-document");
    mutate("driver", r#"{"spec":{"schedulerName":"s"}}"#).refused(1, "unknown-component");
    on_fleet(["mutate", "def.yaml", "-d", "fleet.yaml", "--component", "x", "--patch", "{}"])
        .refused(2, "invalid-definition");
    on_fleet(["mutate", "fleet.yaml", "-d", "none.yaml", "--component", "x", "--patch", "{}"]).refused(2, "io");
    let error = on_fleet(["mutate", "pod.json", "-d", "def.yaml", "--component", "worker", "--patch", "{}"])
        .file("pod.json", r#"{"apiVersion":"v1","kind":"Pod"}"#)
        .refused(1, "wrong-kind");
    assert!(error["message"].as_str().is_some_and(|text| text.contains("v1 Pod")), "{error}");
}

#[test]
fn a_broken_definition_is_pointed_at() {
    let definition = DEFINITION.replace(".spec.groups[].template", ".spec.groups[].template-spec");
    let error = run(["mutate", "fleet.yaml", "-d", "def.yaml", "--component", "worker", "--patch", "{}"])
        .file("fleet.yaml", FLEET)
        .file("def.yaml", &definition)
        .refused(2, "invalid-definition");
    assert_eq!((&error["file"], &error["cause"]), (&json!("def.yaml"), &json!("unquoted-key")));
    assert_eq!(error["line"], json!(1 + definition.lines().position(|line| line.contains("template-spec")).unwrap()));
    let definition = DEFINITION.replace("ownerRef: fleet", "ownerRef: flete");
    let error = run(["components", "-d", "def.yaml"]).file("def.yaml", &definition).refused(2, "invalid-definition");
    assert_eq!(error["help"], "did you mean `fleet`");
}

#[test]
fn the_patch_may_be_a_file_and_the_file_is_written_in_place() {
    let ran =
        on_fleet(["mutate", "fleet.yaml", "-d", "def.yaml", "--component", "worker", "--instance", "small", "-i"])
            .file("patch.yaml", "spec:\n  schedulerName: fast\n")
            .arg("--patch")
            .arg("patch.yaml")
            .run();
    assert_eq!((ran.exit, ran.stdout.as_str()), (0, ""), "{}", ran.stderr);
    assert_eq!(lines(FLEET, &ran.read("fleet.yaml")), ["+          schedulerName: fast"]);
}

#[test]
fn the_object_is_printed_in_the_wanted_format() {
    let patch = r#"{"metadata":{"labels":{"team":"ml"}}}"#;
    let ran = mutate("controller", patch).arg("-o").arg("json").run();
    let object: Value = serde_json::from_str(&ran.stdout).expect("JSON");
    assert_eq!(object["spec"]["controller"]["podLabels"], json!({"tier": "control", "team": "ml"}));
    assert!(ran.stdout.starts_with("{\n  \"apiVersion\""), "{}", ran.stdout);
    // A number keeps its spelling.
    assert!(ran.stdout.contains("2.50"), "{}", ran.stdout);
    let json = run(["mutate", "o.json", "-d", "def.yaml", "--component", "controller", "-o", "yaml", "--patch", patch])
        .file("o.json", &ran.stdout)
        .file("def.yaml", DEFINITION)
        .run();
    assert!(
        json.stdout.starts_with("apiVersion: example.dev/v1\nkind: Fleet\nmetadata:\n  name: north\n"),
        "{}",
        json.stdout
    );
    assert!(json.stdout.contains("\n      team: ml\n"), "{}", json.stdout);
}

#[test]
fn plans_come_in_the_forms_that_a_server_takes() {
    let patch = r#"{"spec":{"containers":[{"name":"sidecar","image":"x"}]}}"#;
    let ran = mutate("worker", patch).arg("--instance").arg("large").arg("--plan=json-patch").run();
    let operations: Value =
        serde_json::from_str(&ran.stdout).unwrap_or_else(|_| panic!("{} {}", ran.stdout, ran.stderr));
    // An index alone could hit another group or container by the time the server reads it.
    let container = "/spec/groups/1/template/spec/containers/1";
    assert_eq!(
        operations,
        json!([
            {"op": "test", "path": "/spec/groups/1/name", "value": "large"},
            {"op": "test", "path": format!("{container}/name"), "value": "sidecar"},
            {"op": "replace", "path": format!("{container}/image"), "value": "x"}
        ])
    );
}

#[test]
fn components_are_shown() {
    let ran = on_fleet(["components", "fleet.yaml", "-d", "def.yaml"]).run();
    assert_eq!(
        ran.stdout,
        "\
fleet  example.dev/v1 Fleet
    status: running; phase Sailing
  controller  apps/v1 Deployment
      scale: replicas 1
      .metadata.labels               .spec.controller.podLabels
      .spec.containers[0].resources  .spec.controller.resources
      .spec.containers[0].image      cannot be written: `.spec.controller.image // \"example.dev/controller:latest\"` is a \
         formula: a default is a value, not a place
  worker  v1 Pod
      instance small: replicas 4
      instance large: replicas 1
      .  .spec.groups[].template
"
    );
    let ran = on_fleet(["components", "-d", "def.yaml", "--format", "json"]).run();
    let shown: Vec<Value> = ran.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let image = &shown[1]["fields"][2];
    assert_eq!(
        (&image["field"], &image["writable"], &image["target"]),
        (&json!("imagePath"), &json!(false), &json!(".spec.controller.image"))
    );
    assert_eq!((&shown[2]["depth"], shown[2].get("instances")), (&json!(1), None));
    let ran = on_fleet(["components", "fleet.yaml", "-d", "def.yaml", "--format", "json"]).run();
    let worker: Value = serde_json::from_str(ran.stdout.lines().last().unwrap_or_default()).expect("JSON");
    assert_eq!(worker["instances"][1], json!({"id": "large", "location": ".spec.groups[1]", "scale": {"replicas": 1}}));
}

#[test]
fn what_cannot_be_read_is_told_and_the_rest_is_shown() {
    let object = FLEET.replace("replicas: 4", "replicas: many").replace("phase: Sailing", "phase: 3");
    let ran = run(["components", "fleet.yaml", "-d", "def.yaml"])
        .file("fleet.yaml", &object)
        .file("def.yaml", DEFINITION)
        .run();
    assert_eq!(ran.exit, 1);
    let warnings: Vec<Value> = ran.stderr.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(warnings.len(), 2, "{warnings:?}");
    assert!(warnings.iter().all(|warning| warning["severity"] == "warning" && warning["code"] == "type-mismatch"));
    assert!(
        ran.stdout.contains("instance large: no scale") && ran.stdout.contains(".spec.groups[].template"),
        "{}",
        ran.stdout
    );
}

#[test]
fn what_others_wrote_cannot_steer_the_terminal_or_forge_lines() {
    let object = FLEET.replace("name: small", r#"name: "small\n  forged\e[31m""#);
    let ran = run(["components", "fleet.yaml", "-d", "def.yaml"])
        .file("fleet.yaml", &object)
        .file("def.yaml", DEFINITION)
        .run();
    assert_eq!(ran.exit, 0, "{}", ran.stderr);
    assert!(!ran.stdout.contains('\u{1b}') && !ran.stdout.contains("\n  forged"), "{}", ran.stdout);
}

#[test]
fn suspending_and_resuming_gives_the_file_back() {
    let record = "example.dev/suspended";
    let suspended = on_fleet(["suspend", "fleet.yaml", "-d", "def.yaml", "--record", record]).run();
    assert_eq!(suspended.exit, 0, "{}", suspended.stderr);
    assert!(suspended.stdout.contains("replicas: 0   # one a rack"), "{}", suspended.stdout);
    let again = |command: &str, text: &str, extra: &[&str]| {
        let case = run([command, "fleet.yaml", "-d", "def.yaml"]).file("fleet.yaml", text).file("def.yaml", DEFINITION);
        extra.iter().fold(case, |case, arg| case.arg(arg))
    };
    again("suspend", &suspended.stdout, &["--record", record]).prints(&suspended.stdout);
    again("resume", &suspended.stdout, &["--record", record]).prints(FLEET);
    again("resume", &suspended.stdout, &[]).refused(1, "no-saved-value");
    again("resume", &suspended.stdout, &["--component", "worker"]).refused(1, "unsupported-fields");
}

/// Whatever suspending makes goes again: the parent that two places share, and the metadata of an object without any.
#[test]
fn resuming_leaves_nothing_behind() {
    let definition = DEFINITION
        .replace(".spec.suspend\n            value: \"true\"", ".spec.run.hold.off\n            value: \"true\"")
        .replace(".spec.groups[].replicas\n", ".spec.run.hold.size\n")
        .replace("resumeActions:\n          - path: .spec.suspend\n            value: \"false\"", "resumeActions: []");
    let record = ["--record", "example.dev/suspended"];
    let head = r#"{"apiVersion":"example.dev/v1","kind":"Fleet""#;
    for (name, object) in [
        ("fleet.json", format!("{head}}}\n")),
        ("fleet.json", format!("{head},\"metadata\":{{}},\"spec\":{{\"run\":{{}},\"x\": 1.0}}}}")),
        ("fleet.json", format!("{head},\"metadata\":{{\"annotations\":{{\"a\":\"1\"}}}},\"spec\":{{\"run\":null}}}}")),
        ("fleet.yaml", "apiVersion: example.dev/v1\nkind: Fleet\nstatus: {}   # no more\n".into()),
        ("fleet.yaml", "apiVersion: example.dev/v1\nkind: Fleet\nspec:\n  run: {}\n  groups: []\n".into()),
    ] {
        let act = |command: &str, text: &str| {
            run([command, name, "-d", "def.yaml"]).args(&record).file(name, text).file("def.yaml", &definition)
        };
        let suspended = act("suspend", &object).run();
        assert_eq!(suspended.exit, 0, "{}", suspended.stderr);
        assert!(suspended.stdout.contains("off") && suspended.stdout.contains("example.dev/suspended"));
        act("resume", &suspended.stdout).prints(&object);
    }
}

#[test]
fn what_a_choice_loses_is_told() {
    let patch = r#"{"spec":{"containers":[{"name":"main","env":[{"name":"SHARD","valueFrom":{"fieldRef":{"fieldPath":"x"}}}]}]}}"#;
    for extra in [&[][..], &["-o", "json"], &["--plan"], &["-i"]] {
        let ran = mutate("worker", patch).args(&["--instance", "small"]).args(extra).run();
        assert_eq!(ran.exit, 0, "{}", ran.stderr);
        let note: Value = serde_json::from_str(ran.stderr.trim()).expect("one note");
        let env = ".spec.groups[0].template.spec.containers[0].env[0]";
        assert_eq!(note["code"], "cleared");
        assert_eq!(note["location"], format!("{env}.value"), "{note}");
        assert!(note["message"].as_str().is_some_and(|text| text.contains(&format!("`{env}.valueFrom"))), "{note}");
    }
    let quiet = mutate("worker", r#"{"metadata":{"labels":{"a":"1"}}}"#).arg("--all").run();
    assert_eq!(quiet.stderr, "");
}

#[test]
fn references_come_from_files() {
    let definition = DEFINITION.replace("path: .status.phase", "path: $harbour.phase");
    let show = |extra: &[&str]| {
        let case = run(["components", "fleet.yaml", "-d", "def.yaml"])
            .file("fleet.yaml", FLEET)
            .file("def.yaml", &definition)
            .file("harbour.yaml", "kind: Harbour\nphase: Moored\n");
        extra.iter().fold(case, |case, arg| case.arg(arg))
    };
    show(&[]).refused(2, "undefined-variable");
    show(&["--reference", "harbour"]).refused(2, "usage");
    let ran = show(&["--reference", "harbour=harbour.yaml"]).run();
    assert!(ran.stdout.contains("phase Moored"), "{} {}", ran.stdout, ran.stderr);
}

#[test]
fn the_definition_that_fits_is_taken_of_several() {
    let other = DEFINITION.replace("kind: Fleet", "kind: Convoy");
    let several = format!("{other}---\n{DEFINITION}---\nkind: ConfigMap\napiVersion: v1\n");
    let ran = run(["components", "fleet.yaml", "-d", "defs.yaml"])
        .file("fleet.yaml", FLEET)
        .file("defs.yaml", &several)
        .run();
    assert_eq!(ran.exit, 0, "{}", ran.stderr);
    let error = run(["components", "-d", "defs.yaml"]).file("defs.yaml", &several).refused(2, "invalid-definition");
    assert!(error["help"].as_str().is_some_and(|help| help.contains("name an object")), "{error}");
}

#[test]
fn a_fault_of_the_patch_is_told_at_its_place_in_the_patch() {
    for (patch, code, column) in [
        (r#"{"spec":{"containers":[{"name":"main","env":[{"value":"1"}]}]}}"#, "empty-key", 46),
        (r#"{"spec":{"containers":[{"name":"main","env":"x"}]}}"#, "type-mismatch", 45),
    ] {
        let error = mutate("worker", patch).args(&["--all"]).refused(1, code);
        assert_eq!(error["file"], "--patch", "{error}");
        assert_eq!((&error["line"], &error["column"]), (&json!(1), &json!(column)), "{error}");
    }
}

#[test]
fn a_reference_that_the_definition_does_not_declare_is_refused() {
    let error = on_fleet(["components", "fleet.yaml", "-d", "def.yaml", "--reference", "nope=fleet.yaml"]);
    let error = error.refused(2, "usage");
    assert!(error["message"].as_str().is_some_and(|text| text.contains("`nope`")), "{error}");
}
