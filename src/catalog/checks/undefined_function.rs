//! An expression that calls a function which does not exist.

use crate::catalog::Finding;
use crate::catalog::page::Page;
use crate::catalog::subject::Judged;
use crate::catalog::{Rule, Severity};
use crate::expression::{ExpressionError, ExpressionErrorKind as Kind};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW102",
    name: "undefined-function",
    severity: Severity::Error,
    summary: "a path expression calls a function that does not exist",
};

/// Names the call, and a function that may be meant.
pub(super) fn check(page: &Page, judged: &Judged, out: &mut Vec<Finding>) {
    if let Err(error @ ExpressionError { kind: Kind::UndefinedFunction { .. }, .. }) = &judged.verdict {
        out.push(super::expression_error(&RULE, page, judged, error));
    }
}
