//! The plan language: a subset of jq, read and printed.
//!
//! ```text
//! LOCATION = JSON            set
//! del(LOCATION)              remove
//! LOCATION[i:i] = [JSON...]  insert before entry i
//! ... | ...                  one after another
//! ```
//!
//! What a person writes may use any address on the left; what is printed uses locations. `grammar/plan.abnf` has the
//! grammar.

use super::scan::{End, insert_position, left_side, skip_trivia};
use super::{Assignment, Op, Plan};
use crate::diagnostic::{Code, Diagnose, Diagnostic};
use crate::expression::{Address, NotAddress};
use crate::json::{JsonError, value_prefix};
use crate::limits::Limits;
use crate::location::Segment;
use crate::span::Span;
use crate::value::Value;
use std::fmt;

/// One edit as it is written: an address and what is done at each place that it matches.
#[derive(Clone, Debug)]
pub struct Edit<'a> {
    /// The places. Of an insert: those of the list.
    pub address: Address<'a>,
    /// What is done there.
    pub action: Action,
    /// Where the edit stands in its text.
    pub span: Span,
}

/// What an edit does at a place.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// `ADDRESS = JSON`
    Set(Value),
    /// `del(ADDRESS)`
    Remove,
    /// `ADDRESS[i:i] = [JSON...]`
    Insert(usize, Vec<Value>),
}

/// Why a text is not a list of edits.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{}", self.diagnose().message)]
pub struct EditSyntaxError<'a> {
    /// Where, in the text of the edits.
    pub span: Span,
    /// What is wrong there.
    pub kind: EditSyntaxErrorKind<'a>,
}

/// What is wrong with a text of edits.
#[derive(Clone, Debug)]
pub enum EditSyntaxErrorKind<'a> {
    /// `.a`, `.a | .b = 1`: no `=` where one is needed
    WantedAssignment {
        /// The address that would stand if the text up to a later `=` were in parentheses.
        in_parentheses: Option<Box<str>>,
    },
    /// `.a |= 1`: an operator of jq that reads before it writes
    Update,
    /// `del(.a`, `del .a`
    WantedParenthesis,
    /// `.a = x`: the right side is not JSON
    NotJson(Box<JsonError>),
    /// `.a = (1, 2)`, `.a = 1 + 1`: something follows the value
    WantedEnd,
    /// `.a[0:0] = 1`: what is inserted is not a list
    WantedList,
    /// The left side is not an address
    NotAddress(Box<NotAddress<'a>>),
}

/// Reads edits. An empty text has none.
pub fn parse_edits<'a>(text: &'a str, limits: &Limits) -> Result<Vec<Edit<'a>>, EditSyntaxError<'a>> {
    let mut edits = Vec::new();
    let mut at = skip_trivia(text, 0);
    if at == text.len() {
        return Ok(edits);
    }
    loop {
        let (edit, end) = parse_edit(text, at, limits)?;
        edits.push(edit);
        at = skip_trivia(text, end);
        match text.as_bytes().get(at) {
            None => return Ok(edits),
            Some(b'|') => at = skip_trivia(text, at + 1),
            Some(_) => return Err(error(at, text.len(), EditSyntaxErrorKind::WantedEnd)),
        }
    }
}

fn error(start: usize, end: usize, kind: EditSyntaxErrorKind<'_>) -> EditSyntaxError<'_> {
    EditSyntaxError { span: Span::new(start, end), kind }
}

/// One edit that begins at `start`, and the offset behind it.
fn parse_edit<'a>(text: &'a str, start: usize, limits: &Limits) -> Result<(Edit<'a>, usize), EditSyntaxError<'a>> {
    if let Some(inner) = removal_start(text, start)? {
        let end = match inside_end(text, inner) {
            (end, true) => end,
            (end, false) => return Err(error(start, end, EditSyntaxErrorKind::WantedParenthesis)),
        };
        let address = address(text, Span::new(inner, end), limits)?;
        return Ok((Edit { address, action: Action::Remove, span: Span::new(start, end + 1) }, end + 1));
    }
    let left = match left_side(text, start) {
        (end, End::Assign) => Span::new(start, end),
        (end, End::Update(length)) => return Err(error(end, end + length, EditSyntaxErrorKind::Update)),
        (end, stop) => {
            let in_parentheses = if stop == End::Pipe { piped_address(text, start, end, limits) } else { None };
            return Err(error(start, end.max(start), EditSyntaxErrorKind::WantedAssignment { in_parentheses }));
        }
    };
    let right = skip_trivia(text, left.end + 1);
    let (value, length) = value_prefix(&text[right..], limits)
        .map_err(|json| error(right, text.len(), EditSyntaxErrorKind::NotJson(Box::new(json))))?;
    let end = right + length;
    let (address, action) = match insert_position(left.of(text)) {
        Some((list, index)) => match value {
            Value::Array(values) => {
                let list = Span::new(start, start + list.len());
                (address(text, list, limits)?, Action::Insert(index, values))
            }
            _ => return Err(error(right, end, EditSyntaxErrorKind::WantedList)),
        },
        None => (address(text, left, limits)?, Action::Set(value)),
    };
    Ok((Edit { address, action, span: Span::new(start, end) }, end))
}

/// `.a[] | select(.b == 1) | .c = 2` is what many write first: the address that is meant, if it is one.
fn piped_address(text: &str, start: usize, mut at: usize, limits: &Limits) -> Option<Box<str>> {
    while let (end, End::Pipe) = left_side(text, at + 1) {
        at = end;
    }
    let (end, End::Assign) = left_side(text, at + 1) else { return None };
    let left = text[start..end].trim_end();
    Address::parse_edit(left, limits).is_ok().then(|| left.into())
}

/// Behind the parenthesis of `del(`, if the text goes on so.
fn removal_start(text: &str, start: usize) -> Result<Option<usize>, EditSyntaxError<'_>> {
    let Some(rest) = text[start..].strip_prefix("del") else { return Ok(None) };
    if rest.starts_with(|next: char| next == '_' || next.is_ascii_alphanumeric()) {
        return Ok(None);
    }
    let open = skip_trivia(text, start + 3);
    match text.as_bytes().get(open) {
        Some(b'(') => Ok(Some(open + 1)),
        _ => Err(error(start, open, EditSyntaxErrorKind::WantedParenthesis)),
    }
}

/// Where the bracket that is open at `at` closes; whether it does, and with a parenthesis.
fn inside_end(text: &str, mut at: usize) -> (usize, bool) {
    loop {
        match left_side(text, at) {
            (end, End::Close) => return (end, text.as_bytes()[end] == b')'),
            (end, End::Text) => return (end, false),
            (end, End::Assign | End::Pipe) => at = end + 1,
            (end, End::Update(length)) => at = end + length,
        }
    }
}

fn address<'a>(text: &'a str, span: Span, limits: &Limits) -> Result<Address<'a>, EditSyntaxError<'a>> {
    // White space before the operator belongs to neither side.
    let span = Span::new(span.start, span.start + span.of(text).trim_end().len());
    Address::parse_edit(span.of(text), limits).map_err(|not| EditSyntaxError {
        span: not.diagnose().span.unwrap_or_default().shifted(span.start),
        kind: EditSyntaxErrorKind::NotAddress(Box::new(not)),
    })
}

impl Diagnose for EditSyntaxError<'_> {
    fn diagnose(&self) -> Diagnostic {
        let syntax = |message: &str| Diagnostic::new(Code::Syntax, message);
        let diagnostic = match &self.kind {
            EditSyntaxErrorKind::WantedAssignment { in_parentheses: Some(left) } => {
                syntax("an address with a pipe stands in parentheses").help(format!("write `({left}) = ...`"))
            }
            EditSyntaxErrorKind::WantedAssignment { in_parentheses: None } => {
                syntax("an edit is an address, `=` and a JSON value, or `del(...)`")
                    .help("write `.a.b = 1`; put an address with a pipe in parentheses: `(.a | .b) = 1`")
            }
            EditSyntaxErrorKind::Update => syntax("an edit writes a value, it does not compute one from the old value")
                .help("write `=` and the new value; to add to a list insert before an entry or the end: `.list[2:2] = [...]`"),
            EditSyntaxErrorKind::WantedParenthesis => {
                syntax("`del` wants an address in parentheses").help("write `del(.a.b)`")
            }
            EditSyntaxErrorKind::NotJson(json) => {
                syntax(&format!("the right side of an edit is one JSON value: {}", json.diagnose().message))
                    .help("quote a string with double quotes: `.a = \"text\"`")
            }
            EditSyntaxErrorKind::WantedEnd => {
                syntax("the right side of an edit is one JSON value, and `|` or the end follows it")
                    .help("write one edit for each value")
            }
            EditSyntaxErrorKind::WantedList => {
                syntax("what is inserted stands in a list").help("write `.list[0:0] = [1]`")
            }
            EditSyntaxErrorKind::NotAddress(not) => not.diagnose(),
        };
        Diagnostic { span: Some(self.span), expression: None, ..diagnostic }
    }
}

impl fmt::Display for Plan {
    /// As one line of the plan language; nothing for an empty plan.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, assignment) in self.assignments().iter().enumerate() {
            if at > 0 {
                f.write_str(" | ")?;
            }
            assignment.fmt(f)?;
        }
        Ok(())
    }
}

impl fmt::Display for Assignment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.op {
            Op::Set(value) => write!(f, "{} = {value}", self.location),
            Op::Remove => write!(f, "del({})", self.location),
            Op::Insert(values) => {
                let mut list = self.location.clone();
                let Some(Segment::Index(index)) = list.pop() else { return Err(fmt::Error) };
                let dot = if list.is_root() { "." } else { "" };
                write!(f, "{}[{index}:{index}] = [", if list.is_root() { dot.into() } else { list.to_string() })?;
                for (at, value) in values.iter().enumerate() {
                    write!(f, "{}{value}", if at > 0 { "," } else { "" })?;
                }
                f.write_str("]")
            }
        }
    }
}
