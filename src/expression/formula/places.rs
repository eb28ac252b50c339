//! What the text of a formula tells about the places that it reads.

use super::super::address::{Address, EntryKey, Form, Step, StepKind};
use super::tree::{Kind, Op, Part, PartKind, Term};
use super::vocabulary::{Ruling, ruling};
use crate::value::{Number, Value};
use std::borrow::Cow;
use std::collections::HashSet;

type Steps<'t> = Vec<Step<'t>>;

/// Steps that all reads of a formula may have together. Beyond it the list ends, so that a text cannot make it large.
const MAX_STEPS: usize = 1 << 14;

/// The index that a number literal names: digits only, and small enough for a list.
pub(super) fn index(number: &str) -> Option<usize> {
    number.bytes().all(|byte| byte.is_ascii_digit()).then(|| number.parse().ok()).flatten()
}

/// The step of an address that a part of a path is.
pub(super) fn step<'t>(part: &'t Part<'_>) -> Option<Step<'t>> {
    let kind = match &part.kind {
        PartKind::Name(name) => StepKind::Key(Cow::Borrowed(name)),
        PartKind::Each => StepKind::Each,
        PartKind::Index(term) => match &term.kind {
            Kind::Number(number) => StepKind::Index(index(number)?),
            _ => StepKind::Key(Cow::Borrowed(term.plain_text()?)),
        },
        PartKind::Slice(..) => return None,
    };
    Some(Step { kind, optional: part.optional, span: part.span })
}

/// The address that a term is, seen from `base`; a filter for literal keys of entries counts as one.
fn place<'t>(term: &'t Term<'_>, base: &[Step<'t>]) -> Option<Steps<'t>> {
    match &term.kind {
        Kind::Identity => Some(base.to_vec()),
        Kind::Paren(inner) => place(inner, base),
        Kind::Path { head, parts } => {
            let mut steps = place(head, base)?;
            for part in parts {
                steps.push(step(part)?);
            }
            Some(steps)
        }
        Kind::Binary { op: Op::Pipe, left, right, .. } => {
            let left = place(left, base)?;
            place(right, &left)
        }
        Kind::Call { name: "select", arguments } => {
            let [condition] = &arguments[..] else { return None };
            let (last, before) = base.split_last()?;
            let mut keys = Vec::new();
            (last.kind == StepKind::Each && equalities(condition, &mut keys)).then_some(())?;
            let mut steps = before.to_vec();
            steps.push(Step { kind: StepKind::Entry(keys.into()), ..last.clone() });
            Some(steps)
        }
        _ => None,
    }
}

/// Reads `.a == "x" and .b == 1`.
fn equalities<'t>(term: &'t Term<'_>, keys: &mut Vec<EntryKey<'t>>) -> bool {
    match &term.bare().kind {
        Kind::Binary { op: Op::And, left, right, .. } => equalities(left, keys) && equalities(right, keys),
        Kind::Binary { op: Op::Compare("=="), left, right, .. } => {
            let pair = match (literal(left), literal(right)) {
                (None, Some(value)) => field(left).map(|path| (path, value)),
                (Some(value), None) => field(right).map(|path| (path, value)),
                _ => None,
            };
            let read = pair.is_some();
            keys.extend(pair.map(|(path, value)| EntryKey { path, value }));
            read
        }
        _ => false,
    }
}

fn field<'t>(term: &'t Term<'_>) -> Option<Vec<Cow<'t, str>>> {
    let keys = place(term, &[])?.into_iter().map(|step| match step {
        Step { kind: StepKind::Key(key), optional: false, .. } => Some(key),
        _ => None,
    });
    keys.collect::<Option<Vec<_>>>().filter(|keys| !keys.is_empty())
}

fn literal(term: &Term<'_>) -> Option<Value> {
    match &term.bare().kind {
        Kind::Number(number) => Number::parse(number).map(Value::Number),
        Kind::Negate(inner) => match &inner.bare().kind {
            Kind::Number(number) => Number::parse(&format!("-{number}")).map(Value::Number),
            _ => None,
        },
        Kind::Call { name: "null", arguments } if arguments.is_empty() => Some(Value::Null),
        Kind::Call { name: "true", arguments } if arguments.is_empty() => Some(Value::Bool(true)),
        Kind::Call { name: "false", arguments } if arguments.is_empty() => Some(Value::Bool(false)),
        _ => term.bare().plain_text().map(Value::from),
    }
}

/// The one address that a formula reads through unchanged: behind a default that reads nothing itself, or behind a
/// filter that names one entry by literal keys.
pub(super) fn target(term: &Term<'_>) -> Option<Address<'static>> {
    through(term, &[]).map(address)
}

fn through<'t>(term: &'t Term<'_>, base: &[Step<'t>]) -> Option<Steps<'t>> {
    let term = term.bare();
    match &term.kind {
        Kind::Binary { op: Op::Default, left, right, .. } if reads(right).is_empty() => through(left, base),
        Kind::Binary { op: Op::Pipe, left, right, .. } => through(right, &place(left, base)?),
        _ => place(term, base),
    }
}

fn address(steps: Steps<'_>) -> Address<'static> {
    Address { steps: steps.into(), form: Form::Plain }.into_owned()
}

/// The addresses that a formula reads from its input, in the order of the text, each once.
pub(super) fn reads(term: &Term<'_>) -> Vec<Address<'static>> {
    let mut reads = Reads { found: Vec::new(), seen: HashSet::new(), room: MAX_STEPS };
    let result = reads.walk(term, Some(&[]));
    reads.consume(result);
    reads.found
}

struct Reads {
    found: Vec<Address<'static>>,
    seen: HashSet<String>,
    room: usize,
}

impl Reads {
    /// Notes what a term reads on the way and gives the place that its result is, if it still is one. Without a base
    /// the input is a computed value, and nothing that is read from it is a place.
    fn walk<'t>(&mut self, term: &'t Term<'_>, base: Option<&[Step<'t>]>) -> Option<Steps<'t>> {
        match &term.kind {
            Kind::Identity => base.map(<[_]>::to_vec),
            Kind::Paren(inner) => self.walk(inner, base),
            Kind::Path { head, parts } => self.path(head, parts, base),
            Kind::Binary { op: Op::Pipe, left, right, .. } => {
                let left = self.walk(left, base);
                self.walk(right, left.as_deref())
            }
            Kind::Binary { left, right, .. } => self.consume_all([&**left, &**right], base),
            Kind::Recurse => {
                self.consume(base.map(<[_]>::to_vec));
                None
            }
            Kind::Number(_) | Kind::Variable(_) | Kind::Break(_) => None,
            Kind::Text(text) => {
                let terms = text.pieces.iter().filter_map(|piece| match piece {
                    super::tree::Piece::Term(term) => Some(term),
                    super::tree::Piece::Plain(_) => None,
                });
                self.consume_all(terms, base)
            }
            Kind::Array(inner) => self.consume_all(inner.as_deref(), base),
            Kind::Object(entries) => {
                for entry in entries {
                    self.entry(entry, base);
                }
                None
            }
            Kind::Negate(inner) | Kind::Label(_, inner) | Kind::Define { body: inner, .. } => {
                self.consume_all([&**inner], base)
            }
            Kind::Bind { source, pattern, body, .. } => {
                self.consume_all([&**source], base);
                pattern.terms(&mut |key| drop(self.walk(key, None)));
                self.walk(body, base)
            }
            Kind::Fold { source, arguments, .. } => {
                self.consume_all([&**source], base);
                self.consume_all(arguments.first(), base);
                arguments.iter().skip(1).for_each(|update| drop(self.walk(update, None)));
                None
            }
            Kind::Try { body, catch } => {
                let result = self.walk(body, base);
                self.consume(result);
                catch.iter().for_each(|catch| drop(self.walk(catch, None)));
                None
            }
            Kind::If { branches, otherwise } => {
                for (condition, then) in branches {
                    self.consume_all([condition, then], base);
                }
                match otherwise {
                    Some(otherwise) => self.consume_all([&**otherwise], base),
                    None => self.consume_all_base(base),
                }
            }
            Kind::Call { name, arguments } => self.call(name, arguments, base),
        }
    }

    fn path<'t>(&mut self, head: &'t Term<'_>, parts: &'t [Part<'_>], base: Option<&[Step<'t>]>) -> Option<Steps<'t>> {
        let mut steps = self.walk(head, base);
        for part in parts {
            steps = match (steps, step(part)) {
                (Some(mut steps), Some(step)) => {
                    steps.push(step);
                    Some(steps)
                }
                (steps, None) => {
                    self.consume(steps);
                    match &part.kind {
                        PartKind::Index(key) => drop(self.consume_all([key], base)),
                        PartKind::Slice(from, upto) => {
                            self.consume_all(from.as_deref().into_iter().chain(upto.as_deref()), base);
                        }
                        PartKind::Name(_) | PartKind::Each => {}
                    }
                    None
                }
                (None, Some(_)) => None,
            };
        }
        steps
    }

    fn entry<'t>(&mut self, entry: &'t super::tree::Entry<'_>, base: Option<&[Step<'t>]>) {
        self.consume_all([&entry.key], base);
        match (&entry.value, entry.key.plain_text(), base) {
            (Some(value), _, _) => drop(self.consume_all([value], base)),
            (None, Some(key), Some(base)) => {
                let mut steps = base.to_vec();
                let kind = StepKind::Key(Cow::Borrowed(key));
                steps.push(Step { kind, optional: false, span: entry.key.span });
                self.consume(Some(steps));
            }
            (None, _, _) => {}
        }
    }

    fn call<'t>(&mut self, name: &str, arguments: &'t [Term<'_>], base: Option<&[Step<'t>]>) -> Option<Steps<'t>> {
        match ruling(name, arguments.len()) {
            Some(Ruling::Filters) => {
                self.consume_all(arguments, base);
                base.map(<[_]>::to_vec)
            }
            Some(Ruling::Ignores) => self.consume_all(arguments, base),
            // A function that goes over its input reads all of it; arguments that it runs on the entries add nothing.
            _ => {
                self.consume_all_base(base);
                let on_input = !matches!(
                    name,
                    "map" | "map_values" | "with_entries" | "add" | "any" | "all" | "walk" | "INDEX" | "IN"
                ) && !name.ends_with("_by");
                self.consume_all(arguments, base.filter(|_| on_input))
            }
        }
    }

    fn consume_all_base<'t>(&mut self, base: Option<&[Step<'t>]>) -> Option<Steps<'t>> {
        self.consume(base.map(<[_]>::to_vec));
        None
    }

    fn consume_all<'t, 'a: 't>(
        &mut self,
        terms: impl IntoIterator<Item = &'t Term<'a>>,
        base: Option<&[Step<'t>]>,
    ) -> Option<Steps<'t>> {
        for term in terms {
            let result = self.walk(term, base);
            self.consume(result);
        }
        None
    }

    fn consume(&mut self, place: Option<Steps<'_>>) {
        let Some(place) = place else { return };
        let Some(room) = self.room.checked_sub(place.len() + 1) else { return };
        let address = address(place);
        if self.seen.insert(address.to_string()) {
            self.room = room;
            self.found.push(address);
        }
    }
}
