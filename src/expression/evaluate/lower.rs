//! From our tree to jaq's, with gojq's order of evaluation and a count of every value that is passed on.
//!
//! jaq evaluates the left operand of `+` in the outer loop and gojq the right one; jaq's `reduce` follows every result
//! of its update and gojq's the last. Such operators become calls of our functions, which also count. What jaq and
//! gojq agree on (pipes, `//`, `try`, bindings, labels, conditions) stays what it is.

use crate::expression::formula::{Entry, Kind, Op, Part, PartKind, Pattern, Piece, Term, Text};
use jaq_core::load::lex::StrPart;
use jaq_core::load::parse::{BinaryOp, Pattern as JaqPattern, Term as Jaq};
use jaq_core::path::{Opt, Part as JaqPart, Path};

/// Names that no expression can spell.
const KEY: &str = "$!key";
const START: &str = "$!start";
const END: &str = "$!end";

/// The term for jaq.
pub(super) fn lower<'t>(term: &'t Term<'_>) -> Jaq<&'t str> {
    match &term.kind {
        Kind::Identity => Jaq::Id,
        Kind::Recurse => call("_recurse", vec![]),
        Kind::Number(number) => Jaq::Num(number),
        Kind::Text(text) => interpolate(text),
        Kind::Array(None) => Jaq::Arr(None),
        Kind::Array(Some(inner)) => counted(Jaq::Arr(Some(Box::new(lower(inner))))),
        Kind::Object(entries) => entries.iter().fold(Jaq::Obj(vec![]), set),
        Kind::Negate(inner) => pipe(lower(inner), call("_negate", vec![])),
        Kind::Binary { op, left, right, .. } => binary(*op, lower(left), lower(right)),
        Kind::Bind { source, pattern, body, .. } => bind(lower(source), bound(pattern), lower(body)),
        Kind::Label(label, body) => Jaq::Label(label, Box::new(lower(body))),
        Kind::Break(label) => Jaq::Break(label),
        Kind::Fold { word, source, pattern, arguments } => counted(fold(word, source, pattern, arguments)),
        Kind::Try { body, catch } => {
            Jaq::TryCatch(Box::new(lower(body)), catch.as_ref().map(|catch| Box::new(lower(catch))))
        }
        Kind::If { branches, otherwise } => {
            let branches = branches.iter().map(|(condition, then)| (lower(condition), lower(then)));
            Jaq::IfThenElse(branches.collect(), otherwise.as_ref().map(|term| Box::new(lower(term))))
        }
        // Only the prelude defines functions, and there they are taken apart before.
        Kind::Define { body, .. } => lower(body),
        Kind::Call { name, arguments } => counted(call(name, arguments.iter().map(lower).collect())),
        Kind::Variable(name) => Jaq::Var(name),
        Kind::Path { head, parts } => counted(path(lower(head), parts)),
        Kind::Paren(inner) => lower(inner),
    }
}

fn call<'t>(name: &'t str, arguments: Vec<Jaq<&'t str>>) -> Jaq<&'t str> {
    Jaq::Call(name, arguments)
}

fn pipe<'t>(left: Jaq<&'t str>, right: Jaq<&'t str>) -> Jaq<&'t str> {
    Jaq::BinOp(Box::new(left), BinaryOp::Pipe(None), Box::new(right))
}

fn bind<'t>(source: Jaq<&'t str>, pattern: JaqPattern<&'t str>, body: Jaq<&'t str>) -> Jaq<&'t str> {
    Jaq::BinOp(Box::new(source), BinaryOp::Pipe(Some(pattern)), Box::new(body))
}

fn counted(term: Jaq<&str>) -> Jaq<&str> {
    pipe(term, call("_step", vec![]))
}

fn plain(text: &str) -> Jaq<&str> {
    Jaq::Str(None, vec![StrPart::Str(text)])
}

fn binary<'t>(op: Op<'t>, left: Jaq<&'t str>, right: Jaq<&'t str>) -> Jaq<&'t str> {
    let jaq = match op {
        Op::Pipe => BinaryOp::Pipe(None),
        Op::Comma => BinaryOp::Comma,
        Op::Default => BinaryOp::Alt,
        Op::Or => BinaryOp::Or,
        Op::And => BinaryOp::And,
        Op::Compare(sign) | Op::Math(sign) | Op::Update(sign) => {
            // The first argument is the outer loop.
            return call(function(sign), vec![right, left]);
        }
    };
    let term = Jaq::BinOp(Box::new(left), jaq, Box::new(right));
    if op == Op::Comma { counted(term) } else { term }
}

fn function(sign: &str) -> &'static str {
    match sign {
        "+" => "_+",
        "-" => "_-",
        "*" => "_*",
        "/" => "_/",
        "%" => "_%",
        "==" => "_==",
        "!=" => "_!=",
        "<" => "_<",
        "<=" => "_<=",
        ">" => "_>",
        ">=" => "_>=",
        // Updates are refused before anything is lowered; there is no function of this name.
        _ => "_update",
    }
}

/// The pieces of a text joined from the left; the last is the outer loop, as in jq.
fn interpolate<'t>(text: &'t Text<'_>) -> Jaq<&'t str> {
    let format = text.format.unwrap_or("tostring");
    let pieces = text.pieces.iter().map(|piece| match piece {
        Piece::Plain(text) => plain(text),
        Piece::Term(term) => pipe(lower(term), call(format, vec![])),
    });
    pieces.reduce(|before, piece| call("_+", vec![piece, before])).unwrap_or_else(|| plain(""))
}

/// One more member; the members before it are the outer loop.
fn set<'t>(before: Jaq<&'t str>, entry: &'t Entry<'_>) -> Jaq<&'t str> {
    let (key, value) = match (&entry.key.kind, &entry.value) {
        (Kind::Variable(name), None) => (plain(&name[1..]), Jaq::Var(*name)),
        (_, Some(value)) => (lower(&entry.key), lower(value)),
        (_, None) => (lower(&entry.key), counted(index(Jaq::Id, lower(&entry.key), Opt::Essential))),
    };
    call("_set", vec![before, key, value])
}

fn fold<'t>(word: &'t str, source: &'t Term<'_>, pattern: &'t Pattern<'_>, arguments: &'t [Term<'_>]) -> Jaq<&'t str> {
    let mut lowered = arguments.iter().map(lower);
    let (start, update) = (lowered.next().unwrap_or_default(), lowered.next().unwrap_or_default());
    let arguments = if word == "reduce" {
        // Of several states to begin with the last one counts.
        vec![call("_final", vec![start]), call("_last", vec![update])]
    } else {
        // The state goes along with the results of its round: `[state, [results]]`.
        let start = pipe(start, Jaq::Arr(Some(Box::new(Jaq::Id))));
        let results =
            Path(vec![(JaqPart::Index(Jaq::Num("1")), Opt::Essential), (JaqPart::Range(None, None), Opt::Essential)]);
        let results = counted(Jaq::Path(Box::new(Jaq::Id), results));
        let shown = lowered.next().map_or_else(|| results.clone(), |extract| pipe(results.clone(), extract));
        vec![start, call("_fold", vec![update]), shown]
    };
    Jaq::Fold(word, Box::new(lower(source)), bound(pattern), arguments)
}

fn bound<'t>(pattern: &'t Pattern<'_>) -> JaqPattern<&'t str> {
    match pattern {
        Pattern::Variable(name) => JaqPattern::Var(name),
        Pattern::Array(inner) => JaqPattern::Arr(inner.iter().map(bound).collect()),
        Pattern::Object(inner) => {
            JaqPattern::Obj(inner.iter().map(|(key, pattern)| (lower(key), bound(pattern))).collect())
        }
    }
}

/// Literal steps stay together; a computed key is bound first, for it is the outer loop in jq.
fn path<'t>(head: Jaq<&'t str>, parts: &'t [Part<'_>]) -> Jaq<&'t str> {
    let mut term = head;
    let mut literal = Vec::new();
    for part in parts {
        let opt = if part.optional { Opt::Optional } else { Opt::Essential };
        match &part.kind {
            PartKind::Name(name) => literal.push((JaqPart::Index(plain(name)), opt)),
            PartKind::Each => literal.push((JaqPart::Range(None, None), opt)),
            PartKind::Index(key) if is_literal(key) => literal.push((JaqPart::Index(lower(key)), opt)),
            PartKind::Index(key) => term = index(flush(term, &mut literal), lower(key), opt),
            PartKind::Slice(from, upto) => {
                term = slice(flush(term, &mut literal), from.as_deref(), upto.as_deref(), opt);
            }
        }
    }
    flush(term, &mut literal)
}

type Steps<'t> = Vec<(JaqPart<Jaq<&'t str>>, Opt)>;

fn flush<'t>(term: Jaq<&'t str>, literal: &mut Steps<'t>) -> Jaq<&'t str> {
    match literal.is_empty() {
        true => term,
        false => Jaq::Path(Box::new(term), Path(std::mem::take(literal))),
    }
}

fn is_literal(key: &Term<'_>) -> bool {
    match &key.kind {
        Kind::Number(_) => true,
        Kind::Negate(inner) => matches!(inner.kind, Kind::Number(_)),
        _ => key.plain_text().is_some(),
    }
}

fn index<'t>(term: Jaq<&'t str>, key: Jaq<&'t str>, opt: Opt) -> Jaq<&'t str> {
    let step = Path(vec![(JaqPart::Index(Jaq::Var(KEY)), opt)]);
    bind(key, JaqPattern::Var(KEY), Jaq::Path(Box::new(term), step))
}

fn slice<'t>(term: Jaq<&'t str>, from: Option<&'t Term<'_>>, upto: Option<&'t Term<'_>>, opt: Opt) -> Jaq<&'t str> {
    let range = JaqPart::Range(from.map(|_| Jaq::Var(START)), upto.map(|_| Jaq::Var(END)));
    let mut term = Jaq::Path(Box::new(term), Path(vec![(range, opt)]));
    for (bounded, name) in [(from, START), (upto, END)] {
        if let Some(value) = bounded {
            term = bind(lower(value), JaqPattern::Var(name), term);
        }
    }
    term
}
