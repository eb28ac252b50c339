//! The `edit` command: places, refusals, empties, files.

#[path = "common/case.rs"]
mod case;

use case::run;

const POD: &str = include_str!("../docs/examples/pod.json");

#[test]
fn a_running_pod_gets_one_label_and_keeps_every_other_byte() {
    let want = POD.replace("\"app\": \"trainer\"\n", "\"app\": \"trainer\",\n      \"team\": \"ml\"\n");
    run(["edit", "pod.json", ".metadata.labels.team = \"ml\""]).file("pod.json", POD).prints(&want);
}

#[test]
fn an_object_with_two_owners_keeps_what_the_write_does_not_name() {
    let before = r#"{"spec":{"transformer":{"labels":{"a":"1"},"minReplicas":2,"containers":[{"name":"c"}]}}}"#;
    let after = r#"{"spec":{"transformer":{"labels":{"a":"1"},"minReplicas":2,"containers":[{"name":"c"}],"schedulerName":"s"}}}"#;
    run(["edit", "o.json", "(.spec | .transformer).schedulerName = \"s\""]).file("o.json", before).prints(after);
}

#[test]
fn all_edits_refer_to_the_document_before() {
    run(["edit", "o.json", "del(.l[0])", ".l[1].v = 9", ".l[2:2] = [7]", ".x = 2", ".y = 1"])
        .file("o.json", r#"{"x":1,"y":2,"l":[{"v":1},{"v":2}]}"#)
        .prints(r#"{"x":2,"y":1,"l":[{"v":9},7]}"#);
}

/// A plan does not say of which document it is.
#[test]
fn a_plan_is_that_of_one_document() {
    let two = "a: 1\n---\na: 2\n";
    run(["edit", "s.yaml", ".a = 3", "--all-documents", "--plan"]).file("s.yaml", two).refused(2, "usage");
    run(["edit", "s.yaml", ".a = 3", "--document", "1", "--plan"]).file("s.yaml", two).prints(".a = 3\n");
}

/// Entries that are not there may be missing; fields that are not there are made.
#[test]
fn all_documents_where_only_some_have_the_place() {
    let two = "a: 1\n---\nc:\n- image: x # keep\n";
    let edit = ["edit", "s.yaml", "--all-documents"];
    run(edit).args(&[".c[0].image = \"new\""]).file("s.yaml", two).refused(1, "no-match");
    for place in [".c[0].image", ".c[].image"] {
        let change: &'static str = format!("{place} = \"new\"").leak();
        run(edit).args(&["--allow-missing", change]).file("s.yaml", two).prints("a: 1\n---\nc:\n- image: new # keep\n");
    }
    run(edit)
        .args(&["--allow-missing", ".r = 3"])
        .file("s.yaml", two)
        .prints("a: 1\nr: 3\n---\nc:\n- image: x # keep\nr: 3\n");
}

#[test]
fn formulas_are_refused_whatever_the_document_holds() {
    for (edit, reason) in [
        ("(.r // 1) = 5", "default"),
        ("(.n | tonumber) = 5", "call"),
        (".l[-1] = 5", "negative-index"),
        (".l[.n] = 5", "computed-key"),
        ("(.r, .n) = 5", "comma"),
        ("(.. | .r?) = 5", "recursion"),
        (".l[0:1] = [5]", "slice"),
        ("del(.l[] | select(. != 1))", "filter"),
    ] {
        let error =
            run(["edit", "o.json", edit]).file("o.json", r#"{"r":3,"n":1,"l":[1]}"#).refused(1, "not-an-address");
        assert_eq!(error["reason"], reason, "{edit}");
        assert!(error["help"].is_string() && error["span"].is_object(), "{error}");
    }
}

#[test]
fn what_is_no_edit_is_bad_usage() {
    for edit in [
        ".a",
        ".a =",
        ".a = x",
        ".a = (1,2)",
        ".a = 1 + 1",
        ".a |= 1",
        "del .a",
        "del(.a",
        ".a[ = 1",
        ".a[0:0] = 1",
        ".a = 1 |",
        "x",
    ] {
        run(["edit", "o.json", edit]).file("o.json", "{\"a\":1}").refused(2, "syntax");
    }
    run(["edit", "o.json", ".app.kubernetes.io/name = 1"]).file("o.json", "{}").refused(2, "unquoted-key");
    run(["edit", "o.json"]).file("o.json", "{}").refused(2, "usage");
}

#[test]
fn places_that_do_not_fit_are_named() {
    let document = r#"{"s":"x","l":[1],"o":{},"e":[],"d":1,"d":2,"p":null}"#;
    for (edit, code, location) in [
        (".s.x = 1", "type-mismatch", ".s"),
        (".o[0] = 1", "type-mismatch", ".o"),
        (".l.x = 1", "type-mismatch", ".l"),
        (".l[3] = 1", "index-out-of-range", ".l"),
        (".l[2:2] = [1]", "index-out-of-range", ".l"),
        (".e[].x = 1", "no-match", ".e"),
        (".none[0] = 1", "no-match", ".none"),
        (".p[0:0] = [1]", "no-match", ".p"),
        (".d = 3", "duplicate-member", ".d"),
        (".o = {} | .o.a = 1", "conflicting-writes", ".o.a"),
    ] {
        let error = run(["edit", "o.json", edit]).file("o.json", document).refused(1, code);
        assert_eq!(error["location"], location, "{edit}: {error}");
    }
    run(["edit", "o.json", "--allow-missing", ".e[].x = 1", ".l[3] = 1", ".o.y = 1"])
        .file("o.json", document)
        .prints(&document.replace("{}", "{\"y\":1}"));
    run(["edit", "o.json", "del(.)"]).file("o.json", document).refused(1, "whole-document");
}

#[test]
fn an_optional_step_passes_over_what_it_cannot_enter() {
    let document = r#"{"m":{"a":{"x":1},"b":"s"}}"#;
    run(["edit", "o.json", ".m[].x = 2"]).file("o.json", document).refused(1, "type-mismatch");
    run(["edit", "o.json", ".m[].x? = 2"]).file("o.json", document).prints(r#"{"m":{"a":{"x":2},"b":"s"}}"#);
    run(["edit", "o.json", ".m.b.x? = 2"]).file("o.json", document).refused(1, "type-mismatch");
}

#[test]
fn entries_are_found_by_their_keys() {
    let document = r#"{"c":[{"name":"a","port":1},{"name":"b","port":2},{"name":"b","port":3}]}"#;
    run(["edit", "o.json", "(.c[] | select(.name == \"a\") | .image) = \"v\""])
        .file("o.json", document)
        .prints(&document.replace("\"port\":1", "\"port\":1,\"image\":\"v\""));
    run(["edit", "o.json", "del(.c[] | select(.name == \"b\" and .port == 3))"])
        .file("o.json", document)
        .prints(r#"{"c":[{"name":"a","port":1},{"name":"b","port":2}]}"#);
    run(["edit", "o.json", "(.c[] | select(.name == \"b\") | .x) = 1"])
        .file("o.json", document)
        .refused(1, "duplicate-key");
    let error = run(["edit", "o.json", "(.c[] | select(.name == \"z\") | .x) = 1"])
        .file("o.json", document)
        .refused(1, "no-match");
    assert!(error["help"].as_str().is_some_and(|help| help.contains("\"a\"")), "{error}");
    run(["edit", "o.json", "(.c[] | select(.name == \"a\") | .name) = \"z\""])
        .file("o.json", document)
        .refused(1, "key-field-write");
    run(["edit", "o.json", "del(.c[] | select(.name == \"a\") | .name)"])
        .file("o.json", document)
        .refused(1, "key-field-write");
    run(["edit", "o.json", "(.c[] | select(.name == \"a\")) = {\"name\":\"z\"}"])
        .file("o.json", document)
        .refused(1, "key-field-write");
    run(["edit", "o.json", "(.c[] | select(.name == \"a\")) = {\"name\":\"a\"}"])
        .file("o.json", document)
        .prints(&document.replace(",\"port\":1", ""));
}

#[test]
fn choices_clear_what_they_exclude() {
    let document = r#"{"env":[{"name":"T","valueFrom":{"secretKeyRef":{"name":"s","key":"k"}}}]}"#;
    run(["edit", "--as", ".=container", "o.json", ".env[0].value = \"\""])
        .file("o.json", document)
        .prints(r#"{"env":[{"name":"T","value":""}]}"#);
    run(["edit", "o.json", ".env[0].value = \"\""])
        .file("o.json", document)
        .prints(&document.replace("}}]}", "},\"value\":\"\"}]}").replace("\"k\"},", "\"k\"}},"));
    run(["edit", "--as", ".=container", "o.json", ".env[0].value = \"x\"", ".env[0].valueFrom = {}"])
        .file("o.json", document)
        .refused(1, "exclusive-fields");
    run(["edit", "--as", ".x=nonsense", "o.json", ".a = 1"]).file("o.json", document).refused(2, "invalid-schema");
}

#[test]
fn files_in_place() {
    let ran = run(["edit", "-i", "--backup", "o.json", ".a = 1"]).file("o.json", "{\"a\":0}\r\n").run();
    assert_eq!((ran.exit, ran.stdout.as_str()), (0, ""));
    assert_eq!(ran.read("o.json"), "{\"a\":1}\r\n");
    assert_eq!(ran.read("o.json.bak"), "{\"a\":0}\r\n");

    let ran = run(["edit", "-i", "-e", ".a = 1", "x.json", "y.yaml"])
        .file("x.json", "{\"a\":0}")
        .file("y.yaml", "a: 0 # n\n")
        .run();
    assert_eq!((ran.exit, ran.stdout.as_str()), (0, ""));
    assert_eq!((ran.read("x.json"), ran.read("y.yaml")), ("{\"a\":1}".into(), "a: 1 # n\n".into()));

    // One of two files refuses: neither is written. The runner checks the files.
    run(["edit", "-i", "-e", ".a.b = 1", "x.json", "y.json"])
        .file("x.json", "{\"a\":{}}")
        .file("y.json", "{\"a\":1}")
        .refused(1, "type-mismatch");
    run(["edit", "-i", "-", ".a = 1"]).stdin("{}").refused(2, "usage");
    run(["edit", "gone.json", ".a = 1"]).refused(2, "io");
}

#[cfg(unix)]
#[test]
fn mode_and_link_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = tempfile::tempdir().expect("a folder");
    let (file, link) = (folder.path().join("o.json"), folder.path().join("link.json"));
    std::fs::write(&file, "{}").expect("written");
    std::fs::set_permissions(&file, PermissionsExt::from_mode(0o640)).expect("set");
    symlink(&file, &link).expect("linked");
    run(["edit", "-i", link.to_str().expect("UTF-8"), ".a = 1"]).run();
    assert_eq!(std::fs::read_to_string(&file).expect("read"), "{\"a\":1}");
    assert_eq!(std::fs::metadata(&file).expect("there").permissions().mode() & 0o777, 0o640);
    assert!(std::fs::symlink_metadata(&link).expect("there").is_symlink());
    assert_eq!(std::fs::read_dir(folder.path()).expect("read").count(), 2);
}

#[test]
fn bad_documents_are_told_with_their_place() {
    for (text, code) in [
        ("{\"a\":1", "invalid-document"),
        ("{\"a\":}", "invalid-document"),
        ("", "invalid-document"),
        ("{} {}", "invalid-document"),
    ] {
        let error = run(["edit", "o.json", ".a = 1"]).file("o.json", text).refused(2, code);
        assert!(error["line"].is_u64() && error["column"].is_u64(), "{text}: {error}");
    }
    let deep = "[".repeat(100_000);
    run(["edit", "o.json", ".[0] = 1"]).file("o.json", &deep).refused(2, "too-deep");
    run(["edit", "o.json", &format!("{}.a{} = 1", "(".repeat(30_000), ")".repeat(30_000))])
        .file("o.json", "{}")
        .refused(2, "too-deep");
    run(["edit", "o.json", &format!("{} = 1", ".a".repeat(50_000))]).file("o.json", "{}").refused(2, "too-large");
}

#[test]
fn usage_errors_are_json_too() {
    run(["edit"]).refused(2, "usage");
    run(["nonsense"]).refused(2, "usage");
    let help = run(["--help"]).run();
    assert_eq!(help.exit, 0);
    assert!(help.stdout.contains("explain"), "{}", help.stdout);
}
