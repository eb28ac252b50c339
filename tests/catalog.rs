//! Catalogs as they are checked: what is read, where findings point, and that nothing depends on the order of files.

use fieldwright::catalog::{
    Checked, Content, ExpressionField, ExpressionKind, ExpressionRole, FILE_BYTES, Input, InputError, Options,
    Severity, check, read_inputs,
};
use fieldwright::limits::Limits;
use std::fs;
use std::path::Path;

fn input(path: &str, text: &str) -> Input {
    Input { path: path.into(), content: Content::Text(text.into()) }
}

fn check_text(text: &str) -> Checked {
    check(vec![input("a.yaml", text)], &Options::default())
}

/// `line:column code` and the underlined text of each finding.
fn told(checked: &Checked) -> Vec<(String, String)> {
    let line = |finding: &fieldwright::catalog::Finding| {
        let source = &checked.files[finding.place.file].source;
        let at = source.line_column(finding.place.span.start);
        (format!("{}:{} {}", at.line, at.column, finding.rule.code), finding.place.span.of(source.text()).to_owned())
    };
    checked.findings.iter().map(line).collect()
}

fn codes(checked: &Checked) -> Vec<&'static str> {
    checked.findings.iter().map(|finding| finding.rule.code).collect()
}

/// A definition with one scale path, written as it is given.
fn definition(name: &str, path: &str) -> String {
    format!(
        "apiVersion: run.ai/v1alpha1
kind: Karta
metadata: {{name: {name}}}
spec:
  structureDefinition:
    rootComponent:
      name: {name}
      kind: {{group: example.dev, version: v1, kind: {name}}}
      scaleDefinition:
        replicasPath: {path}
      statusDefinition:
        phaseDefinition: {{path: .status.phase}}
        statusMappings:
          running: [{{byPhase: Running}}]
"
    )
}

#[test]
fn a_span_inside_an_expression_is_found_through_every_way_to_write_a_string() {
    let underlined = "select(.a == \"b\")";
    for written in [
        ".x[] | select(.a == \"b\") | .n",
        "'.x[] | select(.a == \"b\") | .n'",
        "\".x[] | select(.a == \\\"b\\\") | .n\"",
        ">-\n          .x[]\n          | select(.a == \"b\") | .n",
        "|\n          .x[]\n          | select(.a == \"b\") | .n\n",
    ] {
        let text = definition("W", written)
            .replace("scaleDefinition", "specDefinition")
            .replace("replicasPath", "podSpecPath");
        let told = told(&check_text(&text));
        let [(_, found)] = &told[..] else { panic!("{written}: {told:?}") };
        assert_eq!(found.replace("\\\"", "\""), underlined, "{written}");
    }
}

#[test]
fn findings_say_line_and_column() {
    assert_eq!(told(&check_text(&definition("W", ".a b"))), [("10:26 FW101".to_owned(), "b".to_owned())]);
    let second = format!("# first\n---\n{}", definition("W", ".é | lenght"));
    assert_eq!(told(&check_text(&second)).len(), 1);
}

#[test]
fn json_is_read_as_yaml_is() {
    let (yaml, _) = (definition("W", ".spec.n // 1"), ());
    let value: serde_json::Value = serde_json::json!({
        "apiVersion": "run.ai/v1alpha1", "kind": "Karta", "metadata": {"name": "w"},
        "spec": {"structureDefinition": {"rootComponent": {
            "name": "w", "kind": {"group": "e", "version": "v1", "kind": "W"},
            "specDefinition": {"podSpecPath": ".spec[\"a\"] // {}"},
            "statusDefinition": {"phaseDefinition": {"path": ".p"}, "statusMappings": {"running": [{"byPhase": "R"}]}}
        }}}
    });
    assert!(check_text(&yaml).findings.is_empty());
    let found = told(&check_text(&serde_json::to_string_pretty(&value).expect("JSON")));
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].1, "// {}");
    let twice = r#"{"apiVersion": "run.ai/v1alpha1", "kind": "Karta", "kind": "Karta"}"#;
    assert!(codes(&check_text(twice)).contains(&"FW162"));
}

#[test]
fn streams_and_lists_hold_several_definitions() {
    let item = |text: String| text.lines().map(|line| format!("    {line}\n")).collect::<String>();
    let list = format!(
        "apiVersion: v1\nkind: List\nitems:\n  -\n{}  -\n{}",
        item(definition("A", ".a b")),
        item(definition("B", ".b"))
    );
    let checked = check_text(&format!("{list}---\n{}", definition("C", ".c c")));
    assert_eq!(checked.definitions.len(), 3);
    let names: Vec<_> = checked.definitions.iter().map(|definition| &*definition.name).collect();
    assert_eq!(names, ["A", "B", "C"]);
    assert_eq!(codes(&checked), ["FW101", "FW101"]);
    let lines: Vec<_> = told(&checked).into_iter().map(|(at, found)| format!("{at} {found}")).collect();
    assert_eq!(lines, ["14:30 FW101 b", "44:26 FW101 c"]);
}

#[test]
fn the_order_of_the_report_is_that_of_places_whatever_the_order_of_the_work() {
    let inputs: Vec<Input> =
        (0..40).map(|at| input(&format!("{at:02}.yaml"), &definition(&format!("K{at}"), "(.a | .b) c"))).collect();
    let first = check(inputs.clone(), &Options::default());
    for _ in 0..3 {
        let again = check(inputs.clone(), &Options::default());
        assert_eq!(again.findings, first.findings);
        assert_eq!(again.definitions, first.definitions);
    }
    assert!(first.findings.windows(2).all(|pair| pair[0].place <= pair[1].place));
    assert_eq!(first.findings.len(), 40);
}

#[test]
fn one_kind_in_two_files_is_told_in_the_later_one() {
    let inputs = vec![input("a.yaml", &definition("W", ".a")), input("b.yaml", &definition("W", ".b"))];
    let checked = check(inputs, &Options::default());
    let places: Vec<_> = checked
        .findings
        .iter()
        .map(|finding| (finding.rule.name, finding.place.file, finding.related[0].place.file))
        .collect();
    assert_eq!(places, [("duplicate-name", 1, 0), ("duplicate-kind", 1, 0)]);
}

#[test]
fn bad_input_is_a_finding_and_never_a_panic() {
    let deep = format!("a: {}1{}", "[".repeat(600), "]".repeat(600));
    let mut bomb = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for at in 1..12 {
        let aliases = vec![format!("*a{}", at - 1); 10].join(", ");
        bomb.push_str(&format!("a{at}: &a{at} [{aliases}]\n"));
    }
    for text in ["a: [", "\u{1}", "{\"a\": 1", "a: *b", "\t- a", &deep, &bomb, "a: b\n a: c\n", "[1, 2"] {
        assert_eq!(codes(&check_text(text)), ["FW161"], "{:?}", &text[..text.len().min(20)]);
    }
    for content in [Content::NotUtf8 { good: 3 }, Content::TooLarge { limit: 9 }, Content::Unreadable("gone".into())] {
        let checked = check(vec![Input { path: "x.yaml".into(), content }], &Options::default());
        assert_eq!(codes(&checked), ["FW161"]);
    }
    assert!(check_text("").findings.is_empty());
    let nested = definition("W", &format!("'{}'", "(".repeat(5000)));
    assert_eq!(codes(&check_text(&nested)), ["FW101"]);
    assert_eq!(codes(&check_text("apiVersion: run.ai/v1alpha1\nkind: Karta\nspec: 3\n")), ["FW132", "FW133"]);
}

#[test]
fn another_document_is_a_note_and_with_strict_an_error() {
    let text = "apiVersion: v1\nkind: Service\n";
    let lenient = check_text(text);
    assert_eq!(lenient.findings[0].severity, Severity::Note);
    let strict = check(vec![input("a.yaml", text)], &Options { strict: true, ..Options::default() });
    assert_eq!(strict.findings[0].severity, Severity::Error);
}

#[test]
fn a_key_near_a_known_one_is_an_error_and_another_a_warning() {
    let text = definition("W", ".a").replace("replicasPath", "repliacsPath");
    let near = check_text(&text);
    assert_eq!((near.findings[0].rule.name, near.findings[0].severity), ("unknown-key", Severity::Error));
    assert!(near.findings[0].help.as_deref().is_some_and(|help| help.contains("`replicasPath`")));
    let far = check_text(&definition("W", ".a").replace("replicasPath", "surgeLimit"));
    assert_eq!((far.findings[0].rule.name, far.findings[0].severity), ("unknown-key", Severity::Warning));
}

#[test]
fn statistics_count_single_paths_by_their_verdict() {
    let checked = check_text(&definition("W", "(.a | .b)"));
    let counts = checked.statistics;
    assert_eq!((counts.files, counts.definitions), (1, 1));
    assert_eq!((counts.expressions, counts.plain, counts.composed, counts.formulas, counts.invalid), (2, 1, 1, 0, 0));
    let counts = check_text(&definition("W", ".a + 1")).statistics;
    assert_eq!((counts.expressions, counts.plain, counts.composed, counts.formulas, counts.invalid), (2, 1, 0, 1, 0));
}

#[test]
fn argo_cd_settings_are_read_inside_their_text() {
    let text = "apiVersion: v1
kind: ConfigMap
metadata:
  name: argocd-cm
data:
  resource.customizations.ignoreDifferences.apps_Deployment: |
    jqPathExpressions:
      - .spec.template.spec.containers[].image
      - .spec.replicas | tostring
  other: |
    jqPathExpressions: [tostring]
";
    let options = Options { argocd: true, ..Options::default() };
    let checked = check(vec![input("cm.yaml", text)], &options);
    assert_eq!(told(&checked), [("9:26 FW191".to_owned(), "tostring".to_owned())]);
    assert_eq!(checked.definitions.len(), 1);
    let set = "apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
spec:
  template:
    spec:
      ignoreDifferences:
        - jqPathExpressions: [\".a | length\"]
";
    assert_eq!(codes(&check(vec![input("set.yaml", set)], &options)), ["FW191"]);
    assert!(check(vec![input("other.yaml", "kind: Service\n")], &options).definitions.is_empty());
}

#[test]
fn kinds_of_a_user_hold_expressions_too() {
    let field = |path: &str, role| ExpressionField { path: path.into(), role };
    let kind = ExpressionKind {
        api_version: Some("example.dev/v1".into()),
        kind: "Watcher".into(),
        fields: vec![
            field(".spec.write[]", ExpressionRole::Write),
            field(".spec.read", ExpressionRole::Read),
            field(".spec.drop[].path", ExpressionRole::Path),
        ],
    };
    assert!(kind.fault(&Limits::DEFAULT).is_none());
    let wrong = ExpressionKind { fields: vec![field(".a + 1", ExpressionRole::Read)], ..kind.clone() };
    assert_eq!(wrong.fault(&Limits::DEFAULT).map(|(field, _)| &*field.path), Some(".a + 1"));
    let text = "apiVersion: example.dev/v1
kind: Watcher
metadata: {name: w}
spec:
  write: [.a, .a // 1]
  read: .a + 1
  drop:
    - path: .a[] | select(.b)
    - path: .c // .d
";
    let options = Options { kinds: vec![kind], ..Options::default() };
    assert_eq!(codes(&check(vec![input("w.yaml", text)], &options)), ["FW107", "FW192"]);
    assert_eq!(codes(&check_text(text)), ["FW155"]);
}

#[test]
fn what_is_no_string_is_told_in_other_kinds_too() {
    let application = |list: &str| {
        format!(
            "apiVersion: argoproj.io/v1alpha1\nkind: Application\nspec:\n  ignoreDifferences:\n    \
             - jqPathExpressions: {list}\n"
        )
    };
    let options = Options { argocd: true, ..Options::default() };
    let argocd = |list: &str| codes(&check(vec![input("a.yaml", &application(list))], &options));
    assert_eq!(argocd("[3, \".a\"]"), ["FW164"]);
    assert_eq!(argocd("[true, [.a], null, \"3\", {a: 1}]"), ["FW163", "FW133", "FW133", "FW191", "FW133"]);
    assert!(argocd("null").is_empty());
    let settings = "apiVersion: v1
kind: ConfigMap
metadata: {name: argocd-cm}
data:
  resource.customizations.ignoreDifferences.all: |
    jqPathExpressions:
      - 3
";
    let checked = check(vec![input("cm.yaml", settings)], &options);
    assert_eq!(told(&checked), [("7:9 FW164".to_owned(), "3".to_owned())]);
    let fix = checked.findings[0].fix.as_ref();
    assert!(fix.is_none_or(|fix| fix.replacements.is_empty()), "quotes may end the text that holds it");

    let field = |path: &str, role| ExpressionField { path: path.into(), role };
    let fields = vec![field(".write[]", ExpressionRole::Write), field(".show", ExpressionRole::Read)];
    let kind = ExpressionKind { api_version: None, kind: "Watcher".into(), fields };
    let options = Options { kinds: vec![kind], ..Options::default() };
    let watcher = |text: &str| {
        let checked = check(vec![input("w.yaml", &format!("kind: Watcher\n{text}"))], &options);
        assert!(checked.findings.iter().all(|finding| finding.severity == Severity::Error), "{text}");
        codes(&checked)
    };
    assert_eq!(watcher("write: [3, null, {a: 1}]\nshow: 5\n"), ["FW164", "FW133", "FW133", "FW164"]);
    assert_eq!(watcher("write: .a\n"), ["FW133"]);
    assert!(watcher("write: [.a]\nshow: null\n").is_empty());
    assert!(watcher("metadata: {}\n").is_empty());
}

fn write(root: &Path, name: &str, text: &[u8]) {
    let path = root.join(name);
    fs::create_dir_all(path.parent().expect("a folder")).expect("made");
    fs::write(path, text).expect("written");
}

#[test]
fn folders_stand_for_their_yaml_and_json_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    write(root, "a.yaml", b"a: 1");
    write(root, "b/c.yml", b"a: 1");
    write(root, "b/d.json", b"{}");
    write(root, "b/notes.txt", b"none");
    write(root, "rendered/e.yaml", b"a: 1");
    write(root, ".gitignore", b"/rendered\n");
    write(root, "binary.yaml", b"\xff\xfe\x00");
    let names = |paths: &[&Path]| -> Vec<String> {
        let inputs = read_inputs(paths, FILE_BYTES).expect("files");
        inputs.iter().map(|input| input.path.rsplit('/').next().unwrap_or_default().to_owned()).collect()
    };
    assert_eq!(names(&[root]), ["a.yaml", "c.yml", "d.json", "binary.yaml"]);
    // A file that is named is read whatever .gitignore says, and once.
    let named = root.join("rendered/e.yaml");
    assert_eq!(names(&[&named, &named]), ["e.yaml"]);
    let small = read_inputs(&[root.join("a.yaml")], 2).expect("a file");
    assert!(matches!(small[0].content, Content::TooLarge { limit: 2 }));
    assert!(matches!(
        read_inputs(&[root.join("binary.yaml")], 99).expect("a file")[0].content,
        Content::NotUtf8 { .. }
    ));
    assert!(matches!(read_inputs(&[root.join("none.yaml")], 99), Err(InputError::Io { .. })));
    write(root, "empty/notes.txt", b"none");
    assert!(matches!(read_inputs(&[root.join("empty")], 99), Err(InputError::Nothing { .. })));
}

/// A definition with one more component, its keys as they are given.
fn with_component(root: &str, component: &str) -> String {
    let indent = |text: &str, by: usize| text.lines().map(|line| format!("{:by$}{line}\n", "")).collect::<String>();
    format!(
        "{}{}    childComponents:\n      - name: part\n        ownerRef: W\n{}",
        definition("W", ".spec.size"),
        indent(root, 6),
        indent(component, 8)
    )
}

const SELECTOR: &str = "podSelector: {componentInstanceSelector: {idPath: '.metadata.labels.part'}}\n";

#[test]
fn a_scale_formula_goes_over_the_instances_or_over_nothing() {
    let part = |replicas: &str| {
        let text =
            format!("instanceIdPath: .spec.parts[].name\n{SELECTOR}scaleDefinition: {{replicasPath: '{replicas}'}}");
        codes(&check_text(&with_component("", &text)))
    };
    for fine in [".spec.parts[].n // 1", "(.spec.n // 1) * (.spec.parts[].n // 1)", ".spec.n + 1", "1", ".spec.n"] {
        assert_eq!(part(fine), Vec::<&str>::new(), "{fine}");
    }
    for wrong in [".spec.others[].n // 1", ".spec.others[].n"] {
        assert_eq!(part(wrong), ["FW114"], "{wrong}");
    }
}

#[test]
fn instances_in_a_map_are_named_by_its_keys() {
    let part = |id: &str, labels: &str| {
        let text = format!(
            "instanceIdPath: '{id}'\n{SELECTOR}specDefinition:\n  fragmentedPodSpecDefinition: {{labelsPath: '{labels}'}}"
        );
        codes(&check_text(&with_component("", &text)))
    };
    for id in [".spec.parts | keys[]", ".spec.parts | to_entries[] | .key", ".spec.parts | keys_unsorted[]"] {
        assert_eq!(part(id, ".spec.parts[].labels"), Vec::<&str>::new(), "{id}");
        assert_eq!(part(id, ".spec.others[].labels"), ["FW114"], "{id}");
        assert_eq!(part(id, ".spec.parts[].rows[].labels"), ["FW114"], "{id}");
        // A map has its entries by name too; a list has not.
        assert_eq!(part(id, ".spec.parts.first.labels"), ["FW114"], "{id}");
    }
    assert_eq!(part(".spec.parts[].name", ".spec.parts[].labels"), Vec::<&str>::new());
}

#[test]
fn a_workload_may_be_suspended_by_its_scale() {
    let suspend = "suspendDefinition:
  suspendActions: [{path: .spec.size, value: 0}]
  resumeActions: [{path: .spec.size, value: 1}]
";
    assert_eq!(codes(&check_text(&with_component(suspend, ""))), Vec::<&str>::new());
}

#[test]
fn what_lies_inside_a_pod_template_belongs_there_or_not() {
    let part = |shape: &str, scale: &str| {
        let text = format!("specDefinition: {{{shape}}}\nscaleDefinition: {{minReplicasPath: '{scale}'}}");
        codes(&check_text(&with_component("", &text)))
    };
    let template = "podTemplateSpecPath: .spec.pods";
    assert_eq!(part(template, ".spec.pods.metadata.labels[\"a/b\"]"), Vec::<&str>::new());
    assert_eq!(part(template, ".spec.pods.spec.priority"), Vec::<&str>::new());
    assert_eq!(part(template, ".spec.pods.replicas"), ["FW113"]);
    assert_eq!(part(template, ".spec.pods.spec.replicas"), ["FW113"]);
    assert_eq!(part("podSpecPath: .spec.pods", ".spec.pods.minReplicas"), ["FW113"]);
    assert_eq!(part("podSpecPath: .spec.pods", ".spec.podsToo.minReplicas"), Vec::<&str>::new());
}

#[test]
fn references_are_declared_and_read() {
    let reference =
        |extra: &str| format!("references:\n  - name: profile\n    gvk: {{group: e, version: v1, kind: P}}\n{extra}");
    let text = |path: &str, extra: &str| {
        let indented: String = reference(extra).lines().map(|line| format!("    {line}\n")).collect();
        codes(&check_text(&format!("{}{indented}", definition("W", path))))
    };
    let lookup = "    lookup: {nameExpression: .spec.profile}\n";
    assert_eq!(text("$profile.size", lookup), Vec::<&str>::new());
    assert_eq!(text("$profil.size", lookup), ["FW118", "FW119"]);
    // What finds a reference cannot depend on one.
    assert_eq!(text("$profile.size", "    lookup: {nameExpression: $profile.name}\n"), ["FW118"]);
    assert_eq!(text(". as $profile | $profile.size", lookup), ["FW119"]);
}

#[test]
fn scalars_that_read_as_something_else_are_told_wherever_they_stand() {
    let labels = |text: &str| {
        let selector = format!("podSelector:\n  componentTypeSelector:\n    matchLabels:\n      {text}\n");
        codes(&check_text(&with_component("", &selector)))
    };
    for (text, code) in [
        ("app: on", "FW163"),
        ("on: \"true\"", "FW163"),
        ("app: True", "FW163"),
        ("app: 0644", "FW164"),
        ("app: 1.0", "FW164"),
        ("1_000: a", "FW164"),
        ("app: {}", "FW133"),
        ("app: ~", "FW133"),
    ] {
        assert_eq!(labels(text), [code], "{text}");
    }
    for text in ["app: \"on\"", "app: online", "\"on\": \"true\"", "app: 1.0.0", "8080: a", "app: '0644'"] {
        assert_eq!(labels(text), Vec::<&str>::new(), "{text}");
    }
}

#[test]
fn the_fix_of_a_formula_is_its_target_unless_that_is_an_entry_by_its_key() {
    let fields = |path: &str| {
        let text = format!("specDefinition:\n  fragmentedPodSpecDefinition:\n    imagePath: '{path}'\n");
        check_text(&with_component("", &text))
    };
    let fixed = fields(".spec.image // \"none\"");
    let fix = fixed.findings[0].fix.as_ref().expect("a fix");
    assert_eq!((&*fix.replacements[0].text, fix.is_safe), ("'.spec.image'", false));
    let keyed = fields(".spec.parts[] | select(.name == \"main\") | .image");
    assert_eq!(codes(&keyed), ["FW108"]);
    assert!(keyed.findings[0].fix.is_none());
    assert!(keyed.findings[0].help.as_deref().is_some_and(|help| help.contains("select(.name == \"main\")")));
}

#[test]
fn the_older_form_of_definitions_is_read_and_another_version_is_not() {
    let text = definition("W", ".spec.size");
    let older =
        text.replace("run.ai/v1alpha1", "optimization.nvidia.com/v1alpha1").replace("Karta", "ResourceInterface");
    let checked = check_text(&older);
    assert_eq!((codes(&checked), checked.statistics.definitions), (vec![], 1));
    // The two forms are resources of two kinds: one workload may have a definition in each.
    assert!(check_text(&format!("{text}---\n{older}")).findings.is_empty());
    assert_eq!(codes(&check_text(&text.replace("v1alpha1", "v1beta1"))), ["FW154"]);
}
