//! An expression that may run without end.

use crate::catalog::Finding;
use crate::catalog::page::Page;
use crate::catalog::subject::Judged;
use crate::catalog::{Rule, Severity};
use crate::expression::{ExpressionError, ExpressionErrorKind as Kind, Forbidden};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW105",
    name: "unbounded",
    severity: Severity::Error,
    summary: "a path expression may run without end",
};

/// Names the call.
pub(super) fn check(page: &Page, judged: &Judged, out: &mut Vec<Finding>) {
    if let Err(error @ ExpressionError { kind: Kind::Forbidden(Forbidden::Unbounded(_)), .. }) = &judged.verdict {
        out.push(super::expression_error(&RULE, page, judged, error));
    }
}
