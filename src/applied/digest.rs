//! Digests of values, and fingerprints of what we own.
//!
//! The input of both is the canonical text of a value: compact JSON, members in the byte order of their keys, strings
//! with the fewest escapes, numbers as [`NumberView::canonical`] spells them. Values that are equal have one canonical
//! text. Digests live on in records and fingerprints in annotations, so neither the text nor the algorithm ever changes
//! under a name that it has had: a new form gets a new name. The vectors in the tests below hold this.

use crate::location::Location;
use crate::plan::{Op, Plan};
use crate::value::{Kind, Node, NumberView, write_string};
use sha2::{Digest as _, Sha256};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::{self, Write};

/// A short digest of one value: the first 64 bits of SHA-256 over `fieldwright value 1`, a line break and the
/// canonical text. [`fmt::Display`] prints 16 hexadecimal digits.
///
/// It tells that a value was changed by someone who did not mean to deceive; it hides nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Digest(u64);

impl Digest {
    /// The digest of a value.
    pub fn of<'a>(node: impl Node<'a>) -> Self {
        let mut input = Input::new("fieldwright value 1\n");
        input.value(node);
        let sum = input.0.finalize();
        Self(sum.iter().take(8).fold(0, |bits, byte| bits << 8 | u64::from(*byte)))
    }

    /// Reads what [`fmt::Display`] prints: 16 digits, `0` to `9` and `a` to `f`.
    pub fn parse(text: &str) -> Option<Self> {
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        (text.len() == 16 && text.bytes().all(is_digit)).then(|| u64::from_str_radix(text, 16).ok().map(Self))?
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// A stable name of a map's or a plan's content: `v1-` and the first 160 bits of SHA-256 in 40 hexadecimal digits. It
/// can stand in a label.
///
/// To notice that what we own changed, take that of the owned part of a map alone:
/// [`Reconciled::fingerprint`](super::Reconciled::fingerprint).
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Fingerprint(String);

impl Fingerprint {
    /// Of a map, whatever the order of its members: `fieldwright map 1`, a line break, the canonical text.
    pub fn of_map<'a>(node: impl Node<'a>) -> Self {
        let mut input = Input::new("fieldwright map 1\n");
        input.value(node);
        Self::finish(input)
    }

    /// Of a plan, by what it does: `fieldwright plan 1`, a line break, and one line for each assignment, in the order
    /// of these lines: the location as jq, a space, and `set`, a space, the canonical text of the value; `remove`; or
    /// `insert`, a space, the canonical text of the list of values.
    pub fn of_plan(plan: &Plan) -> Self {
        let mut lines: Vec<String> = plan.assignments().iter().map(|a| plan_line(&a.location, &a.op)).collect();
        lines.sort_unstable();
        let mut input = Input::new("fieldwright plan 1\n");
        lines.iter().for_each(|line| input.0.update(line));
        Self::finish(input)
    }

    /// The text: `v1-`, 40 digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    fn finish(input: Input) -> Self {
        let mut text = String::from("v1-");
        for byte in input.0.finalize().iter().take(20) {
            write!(text, "{byte:02x}").expect("a string takes any text");
        }
        Self(text)
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

fn plan_line(location: &Location, op: &Op) -> String {
    let mut line = format!("{location} ");
    match op {
        Op::Set(value) => {
            line.push_str("set ");
            write_canonical(&mut line, value)
        }
        Op::Remove => write!(line, "remove"),
        Op::Insert(values) => {
            line.push_str("insert ");
            write_list(&mut line, values.iter())
        }
    }
    .expect("a string takes any text");
    line.push('\n');
    line
}

/// The bytes that are digested, never held together.
struct Input(Sha256);

impl Input {
    fn new(kind: &str) -> Self {
        Self(Sha256::new().chain_update(kind))
    }

    fn value<'a>(&mut self, node: impl Node<'a>) {
        write_canonical(self, node).expect("a digest takes any text");
    }
}

impl Write for Input {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.update(text);
        Ok(())
    }
}

fn write_canonical<'a, N: Node<'a>>(out: &mut impl Write, node: N) -> fmt::Result {
    match node.kind() {
        Kind::Null => out.write_str("null"),
        Kind::Boolean => out.write_str(if node.as_bool() == Some(true) { "true" } else { "false" }),
        Kind::Number => out.write_str(&node.as_number().map(NumberView::canonical).unwrap_or_default()),
        Kind::String => write_string(out, &node.as_str().unwrap_or_default()),
        Kind::Array => write_list(out, node.entries()),
        Kind::Object => {
            // Of a key that stands twice the last value counts, as for every reader.
            let members: BTreeMap<Cow<'a, str>, N> = node.members().collect();
            out.write_char('{')?;
            for (at, (key, member)) in members.into_iter().enumerate() {
                if at > 0 {
                    out.write_char(',')?;
                }
                write_string(out, &key)?;
                out.write_char(':')?;
                write_canonical(out, member)?;
            }
            out.write_char('}')
        }
    }
}

fn write_list<'a, N: Node<'a>>(out: &mut impl Write, entries: impl Iterator<Item = N>) -> fmt::Result {
    out.write_char('[')?;
    for (at, entry) in entries.enumerate() {
        if at > 0 {
            out.write_char(',')?;
        }
        write_canonical(out, entry)?;
    }
    out.write_char(']')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Assignment;
    use crate::value::{Number, Value};
    use serde_json::json;

    /// Fixed for good: records and annotations that hold these texts are out there.
    #[test]
    fn vectors() {
        for (value, digest) in [
            (json!("1"), "7877e7dfb66d983b"),
            (json!(""), "e05b47b45c9fa280"),
            (json!({"b": [1.5, 1500, null], "a": "\u{e9}\n"}), "617b40439cb0312c"),
        ] {
            assert_eq!(Digest::of(&value).to_string(), digest, "{value}");
        }
        let map = json!({"tier": "x", "team": "a"});
        assert_eq!(Fingerprint::of_map(&map).as_str(), "v1-b43a32bf7e570e68d5ae22a0aeeabbf0fdff59b1");
        assert_eq!(Fingerprint::of_map(&json!({})).as_str(), "v1-69d63a2a84bdf8720dd28228505646146f3982dd");
        let labels = Location::root().child("labels");
        let plan = Plan::new(vec![
            Assignment::new(labels.child("b/c"), Op::Remove),
            Assignment::new(labels.child("a"), Op::Set("1".into())),
            Assignment::new(Location::root().child("l").child(0), Op::Insert(vec![Value::Null])),
        ])
        .expect("no conflict");
        assert_eq!(Fingerprint::of_plan(&plan).as_str(), "v1-f3456b983eb62b4ea6a854948b26c09b391a5b56");
    }

    #[test]
    fn equal_values_have_one_digest() {
        fn number(text: &str) -> Value {
            Value::Number(Number::parse(text).expect("a number"))
        }
        let object = |members: &[(&str, &str)]| {
            Value::Object(members.iter().map(|(key, text)| ((*key).into(), number(text))).collect())
        };
        assert_eq!(
            Digest::of(&object(&[("a", "1.0"), ("b", "15e2")])),
            Digest::of(&object(&[("b", "1500"), ("a", "1")]))
        );
        assert_ne!(Digest::of(&number("1")), Digest::of(&Value::from("1")));
        assert_ne!(Digest::of(&number("9007199254740993")), Digest::of(&number("9007199254740992")));
    }

    #[test]
    fn print_and_parse() {
        let digest = Digest::of(&Value::Null);
        assert_eq!(Digest::parse(&digest.to_string()), Some(digest));
        for text in ["", "0", "00000000000000000", "+000000000000000", "ABCDEF0123456789", "0123456789abcdeg"] {
            assert_eq!(Digest::parse(text), None, "{text}");
        }
    }
}
