//! The verdict on what is not an address: a formula and its reason, forbidden, or no expression at all.

use super::super::error::{ExpressionError, ExpressionErrorKind};
use super::super::reason::{Forbidden, Reason};
use super::tree::{Kind, Op, Part, PartKind, Term};
use super::{Formula, check, path, places, reader, scan};
use crate::limits::Limits;
use crate::span::Span;
use std::borrow::Cow;

/// Trees up to this depth are read on the caller's stack. 256 KiB are enough for them, also without optimization.
const SHALLOW: usize = 12;

/// Stack for deeper trees, and for evaluation.
const STACK: usize = 64 << 20;

/// The deepest tree that fits that stack, whatever the limits say.
pub(in super::super) const MAX_DEPTH: usize = 512;

/// Judges a text that is no address.
pub(in super::super) fn formula<'a>(text: &'a str, limits: &Limits) -> Result<Formula<'a>, ExpressionError> {
    let limits = &Limits { expression_depth: limits.expression_depth.min(MAX_DEPTH), ..*limits };
    let shallow = Limits { expression_depth: SHALLOW.min(limits.expression_depth), ..*limits };
    if scan::nesting(text, limits)? <= shallow.expression_depth {
        match judge(text, &shallow) {
            Err(ExpressionError { kind: ExpressionErrorKind::TooDeep { .. }, .. }) => {}
            verdict => return verdict,
        }
    }
    on_own_stack(|| judge(text, limits))
        .unwrap_or_else(|| Err(ExpressionError::new(0..text.len(), ExpressionErrorKind::NoThread)))
}

/// Runs something on a thread with a large stack; `None` where the system has no thread left.
pub(in super::super) fn on_own_stack<T: Send>(run: impl FnOnce() -> T + Send) -> Option<T> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run).ok()?;
        match thread.join() {
            Ok(result) => Some(result),
            // What went wrong there is this program's fault: it must not be taken for an answer.
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

fn judge<'a>(text: &'a str, limits: &Limits) -> Result<Formula<'a>, ExpressionError> {
    let term = reader::read(text, limits.expression_depth)?;
    let variables = check::check(text, &term)?;
    let Some((reason, span)) = reason(&term) else {
        // Only white space and comments that readers of jq take in different ways lead here.
        let kind = ExpressionErrorKind::UnsupportedSyntax {
            what: "white space other than spaces, tabs and line breaks, or a comment that ends with a backslash",
            instead: "plain spaces",
        };
        return Err(ExpressionError::new(0..text.len(), kind));
    };
    Ok(Formula {
        text: Cow::Borrowed(text),
        reason,
        span,
        target: places::target(&term),
        reads: places::reads(&term),
        variables,
        is_path: path::is_path(&term),
        program: std::sync::OnceLock::new(),
    })
}

/// The construct that is applied last and is no part of an address, with its place; `None` for an address.
///
/// In a pipe that is the last stage that is not an address, in a path the last such step.
fn reason(term: &Term<'_>) -> Option<(Reason, Span)> {
    let reason = match &term.kind {
        Kind::Identity => return None,
        Kind::Paren(inner) => return reason(inner),
        Kind::Path { head, parts } => return parts.iter().rev().find_map(part_reason).or_else(|| reason(head)),
        Kind::Binary { op, at, left, right } => {
            let found = match op {
                Op::Pipe => return reason(right).or_else(|| reason(left)),
                Op::Comma => Reason::Comma,
                Op::Default => Reason::Default,
                Op::Or | Op::And => Reason::Boolean,
                Op::Compare(_) => Reason::Comparison,
                Op::Math(_) | Op::Update(_) => Reason::Arithmetic,
            };
            return Some((found, at.to(right.span)));
        }
        Kind::Bind { at, .. } => return Some((Reason::Binding, *at)),
        Kind::Recurse => Reason::Recursion,
        Kind::Number(_) => Reason::Literal,
        Kind::Text(text) if text.format.is_some() => Reason::StringFormat,
        Kind::Text(_) if term.plain_text().is_none() => Reason::Interpolation,
        Kind::Text(_) => Reason::Literal,
        Kind::Array(_) | Kind::Object(_) => Reason::Construction,
        Kind::Negate(inner) if matches!(inner.bare().kind, Kind::Number(_)) => Reason::Literal,
        Kind::Negate(_) => Reason::Negation,
        Kind::Label(..) | Kind::Break(_) | Kind::Define { .. } => Reason::Binding,
        Kind::Fold { .. } => Reason::Reduce,
        // `.?` cannot fail, so it is `.`.
        Kind::Try { body, catch: None } if matches!(body.kind, Kind::Identity) => return None,
        Kind::Try { body, catch: None } if term.span.start == body.span.start && group_keeps_all(body) => {
            return reason(body);
        }
        Kind::Try { .. } => Reason::Try,
        Kind::If { .. } => Reason::Conditional,
        Kind::Call { name: "select", .. } => Reason::Filter,
        Kind::Call { name: "true" | "false" | "null", .. } => Reason::Literal,
        Kind::Call { name, .. } if name.starts_with('@') => Reason::StringFormat,
        Kind::Call { .. } => Reason::Call,
        Kind::Variable(_) => Reason::Variable,
    };
    Some((reason, term.span))
}

/// Whether `(...)?` is an address: see the rule in `grammar/formula.md` on a question mark behind a group.
fn group_keeps_all(body: &Term<'_>) -> bool {
    reason(body).is_none() && !loses_entries(body, &mut false)
}

/// Whether a step follows a `[]`.
fn loses_entries(term: &Term<'_>, each: &mut bool) -> bool {
    match &term.kind {
        Kind::Paren(inner) | Kind::Try { body: inner, .. } => loses_entries(inner, each),
        Kind::Binary { left, right, .. } => loses_entries(left, each) || loses_entries(right, each),
        Kind::Path { head, parts } => {
            loses_entries(head, each)
                || parts.iter().any(|part| {
                    let lost = *each;
                    *each |= matches!(part.kind, PartKind::Each);
                    lost
                })
        }
        _ => false,
    }
}

fn part_reason(part: &Part<'_>) -> Option<(Reason, Span)> {
    if places::step(part).is_some() {
        return None;
    }
    let reason = match &part.kind {
        PartKind::Slice(..) => Reason::Slice,
        PartKind::Name(_) | PartKind::Each => return None,
        PartKind::Index(key) => match &key.bare().kind {
            Kind::Number(_) if matches!(key.kind, Kind::Number(_)) => Reason::NonIntegerIndex,
            Kind::Negate(inner) => match &inner.bare().kind {
                Kind::Number(number) if places::index(number).is_some() => Reason::NegativeIndex,
                Kind::Number(_) => Reason::NonIntegerIndex,
                _ => Reason::ComputedKey,
            },
            Kind::Text(text) if text.format.is_none() && key.bare().plain_text().is_none() => Reason::Interpolation,
            Kind::Binary { op: Op::Comma, .. } => Reason::Comma,
            _ => Reason::ComputedKey,
        },
    };
    Some((reason, part.span))
}

/// The error that forbids something.
pub(super) fn forbidden(span: Span, forbidden: Forbidden) -> ExpressionError {
    ExpressionError::new(span, ExpressionErrorKind::Forbidden(forbidden))
}
