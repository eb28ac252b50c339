//! The hot jobs of the library, each once, with warm tables and a warm heap.

use fieldwright::definition::Definition;
use fieldwright::diff::diff;
use fieldwright::document::json::{JsonDocument, edit_text};
use fieldwright::document::yaml::{Dialect, YamlStream};
use fieldwright::expression::{Expression, Formula, Variables};
use fieldwright::limits::Limits;
use fieldwright::location::Location;
use fieldwright::plan::{Assignment, Op, Plan, parse_edits};
use fieldwright::schema::{Attached, Schema};
use fieldwright::workload::Compiled;
use fieldwright_bench_counts::documents::{changed_deployment, deployment, leak, pods, pretty, written_deployment};
use fieldwright_bench_counts::fleet::{self, text_to_text};
use gungraun::prelude::*;
use serde_json::{Value, json};
use std::hint::black_box;

const LIMITS: Limits = Limits::DEFAULT;

/// Does it once before it is counted: what is built on first use, and what the heap keeps, is there.
fn warm<T: 'static>(input: T, job: impl Fn(&'static T)) -> &'static T {
    let input: &'static T = leak(input);
    job(input);
    input
}

fn set(place: Location, value: Value) -> Plan {
    Plan::new(vec![Assignment::new(place, Op::Set((&value).into()))]).expect("one")
}

type Edited = (&'static str, Plan);

fn image_in_json(indented: bool) -> &'static Edited {
    let (text, at) = pods(20_000, indented);
    let place = Location::root().child("items").child(at).child("spec").child("containers").child(0).child("image");
    warm((text, set(place, json!("example.net/front:1.5.0"))), edit_json)
}

fn edit_json((text, plan): &Edited) {
    drop(black_box(edit_text(black_box(text), plan, &LIMITS).expect("it fits")));
}

#[library_benchmark]
#[bench::compact(image_in_json(false))]
#[bench::indented(image_in_json(true))]
fn json_set_20_kb(input: &'static Edited) {
    edit_json(input);
}

fn replicas_in_yaml() -> &'static Edited {
    let place = Location::root().child("spec").child("replicas");
    warm((written_deployment(1_500).0, set(place, json!(7))), edit_yaml)
}

fn edit_yaml((text, plan): &Edited) {
    let stream = YamlStream::parse(black_box(text), Dialect::Kubernetes, &LIMITS).expect("YAML");
    drop(black_box(stream.apply(&[(0, plan)]).expect("it fits")));
}

#[library_benchmark]
#[bench::verified(replicas_in_yaml())]
fn yaml_set_1_5_kb(input: &'static Edited) {
    edit_yaml(input);
}

fn judge(text: &str) {
    drop(black_box(Expression::parse(black_box(text), &LIMITS).expect("an address")));
}

#[library_benchmark]
#[bench::four_steps(warm(".spec.template.metadata.labels".to_owned(), |text| judge(text)))]
#[bench::eight_steps(warm(".spec.services[].podTemplate.spec.containers[].image".to_owned(), |text| judge(text)))]
fn classify(text: &'static String) {
    judge(text);
}

type Values = (Value, Value, Attached<'static>);

fn one_label() -> (Value, Value) {
    let (before, mut after) = (deployment(), deployment());
    after["metadata"]["labels"]["app"] = json!("back");
    (before, after)
}

fn two_values((before, after): (Value, Value)) -> &'static Values {
    let schema = Attached::new(Schema::kubernetes()).by_kind(&before);
    warm((before, after, schema), differ)
}

fn differ((before, after, schema): &Values) {
    drop(black_box(diff(black_box(before), after, schema).expect("a plan")));
}

#[library_benchmark]
#[bench::one_label(two_values(one_label()))]
#[bench::a_hundred(two_values((deployment(), changed_deployment(100).0)))]
fn diff_values_20_kb(input: &'static Values) {
    differ(input);
}

type Texts = (String, String, Attached<'static>);

fn two_texts() -> &'static Texts {
    let (before, after) = one_label();
    let schema = Attached::new(Schema::kubernetes()).by_kind(&before);
    warm((pretty(&before), pretty(&after), schema), differ_in_text)
}

fn differ_in_text((before, after, schema): &Texts) {
    let old = JsonDocument::parse_beside(black_box(&**before), after, &LIMITS).expect("JSON");
    let new = JsonDocument::parse_beside_document(&**after, &old, &LIMITS).expect("JSON");
    drop(black_box(diff(old.root(), new.root(), schema).expect("a plan")));
}

#[library_benchmark]
#[bench::one_label(two_texts())]
fn diff_texts_20_kb(input: &'static Texts) {
    differ_in_text(input);
}

type Evaluated = (Formula<'static>, Value);

fn formula(text: &'static str) -> &'static Evaluated {
    let Ok(Expression::Formula(formula)) = Expression::parse(text, &LIMITS) else { panic!("{text} is no formula") };
    warm((formula.into_owned(), deployment()), evaluate)
}

fn evaluate((formula, document): &Evaluated) {
    drop(black_box(formula.evaluate(black_box(document), &Variables::new(), &LIMITS).expect("results")));
}

#[library_benchmark]
#[bench::fallback(formula(".spec.replicas // 1"))]
#[bench::select(formula(".spec.template.spec.containers[] | select(.name == \"worker-03\") | .image"))]
fn formula_20_kb(input: &'static Evaluated) {
    evaluate(input);
}

type Mutated = (Compiled<'static>, String, Value);

fn one_label_of_a_fleet() -> &'static Mutated {
    let (definition, _) = Definition::read(&fleet::definition());
    let definition: &'static Definition = leak(definition.expect("a definition"));
    let compiled = Compiled::new(definition, &LIMITS).expect("valid");
    warm((compiled, fleet::fleet(3, 66).to_string(), fleet::patch()), mutate)
}

fn mutate((compiled, text, patch): &Mutated) {
    drop(black_box(text_to_text(compiled, black_box(text), &fleet::one(), patch)));
}

#[library_benchmark]
#[bench::warm(one_label_of_a_fleet())]
fn mutate_20_kb(input: &'static Mutated) {
    mutate(input);
}

const EDITS: &str = "\
.metadata.labels.team = \"ml\" | .spec.replicas = 3 | del(.metadata.annotations[\"example.net/old\"]) | \
(.spec.template.spec.containers[] | select(.name == \"main\") | .image) = \"example.net/app:2\" | \
.spec.template.spec.tolerations[0:0] = [{\"key\": \"gpu\", \"operator\": \"Exists\"}]";

fn read_edits(text: &str) {
    drop(black_box(parse_edits(black_box(text), &LIMITS).expect("edits")));
}

#[library_benchmark]
#[bench::five_edits(warm(EDITS.to_owned(), |text| read_edits(text)))]
fn plan_text(text: &'static String) {
    read_edits(text);
}

library_benchmark_group!(
    name = jobs,
    benchmarks = [
        json_set_20_kb,
        yaml_set_1_5_kb,
        classify,
        diff_values_20_kb,
        diff_texts_20_kb,
        formula_20_kb,
        mutate_20_kb,
        plan_text
    ]
);
main!(library_benchmark_groups = jobs);
