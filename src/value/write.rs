//! Compact JSON out.

use super::{Kind, Node, NumberView};
use std::fmt;

/// Writes any value as compact JSON, numbers as they are spelled.
pub(crate) fn write_value<'a>(out: &mut impl fmt::Write, node: impl Node<'a>) -> fmt::Result {
    match node.kind() {
        Kind::Null => out.write_str("null"),
        Kind::Boolean => out.write_str(if node.as_bool() == Some(true) { "true" } else { "false" }),
        Kind::Number => out.write_str(&node.as_number().map(NumberView::text).unwrap_or_default()),
        Kind::String => write_string(out, &node.as_str().unwrap_or_default()),
        Kind::Array => {
            out.write_char('[')?;
            for (at, entry) in node.entries().enumerate() {
                if at > 0 {
                    out.write_char(',')?;
                }
                write_value(out, entry)?;
            }
            out.write_char(']')
        }
        Kind::Object => {
            out.write_char('{')?;
            for (at, (key, member)) in node.members().enumerate() {
                if at > 0 {
                    out.write_char(',')?;
                }
                write_string(out, &key)?;
                out.write_char(':')?;
                write_value(out, member)?;
            }
            out.write_char('}')
        }
    }
}

/// Writes a JSON string that escapes only what must be: `"`, `\` and control characters, short forms where JSON has
/// them. What needs no escape is written in one piece.
pub(crate) fn write_string(out: &mut impl fmt::Write, text: &str) -> fmt::Result {
    out.write_char('"')?;
    let mut rest = text;
    while let Some(at) = rest.bytes().position(|byte| byte < b' ' || byte == b'"' || byte == b'\\') {
        out.write_str(&rest[..at])?;
        match rest.as_bytes()[at] {
            b'"' => out.write_str("\\\"")?,
            b'\\' => out.write_str("\\\\")?,
            b'\n' => out.write_str("\\n")?,
            b'\r' => out.write_str("\\r")?,
            b'\t' => out.write_str("\\t")?,
            0x08 => out.write_str("\\b")?,
            0x0c => out.write_str("\\f")?,
            byte => write!(out, "\\u{byte:04x}")?,
        }
        rest = &rest[at + 1..];
    }
    out.write_str(rest)?;
    out.write_char('"')
}
