//! Whether jq takes an expression for a path: what `path(...)`, `del(...)` and updates accept.

use super::tree::{Kind, Op, Term};

/// Whether everything that a term gives is a place in its input. An address always is; so are filters, defaults and
/// branches between places, which no address is.
pub(super) fn is_path(term: &Term<'_>) -> bool {
    match &term.kind {
        Kind::Identity | Kind::Recurse | Kind::Break(_) => true,
        Kind::Paren(inner) | Kind::Label(_, inner) => is_path(inner),
        // What stands in brackets is computed, and may be anything.
        Kind::Path { head, .. } => is_path(head),
        Kind::Binary { op: Op::Pipe | Op::Comma | Op::Default, left, right, .. } => is_path(left) && is_path(right),
        Kind::Bind { body, .. } => is_path(body),
        Kind::Fold { arguments, .. } => arguments.iter().all(is_path),
        Kind::Try { body, catch } => is_path(body) && catch.as_deref().is_none_or(is_path),
        Kind::If { branches, otherwise } => {
            branches.iter().all(|(_, then)| is_path(then)) && otherwise.as_deref().is_none_or(is_path)
        }
        Kind::Call { name, arguments } => is_path_call(name, arguments),
        Kind::Number(_)
        | Kind::Text(_)
        | Kind::Array(_)
        | Kind::Object(_)
        | Kind::Negate(_)
        | Kind::Binary { .. }
        | Kind::Define { .. }
        | Kind::Variable(_) => false,
    }
}

/// The functions that jq itself defines by paths.
fn is_path_call(name: &str, arguments: &[Term<'_>]) -> bool {
    match (name, arguments) {
        ("select" | "getpath", [_]) | ("first" | "last" | "empty" | "error", []) | ("nth", [_]) => true,
        (
            "values" | "nulls" | "booleans" | "numbers" | "strings" | "arrays" | "objects" | "iterables" | "scalars",
            [],
        ) => true,
        ("first" | "last", [of]) | ("limit" | "nth", [_, of]) => is_path(of),
        _ => false,
    }
}
