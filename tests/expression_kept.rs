//! What formulas cost and what they say where they fail.
//!
//! A formula that fits the limits today is in somebody's definition tomorrow, so its cost is part of what is promised;
//! and a message is read by people. `tests/data/formula_costs.tsv` holds a formula, the least steps and the least bytes
//! that it needs; `tests/data/formula_failures.tsv` a formula, what it says, and the same without values of the document.
//! After a change that is meant, `FIELDWRIGHT_KEEP=1 cargo test --test expression_kept` writes both anew.

use fieldwright::expression::{EvaluateError, Expression, Formula, Variables};
use fieldwright::limits::Limits;
use std::fmt::Write as _;

const WIDE: Limits = Limits { evaluation_steps: 1 << 17, result_bytes: 1 << 20, ..Limits::DEFAULT };

fn document() -> serde_json::Value {
    let document = include_str!("data/gojq.tsv").lines().next().expect("the document");
    serde_json::from_str(document).expect("JSON")
}

fn formula(text: &str) -> Option<Formula<'_>> {
    match Expression::parse(text, &Limits::DEFAULT) {
        Ok(Expression::Formula(formula)) => Some(*formula),
        _ => None,
    }
}

/// The lines of a file, as they are and as they are found now.
fn check(name: &str, kept: &str, now: impl Fn(&str, &[&str]) -> Option<String>) {
    let keeps = std::env::var_os("FIELDWRIGHT_KEEP").is_some();
    let mut new = String::new();
    for line in kept.lines() {
        let (text, columns) = line.split_once('\t').unwrap_or((line, ""));
        match now(text, &columns.split('\t').collect::<Vec<_>>()) {
            Some(found) => writeln!(new, "{text}\t{found}").expect("a text"),
            None if keeps => {}
            None => writeln!(new, "{text}\tdoes not belong here").expect("a text"),
        }
    }
    if keeps {
        let path = format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"));
        return std::fs::write(path, new).expect("the folder of the tests");
    }
    let wrong: Vec<String> = kept
        .lines()
        .zip(new.lines())
        .filter(|(old, new)| old != new)
        .map(|(old, new)| format!("kept {old}\nnow  {new}"))
        .collect();
    assert!(wrong.is_empty(), "{} of {name}\n{}", wrong.len(), wrong.join("\n"));
    assert!(kept.lines().count() > 100, "{name}");
}

/// The least number with which it runs; the kept one, if it still is.
fn least(kept: Option<usize>, most: usize, runs: impl Fn(usize) -> bool) -> usize {
    if let Some(kept) = kept
        && runs(kept)
        && (kept == 0 || !runs(kept - 1))
    {
        return kept;
    }
    let (mut fails, mut works) = (0, most);
    while fails < works {
        let middle = (fails + works) / 2;
        if runs(middle) { works = middle } else { fails = middle + 1 }
    }
    works
}

#[test]
fn costs_of_formulas() {
    let document = document();
    check("formula_costs.tsv", include_str!("data/formula_costs.tsv"), |text, kept| {
        let formula = formula(text)?;
        let whole = formula.evaluate(&document, &Variables::new(), &WIDE);
        assert!(!matches!(whole, Err(EvaluateError::Budget(_))), "{text}: {whole:?}");
        let runs = |limits: &Limits| formula.evaluate(&document, &Variables::new(), limits) == whole;
        let kept = |at: usize| kept.get(at).and_then(|column| column.parse().ok());
        let steps =
            least(kept(0), WIDE.evaluation_steps, |evaluation_steps| runs(&Limits { evaluation_steps, ..WIDE }));
        let bytes = least(kept(1), WIDE.result_bytes, |result_bytes| runs(&Limits { result_bytes, ..WIDE }));
        Some(format!("{steps}\t{bytes}"))
    });
}

#[test]
fn messages_of_failures() {
    let document = document();
    check("formula_failures.tsv", include_str!("data/formula_failures.tsv"), |text, _| {
        match formula(text)?.evaluate(&document, &Variables::new(), &WIDE) {
            Err(EvaluateError::Failed { message, told }) => Some(format!("{message}\t{told}").replace('\n', "\\n")),
            _ => None,
        }
    });
}
