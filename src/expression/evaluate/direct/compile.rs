//! From a formula as it was read to one that is ready to run, as far as all of it is known here.

use super::super::datum::{Datum, number};
use super::{Direct, Sign, Step};
use crate::expression::formula::{Entry, Kind as Read, Op, Part, PartKind, Term};
use jaq_json::Num;

pub(super) fn direct(term: &Term<'_>, depth: usize) -> Option<Direct> {
    let depth = depth.checked_sub(1)?;
    let of = |term: &Term<'_>| direct(term, depth).map(Box::new);
    Some(match &term.kind {
        Read::Identity => Direct::Identity,
        Read::Number(text) => Direct::Literal(Datum::Num(number(text))),
        Read::Text(_) => Direct::Literal(Datum::text(term.plain_text()?)),
        Read::Paren(inner) => *of(inner)?,
        Read::Array(None) => Direct::Literal(Datum::list(Vec::new())),
        Read::Array(Some(inner)) => Direct::List(of(inner)?),
        Read::Object(entries) => {
            Direct::Object(entries.iter().map(|entry| member(entry, depth)).collect::<Option<_>>()?)
        }
        Read::Binary { op, left, right, .. } => binary(*op, of(left)?, of(right)?)?,
        Read::If { branches, otherwise } => {
            let last = otherwise.as_deref().map_or(Some(Direct::Identity), |term| direct(term, depth))?;
            branches.iter().rev().try_fold(last, |otherwise, (condition, then)| {
                Some(Direct::If(of(condition)?, of(then)?, Box::new(otherwise)))
            })?
        }
        Read::Call { name, arguments } => match (*name, &arguments[..]) {
            ("select", [condition]) => Direct::Select(of(condition)?),
            ("map", [each]) => Direct::List(Box::new(Direct::Pipe(Box::new(each_of()), of(each)?))),
            ("any", [condition]) => Direct::Any(of(condition)?),
            ("all", [condition]) => Direct::All(of(condition)?),
            ("not", []) => Direct::Not,
            ("add", []) => Direct::Add,
            ("keys", []) => Direct::Keys,
            ("to_entries", []) => Direct::ToEntries,
            ("length", []) => Direct::Length,
            ("type", []) => Direct::Type,
            ("tonumber", []) => Direct::ToNumber,
            ("tostring", []) => Direct::ToString,
            ("empty", []) => Direct::Empty,
            ("null", []) => Direct::Literal(Datum::Null),
            ("true", []) => Direct::Literal(Datum::Bool(true)),
            ("false", []) => Direct::Literal(Datum::Bool(false)),
            _ => return None,
        },
        Read::Path { head, parts } => Direct::Path(of(head)?, parts.iter().map(step).collect::<Option<_>>()?),
        _ => return None,
    })
}

fn each_of() -> Direct {
    Direct::Path(Box::new(Direct::Identity), vec![(Step::Each, false)])
}

fn binary(op: Op<'_>, left: Box<Direct>, right: Box<Direct>) -> Option<Direct> {
    Some(match op {
        Op::Pipe => Direct::Pipe(left, right),
        Op::Comma => Direct::Comma(left, right),
        Op::Default => Direct::Default(left, right),
        Op::And => Direct::And(left, right),
        Op::Or => Direct::Or(left, right),
        Op::Math(sign) => Direct::Math(sign.chars().next()?, left, right),
        Op::Compare(sign) => {
            let sign = match sign {
                "==" => Sign::Equal,
                "!=" => Sign::Unequal,
                "<" => Sign::Less,
                "<=" => Sign::LessOrEqual,
                ">" => Sign::Greater,
                ">=" => Sign::GreaterOrEqual,
                _ => return None,
            };
            Direct::Compare(sign, left, right)
        }
        Op::Update(_) => return None,
    })
}

fn member(entry: &Entry<'_>, depth: usize) -> Option<(String, Direct)> {
    let key = entry.key.plain_text()?.to_owned();
    let value = match &entry.value {
        Some(value) => direct(value, depth)?,
        None => Direct::Path(Box::new(Direct::Identity), vec![(Step::Key(key.clone()), false)]),
    };
    Some((key, value))
}

fn step(part: &Part<'_>) -> Option<(Step, bool)> {
    let step = match &part.kind {
        PartKind::Name(name) => Step::Key((*name).to_owned()),
        PartKind::Each => Step::Each,
        PartKind::Index(key) => match &key.kind {
            Read::Number(text) => match number(text) {
                Num::Int(index) => Step::Index(index),
                _ => return None,
            },
            _ => Step::Key(key.plain_text()?.to_owned()),
        },
        PartKind::Slice(..) => return None,
    };
    Some((step, part.optional))
}
