//! Finding where the left side of an edit ends, before anything tries to read it.
//!
//! The left side may be any jq text, so that a formula gets its own answer and not a syntax error. Only brackets,
//! strings (with their interpolations) and comments are understood here, without recursion.

/// What ends a left side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// `=`
    Assign,
    /// `|=`, `+=`, `//=` and their like: the length of the operator
    Update(usize),
    /// `|`
    Pipe,
    /// A bracket that was not opened
    Close,
    /// The end of the text
    Text,
}

/// The offset at which the left side that begins at `from` ends, and what ends it there.
pub(super) fn left_side(text: &str, from: usize) -> (usize, End) {
    let bytes = text.as_bytes();
    // The open brackets and strings; what stands in an interpolation is code again.
    let mut open: Vec<u8> = Vec::new();
    let mut at = from;
    while let Some(&byte) = bytes.get(at) {
        let next = bytes.get(at + 1).copied();
        if open.last() == Some(&b'"') {
            match (byte, next) {
                (b'"', _) => drop(open.pop()),
                (b'\\', Some(b'(')) => {
                    open.push(b'(');
                    at += 1;
                }
                (b'\\', Some(_)) => at += 1,
                _ => {}
            }
        } else {
            match byte {
                b'"' | b'(' | b'[' | b'{' => open.push(byte),
                b')' | b']' | b'}' if open.pop().is_none() => return (at, End::Close),
                b'#' => at = comment_end(bytes, at) - 1,
                _ if open.is_empty() => match operator(bytes, at) {
                    Operator::End(end) => return (at, end),
                    Operator::Skip(length) => at += length - 1,
                },
                _ => {}
            }
        }
        at += 1;
    }
    (bytes.len(), End::Text)
}

enum Operator {
    End(End),
    Skip(usize),
}

fn operator(bytes: &[u8], at: usize) -> Operator {
    let rest = &bytes[at..];
    let starts = |text: &[u8]| rest.starts_with(text);
    if starts(b"//=") {
        return Operator::End(End::Update(3));
    }
    if [b"|=", b"+=", b"-=", b"*=", b"/=", b"%="].iter().any(|text| starts(*text)) {
        return Operator::End(End::Update(2));
    }
    if [b"==", b"!=", b"<=", b">=", b"//"].iter().any(|text| starts(*text)) {
        return Operator::Skip(2);
    }
    match rest[0] {
        b'=' => Operator::End(End::Assign),
        b'|' => Operator::End(End::Pipe),
        _ => Operator::Skip(1),
    }
}

/// The offset of the line break (or the end) that ends a comment.
fn comment_end(bytes: &[u8], at: usize) -> usize {
    bytes[at..].iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |length| at + length)
}

/// The offset of the next byte that is neither white space nor part of a comment.
pub(super) fn skip_trivia(text: &str, mut at: usize) -> usize {
    let bytes = text.as_bytes();
    while let Some(byte) = bytes.get(at) {
        match byte {
            b' ' | b'\t' | b'\r' | b'\n' => at += 1,
            b'#' => at = comment_end(bytes, at),
            _ => break,
        }
    }
    at
}

/// `head[i:i]` taken apart: the text of the list's address and the index; `None` if the text does not end so.
pub(super) fn insert_position(left: &str) -> Option<(&str, usize)> {
    let inner = left.trim_end().strip_suffix(']')?;
    let (head, slice) = inner.rsplit_once('[')?;
    let (from, to) = slice.split_once(':')?;
    let index = |text: &str| {
        let text = text.trim();
        text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
    };
    let (from, to): (usize, usize) = (index(from)?, index(to)?);
    (from == to).then_some((head.trim_end(), from))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_left_side_ends_at_its_operator() {
        for (text, left, end) in [
            (".a = 1", ".a ", End::Assign),
            (".a[.k] = 1", ".a[.k] ", End::Assign),
            (".a[\"=\"] = 1", ".a[\"=\"] ", End::Assign),
            (".a.\"\\(.k = \"x\")\" = 1", ".a.\"\\(.k = \"x\")\" ", End::Assign),
            (".a // 1 == 2 | .b", ".a // 1 == 2 ", End::Pipe),
            (".a |= 1", ".a ", End::Update(2)),
            (".a //= 1", ".a ", End::Update(3)),
            (".a # = 1\n = 2", ".a # = 1\n ", End::Assign),
            (".a)", ".a", End::Close),
            (".a # x", ".a # x", End::Text),
            ("\"\\", "\"\\", End::Text),
        ] {
            assert_eq!(left_side(text, 0), (left.len(), end), "{text}");
        }
    }

    #[test]
    fn inserts() {
        assert_eq!(insert_position(".a[1:1]"), Some((".a", 1)));
        assert_eq!(insert_position(". [ 0 : 0 ] "), Some((".", 0)));
        for text in [".a[1:2]", ".a[:1]", ".a[-1:-1]", ".a[\"1:1\"]", ".a[1]", ".a", ".a[99999999999999999999:1]"] {
            assert_eq!(insert_position(text), None, "{text}");
        }
    }
}
