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

/// Where an edit stands, and where what is wrong with one stands: in the first edit of a text and in a later one.
#[test]
fn edits_and_their_faults_have_their_places() {
    use fieldwright::limits::Limits;
    use fieldwright::plan::parse_edits;
    for lead in ["", "  ", ".x = [1, {\"y\": \"|\"}] | ", "del(.x[\")\"]) |\n# so | it = goes\n"] {
        for (text, edit) in [
            (".a = 1", 0..6),
            (" .a[0:0] =  [1, 2]  ", 1..18),
            ("del( .a )", 0..9),
            ("del(.[\"a)b\"])  ", 0..13),
            ("del (.a)", 0..8),
            (".del = 1", 0..8),
        ] {
            let whole = format!("{lead}{text}");
            let edits = parse_edits(&whole, &Limits::DEFAULT).unwrap_or_else(|error| panic!("{whole}: {error:?}"));
            let span = edits.last().expect("an edit").span;
            assert_eq!((span.start - lead.len())..(span.end - lead.len()), edit, "{whole}");
        }
        for (text, fault) in [
            (".a |= 1", ".a |= 1".find("|=").expect("there")..5),
            (".a += 1", 3..5),
            (".a //= 1", 3..6),
            ("del(.a |= 1", 0..11),
            ("del(.a //= (1, 2)", 0..17),
            ("del(.a]", 0..6),
            ("del .a", 0..4),
            ("del", 0..3),
            (".a = x", 5..6),
            (".a =  ", 6..6),
            (".a = 1 2", 7..8),
            (".a[0:0] = 1", 10..11),
            (".a[0:0] =   {\"b\": 1} ", 12..20),
            (".a // 1 = 2", 3..7),
        ] {
            let whole = format!("{lead}{text}");
            let error = parse_edits(&whole, &Limits::DEFAULT).expect_err(&whole);
            let found = error.span.start.wrapping_sub(lead.len())..error.span.end.wrapping_sub(lead.len());
            assert_eq!(found, fault, "{whole}: {error:?}");
        }
    }
}

/// A place that is named by its key keeps its key: a write that would change it is refused, one that says it again is not.
#[test]
fn a_write_through_a_key_keeps_the_key() {
    use fieldwright::diagnostic::{Code, Diagnose};
    use fieldwright::limits::Limits;
    use fieldwright::plan::{EditOptions, parse_edits, plan_edits};
    use fieldwright::schema::{Attached, Schema};
    let document = serde_json::json!({"c": [{"name": "a", "in": {"k": 1, "z": 2}, "v": 1}, {"name": "b"}, {"v": 3}]});
    let schema = Attached::new(Schema::none());
    let edit = |text: &str| {
        let edits = parse_edits(text, &Limits::DEFAULT).expect(text);
        let options = EditOptions { allow_missing: false, schema: &schema, limits: Limits::DEFAULT };
        plan_edits(&edits, &document, &options).map(|plan| plan.to_string()).map_err(|error| Box::new(error.diagnose()))
    };
    let named = "(.c[] | select(.name == \"a\"))";
    for (text, plan) in [
        (format!("{named}.v = 2"), ".c[0].v = 2"),
        (format!("{named}.name = \"a\""), ".c[0].name = \"a\""),
        (format!("{named} = {{\"name\": \"a\"}}"), ".c[0] = {\"name\":\"a\"}"),
        (format!("{named}.in = {{}}"), ".c[0].in = {}"),
        ("(.c[] | select(.in.k == 1)).in.z = 3".into(), ".c[0].in.z = 3"),
        ("(.c[] | select(.in.k == 1)).in = {\"k\": 1}".into(), ".c[0].in = {\"k\":1}"),
    ] {
        assert_eq!(edit(&text).as_deref().unwrap_or_else(|error| panic!("{text}: {error:?}")), plan, "{text}");
    }
    for text in [
        format!("{named}.name = \"b\""),
        format!("{named} = {{\"v\": 1}}"),
        format!("del({named}.name)"),
        "(.c[] | select(.in.k == 1)).in = {\"z\": 1}".into(),
        "(.c[] | select(.in.k == 1)).in.k = 2".into(),
        "del((.c[] | select(.in.k == 1)).in)".into(),
    ] {
        let error = edit(&text).expect_err(&text);
        assert!(error.message.contains(".c[0]") || error.location.is_some(), "{text}: {error:?}");
    }
    let missing = edit("(.c[] | select(.name == \"zz\")).v = 1").expect_err("none");
    assert_eq!(missing.code, Code::NoMatch);
    assert!(missing.message.contains(".name == \"zz\""), "{missing:?}");
}
