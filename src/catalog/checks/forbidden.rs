//! An expression that does what a definition must not.

use crate::catalog::Finding;
use crate::catalog::page::Page;
use crate::catalog::subject::Judged;
use crate::catalog::{Rule, Severity};
use crate::expression::{ExpressionError, ExpressionErrorKind as Kind, Forbidden};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW104",
    name: "forbidden",
    severity: Severity::Error,
    summary: "a path expression would write, define a function, or read something other than its input",
};

/// Names the construct.
pub(super) fn check(page: &Page, judged: &Judged, out: &mut Vec<Finding>) {
    if let Err(
        error @ ExpressionError {
            kind: Kind::Forbidden(Forbidden::Write(_) | Forbidden::Definition(_) | Forbidden::Outside(_)),
            ..
        },
    ) = &judged.verdict
    {
        out.push(super::expression_error(&RULE, page, judged, error));
    }
}
