//! A catalog with findings, and the schemas that reports are held to.
#![allow(dead_code, reason = "each test file uses its own part")]

use fieldwright::catalog::{CheckedDefinition, Finding, Fix, Place, Related, Replacement, Rule, Severity, SourceFile};
use fieldwright::report::{Format, Hidden, Report, fingerprints};
use fieldwright::span::{Source, Span};
use serde_json::Value;
use std::sync::LazyLock;

pub static NOT_JQ: Rule =
    Rule { code: "FW101", name: "not-jq", severity: Severity::Error, summary: "an expression is not jq" };
pub static NAMES: Rule =
    Rule { code: "FW135", name: "duplicate-name", severity: Severity::Warning, summary: "two things have one name" };

pub const TEXT: &str = "kind: Karta\nname: wörker\npath: .spec[\n\nother: wörker\n";

#[derive(Debug)]
pub struct Catalog {
    pub files: Vec<SourceFile>,
    pub findings: Vec<Finding>,
    pub definitions: Vec<CheckedDefinition>,
    pub prints: Vec<String>,
}

impl Catalog {
    pub fn new(files: Vec<SourceFile>, definitions: Vec<CheckedDefinition>, findings: Vec<Finding>) -> Self {
        let prints = fingerprints(&files, &findings);
        Self { files, findings, definitions, prints }
    }

    pub fn report(&self) -> Report<'_> {
        Report {
            files: &self.files,
            definitions: &self.definitions,
            findings: &self.findings,
            fingerprints: &self.prints,
            rules: &[],
            hidden: Hidden { ignored: 1, baseline: 2 },
            fail_level: Some(Severity::Error),
            statistics: None,
        }
    }

    pub fn write(&self, format: Format) -> String {
        self.report().write(format, false)
    }

    pub fn json(&self, format: Format) -> Value {
        serde_json::from_str(&self.write(format)).expect("JSON")
    }
}

pub fn file(path: &str, text: &str) -> SourceFile {
    SourceFile { path: path.into(), source: Source::new(path, text) }
}

pub fn at(text: &str, part: &str) -> Place {
    let start = text.find(part).expect("the part is there");
    Place { file: 0, span: Span::new(start, start + part.len()) }
}

/// A clean file, and one with an error that can be mended and a warning that points at two places.
pub fn catalog() -> Catalog {
    let path = at(TEXT, ".spec[");
    let first = at(TEXT, "wörker");
    let second = Place { file: 0, span: Span::new(TEXT.rfind("wörker").expect("there"), TEXT.len()) };
    let findings = vec![
        Finding {
            rule: &NOT_JQ,
            severity: Severity::Error,
            message: "the expression `.spec[` ends too early".into(),
            label: "`]` is wanted".into(),
            place: path,
            related: Vec::new(),
            help: Some("write `.spec[]`".into()),
            fix: Some(Fix {
                message: "write `.spec[]`".into(),
                is_safe: true,
                replacements: vec![Replacement { place: path, text: ".spec[]".into() }],
            }),
            subject: "wörker.podTemplateSpecPath".into(),
        },
        Finding {
            rule: &NAMES,
            severity: Severity::Warning,
            message: "the name `wörker` is taken".into(),
            label: String::new(),
            place: second,
            related: vec![Related { place: first, label: "the first one".into() }],
            help: None,
            fix: None,
            subject: "wörker".into(),
        },
    ];
    let whole = |file, length| Place { file, span: Span::new(0, length) };
    let files = vec![file("catalog/a b.yaml", TEXT), file("catalog/clean.yaml", "kind: Karta\n")];
    let definitions = vec![
        CheckedDefinition { name: "faulty".into(), place: whole(0, TEXT.len()) },
        CheckedDefinition { name: "clean".into(), place: whole(1, 12) },
    ];
    Catalog::new(files, definitions, findings)
}

pub static REPORT: LazyLock<jsonschema::Validator> = LazyLock::new(|| validator("docs/schemas/report.json", ""));
pub static SARIF: LazyLock<jsonschema::Validator> =
    LazyLock::new(|| validator("tests/data/sarif/sarif-2.1.0-rtm.5.json", ""));

/// The published pattern of `language`, which reports do not have, holds a stray bracket that readers of schemas refuse.
pub fn without_language(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            if let Some(Value::Object(language)) = members.get_mut("language") {
                language.remove("pattern");
            }
            members.values_mut().for_each(without_language);
        }
        Value::Array(entries) => entries.iter_mut().for_each(without_language),
        _ => {}
    }
}

pub fn validator(path: &str, pointer: &str) -> jsonschema::Validator {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let mut schema: Value = serde_json::from_slice(&std::fs::read(path).expect("the schema is there")).expect("JSON");
    without_language(&mut schema);
    if !pointer.is_empty() {
        schema["$ref"] = format!("#{pointer}").into();
        for key in ["properties", "required", "additionalProperties", "type"] {
            schema.as_object_mut().expect("an object").remove(key);
        }
    }
    jsonschema::validator_for(&schema).expect("a schema")
}

#[track_caller]
pub fn assert_valid(validator: &jsonschema::Validator, value: &Value) {
    let errors: Vec<String> =
        validator.iter_errors(value).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(errors.is_empty(), "{}\n{value:#}", errors.join("\n"));
}
