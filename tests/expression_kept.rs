//! What formulas cost, what they say where they fail, and what is said of a text that is none.
//!
//! A formula that fits the limits today is in somebody's definition tomorrow, so its cost is part of what is promised;
//! and a message is read by people. `tests/data/formula_costs.tsv` holds a formula, the least steps and the least bytes
//! that it needs; `tests/data/formula_failures.tsv` a formula, what it says, and the same without values of the document;
//! `tests/data/verdicts.tsv` a text as JSON, the verdict on it as an expression, and the one on it as edits.
//! After a change that is meant, `FIELDWRIGHT_KEEP=1 cargo test --test expression_kept` writes them anew.

mod common;

use common::kept::check;
use fieldwright::diagnostic::{Diagnose, Diagnostic};
use fieldwright::expression::{EvaluateError, Expression, Formula, Variables};
use fieldwright::limits::Limits;
use fieldwright::plan::parse_edits;

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

fn said(diagnostic: Diagnostic) -> String {
    let span = diagnostic.span.map_or_else(|| "nowhere".into(), |span| format!("{}..{}", span.start, span.end));
    format!("{} {span} {} / {}", diagnostic.code, diagnostic.message, diagnostic.help.unwrap_or_default())
}

fn verdict(text: &str) -> String {
    match Expression::parse(text, &Limits::DEFAULT) {
        Ok(Expression::Address(address)) => {
            let spans = address.steps().iter().map(|step| format!("{}..{}", step.span.start, step.span.end));
            format!("{:?} {address} {}", address.form(), spans.collect::<Vec<_>>().join(" "))
        }
        Ok(Expression::Formula(formula)) => {
            let reads: Vec<_> = formula.reads().iter().map(ToString::to_string).collect();
            let target = formula.target().map(ToString::to_string).unwrap_or_default();
            let variables = formula.variables().join(" ");
            let path = if formula.is_path() { "path" } else { "" };
            let said = said(formula.diagnose());
            format!("{said} | reads {} | {target} | {variables} | {path}", reads.join(" "))
        }
        Err(error) => said(error.diagnose_in(text)),
    }
}

fn edits(text: &str) -> String {
    match parse_edits(text, &Limits::DEFAULT) {
        Ok(edits) => {
            let one = |edit: &fieldwright::plan::Edit<'_>| {
                format!("{} {:?} {}..{}", edit.address, edit.action, edit.span.start, edit.span.end)
            };
            edits.iter().map(one).collect::<Vec<_>>().join(" ; ")
        }
        Err(error) => said(error.diagnose()),
    }
}

#[test]
fn verdicts() {
    check("verdicts.tsv", include_str!("data/verdicts.tsv"), |line, _| {
        let text: String = serde_json::from_str(line).expect("JSON");
        Some(format!("{}\t{}", verdict(&text), edits(&text)).replace('\n', "\\n"))
    });
}
