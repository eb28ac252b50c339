//! A formula that uses up its budget.

use crate::catalog::Finding;
use crate::catalog::page::Page;
use crate::catalog::subject::Judged;
use crate::catalog::{Rule, Severity};
use crate::diagnostic::Diagnose;
use crate::expression::{Budget, EvaluateError, Variables};
use crate::limits::Limits;
use crate::value::Value;

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW106",
    name: "over-budget",
    severity: Severity::Error,
    summary: "a formula uses up its steps, results or bytes",
};

/// What makes more than it is given. Everything else takes time in proportion to its input.
const MAKERS: &[&str] = &["range", "combinations", "reduce", "foreach", "*", "..", "flatten", "limit"];

/// Evaluates a formula that may take long on nothing at all: what it takes then it takes on every object.
pub(super) fn check(page: &Page, judged: &Judged, limits: &Limits, out: &mut Vec<Finding>) {
    let Some(formula) = judged.formula() else { return };
    if !MAKERS.iter().any(|maker| judged.text.contains(maker)) {
        return;
    }
    let variables: Variables = formula.variables().iter().map(|name| (name.as_str(), Value::Null)).collect();
    let result = formula.evaluate(&Value::Null, &variables, limits);
    if let Err(error) = result
        && is_over_budget(&error)
    {
        out.push(finding(page, judged, &error));
    }
}

/// Whether a formula was stopped: a thread that the system does not have is not its fault.
pub(in crate::catalog) fn is_over_budget(error: &EvaluateError) -> bool {
    matches!(error, EvaluateError::Budget(budget) if *budget != Budget::Thread)
}

/// The finding about a formula that was stopped.
pub(in crate::catalog) fn finding(page: &Page, judged: &Judged, error: &EvaluateError) -> Finding {
    let told = error.diagnose();
    let mut found = judged.finding_whole(page, &RULE, told.message);
    found.help = told.help;
    found
}
