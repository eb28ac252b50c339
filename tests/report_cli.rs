//! The `check` command around the checks: formats and files, levels, selection, comments, baselines, configuration, fixes.

#![cfg(feature = "cli")]

#[path = "common/case.rs"]
mod case;

use case::{Case, Ran, run};
use serde_json::Value;

/// A definition with one error (FW107), one warning (FW108) and one note that can be mended (FW110).
const FAULTY: &str = "\
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
        podTemplateSpecPath: .spec.template // {}
      scaleDefinition:
        replicasPath: .spec | .parallelism # as it is
      statusDefinition:
        phaseDefinition:
          path: .status.phase
        statusMappings:
          running:
            - byPhase: Running
    childComponents:
      - name: worker
        ownerRef: job
        specDefinition:
          fragmentedPodSpecDefinition:
            imagePath: .spec.image // \"a\"
";

fn check(args: &[&str]) -> Case {
    args.iter().fold(run(["check"]), |case, arg| case.arg(arg))
}

fn faulty(args: &[&str]) -> Case {
    check(args).file("a.yaml", FAULTY)
}

fn codes(ran: &Ran) -> Vec<String> {
    let report: Value = serde_json::from_str(&ran.stdout).unwrap_or_else(|_| panic!("{}{}", ran.stdout, ran.stderr));
    let code = |finding: &Value| finding["code"].as_str().unwrap_or_default().to_owned();
    report["findings"].as_array().expect("findings").iter().map(code).collect()
}

#[track_caller]
fn finds(case: Case, want: &[&str]) -> Ran {
    let ran = case.arg("--format").arg("json").run();
    assert_eq!(codes(&ran), want);
    ran
}

#[test]
fn the_level_decides_about_the_exit_status() {
    for (args, exit) in [
        (&[][..], 1),
        (&["--fail-level", "note"], 1),
        (&["--fail-level", "never"], 0),
        (&["--exit-zero"], 0),
        (&["--select", "FW110"], 0),
        (&["--select", "FW110", "--fail-level", "note"], 1),
        (&["--select", "FW108", "--fail-level", "error"], 0),
        (&["--ignore", "FW107,formula-should-write"], 0),
    ] {
        assert_eq!(faulty(&["a.yaml"]).args(args).run().exit, exit, "{args:?}");
    }
}

#[test]
fn rules_are_selected_and_ignored() {
    finds(faulty(&["a.yaml"]), &["FW107", "FW110", "FW108"]);
    finds(faulty(&["a.yaml", "--select", "FW110"]), &["FW110"]);
    finds(faulty(&["a.yaml", "--ignore", "formula-must-write", "--ignore", "FW108"]), &["FW110"]);
    let error = faulty(&["a.yaml", "--select", "FW108,unqouted-key"]).refused(2, "unknown-rule");
    assert_eq!(error["help"], "did you mean `unquoted-key`");
}

#[test]
fn a_report_goes_where_its_format_says() {
    let ran =
        faulty(&["a.yaml", "--format", "concise", "--format", "sarif=out.sarif", "--format", "junit=out.xml"]).run();
    assert_eq!(ran.stdout.lines().count(), 3, "{}", ran.stdout);
    assert!(ran.stdout.starts_with("a.yaml:11:45: error[FW107] "), "{}", ran.stdout);
    let sarif: Value = serde_json::from_str(&ran.read("out.sarif")).expect("JSON");
    assert_eq!(sarif["runs"][0]["results"].as_array().expect("results").len(), 3);
    assert!(ran.read("out.xml").starts_with("<?xml"));
    // Only files: nothing on standard output.
    assert_eq!(faulty(&["a.yaml", "--format", "github=out"]).run().stdout, "");
    for (format, help) in [("sarfi", "did you mean `sarif`"), ("json=", "write `--format FORMAT=FILE`")] {
        let error = faulty(&["a.yaml", "--format", format]).refused(2, "usage");
        assert_eq!(error["help"], help);
    }
    faulty(&["a.yaml", "--format", "json", "--format", "github"]).refused(2, "usage");
    faulty(&["a.yaml", "--format", "json=missing/out.json"]).refused(2, "io");
}

#[test]
fn a_comment_hides_what_it_names_on_its_line() {
    let text = FAULTY.replace("// \"a\"\n", "// \"a\" # fieldwright: ignore[FW108] set by the operator\n");
    let ran = finds(check(&["a.yaml"]).file("a.yaml", &text), &["FW107", "FW110"]);
    assert!(ran.stdout.contains("\"ignored\": 1"), "{}", ran.stdout);

    let above = FAULTY.replace(
        "            image",
        "            # fieldwright: ignore[formula-should-write, FW107]\n            image",
    );
    let ran = finds(check(&["a.yaml"]).file("a.yaml", &above), &["FW107", "FW110", "FW181"]);
    assert!(ran.stdout.contains("`FW107` finds nothing here"), "{}", ran.stdout);

    let unknown = FAULTY.replace("# as it is", "# fieldwright: ignore[FW110,FW999]");
    let ran = finds(check(&["a.yaml"]).file("a.yaml", &unknown), &["FW107", "FW181", "FW108"]);
    assert!(ran.stdout.contains("there is no rule `FW999`"), "{}", ran.stdout);
    // What is not asked for is not said to be unused.
    finds(check(&["a.yaml", "--select", "FW107,FW181"]).file("a.yaml", &text), &["FW107"]);
    finds(check(&["a.yaml", "--ignore", "FW181"]).file("a.yaml", &unknown), &["FW107", "FW108"]);
}

#[test]
fn a_baseline_hides_what_it_knows_after_lines_have_moved() {
    let written = faulty(&["a.yaml", "--baseline", "known.json", "--write-baseline"]).run();
    assert_eq!((written.exit, &*written.stdout), (0, "3 findings are in the baseline now\n"));
    let known = written.read("known.json");

    let moved = format!("# a comment\n\n{FAULTY}");
    let call =
        |text: &str| check(&["a.yaml", "--baseline", "known.json"]).file("a.yaml", text).file("known.json", &known);
    let ran = finds(call(&moved), &[]);
    assert_eq!(ran.exit, 0);
    assert!(ran.stdout.contains("\"baseline\": 3"), "{}", ran.stdout);

    let more =
        FAULTY.replace("            image", "            schedulerNamePath: .spec.s // \"s\"\n            image");
    finds(call(&more), &["FW108"]);
    let mended = finds(call(&FAULTY.replace(".spec.template // {}", ".spec.template")), &[]);
    assert!(mended.stderr.contains("1 entries of the baseline were not found again"), "{}", mended.stderr);

    // A SARIF log of an earlier check serves as well.
    let log = faulty(&["a.yaml", "--format", "sarif"]).run().stdout;
    let ran = finds(check(&["a.yaml", "--baseline", "log.sarif"]).file("a.yaml", &moved).file("log.sarif", &log), &[]);
    assert!(ran.exit == 0 && ran.stdout.contains("\"baseline\": 3"), "{}", ran.stdout);

    for text in ["{", "[]", "{\"version\":1}", "{\"version\":9,\"findings\":[]}", "{\"version\":1,\"findings\":[{}]}"] {
        faulty(&["a.yaml", "--baseline", "k.json"]).file("k.json", text).refused(2, "invalid-baseline");
    }
    for text in ["", "{\n", "{\n\n", "[1,\n\n", "{\"a\n"] {
        let error = faulty(&["a.yaml", "--baseline", "k.json"]).file("k.json", text).refused(2, "invalid-baseline");
        assert!(error["column"].as_u64() >= Some(1) && error["line"].as_u64() >= Some(1), "{text:?}: {error}");
    }
    faulty(&["a.yaml", "--baseline", "missing.json"]).refused(2, "io");
    faulty(&["a.yaml", "--write-baseline"]).refused(2, "usage");
}

#[test]
fn the_configuration_is_found_and_flags_go_before_it() {
    let config = "[check]\nignore = [\"FW107\"]\nfail-level = \"error\"\n";
    let call = |args: &[&str]| faulty(&["a.yaml"]).args(args).file("fieldwright.toml", config);
    assert_eq!(finds(call(&[]), &["FW110", "FW108"]).exit, 0);
    assert_eq!(finds(call(&["--fail-level", "warning"]), &["FW110", "FW108"]).exit, 1);
    finds(call(&["--no-config"]), &["FW107", "FW110", "FW108"]);
    finds(call(&["--ignore", "FW110"]), &["FW108"]);
    finds(
        faulty(&["a.yaml", "--config", "other.toml"]).file("other.toml", "[check]\nselect = [\"FW110\"]\n"),
        &["FW110"],
    );

    let error = faulty(&["a.yaml"]).file("fieldwright.toml", "[check]\n\nselct = []\n").refused(2, "invalid-config");
    assert_eq!((&error["line"], &error["help"]), (&3.into(), &"did you mean `select`".into()), "{error}");
    faulty(&["a.yaml"]).file("fieldwright.toml", "[check]\nselect = [\"FW999\"]\n").refused(2, "unknown-rule");
    faulty(&["a.yaml", "--config", "missing.toml"]).refused(2, "io");
}

#[test]
fn paths_of_the_configuration_are_seen_from_its_folder() {
    let written = faulty(&["a.yaml", "--baseline", "known.json", "--write-baseline"]).run();
    let ran = check(&["../a.yaml"])
        .file("a.yaml", FAULTY)
        .file("known.json", &written.read("known.json").replace("a.yaml", "../a.yaml"))
        .file("fieldwright.toml", "[check]\nbaseline = \"known.json\"\n")
        .file("below/b.yaml", "a: 1\n")
        .within("below")
        .run();
    assert_eq!(ran.exit, 1, "{}", ran.stderr);
    assert!(ran.stderr.contains("3 entries of the baseline were not found again"), "{}", ran.stderr);
}

#[test]
fn safe_fixes_are_made_and_everything_else_stays() {
    let ran = faulty(&["a.yaml", "--fix", "--select", "FW110"]).run();
    assert_eq!(ran.exit, 0, "{}", ran.stderr);
    assert_eq!(ran.read("a.yaml"), FAULTY.replace(".spec | .parallelism", ".spec.parallelism"));
    assert!(ran.stderr.contains("1 findings were mended in 1 files"), "{}", ran.stderr);

    let diff = faulty(&["a.yaml", "--diff"]).run();
    assert_eq!(diff.exit, 1);
    assert_eq!(diff.read("a.yaml"), FAULTY);
    let changed: Vec<&str> = diff.stdout.lines().filter(|line| line.starts_with(['+', '-'])).collect();
    let want = [
        "--- a.yaml",
        "+++ a.yaml",
        "-        replicasPath: .spec | .parallelism # as it is",
        "+        replicasPath: .spec.parallelism # as it is",
    ];
    assert_eq!(changed, want);
    let clean = FAULTY.replace(".spec | .parallelism", ".spec.parallelism");
    let none = check(&["a.yaml", "--diff"]).file("a.yaml", &clean).run();
    assert_eq!((none.exit, &*none.stdout), (0, ""));
}

#[test]
fn fixes_are_made_through_standard_input_only_as_a_difference() {
    check(&["-", "--fix"]).stdin(FAULTY).refused(2, "usage");
    let ran = check(&["-", "--diff"]).stdin(FAULTY).run();
    assert!(ran.stdout.contains("+        replicasPath: .spec.parallelism # as it is\n"), "{}", ran.stdout);
}

#[test]
fn an_unused_comment_is_removed_by_fix() {
    let unused =
        FAULTY.replace("      scaleDefinition:\n", "      # fieldwright: ignore[FW103] gone\n      scaleDefinition:\n");
    let ran = check(&["a.yaml", "--fix", "--select", "FW103,FW181"]).file("a.yaml", &unused).run();
    assert_eq!((ran.exit, ran.read("a.yaml")), (0, FAULTY.to_owned()), "{}", ran.stderr);
}

#[test]
fn what_is_ignored_is_not_fixed() {
    let ran = faulty(&["a.yaml", "--fix", "--ignore", "FW110"]).run();
    assert_eq!((ran.exit, ran.read("a.yaml")), (1, FAULTY.to_owned()));
}

#[test]
fn no_input_is_an_error() {
    check(&["empty"]).file("empty/readme.txt", "a: 1").refused(2, "io");
    check(&["missing.yaml"]).refused(2, "io");
    check(&[]).refused(2, "usage");
    // A folder with other documents only; a file by name may be anything, as hooks name what changed.
    let other = "apiVersion: v1\nkind: ConfigMap\n";
    check(&["other"]).file("other/a.yaml", other).refused(2, "io");
    assert_eq!(check(&["a.yaml"]).file("a.yaml", other).run().exit, 0);
}

/// Whoever reads a pipe that nobody writes to waits for ever.
#[test]
#[cfg(unix)]
fn a_folder_stands_for_its_regular_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let made = std::process::Command::new("mkfifo").arg(folder.path().join("a.yaml")).status();
    assert!(made.expect("mkfifo").success());
    check(&[folder.path().to_str().expect("a name")]).refused(2, "io");
}

#[test]
fn the_rules_and_codes_have_their_pages() {
    let text = run(["rule", "FW103"]).run();
    assert!(text.stdout.starts_with("# FW103 unquoted-key (error)\n\n"), "{}", text.stdout);
    // A name that a rule and a code share gives both.
    let both = run(["rule", "unquoted-key"]).run();
    assert!(both.stdout.contains("# FW103 unquoted-key (error)") && both.stdout.contains("# unquoted-key\n"));
    let all: Value = serde_json::from_str(&run(["rule", "--all", "--format", "json"]).run().stdout).expect("JSON");
    let all = all.as_array().expect("a list");
    assert!(all.len() > 90 && all.iter().all(|entry| entry["page"].as_str().is_some_and(|page| page.len() > 100)));
    assert!(
        all.iter().any(|entry| entry["code"] == "FW101" && entry["name"] == "not-jq" && entry["severity"] == "error")
    );
    assert!(all.iter().any(|entry| entry["code"] == "usage" && entry["exit"] == 2));
    let error = run(["rule", "unqouted-key"]).refused(2, "unknown-rule");
    assert_eq!(error["help"], "did you mean `unquoted-key`");
    run(["rule"]).refused(2, "usage");
}
