//! What a scalar is read as.
//!
//! The dialect of Kubernetes is that of `sigs.k8s.io/yaml`, which every client uses: go-yaml v2's resolution of plain
//! scalars (its `resolve.go`), then conversion to JSON. The other is the core schema, YAML 1.2.2 section 10.3.2.

use super::Dialect;
use super::error::YamlErrorKind;
use super::number;
use super::older;
use super::tree::{Style, Tag};
use crate::value::{Number, Value};

/// What a plain scalar reads as.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Plain {
    Null,
    Bool(bool),
    /// A whole number, as a JSON number
    Integer(String),
    /// Any other number, as a JSON number
    Float(String),
    /// `.inf`, `-.inf`, `.nan`, in this spelling
    NonFinite(&'static str),
    Text,
}

/// Reads a plain scalar.
pub(super) fn plain(text: &str, dialect: Dialect) -> Plain {
    match dialect {
        Dialect::Kubernetes => kubernetes(text),
        Dialect::Yaml12 => core(text),
    }
}

/// Whether a plain scalar reads as this very string, to readers of both dialects and to those of YAML 1.1.
pub(super) fn reads_as_text(text: &str) -> bool {
    // Every other reading begins with one of these.
    let hint = text.as_bytes().first().is_none_or(|byte| b"+-.0123456789yYnNtTfFoO~=<".contains(byte));
    !hint || (kubernetes(text) == Plain::Text && core(text) == Plain::Text && !older::is_typed(text))
}

/// The value of a scalar.
pub(super) fn value(text: &str, style: Style, tag: Tag, dialect: Dialect) -> Result<Value, YamlErrorKind> {
    match reading(text, style, tag, dialect)? {
        Plain::Null => Ok(Value::Null),
        Plain::Bool(value) => Ok(Value::Bool(value)),
        Plain::Integer(number) | Plain::Float(number) => {
            Number::parse(&number).map(Value::Number).ok_or(YamlErrorKind::TagMismatch)
        }
        Plain::NonFinite(_) => Err(YamlErrorKind::NonFiniteNumber),
        Plain::Text if tag == Tag::Binary => number::base64(text).map(Value::String).ok_or(YamlErrorKind::TagMismatch),
        Plain::Text => Ok(Value::String(text.into())),
    }
}

/// The string that a client makes of a key.
pub(super) fn key(text: &str, style: Style, tag: Tag, dialect: Dialect) -> Result<String, YamlErrorKind> {
    Ok(match (reading(text, style, tag, dialect)?, dialect) {
        (Plain::Null, _) => return Err(YamlErrorKind::NonStringKey),
        (Plain::Bool(value), _) => value.to_string(),
        (Plain::Integer(_) | Plain::Float(_) | Plain::NonFinite(_), Dialect::Yaml12) => text.into(),
        (Plain::Integer(number), _) if number.parse::<i64>().is_ok() => number,
        // A client has no string for a whole number that needs the 64th bit.
        (Plain::Integer(_), _) => return Err(YamlErrorKind::NonStringKey),
        (Plain::Float(number), _) => number::go_float(&number),
        (Plain::NonFinite(spelling), _) => spelling.into(),
        (Plain::Text, _) if tag == Tag::Binary => number::base64(text).ok_or(YamlErrorKind::TagMismatch)?,
        (Plain::Text, _) => text.into(),
    })
}

fn reading(text: &str, style: Style, tag: Tag, dialect: Dialect) -> Result<Plain, YamlErrorKind> {
    let resolved = match tag {
        Tag::None if style != Style::Plain => return Ok(Plain::Text),
        Tag::NonSpecific | Tag::Str | Tag::Binary | Tag::Map | Tag::Seq | Tag::Other => return Ok(Plain::Text),
        _ => plain(text, dialect),
    };
    let fits = match tag {
        Tag::Int => matches!(resolved, Plain::Integer(_)),
        Tag::Float => matches!(resolved, Plain::Integer(_) | Plain::Float(_) | Plain::NonFinite(_)),
        Tag::Bool => matches!(resolved, Plain::Bool(_)),
        Tag::Null => resolved == Plain::Null,
        Tag::Timestamp => resolved == Plain::Text && is_timestamp(text),
        _ => true,
    };
    fits.then_some(resolved).ok_or(YamlErrorKind::TagMismatch)
}

/// go-yaml looks no further than at four digits and a `-` before it tries its formats; what follows is a string anyway.
fn is_timestamp(text: &str) -> bool {
    text.len() > 5 && text.bytes().take(4).all(|byte| byte.is_ascii_digit()) && text.as_bytes()[4] == b'-'
}

/// go-yaml v2, `resolve`.
fn kubernetes(text: &str) -> Plain {
    if let Some(spelling) = non_finite(text) {
        return Plain::NonFinite(spelling);
    }
    match text {
        "" | "~" | "null" | "Null" | "NULL" => Plain::Null,
        "y" | "Y" | "yes" | "Yes" | "YES" | "true" | "True" | "TRUE" | "on" | "On" | "ON" => Plain::Bool(true),
        "n" | "N" | "no" | "No" | "NO" | "false" | "False" | "FALSE" | "off" | "Off" | "OFF" => Plain::Bool(false),
        _ => match text.as_bytes()[0] {
            b'.' => number::go_fraction(text).map_or(Plain::Text, Plain::Float),
            b'+' | b'-' | b'0'..=b'9' => {
                let digits: String = text.chars().filter(|c| *c != '_').collect();
                match number::go_integer(&digits).or_else(|| number::go_signed_binary(&digits)) {
                    Some(integer) => Plain::Integer(integer),
                    None => number::finite_float(&digits).map_or(Plain::Text, Plain::Float),
                }
            }
            _ => Plain::Text,
        },
    }
}

/// The core schema.
fn core(text: &str) -> Plain {
    if let Some(spelling) = non_finite(text) {
        return Plain::NonFinite(spelling);
    }
    match text {
        "" | "~" | "null" | "Null" | "NULL" => Plain::Null,
        "true" | "True" | "TRUE" => Plain::Bool(true),
        "false" | "False" | "FALSE" => Plain::Bool(false),
        _ => match text.as_bytes()[0] {
            b'.' | b'+' | b'-' | b'0'..=b'9' => match number::core_integer(text) {
                Some(integer) => Plain::Integer(integer),
                None => number::float(text).map_or(Plain::Text, Plain::Float),
            },
            _ => Plain::Text,
        },
    }
}

fn non_finite(text: &str) -> Option<&'static str> {
    match text {
        ".inf" | ".Inf" | ".INF" | "+.inf" | "+.Inf" | "+.INF" => Some(".inf"),
        "-.inf" | "-.Inf" | "-.INF" => Some("-.inf"),
        ".nan" | ".NaN" | ".NAN" => Some(".nan"),
        _ => None,
    }
}
