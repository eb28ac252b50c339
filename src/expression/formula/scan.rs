//! The nesting of a text, before any parser sees it.

use super::super::error::{ExpressionError, ExpressionErrorKind};
use crate::limits::Limits;
use smallvec::SmallVec;

/// The deepest nesting of brackets and interpolations, or the error where the limit is exceeded.
///
/// jaq's lexer recurses for each bracket; a text of brackets overflows its stack, which aborts the process.
pub(super) fn nesting(text: &str, limits: &Limits) -> Result<usize, ExpressionError> {
    let bytes = text.as_bytes();
    let mut open: SmallVec<[u8; 32]> = SmallVec::new();
    let (mut deepest, mut at) = (0, 0);
    while let Some(byte) = bytes.get(at) {
        let in_text = open.last() == Some(&b'"');
        match byte {
            b'\\' if in_text => {
                at += 1;
                if bytes.get(at) == Some(&b'(') {
                    open.push(b')');
                }
            }
            b'"' if in_text => drop(open.pop()),
            _ if in_text => {}
            b'"' => open.push(b'"'),
            b'(' => open.push(b')'),
            b'[' => open.push(b']'),
            b'{' => open.push(b'}'),
            b'#' => at += comment(&bytes[at..]),
            _ if open.last() == Some(byte) => drop(open.pop()),
            _ => {}
        }
        if open.len() > limits.expression_depth {
            let kind = ExpressionErrorKind::TooDeep { limit: limits.expression_depth };
            return Err(ExpressionError::new(at..at + 1, kind));
        }
        deepest = deepest.max(open.len());
        at += 1;
    }
    Ok(deepest)
}

/// The length of a comment without its line break. Where a backslash continues it the rest is counted although it is
/// comment: the count may only be too high.
fn comment(bytes: &[u8]) -> usize {
    bytes.iter().position(|byte| *byte == b'\n').unwrap_or(bytes.len()).saturating_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_and_comments_do_not_nest() {
        let depth = |text: &str| nesting(text, &Limits::DEFAULT).ok();
        assert_eq!(depth("((.a))"), Some(2));
        assert_eq!(depth("\"((((\" | (.)"), Some(1));
        assert_eq!(depth("\"\\(\"\\([1])\")\""), Some(5));
        assert_eq!(depth("# ((((\n[.a]"), Some(1));
        assert!(depth(&"[".repeat(129)).is_none());
        assert_eq!(depth(&"\"\\(".repeat(65)), None);
    }
}
