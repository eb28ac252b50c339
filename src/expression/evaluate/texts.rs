//! Functions on texts, and the formats.

use super::arithmetic::{self, split};
use super::datum::{Datum, Fault, fault, number};
use super::meter::{Engine, Meter, Stop};
use super::natives::{Made, native};
use jaq_core::native::Fun;
use jaq_json::Val;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

/// The functions.
pub(super) fn texts() -> Vec<Fun<Engine>> {
    /// A function of a text that fails on anything else.
    macro_rules! text {
        ($name:literal, |$text:ident| $result:expr) => {
            native!($name, |meter, value| {
                let $text = read(meter, &value)?;
                Ok($result)
            })
        };
    }
    /// A question about a text and another one.
    macro_rules! pair {
        ($name:literal, |$text:ident, $other:ident| $result:expr) => {
            native!($name, |meter, value; other| {
                let ($text, $other) = (read(meter, &value)?, read(meter, &other)?);
                Ok($result)
            })
        };
    }
    /// A function that leaves what is no text as it is.
    macro_rules! strip {
        ($name:literal, $method:ident) => {
            native!($name, |meter, value; other| {
                let stripped = match (&value, &other) {
                    (Datum::Str(text), Datum::Str(other)) => {
                        meter.work(text.len() as u64)?;
                        text.$method(&**other).map(Datum::text)
                    }
                    _ => None,
                };
                Ok(stripped.unwrap_or(value))
            })
        };
    }
    vec![
        text!("utf8bytelength", |text| Datum::count(text.len())),
        text!("ascii_downcase", |text| Datum::text(text.to_ascii_lowercase())),
        text!("ascii_upcase", |text| Datum::text(text.to_ascii_uppercase())),
        text!("trim", |text| Datum::text(text.trim())),
        text!("ltrim", |text| Datum::text(text.trim_start())),
        text!("rtrim", |text| Datum::text(text.trim_end())),
        native!("explode", |meter, value| {
            let text = read(meter, &value)?;
            meter.room(16 * text.len() as u64)?;
            Ok(text.chars().map(|c| Datum::count(c as usize)).collect())
        }),
        native!("implode", |meter, value| implode(meter, &value)),
        pair!("startswith", |text, other| Datum::Bool(text.starts_with(&**other))),
        pair!("endswith", |text, other| Datum::Bool(text.ends_with(&**other))),
        strip!("ltrimstr", strip_prefix),
        strip!("rtrimstr", strip_suffix),
        native!("_split", |meter, value; separator| {
            let (text, separator) = (read(meter, &value)?, read(meter, &separator)?);
            meter.room(32 * text.len() as u64 / (1 + separator.len() as u64))?;
            Ok(split(text, separator))
        }),
        native!("_join", |meter, value; separator| join(meter, &value, &separator)),
        native!("fromjson", |meter, value| fromjson(meter, &value)),
        native!("_pattern_cost", |_, pattern| Ok(Datum::from(pattern_cost(&pattern)))),
        native!("_groups", |_, pattern| Ok(groups(&pattern))),
        native!("decode_base64", |meter, value| {
            let text = read(meter, &value)?;
            meter.room(text.len() as u64)?;
            let bytes = base64(text).ok_or_else(|| fault(format!("no base64: {}", value.shown())))?;
            Ok(Datum::text(String::from_utf8_lossy(&bytes).into_owned()))
        }),
        text!("_html", |text| Datum::text(escaped(
            text,
            &[('<', "&lt;"), ('>', "&gt;"), ('&', "&amp;"), ('\'', "&apos;"), ('"', "&quot;")]
        ))),
        text!("_uri", |text| Datum::text(uri(text))),
        native!("_csv", |meter, value| row(meter, &value, ",", |text| format!("\"{}\"", text.replace('"', "\"\"")))),
        native!("_tsv", |meter, value| row(meter, &value, "\t", |text| {
            escaped(text, &[('\\', "\\\\"), ('\t', "\\t"), ('\n', "\\n"), ('\r', "\\r")])
        })),
        native!("_sh", |meter, value| match &value {
            Datum::Arr(_) => row_of(meter, &value, " ", quoted),
            scalar => Ok(Datum::text(quoted(scalar)?)),
        }),
    ]
}

fn read<'d>(meter: &Meter, value: &'d Datum) -> Result<&'d Arc<str>, Stop> {
    match value {
        Datum::Str(text) => {
            meter.work(text.len() as u64)?;
            Ok(text)
        }
        other => Err(fault(format!("expected a string but got: {}", other.shown())).into()),
    }
}

fn implode(meter: &Meter, value: &Datum) -> Made {
    let Datum::Arr(list) = value else {
        return Err(fault(format!("implode cannot be applied to: {}", value.shown())).into());
    };
    meter.room(4 * list.items.len() as u64)?;
    let character = |item: &Datum| match item {
        Datum::Num(number) => {
            let code = arithmetic::floor(number).and_then(|code| u32::try_from(code).ok());
            code.and_then(char::from_u32)
        }
        _ => None,
    };
    let text: Option<String> = list.items.iter().map(character).collect();
    text.map(Datum::text).ok_or_else(|| fault(format!("implode cannot be applied to: {}", value.shown())).into())
}

/// Texts, numbers and booleans between separators; null is nothing.
fn join(meter: &Meter, value: &Datum, separator: &Datum) -> Made {
    let items: Vec<&Datum> = match value {
        Datum::Arr(list) => list.items.iter().collect(),
        Datum::Obj(map) => map.members.values().collect(),
        other => return Err(fault(format!("cannot iterate over: {}", other.shown())).into()),
    };
    if items.is_empty() {
        return Ok(Datum::text(""));
    }
    let separator = read(meter, separator)?;
    meter.room(value.weight().bytes.saturating_add(separator.len() as u64 * items.len() as u64))?;
    let mut text = String::new();
    for (at, item) in items.into_iter().enumerate() {
        if at > 0 {
            text.push_str(separator);
        }
        match item {
            Datum::Null => {}
            Datum::Str(piece) => text.push_str(piece),
            scalar @ (Datum::Num(_) | Datum::Bool(_)) => push(&mut text, scalar),
            other => return Err(fault(format!("cannot join: {}", other.shown())).into()),
        }
    }
    Ok(Datum::text(text))
}

fn push(text: &mut String, value: &Datum) {
    let _ = write!(text, "{value}");
}

/// JSON text. jaq's reader takes more than JSON, so the text is checked first; that check also bounds the nesting.
fn fromjson(meter: &Meter, value: &Datum) -> Made {
    let text = read(meter, value)?;
    meter.room(16 * text.len() as u64)?;
    let bad = |error: &dyn std::fmt::Display| Stop::from(fault(format!("cannot be read as JSON: {error}")));
    serde_json::from_str::<serde::de::IgnoredAny>(text).map_err(|error| bad(&error))?;
    let value = jaq_json::read::parse_single(text.as_bytes()).map_err(|error| bad(&error))?;
    from_jaq(&value)
}

fn from_jaq(value: &Val) -> Made {
    let text = |bytes: &[u8]| Arc::<str>::from(String::from_utf8_lossy(bytes));
    Ok(match value {
        Val::Null => Datum::Null,
        Val::Bool(value) => Datum::Bool(*value),
        Val::Num(value) => Datum::Num(number(&value.to_string())),
        Val::BStr(bytes) | Val::TStr(bytes) => Datum::Str(text(bytes)),
        Val::Arr(items) => Datum::list(items.iter().map(from_jaq).collect::<Result<_, _>>()?),
        Val::Obj(members) => {
            let member = |(key, value): (&Val, &Val)| match key {
                Val::BStr(bytes) | Val::TStr(bytes) => Ok((text(bytes), from_jaq(value)?)),
                _ => Err(Stop::from(fault("a key is a string"))),
            };
            Datum::object(members.iter().map(member).collect::<Result<_, _>>()?)
        }
    })
}

/// How many states a regular expression may become: its length times what its repetitions multiply.
fn pattern_cost(pattern: &Datum) -> f64 {
    let Datum::Str(pattern) = pattern else { return 1.0 };
    let mut cost = pattern.len() as f64 + 1.0;
    for braces in pattern.split('{').skip(1) {
        let inside = braces.split('}').next().unwrap_or_default();
        let most = inside.split(',').filter_map(|number| number.trim().parse::<f64>().ok()).fold(1.0, f64::max);
        cost *= most.max(1.0);
    }
    cost
}

/// `{name: null}` of each named group of a regular expression.
fn groups(pattern: &Datum) -> Datum {
    let Datum::Str(pattern) = pattern else { return Datum::object(BTreeMap::new()) };
    let (mut names, mut escaped, mut class) = (BTreeMap::new(), false, 0_usize);
    for (at, c) in pattern.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '[' => class += 1,
            ']' => class = class.saturating_sub(1),
            '(' if class == 0 => {
                let rest = &pattern[at + 1..];
                let name = rest.strip_prefix("?<").or_else(|| rest.strip_prefix("?P<"));
                let name = name.and_then(|name| name.split_once('>')).map(|(name, _)| name);
                names.extend(name.map(|name| (Arc::from(name), Datum::Null)));
            }
            _ => {}
        }
    }
    Datum::object(names)
}

/// The bytes of base64, with its padding or without, over lines or in one.
fn base64(text: &str) -> Option<Vec<u8>> {
    let text = text.trim_end_matches('=');
    let (mut bytes, mut held, mut bits) = (Vec::with_capacity(text.len() / 4 * 3 + 2), 0_u32, 0);
    for byte in text.bytes().filter(|byte| !matches!(byte, b'\n' | b'\r')) {
        let six = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        held = (held << 6 | u32::from(six)) & 0xfff;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push((held >> bits) as u8);
        }
    }
    // One digit left over is no byte.
    (bits < 6).then_some(bytes)
}

fn escaped(text: &str, escapes: &[(char, &str)]) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match escapes.iter().find(|(from, _)| *from == c) {
            Some((_, to)) => out.push_str(to),
            None => out.push(c),
        }
    }
    out
}

/// RFC 3986: unreserved characters stay.
fn uri(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => out.push(char::from(byte)),
            byte => {
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    out
}

/// A row of `@csv` or `@tsv`: texts are escaped, null is nothing.
fn row(meter: &Meter, value: &Datum, separator: &str, escape: fn(&str) -> String) -> Made {
    row_of(meter, value, separator, |item| match item {
        Datum::Null => Ok(String::new()),
        Datum::Str(text) => Ok(escape(text)),
        scalar @ (Datum::Num(_) | Datum::Bool(_)) => Ok(scalar.to_string()),
        other => Err(fault(format!("cannot stand in a row: {}", other.shown()))),
    })
}

fn row_of(meter: &Meter, value: &Datum, separator: &str, cell: impl Fn(&Datum) -> Result<String, Fault>) -> Made {
    let Datum::Arr(list) = value else {
        return Err(fault(format!("a row is an array but got: {}", value.shown())).into());
    };
    meter.room(value.weight().bytes)?;
    let cells: Vec<String> = list.items.iter().map(cell).collect::<Result<_, _>>()?;
    Ok(Datum::text(cells.join(separator)))
}

/// A word of a shell.
fn quoted(value: &Datum) -> Result<String, Fault> {
    match value {
        Datum::Str(text) => Ok(format!("'{}'", text.replace('\'', "'\\''"))),
        Datum::Arr(_) | Datum::Obj(_) => Err(fault(format!("cannot be quoted for a shell: {}", value.shown()))),
        scalar => Ok(scalar.to_string()),
    }
}
