//! What jq and gojq themselves say: the places of addresses, and the results of formulas.
//!
//! Both must be installed, so these tests run only when asked for: `cargo test --test compare -- --ignored`.

#![allow(clippy::print_stdout, reason = "figures of a run, which the page of quality repeats")]

mod common;

use common::addresses;
use common::choices::Choices;
use common::formulas;
use common::numbers::close;
use fieldwright::expression::{Address, Expression, Intent, Variables, resolve};
use fieldwright::limits::Limits;
use fieldwright::location::Segment;
use serde_json::Value;
use std::io::Write as _;
use std::process::{Command, Stdio};

const BATCH: usize = 250;

/// How many batches are compared: 80 are twenty thousand expressions; `FIELDWRIGHT_COMPARE=4000` takes a night.
fn batches() -> usize {
    std::env::var("FIELDWRIGHT_COMPARE").ok().and_then(|count| count.parse().ok()).unwrap_or(80)
}

/// Runs a program on an input; the results, one a line. A program that does not run fails the test.
fn run(tool: &str, program: &str, input: &Value) -> Vec<Value> {
    try_run(tool, program, input).unwrap_or_else(|| panic!("{tool} fails on {}", &program[..program.len().min(2000)]))
}

fn try_run(tool: &str, program: &str, input: &Value) -> Option<Vec<Value>> {
    let mut child = Command::new(tool)
        .args(["-c", program])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap_or_else(|error| panic!("{tool} does not start: {error}"));
    let text = input.to_string();
    let mut stdin = child.stdin.take().expect("a pipe");
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
    let output = child.wait_with_output().expect("output");
    drop(writer.join().expect("no panic"));
    let text = String::from_utf8(output.stdout).expect("text");
    output.status.success().then(|| text.lines().map(|line| serde_json::from_str(line).expect(line)).collect())
}

/// The paths that a tool gives for each address on its document; null where it fails.
fn paths(tool: &str, texts: &[String], documents: &[Value]) -> Vec<Value> {
    let term = |(at, text)| format!("(.[{at}] | try [path({text})] catch null)");
    let terms: Vec<_> = texts.iter().enumerate().map(term).collect();
    let results = run(tool, &format!("[{}]", terms.join(", ")), &Value::from(documents.to_vec()));
    results[0].as_array().expect("a list").clone()
}

/// The paths that we give; null where we fail.
fn ours(address: &Address<'_>, document: &Value) -> Value {
    let Ok(places) = resolve(address, document, Intent::Read, &Limits::DEFAULT) else { return Value::Null };
    let path = |location: &fieldwright::location::Location| {
        let segments = location.segments().iter().map(|segment| match segment {
            Segment::Key(key) => Value::from(&**key),
            Segment::Index(index) => Value::from(*index),
        });
        segments.collect::<Value>()
    };
    places.iter().map(|place| path(&place.location)).collect()
}

#[test]
#[ignore = "needs jq and gojq"]
fn addresses_name_the_places_that_jq_and_gojq_name() {
    let mut choices = Choices::seeded(20);
    let (mut compared, mut many) = (0, 0);
    for _ in 0..batches() {
        let mut texts = Vec::new();
        while texts.len() < BATCH {
            let text = addresses::address(&mut choices);
            if Address::parse(&text, &Limits::DEFAULT).is_ok() {
                texts.push(text);
            }
        }
        let documents: Vec<_> = (0..BATCH).map(|_| addresses::document(&mut choices, 5)).collect();
        let parsed: Vec<_> = texts.iter().map(|text| Address::parse(text, &Limits::DEFAULT).expect(text)).collect();
        // jq 1.6 does not read `.a.[0]`, so it gets the canonical text.
        let canonical: Vec<_> = parsed.iter().map(ToString::to_string).collect();
        let (jq, gojq) = (paths("jq", &canonical, &documents), paths("gojq", &texts, &documents));
        for (at, address) in parsed.iter().enumerate() {
            let ours = ours(address, &documents[at]);
            for (tool, theirs) in [("jq", &jq[at]), ("gojq", &gojq[at])] {
                if !ours.is_null() && !theirs.is_null() && !indexes_a_text(&documents[at], theirs) {
                    assert_eq!(&ours, theirs, "{tool}: {} on {}", texts[at], documents[at]);
                    compared += 1;
                    many += usize::from(ours.as_array().is_some_and(|paths| paths.len() > 1));
                }
            }
        }
    }
    println!("{} addresses read by jq and by gojq: {compared} comparisons of their places", batches() * BATCH);
    assert!(compared > 60 * batches() && many > 4 * batches(), "only {compared} compared, {many} with several places");
}

/// gojq 0.12 takes `"text"[0]` for a place; jq does not, and neither do we.
fn indexes_a_text(document: &Value, paths: &Value) -> bool {
    let through_text = |path: &Value| {
        let mut value = document;
        path.as_array().into_iter().flatten().any(|key| {
            let text = value.is_string();
            value = match key {
                Value::String(key) => &value[key],
                key => &value[key.as_u64().unwrap_or_default() as usize],
            };
            text
        })
    };
    paths.as_array().into_iter().flatten().any(through_text)
}

/// The document that the formulas in `common/formulas.txt` are evaluated on.
fn document() -> Value {
    serde_json::json!({
        "b": [{"k": 2, "n": "x"}, {"k": 1, "n": "y"}, {"k": 2, "n": "z"}], "s": "q-1 aé", "num": 7,
        "big": 12_345_678_901_234_567_890_u64, "nul": null, "t": true, "o": {"z": 1, "y": {"w": [1, 2]}, "x": "v"},
        "f": 1.5, "neg": -3, "e": [], "m": [[1, 2], [3, 4]]
    })
}

#[test]
#[ignore = "needs jq and gojq"]
fn formulas_give_gojqs_results() {
    let document = document();
    let mut wrong = Vec::new();
    let texts: Vec<_> = include_str!("common/formulas.txt").lines().collect();
    let terms: Vec<_> = texts.iter().map(|text| format!("[{text}]")).collect();
    let theirs = run("gojq", &terms.join(",\n"), &document);
    for (text, theirs) in texts.iter().zip(theirs) {
        let Ok(Expression::Formula(formula)) = Expression::parse(text, &Limits::DEFAULT) else {
            wrong.push(format!("{text} is no formula"));
            continue;
        };
        let ours = formula.evaluate(&document, &Variables::new(), &Limits::DEFAULT);
        let ours = ours.map(|values| values.iter().map(Value::from).collect::<Value>());
        let same = ours.as_ref().is_ok_and(|ours| close(ours, &theirs));
        if !same {
            wrong.push(format!("{text}: gojq {theirs}, ours {ours:?}"));
        }
    }
    assert!(texts.len() > 150 && wrong.is_empty(), "{}", wrong.join("\n"));
}

/// `tests/data/gojq.tsv` and `gojq_differs.tsv` hold what gojq says today.
#[test]
#[ignore = "needs jq and gojq"]
fn kept_results_are_those_of_gojq() {
    let (document, lines) = include_str!("data/gojq.tsv").split_once('\n').expect("the document");
    let document: Value = serde_json::from_str(document).expect("JSON");
    let lines = lines.lines().chain(include_str!("data/gojq_differs.tsv").lines());
    let columns = |line: &'static str| {
        let mut columns = line.split('\t');
        (columns.next().expect("a formula"), columns.next().expect("results"))
    };
    let (texts, kept): (Vec<_>, Vec<_>) = lines.map(columns).unzip();
    let terms: Vec<_> = texts.iter().map(|text| format!("[{text}]")).collect();
    let theirs = run("gojq", &terms.join(",\n"), &document);
    assert_eq!(theirs.len(), texts.len());
    for ((text, kept), theirs) in texts.iter().zip(kept).zip(theirs) {
        assert!(close(&serde_json::from_str(kept).expect("JSON"), &theirs), "{text}: {theirs}");
    }
}

/// Random formulas on random documents, where gojq gives results and where it fails.
#[test]
#[ignore = "needs jq and gojq"]
fn random_formulas_give_gojqs_results() {
    let mut choices = Choices::seeded(21);
    let (mut compared, mut failed, mut crashed, mut unlike_jq, mut wrong) = (0, 0, 0, 0, Vec::new());
    let mut classes = [0; UNLIKE_GOJQ.len()];
    for _ in 0..batches() {
        let texts: Vec<_> = (0..BATCH).map(|_| formulas::formula(&mut choices, 3)).collect();
        let documents: Vec<_> = (0..BATCH).map(|_| addresses::document(&mut choices, 4)).collect();
        let theirs = gojqs(&texts, &documents);
        for (at, text) in texts.iter().enumerate() {
            let document = &documents[at];
            let Some(theirs) = &theirs[at] else {
                crashed += 1;
                continue;
            };
            let ours = match Expression::parse(text, &Limits::DEFAULT) {
                Ok(Expression::Formula(formula)) => formula
                    .evaluate(document, &Variables::new(), &Limits::DEFAULT)
                    .map(|values| values.iter().map(Value::from).collect::<Value>())
                    .ok(),
                _ => continue,
            };
            let same = match (&ours, theirs.get("ok")) {
                (Some(ours), Some(theirs)) => close(ours, theirs),
                (None, None) => true,
                _ => false,
            };
            compared += 1;
            failed += usize::from(ours.is_none());
            // jq has the casting vote.
            if !same && jq_agrees(text, document, ours.as_ref()) {
                unlike_jq += 1;
            } else if !same {
                match UNLIKE_GOJQ.iter().position(|(is_one, _)| is_one(text)) {
                    Some(class) => classes[class] += 1,
                    None => wrong.push(format!("{text} on {document}: gojq {theirs}, ours {ours:?}")),
                }
            }
        }
    }
    let known: usize = classes.iter().sum();
    println!(
        "{compared} formulas compared with gojq: {failed} fail in both, {unlike_jq} in which jq sides with us against it"
    );
    println!("{known} formulas of {} known classes, on {crashed} gojq crashes", classes.len());
    assert!(wrong.is_empty(), "{} such as\n{}", wrong.len(), wrong[..wrong.len().min(12)].join("\n"));
    assert!(compared > 200 * batches());
}

/// What gojq says to each formula on its document; `None` where it crashes.
fn gojqs(texts: &[String], documents: &[Value]) -> Vec<Option<Value>> {
    let term = |(at, text): (usize, &String)| format!("(.[{at}] | try {{ok: [{text}]}} catch {{}})");
    let terms: Vec<_> = texts.iter().enumerate().map(term).collect();
    match try_run("gojq", &format!("[{}]", terms.join(",\n")), &Value::from(documents.to_vec())) {
        Some(results) => results[0].as_array().expect("a list").iter().cloned().map(Some).collect(),
        None if texts.len() == 1 => vec![None],
        None => {
            let half = texts.len() / 2;
            let mut results = gojqs(&texts[..half], &documents[..half]);
            results.extend(gojqs(&texts[half..], &documents[half..]));
            results
        }
    }
}

fn jq_agrees(text: &str, document: &Value, ours: Option<&Value>) -> bool {
    let Some(result) = try_run("jq", &format!("try {{ok: [{text}]}} catch {{}}"), document) else { return false };
    match (ours, result.first().and_then(|result| result.get("ok"))) {
        (Some(ours), Some(theirs)) => close(ours, theirs),
        (ours, theirs) => ours.is_none() && theirs.is_none(),
    }
}

/// Which formulas, and why.
type Class = (fn(&str) -> bool, &'static str);

/// Where a formula means something else to gojq, and why.
const UNLIKE_GOJQ: &[Class] = &[
    (|text| text.contains("with_entries"), "`k` and `v` name the key and the value too, as in jq"),
    // `last` of a text is its last character in gojq and here; `.[0]` of one is its first in gojq alone, so that jq, which
    // fails at both, has no vote.
    (
        |text| ["first", "last", "nth"].iter().any(|name| text.contains(name)) && text.contains("]?"),
        "a string is never indexed",
    ),
];
