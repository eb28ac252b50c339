//! `-o json|yaml`: what a command makes, in a format of the caller's choice.

#[path = "common/case.rs"]
mod case;

use case::run;

const STREAM: &str = "# c\na: 1 # x\nl:\n- 'yes'\n- b: |\n    t\n---\na: 2\n";

#[test]
fn yaml_is_edited_and_printed_as_json() {
    let want = "{\n  \"a\": 1.50,\n  \"l\": [\n    \"yes\",\n    {\n      \"b\": \"t\\n\"\n    }\n  ]\n}\n";
    run(["edit", "s.yaml", "--document", "0", "-o", "json", ".a = 1.50"]).file("s.yaml", STREAM).prints(want);
}

#[test]
fn json_is_edited_and_printed_as_yaml() {
    let want = "a: \"no\"\nb:\n  - 1e3\n  - {}\n  - x:\n      - null\n";
    run(["edit", "o.json", "-o", "yaml", ".a = \"no\""])
        .file("o.json", r#"{"a":1,"b":[1e3,{},{"x":[null]}]}"#)
        .prints(want);
}

#[test]
fn documents_of_a_stream_follow_one_another() {
    run(["edit", "s.yaml", "--all-documents", "-o", "yaml", "del(.l?)", ".a = 3"])
        .file("s.yaml", STREAM)
        .prints("a: 3\n---\na: 3\n");
    run(["edit", "s.yaml", "--all-documents", "-o", "json", "del(.l?)", ".a = 3"])
        .file("s.yaml", STREAM)
        .prints("{\n  \"a\": 3\n}\n{\n  \"a\": 3\n}\n");
}

#[test]
fn values_are_printed_in_either() {
    let get = |args: &[&'static str]| run(["get", "s.yaml", "--document", "0"]).args(args).file("s.yaml", STREAM);
    get(&[".l", "-o", "yaml"]).prints("- \"yes\"\n- b: |\n    t\n");
    get(&[".l[]", "-o", "yaml"]).prints("\"yes\"\n---\nb: |\n  t\n");
    get(&[".l | length", "-o", "yaml"]).prints("2\n");
    get(&[".l", "-o", "json"]).prints("[\n  \"yes\",\n  {\n    \"b\": \"t\\n\"\n  }\n]\n");
    get(&[".l"]).prints("[\"yes\",{\"b\":\"t\\n\"}]\n");
}

#[test]
fn merges_and_patches_too() {
    let files = |args: &[&'static str]| {
        run([args[0]]).args(&args[1..]).file("b.yaml", "a: 1 # x\nb: 2\n").file("p.json", r#"{"a":null}"#)
    };
    files(&["merge", "b.yaml", "p.json", "-o", "json"]).prints("{\n  \"b\": 2\n}\n");
    files(&["apply", "b.yaml", "p.json", "--type", "merge", "-o", "yaml"]).prints("b: 2\n");
    files(&["apply", "b.yaml", "p.json", "--type", "merge"]).prints("b: 2\n");
}

/// What a double cannot hold no YAML reader takes as a number; JSON is YAML too.
#[test]
fn what_yaml_cannot_spell_is_printed_as_json() {
    run(["edit", "o.json", "-o", "yaml", ".a = 1"])
        .file("o.json", r#"{"a":0,"b":1e400}"#)
        .prints("{\"a\":1,\"b\":1e400}\n");
}

#[test]
fn a_refused_edit_prints_nothing_in_any_format() {
    run(["edit", "o.yaml", "-o", "json", ".b = 2"]).file("o.yaml", "a: &x 1\nb: *x\n").refused(1, "aliased");
}

#[test]
fn options_may_stand_behind_the_expressions_of_explain() {
    let ran = run(["explain", ".a", "--format", "json"]).run();
    assert_eq!((ran.exit, ran.stdout.lines().count()), (0, 1), "{}", ran.stdout);
    assert!(ran.stdout.contains("\"verdict\":\"address\""), "{}", ran.stdout);
    assert!(run(["explain", "--", "-.a", "--format"]).run().stdout.contains("`-.a`"));
    assert!(run(["explain", "-1"]).run().stdout.starts_with("formula"));
    assert!(run(["explain", "--format", "json", "-"]).stdin(".a\n.b\n").run().stdout.lines().count() == 2);
    assert_eq!(run(["explain", "-.a"]).run().exit, 2);
}

#[test]
fn a_variable_without_a_value_is_given_one_by_the_option_of_get() {
    let error = run(["get", "o.json", "[$x]"]).file("o.json", "{}").refused(2, "undefined-variable");
    assert!(error["help"].as_str().is_some_and(|help| help.contains("`--arg x=JSON`")), "{error}");
}
