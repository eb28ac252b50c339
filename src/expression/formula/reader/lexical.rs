//! The errors of jaq's lexer, told in our words.

use super::super::super::error::{ExpressionError, ExpressionErrorKind};
use crate::span::Span;
use jaq_core::load::lex::Expect;

/// The first error of the lexer.
pub(super) fn error(text: &str, errors: &[(Expect<&str>, &str)]) -> ExpressionError {
    let end = Span::new(text.len(), text.len());
    let Some((expected, rest)) = errors.first() else {
        return ExpressionError::new(end, ExpressionErrorKind::Syntax { wanted: "a token", found: String::new() });
    };
    let start = Span::of_part(text, rest).unwrap_or(end).start;
    let found: String = rest.chars().take(1).collect();
    let span = Span::new(start, start + found.len());
    let before = &text[..start];
    let wanted = match expected {
        Expect::Unicode if is_surrogate(rest) => {
            let kind = ExpressionErrorKind::UnsupportedSyntax {
                what: "a character in two halves",
                instead: "the character itself",
            };
            return ExpressionError::new(start..(start + 4).min(text.len()), kind);
        }
        Expect::Digit if before.ends_with('.') && !rest.starts_with(['e', 'E']) => {
            let kind = ExpressionErrorKind::UnsupportedSyntax {
                what: "a number that ends with a point",
                instead: "it without the point",
            };
            return ExpressionError::new(start.saturating_sub(1)..start, kind);
        }
        Expect::Digit => "a digit",
        Expect::Ident => "a name",
        Expect::Delim("(") => "`)`",
        Expect::Delim("[") => "`]`",
        Expect::Delim("{") => "`}`",
        Expect::Delim(_) => "a closing quote",
        Expect::Escape => "an escape that exists",
        Expect::Unicode => "four hexadecimal digits",
        _ => "a key in quotes, an operator or the end",
    };
    ExpressionError::new(span, ExpressionErrorKind::Syntax { wanted, found })
}

fn is_surrogate(rest: &str) -> bool {
    let bytes = rest.as_bytes();
    matches!(bytes, [b'd' | b'D', b'8'..=b'9' | b'a'..=b'f' | b'A'..=b'F', third, fourth, ..]
        if third.is_ascii_hexdigit() && fourth.is_ascii_hexdigit())
}
