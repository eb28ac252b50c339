//! An expression that is not jq.

use crate::catalog::Finding;
use crate::catalog::page::Page;
use crate::catalog::subject::Judged;
use crate::catalog::{Rule, Severity};
use crate::expression::{ExpressionError, ExpressionErrorKind as Kind};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW101",
    name: "not-jq",
    severity: Severity::Error,
    summary: "a path expression is not jq, or jq that is not read here",
};

/// Tells what the reader of expressions stopped at.
pub(super) fn check(page: &Page, judged: &Judged, out: &mut Vec<Finding>) {
    if let Err(
        error @ ExpressionError {
            kind:
                Kind::Syntax { .. }
                | Kind::UnsupportedSyntax { .. }
                | Kind::TooLarge { .. }
                | Kind::TooDeep { .. }
                | Kind::TooManySteps { .. }
                | Kind::NoThread,
            ..
        },
    ) = &judged.verdict
    {
        out.push(super::expression_error(&RULE, page, judged, error));
    }
}
