//! The files for build services call the command as it is, and the examples of `docs/ci.md` are true.

#![cfg(feature = "cli")]

#[path = "common/case.rs"]
mod case;

use case::run;
use fieldwright::document::yaml::{Dialect, YamlStream};
use fieldwright::limits::Limits;
use serde_json::Value;
use std::path::Path;

const CLEAN: &str = "\
apiVersion: run.ai/v1alpha1
kind: Karta
metadata:
  name: job
spec:
  structureDefinition:
    rootComponent:
      name: job
      kind: {group: batch, version: v1, kind: Job}
      specDefinition:
        podTemplateSpecPath: .spec.template
      statusDefinition:
        phaseDefinition:
          path: .status.phase
        statusMappings:
          running:
            - byPhase: Running
";

fn text(name: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).expect("the file is there")
}

fn yaml(text: &str) -> Value {
    let stream = YamlStream::parse(text, Dialect::Kubernetes, &Limits::DEFAULT).expect("YAML");
    let document = stream.documents().next().expect("a document");
    serde_json::from_str(&document.root().to_string()).expect("JSON")
}

#[test]
fn the_hooks_are_commands_that_run() {
    let hooks = yaml(&text(".pre-commit-hooks.yaml"));
    let hooks = hooks.as_array().expect("a list");
    assert_eq!(hooks.len(), 2);
    for hook in hooks {
        let entry = hook["entry"].as_str().expect("a command");
        let (program, args) = entry.split_once(' ').expect("arguments");
        assert_eq!((program, &hook["language"]), ("fieldwright", &"rust".into()));
        let args: Vec<&str> = args.split(' ').skip(1).chain(["a.yaml"]).collect();
        let ran = run(["check"]).args(&args).file("a.yaml", CLEAN).run();
        assert_eq!((ran.exit, &*ran.stdout, &*ran.stderr), (0, "", ""), "{entry}");
        assert!(text("docs/ci.md").contains(hook["id"].as_str().expect("an id")));
    }
}

#[test]
fn the_action_hands_its_inputs_over_as_variables() {
    let text = text("action.yml");
    let action = yaml(&text);
    let step = &action["runs"]["steps"][1];
    let script = step["run"].as_str().expect("a script");
    assert!(!script.contains("${{"), "text of an input would be run");
    let inputs: Vec<&String> = action["inputs"].as_object().expect("inputs").keys().collect();
    let variables = step["env"].as_object().expect("variables");
    assert_eq!(inputs.len(), variables.len());
    for input in inputs {
        let variable = format!("INPUT_{}", input.to_uppercase().replace('-', "_"));
        assert_eq!(variables[&variable], format!("${{{{ inputs.{input} }}}}"));
        assert!(script.contains(&format!("${variable}")), "{variable} is not used");
    }
}

/// The script of the action, run as a job runs it.
#[test]
#[cfg(unix)]
fn the_script_of_the_action_checks_what_it_is_told() {
    let action = yaml(&text("action.yml"));
    let script = action["runs"]["steps"][1]["run"].as_str().expect("a script").to_owned();
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    };
    file("a b/faulty.yaml", &CLEAN.replace(".spec.template", ".spec.[template"));
    file("other/clean.yaml", CLEAN);
    std::fs::create_dir_all(folder.path().join("tmp/fieldwright/bin")).expect("a folder");
    let program = folder.path().join("tmp/fieldwright/bin/fieldwright");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_fieldwright"), program).expect("a link");
    let job = |paths: &str, level: &str| {
        std::process::Command::new("bash")
            .args(["-e", "-o", "pipefail", "-c", &script])
            .current_dir(folder.path())
            .env("RUNNER_TEMP", folder.path().join("tmp"))
            .envs([
                ("INPUT_PATHS", paths),
                ("INPUT_OBJECTS", ""),
                ("INPUT_FAIL_LEVEL", level),
                ("INPUT_SARIF", "out.sarif"),
            ])
            .output()
            .expect("bash")
    };
    let faulty = job("a b\nother\n", "");
    assert_eq!(faulty.status.code(), Some(1), "{}", String::from_utf8_lossy(&faulty.stderr));
    let stdout = String::from_utf8_lossy(&faulty.stdout).into_owned();
    assert!(stdout.starts_with("::error title=FW101 not-jq,file=a b/faulty.yaml,line=11,"), "{stdout}");
    assert!(folder.path().join("out.sarif").is_file());
    assert_eq!(job("a b", "never").status.code(), Some(0));
    assert_eq!(job("other", "").status.code(), Some(0));
    assert_eq!(job("$(touch ran)", "").status.code(), Some(2));
    assert!(!folder.path().join("ran").exists());
}

#[test]
fn the_configuration_of_the_page_is_one() {
    let page = text("docs/ci.md");
    let config = page.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).expect("an example");
    let ran = run(["check", "a.yaml", "--format", "concise"])
        .file("a.yaml", CLEAN)
        .file("fieldwright.toml", config)
        .file("known.json", "{\"version\":1,\"findings\":[]}")
        .file("samples/b.yaml", "apiVersion: batch/v1\nkind: Job\nspec: {template: {}}\nstatus: {phase: Running}\n")
        .run();
    assert_eq!(ran.exit, 0, "{}{}", ran.stdout, ran.stderr);
}

#[test]
fn the_page_names_every_format() {
    let page = text("docs/ci.md");
    for format in fieldwright::report::Format::ALL {
        assert!(page.contains(&format!("\n| `{}` | ", format.as_str())), "{}", format.as_str());
    }
}

/// A mutant is named by its file: one that was moved would be counted as missed.
#[test]
fn equivalent_mutants_stand_in_files_that_are_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let list = std::fs::read_to_string(root.join(".ci/equivalent-mutants.tsv")).expect("the list");
    let rows: Vec<_> = list.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(!rows.is_empty());
    for row in rows {
        let (name, reason) = row.split_once('\t').expect("a name and a reason");
        let file = name.split(':').next().unwrap_or_default();
        assert!(root.join(file).is_file() && !reason.is_empty(), "{row}");
    }
}
