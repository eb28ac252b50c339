//! Reports: every format on the same findings, each read back by a reader of its own.

#![cfg(feature = "cli")]

#[path = "common/findings.rs"]
mod findings;

use fieldwright::catalog::Statistics;
use fieldwright::report::{Format, Report, fingerprints};
use findings::{Catalog, NAMES, NOT_JQ, REPORT, SARIF, TEXT, assert_valid, catalog, file, validator};
use serde_json::Value;

#[test]
fn full_shows_the_line_what_is_underlined_and_what_to_write() {
    let want = "\
error[FW101]: the expression `.spec[` ends too early
 --> catalog/a b.yaml:3:7
  |
3 | path: .spec[
  |       ^^^^^^ `]` is wanted
  |
  = help: write `.spec[]`
  = note: `--fix` does this: write `.spec[]`

warning[FW135]: the name `wörker` is taken
 --> catalog/a b.yaml:5:8
  |
2 | name: wörker
  |       ------ the first one
3 | path: .spec[
4 |
5 | other: wörker
  |        ^^^^^^

2 files: 1 error, 1 warning (1 fixable with `--fix`, 1 ignored by comments, 2 in the baseline)
";
    assert_eq!(catalog().write(Format::Full), want);
}

#[test]
fn concise_is_one_line_for_each() {
    let want = "catalog/a b.yaml:3:7: error[FW101] the expression `.spec[` ends too early\n\
                catalog/a b.yaml:5:8: warning[FW135] the name `wörker` is taken\n";
    assert_eq!(catalog().write(Format::Concise), want);
}

#[test]
fn statistics_count_expressions_and_findings() {
    let catalog = catalog();
    let counts =
        Statistics { files: 2, definitions: 2, expressions: 9, plain: 5, composed: 1, formulas: 2, invalid: 1 };
    let report = Report { statistics: Some(counts), findings: &catalog.findings[..1], ..catalog.report() };
    let want = "     1  FW101 not-jq\n\
                2 files, 2 definitions, 9 expressions: 5 plain addresses, 1 composed addresses, 2 formulas, 1 invalid\n";
    assert!(report.write(Format::Concise, false).ends_with(want));
    assert!(report.write(Format::Full, false).contains(want));
    let json: Value = serde_json::from_str(&report.write(Format::Json, false)).expect("JSON");
    assert_valid(&REPORT, &json);
    assert_eq!(json["statistics"]["plain"], 5);
    assert_eq!(json["statistics"]["by_rule"], serde_json::json!({"FW101": 1}));
}

#[test]
fn github_has_lines_and_columns_and_escapes() {
    let mut catalog = catalog();
    catalog.files[0].path = "a,b:c%.yaml".into();
    catalog.findings[0].message = "100%\n::error::forged".into();
    let text = catalog.write(Format::Github);
    let want = "::error title=FW101 not-jq,file=a%2Cb%3Ac%25.yaml,line=3,col=7,endLine=3,endColumn=13::\
                100%25\\n::error::forged%0Ahelp: write `.spec[]`";
    assert_eq!(text.lines().next(), Some(want));
    assert_eq!(text.lines().count(), 2);
}

#[test]
fn gitlab_is_a_list_of_issues() {
    let issues = catalog().json(Format::Gitlab);
    assert_eq!(issues[0]["check_name"], "FW101");
    assert_eq!(issues[0]["severity"], "major");
    assert_eq!(issues[0]["location"]["path"], "catalog/a b.yaml");
    assert_eq!(issues[0]["location"]["lines"], serde_json::json!({"begin": 3, "end": 3}));
    assert_ne!(issues[0]["fingerprint"], issues[1]["fingerprint"]);
}

#[test]
fn junit_has_a_passing_case_for_a_clean_definition() {
    let text = catalog().write(Format::Junit);
    assert!(
        text.contains(r#"<testsuite name="catalog/clean.yaml" tests="1" skipped="0" errors="0" failures="0">"#),
        "{text}"
    );
    assert!(text.contains(r#"<testcase name="clean" classname="catalog/clean.yaml"/>"#), "{text}");
    // The error fails; the warning, which is below the level that fails, passes and is told.
    assert!(
        text.contains(r#"<testsuite name="catalog/a b.yaml" tests="2" skipped="0" errors="0" failures="1">"#),
        "{text}"
    );
    assert!(text.contains(r#"<failure message="the expression `.spec[` ends too early" type="error">"#), "{text}");
    assert!(text.contains("<system-out>catalog/a b.yaml:5:8: warning[FW135]"), "{text}");
    assert!(!text.contains("name=\"faulty\""), "{text}");
}

#[test]
fn json_follows_its_published_schema() {
    let schema = &*REPORT;
    let report = catalog().json(Format::Json);
    assert_valid(schema, &report);
    assert_eq!(report["version"], 1);
    assert_eq!(report["summary"]["ignored"], 1);
    let found = &report["findings"][0];
    assert_eq!(found["start"], serde_json::json!({"line": 3, "column": 7}));
    assert_eq!(found["end"], serde_json::json!({"line": 3, "column": 13}));
    assert_eq!(found["fix"]["edits"][0]["text"], ".spec[]");
    assert_eq!(report["findings"][1]["related"][0]["start"]["line"], 2);

    // The schema refuses what the form does not have.
    for (pointer, value) in [("/version", Value::from(2)), ("/findings/0/code", "x".into()), ("/extra", 1.into())] {
        let mut wrong = report.clone();
        match wrong.pointer_mut(pointer) {
            Some(place) => *place = value,
            None => drop(wrong.as_object_mut().expect("an object").insert("extra".into(), value)),
        }
        assert!(!schema.is_valid(&wrong), "{pointer}");
    }
}

#[test]
fn json_lines_has_the_findings_of_json() {
    let catalog = catalog();
    let lines: Vec<Value> = catalog
        .write(Format::JsonLines)
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON on each line"))
        .collect();
    assert_eq!(Value::from(lines.clone()), catalog.json(Format::Json)["findings"]);
    let schema = validator("docs/schemas/report.json", "/$defs/Finding");
    lines.iter().for_each(|line| assert_valid(&schema, line));
}

#[test]
fn sarif_follows_the_schema_of_oasis() {
    let schema = &*SARIF;
    let catalog = catalog();
    let rules = [&NOT_JQ, &NAMES];
    let report = Report { rules: &rules, ..catalog.report() };
    let log: Value = serde_json::from_str(&report.write(Format::Sarif, false)).expect("JSON");
    assert_valid(schema, &log);
    assert_valid(
        schema,
        &serde_json::from_str(&Report { findings: &[], ..report }.write(Format::Sarif, false)).expect("JSON"),
    );

    let run = &log["runs"][0];
    let result = &run["results"][0];
    let physical = &result["locations"][0]["physicalLocation"];
    assert_eq!(physical["artifactLocation"]["uri"], "catalog/a%20b.yaml");
    assert_eq!(physical["region"]["startLine"], 3);
    assert_eq!(physical["region"]["startColumn"], 7);
    assert_eq!(physical["region"]["endColumn"], 13);
    assert_eq!(run["tool"]["driver"]["rules"][result["ruleIndex"].as_u64().expect("an index") as usize]["id"], "FW101");
    assert!(run["tool"]["driver"]["rules"][0]["help"]["markdown"].as_str().is_some_and(|help| help.contains("jq")));
    let replacement = &result["fixes"][0]["artifactChanges"][0]["replacements"][0];
    assert_eq!(replacement["insertedContent"]["text"], ".spec[]");
    assert_eq!(run["results"][1]["relatedLocations"][0]["physicalLocation"]["region"]["startLine"], 2);

    let mut wrong = log.clone();
    wrong["runs"][0]["results"][0]["level"] = "fatal".into();
    assert!(!schema.is_valid(&wrong), "the schema is asked");
}

fn prints_of(catalog: &Catalog) -> Vec<String> {
    fingerprints(&catalog.files, &catalog.findings)
}

#[test]
fn fingerprints_survive_moved_lines_and_tell_faults_apart() {
    let before = catalog();
    let mut after = catalog();
    let moved = format!("# a comment\n\n{TEXT}");
    after.files[0] = file("catalog/a b.yaml", &moved);
    for finding in &mut after.findings {
        finding.place.span = finding.place.span.shifted(moved.len() - TEXT.len());
        finding.message.push_str(", in other words");
    }
    assert_eq!(prints_of(&before), prints_of(&after));

    let mut twice = catalog();
    twice.findings.push(twice.findings[0].clone());
    let prints = prints_of(&twice);
    assert_eq!(prints[0], prints_of(&before)[0]);
    assert_ne!(prints[0], prints[2]);

    let mut changed = catalog();
    changed.findings[0].subject = "launcher.podTemplateSpecPath".into();
    assert_ne!(prints_of(&changed)[0], prints_of(&before)[0]);
}
