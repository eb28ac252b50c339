//! Bad YAML on the command line: each command that takes a file refuses it, says where, and leaves the file as it was.

#![cfg(feature = "cli")]

use serde_json::Value;
use std::fs;
use std::process::{Command, Output};

const DEFINITION: &str = include_str!("../docs/examples/workload/fleet.definition.yaml");

/// A call of each command that takes a document, which is `doc.yaml`.
const COMMANDS: &[&[&str]] = &[
    &["get", "doc.yaml", ".a"],
    &["edit", "-i", "doc.yaml", ".a = 1"],
    &["edit", "-i", "--all-documents", "doc.yaml", ".a = 1"],
    &["edit", "-i", "doc.yaml", "good.yaml", "-e", ".a = 1"],
    &["edit", "-i", "good.yaml", "doc.yaml", "-e", ".a = 1"],
    &["diff", "doc.yaml", "good.yaml"],
    &["diff", "good.yaml", "doc.yaml"],
    &["apply", "-i", "doc.yaml", "plan"],
    &["merge", "-i", "doc.yaml", "good.yaml"],
    &["merge", "-i", "good.yaml", "doc.yaml"],
    &["prune", "-i", "doc.yaml", "--at", ".a", "--desired", "{}", "--record", "none"],
    &["components", "doc.yaml", "-d", "def.yaml"],
    &["mutate", "-i", "doc.yaml", "-d", "def.yaml", "--component", "worker", "--patch", "{}"],
    &["suspend", "-i", "doc.yaml", "-d", "def.yaml"],
    &["resume", "-i", "doc.yaml", "-d", "def.yaml"],
];

/// Runs a command on a document; gives its output and what stands in the files afterwards.
fn run(args: &[&str], document: &[u8]) -> (Output, Vec<u8>, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    for (name, bytes) in
        [("doc.yaml", document), ("good.yaml", b"a: 0\n"), ("plan", b".a = 1\n"), ("def.yaml", DEFINITION.as_bytes())]
    {
        fs::write(path(name), bytes).expect("a file");
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_fieldwright"));
    let output = command.current_dir(folder.path()).env("FIELDWRIGHT_ERROR_FORMAT", "json").args(args).output();
    let names = fs::read_dir(folder.path()).expect("readable").count();
    assert_eq!(names, 4, "{args:?} left files behind");
    let good = fs::read_to_string(path("good.yaml")).expect("the file is there");
    (output.expect("the binary runs"), fs::read(path("doc.yaml")).expect("the file is there"), good)
}

#[track_caller]
fn refused(args: &[&str], document: &[u8], exit: i32, code: &str) -> Value {
    let (output, after, good) = run(args, document);
    let stderr = String::from_utf8_lossy(&output.stderr);
    let error = stderr.lines().last().and_then(|line| serde_json::from_str::<Value>(line).ok());
    let error = error.unwrap_or_else(|| panic!("no JSON error of {args:?}: {stderr:?}"));
    assert_eq!((output.status.code(), error["code"].as_str()), (Some(exit), Some(code)), "{args:?}: {error}");
    assert_eq!(after, document, "{args:?} changed the document");
    assert_eq!(good, "a: 0\n", "{args:?} changed the other file");
    assert!(output.stdout.is_empty(), "{args:?} printed something");
    error
}

#[test]
fn bad_documents() {
    let bomb = {
        let levels = (1..30).map(|at| format!("a{at}: &a{at} [*a{0}, *a{0}, *a{0}, *a{0}]\n", at - 1));
        format!("a0: &a0 x\n{}", levels.collect::<String>())
    };
    let cases: &[(&[u8], &str, u64, Option<u64>)] = &[
        (b"a: 1\nb: 2\na: 3\n", "invalid-document", 3, Some(1)),
        (b"x:\n  - a: 1\n    'a': 2\n", "invalid-document", 3, Some(5)),
        (b"a:\n\tb: 1\n", "invalid-document", 2, Some(1)),
        (b"a:\n- \tb\n", "invalid-document", 2, Some(3)),
        (b"a: 1\n~: 2\n", "invalid-document", 2, Some(1)),
        (b"a: 1\n? [b]\n: 2\n", "invalid-document", 2, Some(3)),
        (b"a: {{ .Values.x }}\n", "invalid-document", 1, Some(5)),
        (b"a: *x\n", "invalid-document", 1, Some(4)),
        (b"a: &x [*x]\n", "invalid-document", 1, Some(8)),
        (b"a: 1\nb: \xff\xfe\n", "invalid-document", 2, Some(4)),
        (b"a: 1\nb: x\x01\n", "invalid-document", 2, Some(5)),
        (b"a: .nan\n", "invalid-document", 1, Some(4)),
        (b"a: [1\n", "invalid-document", 2, None),
        (bomb.as_bytes(), "too-large", 0, None),
    ];
    for (document, code, line, column) in cases {
        for args in COMMANDS {
            let error = refused(args, document, 2, code);
            assert!(error["line"].is_u64() && error["column"].is_u64(), "{args:?}: {error}");
            assert!(*line == 0 || error["line"].as_u64() == Some(*line), "{args:?}: {error}");
            assert!(column.is_none() || error["column"].as_u64() == *column, "{args:?}: {error}");
        }
    }
}

#[test]
fn places_that_are_shared() {
    let shared = "base: &b {x: 1}\na: *b\nc:\n  <<: *b\n";
    for edit in [".a.x = 2", ".base.x = 2", ".c.x = 2", "del(.a)", "del(.base)", ".base.y = 1"] {
        let error = refused(&["edit", "-i", "doc.yaml", edit], shared.as_bytes(), 1, "aliased");
        assert!(error["line"].is_u64() && error["column"].is_u64(), "{edit}: {error}");
    }
}
