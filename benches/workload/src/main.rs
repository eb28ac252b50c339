//! One label through a definition on an object of 20 KB, beside the whole-struct way, in one run:
//! `cargo run --release` in this folder. With `-- --only-ours` or `-- --only-whole-struct` one way from compact text
//! to text runs alone, a thousand times, for a profiler.
//!
//! The whole-struct way decodes the template into k8s-openapi's type, changes it, encodes it and puts it back at the path,
//! as tools do that know one type for all kinds. It drops what the type does not know, which the first lines tell.

mod fleet;
#[allow(dead_code, reason = "shared with the benchmark of the library")]
#[path = "../../ratios/job.rs"]
mod job;
#[allow(dead_code, reason = "shared with the benchmark of the library")]
#[path = "../../ratios/report.rs"]
mod report;

use fieldwright::definition::Definition;
use fieldwright::document::json::JsonDocument;
use fieldwright::limits::Limits;
use fieldwright::workload::{Compiled, Selection};
use fleet::{definition, fleet, one, patch, plan, text_to_text};
use job::{Growth, Job};
use k8s_openapi::api::core::v1::PodTemplateSpec;
use report::Report;
use serde_json::Value;
use std::hint::black_box;

/// Decode, change, encode, set at the path.
fn whole_struct(object: &mut Value) {
    let template = &mut object["spec"]["groups"][2]["template"];
    let mut typed: PodTemplateSpec = serde_json::from_value(template.take()).expect("a template");
    let labels = typed.metadata.get_or_insert_default().labels.get_or_insert_default();
    labels.insert("team".into(), "ml".into());
    *template = serde_json::to_value(&typed).expect("JSON");
}

fn whole_struct_text(text: &str, print: impl Fn(&Value) -> String) -> String {
    let mut object: Value = serde_json::from_str(text).expect("JSON");
    whole_struct(&mut object);
    print(&object)
}

fn pretty(object: &Value) -> String {
    serde_json::to_string_pretty(object).expect("JSON")
}

fn main() {
    let definition = definition();
    let (definition, _) = Definition::read(&definition);
    let definition = definition.expect("a definition");
    let compiled = Compiled::new(&definition, &Limits::DEFAULT).expect("valid");
    let (object, patch) = (fleet(3, 12), patch());
    let text = pretty(&object);
    // As an API server sends it.
    let compact = fleet(3, 66).to_string();
    if let Some(only) = std::env::args().find_map(|arg| arg.strip_prefix("--only-").map(String::from)) {
        (0..1000).for_each(|_| match only.as_str() {
            "ours" => drop(black_box(text_to_text(&compiled, black_box(&compact), &one(), &patch))),
            _ => drop(black_box(whole_struct_text(black_box(&compact), Value::to_string))),
        });
        return;
    }
    let mut report = Report::default();
    report.machine();
    tell_what_is_kept(&compiled, &object, &patch);
    report.job(&values(&definition, &compiled, &object, &patch).run());
    report.job(&texts("workload: text to text, indented", &compiled, &text, &patch, pretty).run());
    report.job(&texts("workload: text to text, compact", &compiled, &compact, &patch, Value::to_string).run());
    count_allocations(&mut report, &compiled, &patch);
    let texts: Vec<String> = [12, 48, 192, 768].map(|settings| fleet(3, settings).to_string()).into();
    let points = texts.iter().map(|text| {
        let (compiled, patch) = (&compiled, &patch);
        (text.len(), Box::new(move || drop(black_box(text_to_text(compiled, text, &one(), patch)))) as Box<dyn FnMut()>)
    });
    let mut growth = Growth { name: "growth: one label in text, by its size", unit: "byte", points: points.collect() };
    report.growth(growth.name, growth.unit, &growth.run());
}

fn tell_what_is_kept(compiled: &Compiled<'_>, object: &Value, patch: &Value) {
    let (mut ours, mut theirs) = (object.clone(), object.clone());
    plan(compiled, object, &one(), patch).apply(&mut ours).expect("fits");
    whole_struct(&mut theirs);
    assert_eq!(ours["spec"]["groups"][2]["template"]["metadata"], theirs["spec"]["groups"][2]["template"]["metadata"]);
    let kept = |object: &Value| object.to_string().matches("vendorField").count();
    let (before, after, whole) = (kept(object), kept(&ours), kept(&theirs));
    println!("fields that the type does not know: {before} before, {after} after ours, {whole} after the whole struct");
}

fn values<'b>(definition: &'b Definition, compiled: &'b Compiled<'b>, object: &'b Value, patch: &'b Value) -> Job<'b> {
    let planned = plan(compiled, object, &one(), patch);
    let peers: Vec<job::Peer<'b>> = vec![
        (
            "fieldwright",
            Box::new(|| {
                let mut object = black_box(object.clone());
                plan(compiled, &object, &one(), patch).apply(&mut object).expect("fits");
                black_box(object);
            }),
        ),
        (
            "fieldwright, the plan alone",
            Box::new(move || drop(black_box(plan(compiled, black_box(object), &one(), patch)))),
        ),
        (
            "fieldwright, a plan carried out",
            Box::new(move || {
                let mut object = black_box(object.clone());
                planned.apply(&mut object).expect("fits");
                black_box(object);
            }),
        ),
        (
            "fieldwright, definition read anew",
            Box::new(|| {
                let mut object = black_box(object.clone());
                let compiled = Compiled::new(definition, &Limits::DEFAULT).expect("valid");
                plan(&compiled, &object, &one(), patch).apply(&mut object).expect("fits");
                black_box(object);
            }),
        ),
        (
            "whole struct (k8s-openapi)",
            Box::new(|| {
                let mut object = black_box(object.clone());
                whole_struct(&mut object);
                black_box(object);
            }),
        ),
        ("cloning the object alone", Box::new(move || drop(black_box(black_box(object).clone())))),
    ];
    Job { name: "workload: value, plan, patched value".into(), bytes: object.to_string().len(), peers }
}

fn texts<'b>(
    name: &str,
    compiled: &'b Compiled<'b>,
    text: &'b str,
    patch: &'b Value,
    print: fn(&Value) -> String,
) -> Job<'b> {
    let peers: Vec<job::Peer<'b>> = vec![
        ("fieldwright", Box::new(|| drop(black_box(text_to_text(compiled, black_box(text), &one(), patch))))),
        (
            "fieldwright, checking and indexing alone",
            Box::new(move || drop(black_box(JsonDocument::parse(black_box(text), &Limits::DEFAULT).expect("JSON")))),
        ),
        (
            "whole struct (serde_json, k8s-openapi)",
            Box::new(move || drop(black_box(whole_struct_text(black_box(text), print)))),
        ),
        (
            "serde_json: parse and print, nothing changed",
            Box::new(move || {
                let object: Value = serde_json::from_str(black_box(text)).expect("JSON");
                black_box(print(&object));
            }),
        ),
    ];
    Job { name: name.into(), bytes: text.len(), peers }
}

/// A warm plan asks for as much memory as the change does: no more for a larger object, so much for each instance.
fn count_allocations(report: &mut Report, compiled: &Compiled<'_>, patch: &Value) {
    let count = |object: &Value, which: &Selection| {
        plan(compiled, object, which, patch);
        allocation_counter::measure(|| drop(black_box(plan(compiled, black_box(object), which, patch)))).count_total
    };
    let small = count(&fleet(3, 12), &one());
    for settings in [48, 192, 768] {
        assert_eq!(count(&fleet(3, settings), &one()), small, "a larger object takes more allocations");
    }
    report.count("heap allocations of a warm plan for one label, whatever the size of the object", small);
    let all = |groups| count(&fleet(groups, 12), &Selection::All);
    let (few, many) = (all(8), all(64));
    assert!(many <= few * 9, "{few} allocations for 8 instances, {many} for 64");
    report.count("heap allocations for each further instance", (many - few) / 56);
}
