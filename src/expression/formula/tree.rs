//! The tree of a path expression, with byte spans.
//!
//! jaq's own tree does not say where an operator or a dot stands, and every verdict points at its cause. So this tree
//! is built from jaq's tokens, and lowered to jaq's tree for evaluation.

use crate::span::Span;

/// A part of an expression with its place in the text.
#[derive(Debug)]
pub(in super::super) struct Term<'a> {
    pub span: Span,
    pub kind: Kind<'a>,
}

/// What a term is. Each has the text that it is read from.
#[derive(Debug)]
pub(in super::super) enum Kind<'a> {
    /// `.`
    Identity,
    /// `..`
    Recurse,
    /// `1.5`
    Number(&'a str),
    /// `"a\(.b)"`, `@base64 "\(.c)"`
    Text(Text<'a>),
    /// `[.a]`
    Array(Option<Box<Term<'a>>>),
    /// `{a: .b, (.c): 1, $d}`
    Object(Vec<Entry<'a>>),
    /// `-.a`
    Negate(Box<Term<'a>>),
    /// `.a + .b`, `.a | .b`
    Binary { op: Op<'a>, at: Span, left: Box<Term<'a>>, right: Box<Term<'a>> },
    /// `.a as $x | .b`; the span reaches from `as` to the end of the pattern
    Bind { at: Span, source: Box<Term<'a>>, pattern: Pattern<'a>, body: Box<Term<'a>> },
    /// `label $out | .a`
    Label(&'a str, Box<Term<'a>>),
    /// `break $out`
    Break(&'a str),
    /// `reduce .a[] as $x (0; . + $x)`, `foreach`
    Fold { word: &'a str, source: Box<Term<'a>>, pattern: Pattern<'a>, arguments: Vec<Term<'a>> },
    /// `try .a catch .b`, `f?`
    Try { body: Box<Term<'a>>, catch: Option<Box<Term<'a>>> },
    /// `if .a then .b elif .c then .d else .e end`
    If { branches: Vec<(Term<'a>, Term<'a>)>, otherwise: Option<Box<Term<'a>>> },
    /// `def f: .a; .b`; what is defined is not kept, for it is forbidden
    Define { at: Span, body: Box<Term<'a>> },
    /// `length`, `select(.a)`, `@base64`
    Call { name: &'a str, arguments: Vec<Term<'a>> },
    /// `$x`, dollar sign included
    Variable(&'a str),
    /// `.a[0][.b]?`
    Path { head: Box<Term<'a>>, parts: Vec<Part<'a>> },
    /// `(.a)`
    Paren(Box<Term<'a>>),
}

/// A string: plain pieces and interpolated terms.
#[derive(Debug)]
pub(in super::super) struct Text<'a> {
    /// `@base64` in front of it
    pub format: Option<&'a str>,
    pub pieces: Vec<Piece<'a>>,
}

/// A piece of a string.
#[derive(Debug)]
pub(in super::super) enum Piece<'a> {
    Plain(String),
    Term(Term<'a>),
}

/// A member of an object construction; without a value the key names a member of the input.
#[derive(Debug)]
pub(in super::super) struct Entry<'a> {
    pub key: Term<'a>,
    pub value: Option<Term<'a>>,
}

/// One step of a path.
#[derive(Debug)]
pub(in super::super) struct Part<'a> {
    pub span: Span,
    pub kind: PartKind<'a>,
    pub optional: bool,
}

/// Where a step of a path goes.
#[derive(Debug)]
pub(in super::super) enum PartKind<'a> {
    /// `.name`
    Name(&'a str),
    /// `["name"]`, `[0]`, `[.k]`, `."name"`
    Index(Term<'a>),
    /// `[]`
    Each,
    /// `[1:2]`
    Slice(Option<Box<Term<'a>>>, Option<Box<Term<'a>>>),
}

/// What `as` binds.
#[derive(Debug)]
pub(in super::super) enum Pattern<'a> {
    Variable(&'a str),
    Array(Vec<Pattern<'a>>),
    Object(Vec<(Term<'a>, Pattern<'a>)>),
}

/// A binary operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Op<'a> {
    Pipe,
    Comma,
    Default,
    /// `=`, `|=`, `+=` and their kind
    Update(&'a str),
    Or,
    And,
    /// `==`, `!=`, `<`, `<=`, `>`, `>=`
    Compare(&'a str),
    /// `+`, `-`, `*`, `/`, `%`
    Math(&'a str),
}

impl<'a> Term<'a> {
    /// The term inside any number of parentheses.
    pub fn bare(&self) -> &Self {
        let mut term = self;
        while let Kind::Paren(inner) = &term.kind {
            term = inner;
        }
        term
    }

    /// The string, if it is one without interpolation and format.
    pub fn plain_text(&self) -> Option<&str> {
        match &self.kind {
            Kind::Text(text) if text.format.is_none() => match &text.pieces[..] {
                [] => Some(""),
                [Piece::Plain(text)] => Some(text),
                _ => None,
            },
            _ => None,
        }
    }
}

impl<'a> Term<'a> {
    /// Goes over the terms directly inside this one, in the order of the text.
    pub fn children<'t>(&'t self, found: &mut dyn FnMut(&'t Term<'a>)) {
        match &self.kind {
            Kind::Identity | Kind::Recurse | Kind::Number(_) | Kind::Variable(_) | Kind::Break(_) => {}
            Kind::Paren(inner) | Kind::Negate(inner) | Kind::Label(_, inner) | Kind::Define { body: inner, .. } => {
                found(inner);
            }
            Kind::Array(inner) => inner.iter().for_each(|inner| found(inner)),
            Kind::Text(text) => text.pieces.iter().for_each(|piece| {
                if let Piece::Term(term) = piece {
                    found(term);
                }
            }),
            Kind::Object(entries) => entries.iter().for_each(|entry| {
                found(&entry.key);
                entry.value.iter().for_each(&mut *found);
            }),
            Kind::Binary { left, right, .. } => {
                found(left);
                found(right);
            }
            Kind::Bind { source, pattern, body, .. } => {
                found(source);
                pattern.terms(found);
                found(body);
            }
            Kind::Fold { source, pattern, arguments, .. } => {
                found(source);
                pattern.terms(found);
                arguments.iter().for_each(found);
            }
            Kind::Try { body, catch } => {
                found(body);
                catch.iter().for_each(|catch| found(catch));
            }
            Kind::If { branches, otherwise } => {
                for (condition, then) in branches {
                    found(condition);
                    found(then);
                }
                otherwise.iter().for_each(|otherwise| found(otherwise));
            }
            Kind::Call { arguments, .. } => arguments.iter().for_each(found),
            Kind::Path { head, parts } => {
                found(head);
                parts.iter().for_each(|part| match &part.kind {
                    PartKind::Name(_) | PartKind::Each => {}
                    PartKind::Index(key) => found(key),
                    PartKind::Slice(from, upto) => from.iter().chain(upto).for_each(|bound| found(bound)),
                });
            }
        }
    }

    /// Goes over the functions that are called anywhere inside, with their numbers of arguments.
    pub fn calls(&self, found: &mut dyn FnMut(&str, usize)) {
        match &self.kind {
            Kind::Call { name, arguments } => found(name, arguments.len()),
            Kind::Text(text) => text.format.iter().for_each(|format| found(format, 0)),
            _ => {}
        }
        self.children(&mut |inner| inner.calls(found));
    }
}

impl<'a> Pattern<'a> {
    /// Goes over the variables that are bound.
    pub fn variables(&self, found: &mut impl FnMut(&'a str)) {
        match self {
            Self::Variable(name) => found(name),
            Self::Array(inner) => inner.iter().for_each(|pattern| pattern.variables(found)),
            Self::Object(inner) => inner.iter().for_each(|(_, pattern)| pattern.variables(found)),
        }
    }

    /// Goes over the terms in its keys.
    pub fn terms<'t>(&'t self, found: &mut dyn FnMut(&'t Term<'a>)) {
        match self {
            Self::Variable(_) => {}
            Self::Array(inner) => inner.iter().for_each(|pattern| pattern.terms(found)),
            Self::Object(inner) => inner.iter().for_each(|(key, pattern)| {
                found(key);
                pattern.terms(found);
            }),
        }
    }
}

impl<'a> Op<'a> {
    /// The operator that a token spells.
    pub fn of(token: &'a str) -> Option<Self> {
        Some(match token {
            "|" => Self::Pipe,
            "," => Self::Comma,
            "//" => Self::Default,
            "=" | "|=" | "+=" | "-=" | "*=" | "/=" | "%=" | "//=" => Self::Update(token),
            "or" => Self::Or,
            "and" => Self::And,
            "==" | "!=" | "<" | "<=" | ">" | ">=" => Self::Compare(token),
            "+" | "-" | "*" | "/" | "%" => Self::Math(token),
            _ => return None,
        })
    }

    /// How tightly it binds, as in jq's grammar. jaq binds `%` tighter than `*`, and updates looser than `//`.
    pub fn strength(self) -> u8 {
        match self {
            Self::Pipe => 0,
            Self::Comma => 1,
            Self::Default => 2,
            Self::Update(_) => 3,
            Self::Or => 4,
            Self::And => 5,
            Self::Compare(_) => 6,
            Self::Math("+" | "-") => 7,
            Self::Math(_) => 8,
        }
    }
}
