//! What may be told of a failure: its words without the values of the document, which may be secret.

use crate::value::Kind;

/// The words of a failure. What the formula itself says is told where it stands in its text; of what a function says,
/// types stay and values go.
pub(super) fn told(message: &str, formula: &str) -> String {
    match raises(formula) {
        false => without_values(message),
        true if formula.contains(message) => message.to_owned(),
        true => "it raises an error with a value of the document".to_owned(),
    }
}

/// Whether `error` is called: what it says may be any value.
fn raises(formula: &str) -> bool {
    let is_call =
        |at: usize| !formula[..at].ends_with(|c: char| c == '.' || c == '"' || c == '_' || c.is_alphanumeric());
    formula.match_indices("error").any(|(at, _)| is_call(at))
}

/// A value stands in quotes, or in parentheses behind its type. Where its end was cut off, nothing behind it is told.
fn without_values(message: &str) -> String {
    let (mut out, mut rest) = (String::new(), message);
    while let Some(at) = rest.find(['"', '(']) {
        let (head, tail) = rest.split_at(at);
        let is_value = tail.starts_with('"') || ends_with_type(head);
        let end = if is_value { end_of_value(tail) } else { Some(1) };
        out.push_str(if tail.starts_with('(') && is_value { head.trim_end() } else { head });
        match (is_value, tail.starts_with('"')) {
            (true, true) => out.push_str("..."),
            (true, false) => {}
            (false, _) => out.push('('),
        }
        match end {
            Some(end) => rest = &tail[end..],
            None => return out,
        }
    }
    out + rest
}

fn ends_with_type(head: &str) -> bool {
    let kinds = [Kind::Boolean, Kind::Number, Kind::String, Kind::Array, Kind::Object];
    kinds.iter().any(|kind| head.strip_suffix(' ').is_some_and(|head| head.ends_with(kind.name())))
}

/// The offset behind a string in quotes, or behind the parenthesis that closes the first one.
fn end_of_value(text: &str) -> Option<usize> {
    let (mut depth, mut quoted, mut escaped) = (0_usize, false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b'(' if !quoted => depth += 1,
            b')' if !quoted => depth -= 1,
            _ => {}
        }
        if depth == 0 && !quoted {
            return Some(at + 1);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_stay_and_values_go() {
        for (message, want) in [
            ("cannot add: string (\"pass) word\\\"\") and number (1)", "cannot add: string and number"),
            ("cannot add: string (\"a long one that is cu...) and number (1)", "cannot add: string"),
            ("cannot iterate over: null", "cannot iterate over: null"),
            ("invalid number: \"c2VjcmV0\"", "invalid number: ..."),
            ("invalid number: \"c2VjcmV0", "invalid number: ..."),
            ("object ({\"password\":\"x\"})", "object"),
            ("cannot be read as JSON: expected value (line 1)", "cannot be read as JSON: expected value (line 1)"),
            ("", ""),
        ] {
            assert_eq!(told(message, ".a | tonumber"), want);
        }
    }

    #[test]
    fn what_a_formula_says_is_told_only_if_it_stands_there() {
        assert_eq!(told("no name", ".a | error(\"no name\")"), "no name");
        assert!(!told("c2VjcmV0", ".data.password | error").contains("c2VjcmV0"));
    }
}
