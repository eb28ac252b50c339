//! `diff`, `merge`, `apply`: a plan goes out in every form and comes back to the same document.

#[path = "common/case.rs"]
mod case;

use case::run;
use serde_json::Value;

const BEFORE: &str = r#"{"apiVersion":"v1","kind":"Pod","metadata":{"name":"p","labels":{"a":"1"}},"spec":{"containers":[{"name":"x","image":"i","own":1},{"name":"y","image":"i","env":[{"name":"T","value":"v"}]}]}}
"#;
const AFTER: &str = r#"{"apiVersion":"v1","kind":"Pod","metadata":{"name":"p","labels":{"b":"2"}},"spec":{"containers":[{"name":"y","image":"j","env":[{"name":"T","valueFrom":{"fieldRef":{"fieldPath":"f"}}}]},{"name":"z","image":"k"}]}}
"#;

fn diff(form: &str) -> String {
    let ran = run(["diff", "before.json", "after.json", "-o", form])
        .file("before.json", BEFORE)
        .file("after.json", AFTER)
        .run();
    assert_eq!(ran.exit, 1, "{form}: {}", ran.stderr);
    ran.stdout
}

#[test]
fn every_form_carries_the_difference() {
    let want: Value = serde_json::from_str(AFTER).expect("JSON");
    for (form, read_as) in [("jq", "plan"), ("json", "plan"), ("json-patch", "plan"), ("strategic-patch", "strategic")]
    {
        let plan = diff(form);
        let ran = run(["apply", "before.json", "plan", "--type", read_as])
            .file("before.json", BEFORE)
            .file("plan", &plan)
            .run();
        assert_eq!(ran.exit, 0, "{form} {plan}: {}", ran.stderr);
        assert_eq!(serde_json::from_str::<Value>(&ran.stdout).expect("JSON"), want, "{form}: {plan}");
    }
}

#[test]
fn a_merge_patch_says_so_where_it_cannot_say_it() {
    run(["diff", "before.json", "after.json", "-o", "merge-patch"])
        .file("before.json", BEFORE)
        .file("after.json", AFTER)
        .refused(1, "inexpressible");
    run(["diff", "a.json", "b.json", "-o", "merge-patch"])
        .file("a.json", r#"{"a":{"x":1,"y":2}}"#)
        .file("b.json", r#"{"a":{"x":3}}"#)
        .run();
    run(["apply", "a.json", "p.json", "--type", "merge"])
        .file("a.json", r#"{"a": {"x": 1, "y": 2}}"#)
        .file("p.json", r#"{"a":{"x":3,"y":null}}"#)
        .prints(r#"{"a": {"x": 3}}"#);
}

#[test]
fn equal_documents_have_an_empty_plan() {
    for (form, text) in [("jq", ""), ("json", "[]\n"), ("json-patch", "[]\n"), ("merge-patch", "{}\n")] {
        run(["diff", "a.json", "b.yaml", "-o", form])
            .file("a.json", r#"{"a":1.0,"b":[]}"#)
            .file("b.yaml", "b: []\na: 1\n")
            .prints(text);
    }
}

#[test]
fn a_plan_knows_an_older_document() {
    let plan = diff("json");
    let newer = BEFORE.replace("\"image\":\"i\",\"env\"", "\"image\":\"other\",\"env\"");
    let error =
        run(["apply", "o.json", "plan.json"]).file("o.json", &newer).file("plan.json", &plan).refused(1, "stale");
    assert_eq!(error["location"], ".spec.containers[1].image");
    let patch = diff("json-patch");
    run(["apply", "o.json", "patch.json"])
        .file("o.json", &BEFORE.replace("\"name\":\"x\"", "\"name\":\"w\""))
        .file("patch.json", &patch)
        .refused(1, "stale");
}

#[test]
fn what_is_no_plan_is_refused() {
    for (text, code) in [
        ("{\"a\":1}", "invalid-plan"),
        ("[{\"op\":\"jump\",\"path\":\"/a\"}]", "invalid-plan"),
        ("[{\"location\":\".a\"}]", "invalid-plan"),
        ("[1", "invalid-document"),
        (".a", "syntax"),
    ] {
        run(["apply", "o.json", "plan"]).file("o.json", "{}").file("plan", text).refused(2, code);
    }
}

#[test]
fn a_merge_prints_its_plan_in_every_form() {
    let over =
        r#"{"spec":{"containers":[{"name":"y","env":[{"name":"T","valueFrom":{"fieldRef":{"fieldPath":"f"}}}]}]}}"#;
    let merge = |form: &str| {
        run(["merge", "b.json", "o.json", &format!("--plan={form}")])
            .file("b.json", BEFORE)
            .file("o.json", over)
            .run()
            .stdout
    };
    assert_eq!(
        merge("jq"),
        ".spec.containers[1].env[0].valueFrom = {\"fieldRef\":{\"fieldPath\":\"f\"}} | del(.spec.containers[1].env[0].value)\n"
    );
    assert!(
        merge("json").contains(r#""because":{"excluded":".spec.containers[1].env[0].valueFrom"}"#),
        "{}",
        merge("json")
    );
    assert!(
        merge("json-patch").contains(r#"{"op":"test","path":"/spec/containers/1/name","value":"y"}"#),
        "{}",
        merge("json-patch")
    );
}

#[test]
fn merges_at_a_place_and_on_yaml() {
    run(["merge", "b.yaml", "o.json", "--at", ".spec.engine", "--as", ".spec.engine=podSpec"])
        .file("b.yaml", "# mine\nspec:\n  engine:\n    containers:\n      - name: a   # first\n        image: i\n")
        .file("o.json", r#"{"containers":[{"name":"a","image":"j"},{"name":"b"}]}"#)
        .prints(
            "# mine\nspec:\n  engine:\n    containers:\n      - name: a   # first\n        image: j\n      - name: b\n",
        );
    run(["merge", "b.json", "o.json", "--at", ".l[]"]).file("b.json", "{}").file("o.json", "{}").refused(2, "usage");
    run(["merge", "b.json", "o.json"])
        .file("b.json", r#"{"a":{"b":1}}"#)
        .file("o.json", r#"{"a":[]}"#)
        .refused(1, "type-mismatch");
}

#[test]
fn a_list_that_is_replaced_whole_is_given_the_type_of_its_name() {
    let help = |field: &str, types: &[&str]| {
        let (base, over) =
            (format!(r#"{{"r":{{"{field}":[{{"name":"a","value":"v"}}]}}}}"#), r#"[{"name":"a","valueFrom":{}}]"#);
        let over = format!(r#"{{"r":{{"{field}":{over}}}}}"#);
        let ran = run(["merge", "b.json", "o.json"]).args(types).file("b.json", &base).file("o.json", &over).run();
        assert_eq!(ran.exit, 0, "{}", ran.stderr);
        (ran.stdout, ran.stderr)
    };
    for field in ["env", "containers", "initContainers", "ports", "volumes", "volumeMounts", "tolerations"] {
        let (_, told) = help(field, &[]);
        let wanted = format!("`--as .r.{field}={field}`");
        assert!(told.contains(&wanted), "{field}: {told}");
    }
    assert!(help("runners", &[]).1.contains("`--as .r.runners=TYPE`"));
    assert!(help("container", &[]).1.contains("`--as .r.container=TYPE`"), "a type that is no list");
    let (merged, told) = help("env", &["--as", ".r.env=env"]);
    assert!(!merged.contains("\"value\"") && !told.contains("unknown-list"), "{merged} {told}");
}

#[test]
fn a_place_that_neither_document_has_is_told_as_such() {
    let diff = |at: &'static str, after: &str| {
        run(["diff", "a.json", "b.json", "--at", at]).file("a.json", r#"{"l":[]}"#).file("b.json", after)
    };
    for at in [".b", ".b.c"] {
        let error = diff(at, "{}").refused(2, "usage");
        assert!(error["message"].as_str().is_some_and(|text| text.contains("in either document")), "{error}");
    }
    assert_eq!(diff(".b", r#"{"b":1}"#).run().exit, 1);
    let error = diff(".l[] | select(.name == \"x\")", "{}").refused(1, "no-match");
    assert!(!error["help"].to_string().contains("--allow-missing"), "{error}");
}

#[test]
fn two_inserts_before_one_entry_are_written_as_one() {
    let help = |edits: [&str; 2]| {
        let case = run(["edit", "o.json"]).args(&edits).file("o.json", r#"{"l":[1]}"#);
        case.refused(1, "conflicting-writes")["help"].to_string()
    };
    assert!(help([".l[0:0] = [2]", ".l[0:0] = [3]"]).contains("in one insert"));
    assert!(help([".l[0] = 2", ".l[0] = 3"]).contains("keep one of the two"));
}

#[test]
fn a_type_for_a_place_at_which_nothing_stands_is_told() {
    let told = |ty: &str| {
        let ran = run(["merge", "b.json", "o.json", "--at", ".r", "--as", ty])
            .file("b.json", r#"{"r":{"a":1},"l":[{}]}"#)
            .file("o.json", r#"{"env":[{"name":"x"}]}"#)
            .run();
        assert_eq!(ran.exit, 0, "{}", ran.stderr);
        ran.stderr
    };
    for vain in [".nope=env", ".r.a.b=env", ".env=env", ".l[].x=env"] {
        assert!(told(vain).contains("has no effect") && told(vain).contains("\"severity\":\"warning\""), "{vain}");
    }
    for fits in [".r=podSpec", ".r.env=env", ".l[]=podSpec"] {
        assert_eq!(told(fits), "", "{fits}");
    }
}
