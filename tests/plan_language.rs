//! The plan language: reading and printing are inverse, and any jq carries a printed plan out to the same document.

#![allow(clippy::print_stdout, reason = "figures of a run, which the page of quality repeats")]

mod common;

use common::choices::Choices;
use common::plan_laws::{self as laws, Sample};
use fieldwright::value::Value;
use std::io::Write;
use std::process::{Command, Stdio};

fn sample(seed: u64) -> Sample {
    Sample::new(&mut Choices::seeded(seed))
}

#[test]
fn print_then_parse_is_the_identity() {
    (0..3_000).map(sample).for_each(|sample| laws::print_then_parse(&sample));
}

#[test]
fn step_by_step_is_the_same_as_all_at_once() {
    (0..3_000).map(sample).for_each(|sample| laws::step_by_step(&sample));
}

#[test]
fn the_order_of_the_assignments_does_not_matter_for_the_result() {
    (0..1_000).for_each(|seed| laws::in_any_order(&sample(seed), &mut Choices::seeded(!seed)));
}

#[test]
fn a_refused_plan_changes_nothing() {
    (0..2_000).for_each(|seed| laws::all_or_nothing(&sample(seed).before, &sample(seed + 1).plan));
}

/// One process carries out many plans: a program that lists `DOCUMENT | PLAN`.
fn carried_out_by(program: &str, samples: &[Sample]) -> Vec<serde_json::Value> {
    let lines: Vec<String> = samples
        .iter()
        .map(|s| if s.plan.is_empty() { format!("({})", s.before) } else { format!("({} | {})", s.before, s.plan) })
        .collect();
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("plans.jq");
    std::fs::File::create(&file).and_then(|mut f| f.write_all(lines.join(",\n").as_bytes())).expect("written");
    let output = Command::new(program)
        .args(["-c", "-n", "-f"])
        .arg(&file)
        .stderr(Stdio::inherit())
        .output()
        .unwrap_or_else(|error| panic!("{program} is needed for this comparison: {error}"));
    assert!(output.status.success(), "{program} failed on {}", lines.join(",\n"));
    String::from_utf8(output.stdout)
        .expect("UTF-8")
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

fn compare_with(program: &str) {
    for batch in 0..100 {
        let samples: Vec<Sample> = (0..50).map(|at| sample(batch * 50 + at)).collect();
        let documents = carried_out_by(program, &samples);
        assert_eq!(documents.len(), samples.len());
        for (ours, theirs) in samples.iter().zip(documents) {
            let (ours_text, theirs_text) = (Value::from(&ours.after), Value::from(&theirs));
            assert!(
                ours_text == theirs_text,
                "{} | {}\nours   {ours_text}\ntheirs {theirs_text}",
                ours.before,
                ours.plan
            );
        }
    }
    println!("5000 plans carried out by {program} as by us");
}

#[test]
#[ignore = "needs jq"]
fn jq_carries_out_what_we_print() {
    compare_with("jq");
}

#[test]
#[ignore = "needs gojq"]
fn gojq_carries_out_what_we_print() {
    compare_with("gojq");
}
