//! The plan language: reading and printing are inverse, and any jq carries a printed plan out to the same document.

#[path = "common/generate.rs"]
mod generate;

use fieldwright::limits::Limits;
use fieldwright::plan::{Assignment, EditOptions, Plan, parse_edits, plan_edits};
use fieldwright::schema::{Attached, Schema};
use fieldwright::value::Value;
use generate::{Choices, document, plan};
use std::io::Write;
use std::process::{Command, Stdio};

/// A document with a plan that fits it, and the document that the plan makes of it.
struct Sample {
    before: Value,
    plan: Plan,
    after: serde_json::Value,
}

fn sample(seed: u64) -> Sample {
    let mut choices = Choices::new(seed);
    let before = document(&mut choices);
    let plan = plan(&mut choices, &before);
    let mut after = serde_json::Value::from(&before);
    plan.apply(&mut after).expect("the plan was made for the document");
    Sample { before, plan, after }
}

fn read(text: &str, document: &Value) -> Plan {
    let edits = parse_edits(text, &Limits::DEFAULT).unwrap_or_else(|error| panic!("{text}: {error}"));
    let schema = Attached::new(Schema::none());
    let options = EditOptions { allow_missing: false, schema: &schema, limits: Limits::DEFAULT };
    plan_edits(&edits, document, &options).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn print_then_parse_is_the_identity() {
    for seed in 0..3_000 {
        let Sample { before, plan, .. } = sample(seed);
        let text = plan.to_string();
        let again = read(&text, &before);
        assert_eq!(again, plan, "seed {seed}: {text}");
        assert_eq!(again.to_string(), text);
    }
}

#[test]
fn step_by_step_is_the_same_as_all_at_once() {
    for seed in 0..3_000 {
        let Sample { before, plan, after } = sample(seed);
        let mut document = serde_json::Value::from(&before);
        for assignment in plan.assignments() {
            let step = Plan::new(vec![Assignment::new(assignment.location.clone(), assignment.op.clone())]);
            step.expect("one assignment").apply(&mut document).expect("each step fits");
        }
        assert_eq!(document, after, "seed {seed}: {plan}");
    }
}

#[test]
fn the_order_of_the_assignments_does_not_matter_for_the_result() {
    for seed in 0..1_000 {
        let Sample { before, plan, after } = sample(seed);
        let mut shuffled = plan.assignments().to_vec();
        let mut choices = Choices::new(!seed);
        for at in (1..shuffled.len()).rev() {
            shuffled.swap(at, choices.below(at + 1));
        }
        let mut document = serde_json::Value::from(&before);
        Plan::new(shuffled).expect("no conflict before").apply(&mut document).expect("it fits");
        assert_eq!(document, after, "seed {seed}: {plan}");
    }
}

#[test]
fn a_refused_plan_changes_nothing() {
    for seed in 0..2_000 {
        let Sample { before, .. } = sample(seed);
        let other = sample(seed + 1).plan;
        let mut document = serde_json::Value::from(&before);
        let untouched = document.clone();
        if other.apply(&mut document).is_err() {
            assert_eq!(document, untouched, "seed {seed}: {other}");
        }
    }
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
