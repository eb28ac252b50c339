//! The `prune` command: the report, the record in the document, files, refusals.
#![cfg(feature = "cli")]

#[path = "common/case.rs"]
mod case;

use case::{Case, Ran, run};
use serde_json::{Value, json};

const OBJECT: &str = r#"{
  "metadata": {
    "name": "web"
  },
  "spec": {"template": {"metadata": {
    "labels": {
      "app": "op",
      "team": "a",
      "theirs": "1.0"
    }
  }}}
}
"#;

const AT: &str = ".spec.template.metadata.labels";
const RECORD_AT: &str = ".metadata.annotations[\"example.io/applied\"]";

#[track_caller]
fn report(case: Case) -> Value {
    let ran = case.run();
    assert_eq!(ran.exit, 0, "{}", ran.stderr);
    serde_json::from_str(&ran.stdout).expect("one JSON object")
}

fn codes(report: &Value) -> Vec<&str> {
    report["warnings"].as_array().expect("a list").iter().filter_map(|warning| warning["code"].as_str()).collect()
}

/// One run after another on the same file.
struct File(String);

impl File {
    #[track_caller]
    fn prune(&mut self, desired: &str, more: &[&str]) -> Ran {
        let mut case = run(["prune", "o.json", "--at", AT, "--desired", desired, "--record-at", RECORD_AT, "-i"]);
        case = more.iter().fold(case, |case, arg| case.arg(arg));
        let ran = case.file("o.json", &self.0).run();
        assert_eq!(ran.exit, 0, "{}", ran.stderr);
        self.0 = ran.read("o.json");
        ran
    }

    fn value(&self) -> Value {
        serde_json::from_str(&self.0).expect("JSON")
    }
}

#[test]
fn the_report_has_the_document_the_record_and_the_warnings() {
    let case =
        run(["prune", "-", "--at", ".m", "--desired", r#"{"a":"2"}"#, "--record", r#"{"a":"1","b":"1","c":"1"}"#])
            .arg("-o")
            .arg("json")
            .stdin(r#"{"m":{"a":"1","b":"1","c":"other","d":1.50},"m2":[]}"#);
    let ran = case.run();
    let report: Value = serde_json::from_str(&ran.stdout).expect("one JSON object");
    assert_eq!(report["document"], json!({"m": {"a": "2", "c": "other", "d": 1.5}, "m2": []}));
    assert_eq!(report["record"], json!({"a": "2"}));
    assert_eq!(report["changed"], json!(true));
    assert_eq!(codes(&report), ["ownership-lost"]);
    assert_eq!(report["warnings"][0]["location"], json!(".m.c"));
    assert!(ran.stdout.contains("1.50"), "numbers keep their spelling");
    assert!(ran.stderr.is_empty());
}

#[test]
fn text_is_printed_with_every_other_byte_and_the_record_beside() {
    let ran = run(["prune", "o.json", "--at", AT, "--desired", r#"{"tier":"x"}"#, "--record", r#"["team"]"#])
        .file("o.json", OBJECT)
        .run();
    let want = OBJECT.replace(",\n      \"team\": \"a\"", "").replace("\"1.0\"", "\"1.0\",\n      \"tier\": \"x\"");
    assert_eq!((ran.exit, ran.stdout), (0, want));
    assert_eq!(ran.stderr, "{\"record\":[\"tier\"]}\n");
}

#[test]
fn the_record_lives_in_the_document() {
    let mut file = File(OBJECT.into());
    let first = file.prune(r#"{"team":"a","tier":"x"}"#, &["--protect", "app"]);
    assert!(first.stderr.contains("\"unrecorded\""));
    assert_eq!(file.value()["metadata"]["annotations"], json!({"example.io/applied": "team,tier"}));
    let before = file.0.clone();
    let again = file.prune(r#"{"tier":"x","team":"a"}"#, &["--protect", "app"]);
    assert_eq!((file.0.as_str(), again.stderr.as_str()), (before.as_str(), ""));
    file.prune(r#"{"app":"mine"}"#, &["--protect", "app", "--precedence", "user"]);
    let labels = |file: &File| file.value()["spec"]["template"]["metadata"]["labels"].clone();
    assert_eq!(labels(&file), json!({"app": "mine", "theirs": "1.0"}));
    file.prune("{}", &["--protect", "app", "--precedence", "user"]);
    assert_eq!(labels(&file), json!({"app": "op", "theirs": "1.0"}));
}

#[test]
fn a_record_that_is_handed_in_moves_into_the_document() {
    let mut file = File(OBJECT.into());
    file.prune("{}", &["--record", r#"["team"]"#]);
    assert_eq!(file.value()["metadata"]["annotations"]["example.io/applied"], json!("[]"));
    assert_eq!(file.value()["spec"]["template"]["metadata"]["labels"], json!({"app": "op", "theirs": "1.0"}));
    let mut file = File(OBJECT.into());
    let ran = file.prune("{}", &["--record", "none"]);
    assert!(ran.stderr.contains("\"unrecorded\""));
    assert_eq!(file.value()["metadata"]["annotations"]["example.io/applied"], json!(""));
}

#[test]
fn the_plan_is_what_apply_carries_out() {
    let call = || {
        run(["prune", "o.json", "--at", AT, "--desired", r#"{"tier":"x"}"#, "--record", r#"["team"]"#])
            .arg("--record-at")
            .arg(RECORD_AT)
            .file("o.json", OBJECT)
    };
    let (text, plan) = (call().run().stdout, call().arg("--plan").run().stdout);
    run(["apply", "o.json", "plan.jq"]).file("o.json", OBJECT).file("plan.jq", &plan).prints(&text);
    let with_plan = report(call().arg("--plan").arg("-o").arg("json"));
    assert_eq!(with_plan["plan"], json!(plan.trim_end()));
    assert!(with_plan.get("document").is_none());
    let with_document = report(call().arg("-o").arg("json"));
    assert_eq!(with_document["document"], serde_json::from_str::<Value>(&text).expect("JSON"));
}

#[test]
fn arguments_may_be_files() {
    let call = |record: &str| {
        run(["prune", "o.json", "--at", ".m", "--desired", "want.json", "--record", "record", "-o", "json"])
            .file("o.json", r#"{"m":{"team":"a","tier":"x"}}"#)
            .file("want.json", r#"{"tier":"x"}"#)
            .file("record", record)
    };
    for (record, after) in [
        ("team,tier\n", json!("tier")),
        ("[\"team\",\"tier\"]\n", json!(["tier"])),
        (" {\"team\":\"a\"}", json!({"tier": "x"})),
        ("\"team,tier\"", json!("tier")),
        (r#"{"f:m":{"f:team":{}}}"#, json!({"f:m": {"f:tier": {}}})),
    ] {
        let report = report(call(record));
        assert_eq!((&report["document"], &report["record"]), (&json!({"m": {"tier": "x"}}), &after), "{record}");
    }
}

#[test]
fn refusals_change_nothing() {
    let call = |desired: &str, record: &str| {
        run(["prune", "o.json", "--at", ".m", "--desired", desired, "--record", record, "-i"])
            .file("o.json", r#"{"m":{"a":"1","d":1,"d":2},"s":"x","metadata":{"annotations":{"r":"5 6"}}}"#)
    };
    for record in ["[\"a\"", "[5]", "{\"/\":5}", "\"a b\"", "{\"f:a\":{},\"x:\":{},\".\":{}}x"] {
        call("{}", record).refused(2, "invalid-record");
    }
    call("{}", "missing").refused(2, "io");
    call("missing", "none").refused(2, "io");
    call("{", "none").refused(2, "invalid-document");
    call("[]", "none").refused(2, "usage");
    call("-", "-").refused(2, "usage");
    let error = call("{\"d\":1}", "[]").refused(1, "duplicate-member");
    assert_eq!(error["location"], json!(".m.d"));
    let error = call("{}", "none").arg("--record-at").arg(".metadata.annotations.r").refused(2, "invalid-record");
    assert_eq!((&error["location"], &error["line"]), (&json!(".metadata.annotations.r"), &json!(1)));
    call("{}", "none").arg("--record-at").arg(".spec.template.metadata.annotations.r").refused(1, "misplaced-record");
    let at = |at: &str| {
        run(["prune", "o.json", "--at", at, "--desired", "{}", "--record", "[]"]).file("o.json", r#"{"s":"x","m":{}}"#)
    };
    at(".s").refused(1, "type-mismatch");
    at(".l[0]").refused(1, "no-match");
    at(".m[]").refused(2, "usage");
    at(".m // {}").refused(1, "not-an-address");
    run(["prune", "o.json", "--at", ".m", "--desired", "{}"]).file("o.json", "{}").refused(2, "usage");
}

#[test]
fn managed_fields_are_named_by_their_manager() {
    let document = r#"{"metadata":{"labels":{"team":"a","theirs":"1"},"managedFields":[{"manager":"me","fieldsV1":{"f:metadata":{"f:labels":{"f:team":{}}},"f:spec":{}}}]}}"#;
    let place = ".metadata.managedFields[] | select(.manager == \"me\") | .fieldsV1";
    let want = document
        .replace(r#""team":"a","theirs":"1""#, r#""theirs":"1""#)
        .replace(r#""f:metadata":{"f:labels":{"f:team":{}}},"#, "");
    run(["prune", "o.json", "--at", ".metadata.labels", "--desired", "{}", "--record-at", place])
        .file("o.json", document)
        .prints(&want);
}

#[test]
fn yaml_keeps_its_comments_and_its_styles() {
    let before = "\
# a web server
metadata:
  name: web   # the name
spec:
  template:
    metadata:
      labels:
        app: op  # the operator's
        team: a  # ours
        theirs: '1'
";
    let after = "\
# a web server
metadata:
  name: web   # the name
  annotations:
    example.io/applied: tier
spec:
  template:
    metadata:
      labels:
        app: op  # the operator's
        theirs: '1'
        tier: \"yes\"
";
    let call = |document: &str, desired: &str| {
        run(["prune", "o.yaml", "--at", AT, "--desired", desired, "--record-at", RECORD_AT, "--protect", "app"])
            .file("o.yaml", document)
    };
    let recorded = before.replace("the name\n", "the name\n  annotations:\n    example.io/applied: team\n");
    call(&recorded, r#"{"tier":"yes","app":"mine"}"#).prints(after);
    call(after, r#"{"tier":"yes"}"#).prints(after);
    let made = call("metadata: {name: web}\n", r#"{"a":"1"}"#).run();
    call(&made.stdout, "{}").prints(
        "metadata: {name: web, annotations: {example.io/applied: \"\"}}\nspec:\n  template:\n    metadata: {}\n",
    );
}
