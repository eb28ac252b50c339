//! What errors and warnings print: never the data of a Secret or the value of an environment variable unless asked, and
//! nothing that steers a terminal or a workflow runner.
#![cfg(feature = "cli")]

use std::fs;
use std::process::{Command, Output};

/// In every document below this is what must not be seen.
const HIDDEN: &str = "hunter2";

const SECRET: &str = "apiVersion: v1\nkind: Secret\nmetadata:\n  name: s\n  annotations:\n    kubectl.kubernetes.io/last-applied-configuration: '{\"data\":{\"p\":\"hunter2\"}}'\ndata:\n  password: hunter2\nstringData:\n  file: |\n    user=hunter2\n";
const SECRET_JSON: &str =
    r#"{"kind":"List","items":[{"kind":"Secret","data":{"password":"hunter2"},"stringData":{"a":{"b":"hunter2"}}}]}"#;
const POD: &str = "kind: Pod\nspec:\n  containers:\n  - name: c\n    image: nginx\n    env: [{name: A, value: hunter2}, {name: A, value: \"hunter2\"}]\n";
const VALUES: &str = "env:\n  TOKEN: hunter2\nmain:\n  env:\n    - name: T\n      value: hunter2\n";

fn run(file: &str, text: &str, args: &[&str], format: &str) -> Output {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join(file), text).expect("a file");
    Command::new(env!("CARGO_BIN_EXE_fieldwright"))
        .args(args)
        .current_dir(folder.path())
        .env("FIELDWRIGHT_ERROR_FORMAT", format)
        .output()
        .expect("the binary runs")
}

fn told(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("text")
}

/// Refused, in each format, without the value; with `--show-values` only where the case says so.
fn hides(file: &str, text: &str, args: &[&str], shown_on_request: bool) {
    let is_block = args.iter().any(|arg| arg.contains(".file"));
    for format in ["text", "json"] {
        let output = run(file, text, args, format);
        assert_ne!(output.status.code(), Some(0), "{args:?}");
        let stderr = told(&output);
        assert!(!stderr.is_empty() && !stderr.contains(HIDDEN), "{args:?}: {stderr}");
    }
    let mut asking = args.to_vec();
    asking.push("--show-values");
    // Of a block only the first line is shown.
    assert_eq!(told(&run(file, text, &asking, "text")).contains(HIDDEN), shown_on_request && !is_block, "{args:?}");
}

#[test]
fn the_lines_that_an_error_shows() {
    for (file, text, edit) in [
        ("s.yaml", SECRET, ".data.password.x = 1"),
        ("s.yaml", SECRET, ".data.password[0:0] = [1]"),
        ("s.yaml", SECRET, ".stringData.file.x = 1"),
        ("s.yaml", SECRET, ".metadata.annotations[\"kubectl.kubernetes.io/last-applied-configuration\"].x = 1"),
        ("s.json", SECRET_JSON, ".items[0].data.password.x = 1"),
        ("s.json", SECRET_JSON, ".items[0].data[0] = 1"),
        ("s.json", SECRET_JSON, ".items[0].stringData.a[] .x = 1"),
        ("pod.yaml", POD, ".spec.containers[0].env[0].value.x = 1"),
        ("pod.yaml", POD, ".spec.containers[0].env[7].value = \"x\""),
        ("values.yaml", VALUES, ".env.TOKEN.x = 1"),
        ("values.yaml", VALUES, ".main.env[0].value.x = 1"),
    ] {
        hides(file, text, &["edit", file, edit], true);
    }
    // What is not secret is shown as it is.
    let output = run("pod.yaml", POD, &["edit", "pod.yaml", ".spec.containers[0].image.x = 1"], "text");
    assert!(told(&output).contains("image: nginx"), "{}", told(&output));
}

#[test]
fn documents_that_cannot_be_read() {
    for (file, text) in [
        ("s.yaml", "kind: Secret\ndata:\n  password: hunter2: x\n  b: [\n"),
        ("s.yaml", "kind: Secret\nstringData:\n  p: \"hunter2\n"),
        ("s.yaml", "kind: Secret\nstringData:\n  p: hunter2\n  p: hunter2\n"),
        ("s.yaml", "kind: Secret\ndata:\n\tp: hunter2\n"),
        ("s.yaml", "kind: Secret\ndata:\n  p: !!int hunter2\n"),
        ("s.json", "{\"kind\":\"Secret\",\"data\":{\"p\":\"hunter2\" \"q\":1}}"),
        ("s.json", "{\"kind\":\"Secret\",\"data\":{\"p\":\"hunter2\\x\"}}"),
        ("pod.yaml", "env:\n- name: A\n  value: \"hunter2\" x\n"),
    ] {
        for format in ["text", "json"] {
            let stderr = told(&run(file, text, &["edit", file, ".a = 1"], format));
            assert!(!stderr.is_empty() && !stderr.contains(HIDDEN), "{text}: {stderr}");
        }
    }
}

#[test]
fn formulas_that_fail() {
    for formula in [
        ".data.password | tonumber",
        ".data.password + 1",
        ".data | error",
        ".data.password | error",
        "error(.data.password)",
        ".data.password | keys",
        "[.data.password] | implode",
        ".data.password[0] | length",
        ".data | has(0)",
        ".data.password | fromjson",
        ".data | @csv",
        "{(.data): 1}",
        ".data | join(\",\")[0]",
        ".data - 1",
        "-.data",
        ".data.password | strptime(\"%Y\")",
        "\"x\" | test(\"(\" + $p)",
    ] {
        for format in ["text", "json"] {
            let stderr = told(&run("s.yaml", SECRET, &["get", "s.yaml", formula, "--arg", "p=\"hunter2\""], format));
            assert!(!stderr.contains(HIDDEN), "{formula}: {stderr}");
        }
    }
    hides("s.yaml", SECRET, &["get", "s.yaml", ".data.password | tonumber"], true);
}

#[test]
fn keys_of_entries_and_edits() {
    let by_value = "(.spec.containers[0].env[] | select(.value == \"no\") | .name) = \"B\"";
    hides("pod.yaml", POD, &["edit", "pod.yaml", by_value], true);
    let by_value = "(.spec.containers[0].env[] | select(.value == \"hunter2\") | .name) = \"B\"";
    for format in ["text", "json"] {
        let stderr = told(&run("pod.yaml", POD, &["edit", "pod.yaml", by_value], format));
        let message = stderr.lines().next().unwrap_or_default().split("\"edit\"").next().unwrap_or_default();
        assert!(!message.contains(HIDDEN), "{stderr}");
    }
    for edits in [
        ".data.password = \"hunter2\" | .data.password = \"x\"",
        ".data.password = hunter2",
        ".stringData.p = \"hunter2",
        ".data.password.x = \"hunter2\"",
        ".data.nothing[] = \"hunter2\"",
    ] {
        hides("s.yaml", SECRET, &["edit", "s.yaml", edits], true);
    }
}

#[test]
fn patches_plans_and_overrides() {
    let folder = tempfile::tempdir().expect("a folder");
    let put = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("a file");
    put("s.yaml", SECRET);
    put("pod.yaml", POD);
    put("stale.json", r#"[{"op":"set","location":".data.password","value":"x","expected":{"value":"hunter2x"}}]"#);
    put("patch.json", r#"[{"op":"test","path":"/data/password","value":"hunter2x"}]"#);
    put("over.yaml", "data: [hunter2]\n");
    put("twice.yaml", "spec:\n  containers:\n  - name: c\n    env:\n    - {name: A, value: hunter2}\n");
    for args in [
        &["apply", "s.yaml", "stale.json"][..],
        &["apply", "s.yaml", "patch.json"],
        &["merge", "s.yaml", "over.yaml"],
        &["merge", "pod.yaml", "twice.yaml"],
        &["diff", "pod.yaml", "twice.yaml"],
        &["prune", "s.yaml", "--at", ".data.password", "--desired", "{\"a\":\"hunter2\"}"],
    ] {
        for format in ["text", "json"] {
            let output = Command::new(env!("CARGO_BIN_EXE_fieldwright"))
                .args(args)
                .current_dir(folder.path())
                .env("FIELDWRIGHT_ERROR_FORMAT", format)
                .output()
                .expect("the binary runs");
            let stderr = told(&output);
            assert!(!stderr.contains(HIDDEN), "{args:?}: {stderr}");
        }
    }
}

/// Characters of a document, an expression, a file name must not reach the terminal as commands.
#[test]
fn nothing_steers_a_terminal_or_a_workflow_runner() {
    let bad = "\u{1b}[31m\u{9b}2J\u{202e}\u{7}\n::error file=x::y";
    let key = serde_json::Value::from(bad).to_string();
    let text = format!("{{{key}: \"v\", \"l\": [1]}}");
    let raw = "{\"a\": \"x\u{9b}\u{202e}y\", \"l\": [1]}";
    let cases = [
        (text.as_str(), format!(".[{key}].x = 1")),
        (text.as_str(), format!(".l[{key}] = 1")),
        (text.as_str(), format!(".l{bad} = 1")),
        (text.as_str(), format!("(.l[] | select(.x == {key}) | .y) = 1")),
        (text.as_str(), format!(".a // \"{bad}\"")),
        (raw, ".a.b = 1".into()),
    ];
    for (text, edit) in &cases {
        for format in ["text", "json"] {
            for args in
                [&["edit", "d.json", edit.as_str()][..], &["get", "d.json", edit.as_str()], &["explain", edit.as_str()]]
            {
                let output = run("d.json", text, args, format);
                is_tame(&told(&output), args);
                if args[0] == "explain" {
                    is_tame(&String::from_utf8_lossy(&output.stdout), args);
                }
            }
        }
    }
    for format in ["text", "json"] {
        is_tame(&told(&run("d.json", "{}", &["get", &format!("no{bad}"), "."], format)), &["a file name"]);
    }
}

fn is_tame(text: &str, what: &[&str]) {
    let steers =
        |c: char| (c.is_control() && c != '\n') || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    assert!(!text.chars().any(steers), "{what:?}: {text:?}");
    assert!(!text.lines().any(|line| line.starts_with("::")), "{what:?}: {text}");
}
