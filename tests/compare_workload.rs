//! Names, scale and status of objects are what gojq makes of the definitions' expressions.
//!
//! gojq must be installed, so this runs only when asked for: `cargo test --test compare_workload -- --ignored`. Besides the
//! project's own definitions and objects it takes those in the folders that `FIELDWRIGHT_CATALOG` and
//! `FIELDWRIGHT_OBJECTS` name.

#![cfg(feature = "yaml")]
#![allow(clippy::print_stdout, reason = "how much was compared")]

use fieldwright::definition::{Definition, PathField, PathId, ReferenceShape};
use fieldwright::document::yaml::YamlStream;
use fieldwright::limits::Limits;
use fieldwright::location::Segment;
use fieldwright::value::Value;
use fieldwright::workload::{Compiled, ComponentRef, Instance, Options, Scale, Workload};
use serde_json::{Value as Serde, json};
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

/// What an expression gives in gojq; nothing where it fails.
fn gojq(expression: &str, object: &Serde, variables: &[(String, Serde)]) -> Vec<Serde> {
    let mut command = Command::new("gojq");
    command.args(["-c", expression]);
    for (name, value) in variables {
        command.args(["--argjson", name, &value.to_string()]);
    }
    let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = pipes.spawn().expect("gojq starts");
    child.stdin.take().expect("a pipe").write_all(object.to_string().as_bytes()).expect("gojq reads");
    let output = child.wait_with_output().expect("output");
    let text = String::from_utf8(output.stdout).expect("text");
    text.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

fn documents(folder: &str) -> Vec<Serde> {
    let mut found = Vec::new();
    for file in fs::read_dir(Path::new(folder)).expect(folder) {
        let text = fs::read_to_string(file.expect("readable").path()).unwrap_or_default();
        if let Ok(stream) = YamlStream::parse(&text, Default::default(), &Limits::DEFAULT) {
            found.extend(stream.documents().map(|document| Serde::from(document.root())));
        }
    }
    found
}

/// The object that an instance sees: of the list or map that it stands in only its own entry.
fn alone(object: &Serde, instance: &Instance) -> Serde {
    let mut object = object.clone();
    let Some((last, parents)) = instance.location.split_last() else { return object };
    let at = parents.iter().try_fold(&mut object, |at, segment| match segment {
        Segment::Key(key) => at.get_mut(&**key),
        Segment::Index(index) => at.get_mut(*index),
    });
    match (at.expect("an instance stands there"), last) {
        (Serde::Array(entries), Segment::Index(index)) => *entries = vec![entries.swap_remove(*index)],
        (Serde::Object(members), Segment::Key(key)) => members.retain(|name, _| **name == **key),
        (other, last) => panic!("{last:?} of {other}"),
    }
    object
}

struct Check<'c> {
    definition: &'c Definition,
    object: &'c Serde,
    variables: Vec<(String, Serde)>,
    compared: usize,
}

impl Check<'_> {
    fn gojq(&mut self, id: PathId, object: &Serde) -> Vec<Serde> {
        self.compared += 1;
        gojq(&self.definition.path(id).text, object, &self.variables)
    }

    fn component(&mut self, component: ComponentRef<'_, '_, &Serde>) {
        self.names(component);
        for (instance, scale) in component.scale().expect("a scale") {
            self.scale(component, instance, scale);
        }
        self.status(component);
    }

    fn names(&mut self, component: ComponentRef<'_, '_, &Serde>) {
        let Some(id) = self.definition.path_of(component.definition(), PathField::InstanceId) else { return };
        let mut theirs = self.gojq(id, self.object);
        let mut ours: Vec<Serde> = component.instances().iter().map(|instance| json!(instance.id)).collect();
        theirs.sort_by_key(Serde::to_string);
        ours.sort_by_key(Serde::to_string);
        assert_eq!(ours, theirs, "{}", component.name());
    }

    fn scale(&mut self, component: ComponentRef<'_, '_, &Serde>, instance: &Instance, scale: Scale) {
        let alone = alone(self.object, instance);
        let fields = [PathField::Replicas, PathField::MinReplicas, PathField::MaxReplicas];
        for (field, ours) in fields.into_iter().zip([scale.replicas, scale.min, scale.max]) {
            let Some(id) = self.definition.path_of(component.definition(), field) else { continue };
            let theirs = self.gojq(id, &alone);
            assert!(theirs.len() < 2, "{theirs:?}");
            let theirs = theirs.first().and_then(|value| match value {
                Serde::String(text) => text.parse().ok(),
                other => other.as_u64(),
            });
            assert_eq!(ours, theirs, "{} {field:?} {:?}", component.name(), instance.id);
        }
    }

    fn status(&mut self, component: ComponentRef<'_, '_, &Serde>) {
        let Some(told) = &component.definition().status else { return };
        let status = component.status().expect("readable").expect("defined");
        let mut first = |field| {
            let id = self.definition.path_of(component.definition(), field)?;
            self.gojq(id, self.object).into_iter().next().filter(|value| !value.is_null())
        };
        let (phase, conditions) = (first(PathField::Phase), first(PathField::Conditions));
        assert_eq!(json!(status.phase), json!(phase));
        let empty = Vec::new();
        let conditions = conditions.as_ref().and_then(Serde::as_array).unwrap_or(&empty);
        let keys = told.conditions.as_ref();
        let text = |condition: &Serde, key: &str| condition.get(key).and_then(Serde::as_str).map(String::from);
        assert_eq!(status.conditions.len(), conditions.len());
        for (ours, theirs) in status.conditions.iter().zip(conditions) {
            let keys = keys.expect("they are defined");
            assert_eq!(Some(&ours.kind), text(theirs, &keys.kind.text).as_ref());
            assert_eq!(ours.status, text(theirs, &keys.status.text));
            assert_eq!(
                (&ours.reason, &ours.message),
                (&text(theirs, &keys.reason.text), &text(theirs, &keys.message.text))
            );
        }
        let mut matched = Vec::new();
        for mapping in &told.mappings {
            let holds = mapping.matchers.iter().any(|matcher| {
                let by_phase = matcher.phase.as_ref().is_none_or(|want| phase.as_ref() == Some(&json!(want.text)));
                let by_conditions = matcher.conditions.iter().all(|want| {
                    let keys = keys.expect("they are defined");
                    let of_kind = |found: &&Serde| text(found, &keys.kind.text).as_ref() == Some(&want.kind.text);
                    let is = |want: &Option<_>, got: Option<String>| {
                        want.as_ref()
                            .is_none_or(|want: &fieldwright::definition::Text| got.as_ref() == Some(&want.text))
                    };
                    let found = conditions.iter().rfind(of_kind);
                    found.is_some_and(|found| {
                        is(&want.status, text(found, &keys.status.text))
                            && is(&want.reason, text(found, &keys.reason.text))
                    })
                });
                let by_expression = matcher.expression.as_ref().is_none_or(|(id, want)| {
                    let results = self.gojq(*id, self.object);
                    results.first().map(as_text).as_ref() == Some(&want.text)
                });
                by_phase && by_conditions && by_expression
            });
            matched.extend(holds.then(|| mapping.status.text.clone()));
        }
        assert_eq!(status.matched, matched);
    }
}

/// As jq's `tostring`.
fn as_text(value: &Serde) -> String {
    value.as_str().map_or_else(|| value.to_string(), String::from)
}

/// What a definition refers to, as far as it is among the objects.
fn references(definition: &Definition, objects: &[Serde]) -> Vec<(String, Serde)> {
    let value = |reference: &fieldwright::definition::Reference| {
        let kind = reference.kind.as_ref().expect("a kind");
        let mut found = objects.iter().filter(|object| object["kind"] == kind.kind).cloned();
        match reference.shape {
            Some(ReferenceShape::List) => found.collect(),
            _ => found.next().unwrap_or_default(),
        }
    };
    definition.references.iter().map(|reference| (reference.name.text.clone(), value(reference))).collect()
}

fn compare(definitions: &str, objects: &str) -> (usize, usize) {
    let objects = documents(objects);
    let (mut pairs, mut compared) = (0, 0);
    for definition in documents(definitions) {
        let (Some(definition), _) = Definition::read(&definition) else { continue };
        let compiled = Compiled::new(&definition, &Limits::DEFAULT).expect("valid");
        let variables = references(&definition, &objects);
        let mut options = Options::default();
        variables.iter().for_each(|(name, value)| options.references.set(name, Value::from(value)));
        let kind = definition.root().kind.as_ref().expect("a kind");
        let of_kind = |object: &&Serde| object["kind"] == kind.kind && object["apiVersion"] == kind.api_version();
        for object in objects.iter().filter(of_kind) {
            let workload = Workload::of(&compiled, object, options.clone()).expect("fits");
            let mut check = Check { definition: &definition, object, variables: variables.clone(), compared: 0 };
            workload.tree().into_iter().for_each(|(_, component)| check.component(component));
            pairs += 1;
            compared += check.compared;
        }
    }
    (pairs, compared)
}

#[test]
#[ignore = "needs gojq"]
fn names_scale_and_status_are_what_gojq_gives() {
    let own = |part: &str| format!("{}/docs/examples/catalog/{part}", env!("CARGO_MANIFEST_DIR"));
    let (pairs, compared) = compare(&own("definitions"), &own("objects"));
    assert!(pairs >= 12 && compared >= 40, "{pairs} objects, {compared} expressions");
    println!("{pairs} objects: {compared} expressions as gojq reads them");
    if let (Ok(definitions), Ok(objects)) = (std::env::var("FIELDWRIGHT_CATALOG"), std::env::var("FIELDWRIGHT_OBJECTS"))
    {
        let (pairs, compared) = compare(&definitions, &objects);
        assert!(pairs > 0);
        println!("{pairs} objects: {compared} expressions as gojq reads them, in the folders that were named");
    }
}
