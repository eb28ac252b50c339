//! The grammar of addresses, `grammar/address.abnf`, read by nom with byte spans.
//!
//! Addresses are by far the most expressions, so they are read without building anything else: the steps go straight
//! into the address and keys without escapes borrow from the text. A parenthesis is a counter and not a recursion, so
//! no nesting reaches the stack.

use super::address::{Address, Form, Step, StepKind};
use super::error::{ExpressionError, ExpressionErrorKind};
use super::keyed;
use crate::limits::Limits;
use crate::span::Span;
use nom::branch::alt;
use nom::bytes::complete::{tag, take, take_while, take_while1};
use nom::character::complete::{char, digit1, satisfy};
use nom::sequence::{preceded, terminated};
use nom::{IResult, Parser};
use smallvec::SmallVec;
use std::borrow::Cow;

/// How much of the language counts as an address, and how much of the text must be one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// The whole text, as definitions have it.
    Whole,
    /// The whole text, and `[] | select(.key == "literal")` names an entry.
    Edit,
    /// The longest term at the head of the text, in which `select` may stand as in [`Mode::Edit`].
    Prefix,
}

/// Why the reader gave up.
pub(super) enum Stop {
    /// The text goes on with something else.
    Other,
    /// A limit is exceeded: no other reader may try.
    Limit(ExpressionError),
}

/// Reads an address into `address`, which is the root before; tells how many bytes it took. An address is too large to be
/// passed on from function to function.
pub(super) fn address<'a>(
    text: &'a str,
    mode: Mode,
    limits: &Limits,
    address: &mut Address<'a>,
) -> Result<usize, Stop> {
    Reader { text, rest: text, mode, limits, address, groups: SmallVec::new() }.read()
}

struct Reader<'a, 'l> {
    text: &'a str,
    rest: &'a str,
    mode: Mode,
    limits: &'l Limits,
    address: &'l mut Address<'a>,
    /// For each open parenthesis, how many steps stand before it.
    groups: SmallVec<[usize; 8]>,
}

impl<'a> Reader<'a, '_> {
    fn read(mut self) -> Result<usize, Stop> {
        let mut piped = false;
        loop {
            self.term_head(piped)?;
            let end = self.suffixes()?;
            let more = self.mode != Mode::Prefix || !self.groups.is_empty();
            if more && self.rest.starts_with('|') && !self.rest.starts_with("|=") {
                self.rest = &self.rest[1..];
                self.address.form = Form::Composed;
                piped = true;
                continue;
            }
            let complete = self.groups.is_empty() && (self.mode == Mode::Prefix || self.rest.is_empty());
            return if complete { Ok(end) } else { Err(Stop::Other) };
        }
    }

    fn offset(&self) -> usize {
        self.text.len() - self.rest.len()
    }

    #[inline]
    fn blanks(&mut self) -> Result<(), Stop> {
        if self.rest.bytes().next().is_none_or(is_no_blank) {
            return Ok(());
        }
        self.rest = blanks(self.rest).ok_or(Stop::Other)?;
        Ok(())
    }

    /// Opens parentheses and reads the dot that begins a term, or the `select` that may follow a pipe.
    fn term_head(&mut self, mut piped: bool) -> Result<(), Stop> {
        loop {
            self.blanks()?;
            if let Some(rest) = self.rest.strip_prefix('(') {
                if self.groups.len() >= self.limits.expression_depth {
                    let span = Span::new(self.offset(), self.offset() + 1);
                    let kind = ExpressionErrorKind::TooDeep { limit: self.limits.expression_depth };
                    return Err(Stop::Limit(ExpressionError::new(span, kind)));
                }
                self.groups.push(self.address.steps.len());
                self.address.form = Form::Composed;
                self.rest = rest;
                piped = false;
                continue;
            }
            if piped && self.mode != Mode::Whole && self.rest.starts_with("select") {
                return self.select();
            }
            let start = self.offset();
            let dot = self.rest.strip_prefix('.').ok_or(Stop::Other)?;
            if dot.starts_with(|c: char| c == '.' || c.is_ascii_digit()) {
                return Err(Stop::Other);
            }
            self.rest = dot;
            // `.` alone is the whole document; what can stand behind it is what can stand behind a term.
            let group = self.address.steps.len();
            if let Ok((rest, name)) = name(dot) {
                self.rest = rest;
                self.push(StepKind::Key(Cow::Borrowed(name)), start)?;
            } else {
                self.blanks()?;
                if self.rest.starts_with('"') {
                    let key = self.string()?;
                    self.push(StepKind::Key(key), start)?;
                } else if self.rest.starts_with('[') {
                    self.bracket(start)?;
                }
            }
            return self.questions(group);
        }
    }

    /// Reads what follows a term, closing parentheses included; gives the end of it.
    fn suffixes(&mut self) -> Result<usize, Stop> {
        loop {
            let end = self.offset();
            if self.dotted_name(end)? {
                continue;
            }
            self.blanks()?;
            let (start, group) = (self.offset(), self.address.steps.len());
            let before = self.rest;
            let read = match before.as_bytes().first() {
                Some(b')') => match self.groups.pop() {
                    Some(group) => {
                        self.rest = &before[1..];
                        self.questions(group)?;
                        continue;
                    }
                    None => return Ok(end),
                },
                Some(b'.') => self.dotted(start),
                Some(b'[') => self.bracket(start),
                _ => return Ok(end),
            };
            match read {
                Ok(()) => self.questions(group)?,
                // What follows an address in an edit may look like the start of a step: `.a[0:0] = [1]`.
                Err(Stop::Other) if self.mode == Mode::Prefix && self.groups.is_empty() => {
                    self.rest = before;
                    return Ok(end);
                }
                Err(stop) => return Err(stop),
            }
        }
    }

    /// Reads `.name`, the one suffix that most have, if nothing stands around it that asks for a closer look.
    #[inline]
    fn dotted_name(&mut self, start: usize) -> Result<bool, Stop> {
        let Some(dotted) = self.rest.strip_prefix('.') else { return Ok(false) };
        let length = name_length(dotted.as_bytes());
        if length == 0 {
            return Ok(false);
        }
        let (name, rest) = dotted.split_at(length);
        self.rest = rest;
        let group = self.address.steps.len();
        self.push(StepKind::Key(Cow::Borrowed(name)), start)?;
        self.questions(group)?;
        Ok(true)
    }

    fn dotted(&mut self, start: usize) -> Result<(), Stop> {
        if self.dotted_name(start)? {
            return Ok(());
        }
        self.rest = &self.rest[1..];
        self.blanks()?;
        match self.rest.as_bytes().first() {
            Some(b'"') => {
                let key = self.string()?;
                self.push(StepKind::Key(key), start)
            }
            Some(b'[') => self.bracket(start),
            _ => Err(Stop::Other),
        }
    }

    /// Reads `[]`, `[0]` or `["key"]`; the step begins at `start`.
    fn bracket(&mut self, start: usize) -> Result<(), Stop> {
        self.rest = &self.rest[1..];
        self.blanks()?;
        let kind = match self.rest.as_bytes().first() {
            Some(b']') => StepKind::Each,
            Some(b'"') => StepKind::Key(self.string()?),
            _ => {
                let (rest, digits) = index(self.rest).map_err(|_| Stop::Other)?;
                self.rest = rest;
                StepKind::Index(digits.parse().map_err(|_| Stop::Other)?)
            }
        };
        self.blanks()?;
        self.rest = self.rest.strip_prefix(']').ok_or(Stop::Other)?;
        self.push(kind, start)
    }

    fn string(&mut self) -> Result<Cow<'a, str>, Stop> {
        let (rest, key) = string(self.rest).map_err(|_| Stop::Other)?;
        self.rest = rest;
        Ok(key)
    }

    #[inline]
    fn push(&mut self, kind: StepKind<'a>, start: usize) -> Result<(), Stop> {
        let span = Span::new(start, self.offset());
        if self.address.steps.len() >= self.limits.address_steps {
            let kind = ExpressionErrorKind::TooManySteps { limit: self.limits.address_steps };
            return Err(Stop::Limit(ExpressionError::new(span, kind)));
        }
        self.address.steps.push(Step { kind, optional: false, span });
        Ok(())
    }

    /// Reads `?` signs behind a step, or behind a group that began at step `group`.
    ///
    /// `(...)?` gives up at the first failure. That is the same as a `?` behind each step as long as nothing follows a
    /// `[]` inside; else the entries behind the failing one would be lost, which no address says.
    #[inline]
    fn questions(&mut self, group: usize) -> Result<(), Stop> {
        match self.rest.as_bytes().first() {
            Some(byte) if *byte == b'?' || !is_no_blank(*byte) => self.question_signs(group),
            _ => Ok(()),
        }
    }

    #[cold]
    fn question_signs(&mut self, group: usize) -> Result<(), Stop> {
        while self.rest.bytes().next().is_some_and(|byte| byte == b'?' || !is_no_blank(byte)) {
            let before = self.rest;
            self.blanks()?;
            let Some(rest) = self.rest.strip_prefix('?') else {
                self.rest = before;
                return Ok(());
            };
            // `?//` is one token in jq.
            self.rest = rest;
            let inside = &mut self.address.steps[group..];
            if inside.iter().rev().skip(1).any(|step| matches!(step.kind, StepKind::Each | StepKind::Entry(_))) {
                return Err(Stop::Other);
            }
            inside.iter_mut().for_each(|step| step.optional = true);
        }
        Ok(())
    }

    /// Reads `select(.key == "literal" and ...)` behind `[] |` and turns the `[]` into the entry.
    fn select(&mut self) -> Result<(), Stop> {
        let open = self.groups.last().copied().unwrap_or_default();
        let (rest, keys) = keyed::select(self.rest).ok_or(Stop::Other)?;
        self.rest = rest;
        let end = self.offset();
        match self.address.steps.get_mut(open..).and_then(<[_]>::last_mut) {
            Some(step) if step.kind == StepKind::Each => {
                step.kind = StepKind::Entry(keys.into());
                step.span.end = end;
                Ok(())
            }
            _ => Err(Stop::Other),
        }
    }
}

/// Skips white space and comments. `None` at a comment that ends with a backslash: some readers of jq continue it on
/// the next line and others do not.
pub(super) fn blanks(text: &str) -> Option<&str> {
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches([' ', '\t', '\n', '\r']);
        let Some(comment) = rest.strip_prefix('#') else { return Some(rest) };
        let line = comment.split('\n').next().unwrap_or_default();
        if line.trim_end_matches('\r').ends_with('\\') {
            return None;
        }
        rest = &comment[line.len()..];
    }
}

/// Whether neither white space nor a comment begins here.
fn is_no_blank(byte: u8) -> bool {
    byte > b' ' && byte != b'#'
}

/// A name that needs no quotes.
pub(super) fn name(text: &str) -> IResult<&str, &str> {
    match name_length(text.as_bytes()) {
        0 => Err(nom::Err::Error(nom::error::Error::new(text, nom::error::ErrorKind::Alpha))),
        length => Ok((&text[length..], &text[..length])),
    }
}

/// How many bytes at the head of a text are a name that needs no quotes.
#[inline]
fn name_length(text: &[u8]) -> usize {
    match text.first() {
        Some(first) if !first.is_ascii_digit() => {
            text.iter().position(|byte| !IN_NAMES[usize::from(*byte)]).unwrap_or(text.len())
        }
        _ => 0,
    }
}

/// Of each byte, whether names have it.
const IN_NAMES: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 128 {
        table[byte] = byte as u8 == b'_' || (byte as u8).is_ascii_alphanumeric();
        byte += 1;
    }
    table
};

fn index(text: &str) -> IResult<&str, &str> {
    terminated(digit1, nom::combinator::not(satisfy(|c| c == '.' || c.is_ascii_alphanumeric()))).parse(text)
}

/// A string without interpolation. Only one with escapes is copied.
pub(super) fn string(text: &str) -> IResult<&str, Cow<'_, str>> {
    let plain = |c: char| c != '"' && c != '\\';
    let (mut rest, first) = preceded(char('"'), take_while(plain)).parse(text)?;
    let mut key = Cow::Borrowed(first);
    loop {
        if let Ok((rest, _)) = char::<_, nom::error::Error<&str>>('"').parse(rest) {
            return Ok((rest, key));
        }
        let (after, c) = escape(rest)?;
        key.to_mut().push(c);
        rest = after;
        if let Ok((after, more)) = take_while1::<_, _, nom::error::Error<&str>>(plain).parse(rest) {
            key.to_mut().push_str(more);
            rest = after;
        }
    }
}

fn escape(text: &str) -> IResult<&str, char> {
    let simple = satisfy(|c| "\"\\/bfnrt".contains(c)).map(|c| match c {
        'b' => '\u{8}',
        'f' => '\u{c}',
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        other => other,
    });
    preceded(char('\\'), alt((simple, unicode))).parse(text)
}

/// `\u0041`, or two of them for a character beyond 16 bits. Half of such a pair is no character.
fn unicode(text: &str) -> IResult<&str, char> {
    let (rest, first) = hex(text)?;
    if let Some(c) = char::from_u32(first) {
        return Ok((rest, c));
    }
    let (rest, second) = preceded(char('\\'), hex).parse(rest)?;
    match char::decode_utf16([first as u16, second as u16]).next() {
        Some(Ok(c)) => Ok((rest, c)),
        _ => Err(nom::Err::Error(nom::error::Error::new(text, nom::error::ErrorKind::Char))),
    }
}

fn hex(text: &str) -> IResult<&str, u32> {
    let digits = take(4usize).map_opt(|digits: &str| {
        let all = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        all.then(|| u32::from_str_radix(digits, 16).ok()).flatten()
    });
    preceded(tag("u"), digits).parse(text)
}
