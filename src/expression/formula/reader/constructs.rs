//! Reading what begins with a word or a brace: conditions, folds, calls, definitions, objects, patterns.

use super::super::super::error::{ExpressionError, ExpressionErrorKind};
use super::super::super::reason::Forbidden;
use super::super::tree::{Entry, Kind, Pattern, Piece, Term, Text};
use super::{Definition, Read, Reader};
use crate::span::Span;
use jaq_core::load::lex::{Tok, Token};

impl<'a> Reader<'a, '_> {
    pub(super) fn entries(&mut self) -> Read<Vec<Entry<'a>>> {
        let mut entries = Vec::new();
        while !self.tokens.is_empty() {
            // Each member becomes one more operation when the object is built.
            self.check(entries.len())?;
            entries.push(self.entry()?);
            if !self.tokens.is_empty() {
                self.expect(",", "`,` or `}`")?;
            }
        }
        Ok(entries)
    }

    fn entry(&mut self) -> Read<Entry<'a>> {
        let start = self.here();
        let needs_value = matches!(self.tokens, [Token(_, Tok::Block(_)), ..]);
        let key = match self.tokens {
            [block @ Token(full, Tok::Block(_)), ..] if full.starts_with('(') => {
                self.next();
                let inner = self.inside(block, |reader| reader.pipe(true))?;
                Term { span: start, kind: Kind::Paren(Box::new(inner)) }
            }
            [Token(name, Tok::Var), ..] => {
                self.next();
                Term { span: start, kind: Kind::Variable(name) }
            }
            _ => self.key()?,
        };
        if !self.take(":") {
            if needs_value {
                return Err(self.wanted("`:` and a value"));
            }
            return Ok(Entry { key, value: None });
        }
        Ok(Entry { key, value: Some(self.pipe(false)?) })
    }

    /// A literal key of an object: a word or a string.
    fn key(&mut self) -> Read<Term<'a>> {
        let start = self.here();
        match self.tokens {
            [Token(word, Tok::Word), ..] if !word.contains("::") => {
                self.next();
                let pieces = vec![Piece::Plain((*word).into())];
                Ok(Term { span: start, kind: Kind::Text(Text { format: None, pieces }) })
            }
            [Token(_, Tok::Str(_)), ..] | [Token(_, Tok::Fmt), Token(_, Tok::Str(_)), ..] => self.text(),
            _ => Err(self.wanted("a key")),
        }
    }

    pub(super) fn pattern(&mut self) -> Read<(Pattern<'a>, Span)> {
        let span = self.here();
        let pattern = match self.tokens.first() {
            Some(Token(name, Tok::Var)) => {
                self.next();
                Pattern::Variable(name)
            }
            Some(block @ Token(full, Tok::Block(_))) if full.starts_with('[') => {
                self.next();
                Pattern::Array(self.inside(block, |reader| {
                    let mut inner = vec![reader.pattern()?.0];
                    while reader.take(",") {
                        inner.push(reader.pattern()?.0);
                    }
                    Ok(inner)
                })?)
            }
            Some(block @ Token(full, Tok::Block(_))) if full.starts_with('{') => {
                self.next();
                Pattern::Object(self.inside(block, |reader| {
                    let mut inner = vec![reader.pattern_entry()?];
                    while reader.take(",") {
                        inner.push(reader.pattern_entry()?);
                    }
                    Ok(inner)
                })?)
            }
            _ => return Err(self.wanted("a variable or a pattern")),
        };
        Ok((pattern, span))
    }

    fn pattern_entry(&mut self) -> Read<(Term<'a>, Pattern<'a>)> {
        let start = self.here();
        let key = match self.tokens {
            [Token(name, Tok::Var), ..] => {
                self.next();
                if self.peek() == Some(":") {
                    return Err(self.unsupported(start, "a variable with a pattern", "the two as two entries"));
                }
                let pieces = vec![Piece::Plain(name.trim_start_matches('$').into())];
                let key = Term { span: start, kind: Kind::Text(Text { format: None, pieces }) };
                return Ok((key, Pattern::Variable(name)));
            }
            [block @ Token(full, Tok::Block(_)), ..] if full.starts_with('(') => {
                self.next();
                let inner = self.inside(block, |reader| reader.pipe(true))?;
                Term { span: start, kind: Kind::Paren(Box::new(inner)) }
            }
            _ => self.key()?,
        };
        self.expect(":", "`:` and a pattern")?;
        Ok((key, self.deeper(Self::pattern)?.0))
    }

    /// A word: a construct of the language or a call.
    pub(super) fn word(&mut self) -> Read<Term<'a>> {
        let start = self.here();
        let name = self.peek().unwrap_or_default();
        if matches!(name, "then" | "elif" | "else" | "end" | "catch" | "as" | "and" | "or" | "def") {
            return Err(self.wanted("a term"));
        }
        if matches!(name, "import" | "include" | "module") {
            let forbidden = Forbidden::Definition(name.into());
            return Err(ExpressionError::new(start, ExpressionErrorKind::Forbidden(forbidden)));
        }
        self.next();
        let mut end = start;
        let kind = match name {
            "if" => self.conditional(&mut end)?,
            "try" => {
                let body = self.deeper(Self::postfix)?;
                let catch = if self.take("catch") { Some(Box::new(self.deeper(Self::postfix)?)) } else { None };
                end = catch.as_ref().map_or(body.span, |catch| catch.span);
                Kind::Try { body: Box::new(body), catch }
            }
            "label" | "break" => self.label(name, &mut end)?,
            "reduce" | "foreach" => self.fold(name, &mut end)?,
            _ => {
                if matches!(self.tokens, [Token(full, Tok::Block(_)), ..] if full.starts_with('(')) {
                    end = self.here();
                }
                Kind::Call { name, arguments: self.arguments()? }
            }
        };
        Ok(Term { span: start.to(end), kind })
    }

    /// `label $out | ...` or `break $out`, behind its word.
    fn label(&mut self, word: &str, end: &mut Span) -> Read<Kind<'a>> {
        let [Token(label, Tok::Var), ..] = self.tokens else { return Err(self.wanted("a label: `$name`")) };
        *end = self.here();
        self.next();
        if word == "break" {
            return Ok(Kind::Break(label));
        }
        self.expect("|", "`|` behind the label")?;
        let body = self.pipe(true)?;
        *end = body.span;
        Ok(Kind::Label(label, Box::new(body)))
    }

    /// `.a[] as $x (0; . + $x)`, behind its word.
    fn fold(&mut self, word: &'a str, end: &mut Span) -> Read<Kind<'a>> {
        let source = self.deeper(Self::postfix)?;
        self.expect("as", "`as` and a variable")?;
        let (pattern, _) = self.pattern()?;
        *end = self.here();
        let arguments = self.arguments()?;
        if !matches!((word, arguments.len()), (_, 2) | ("foreach", 3)) {
            return Err(self.wanted("a start and an update in parentheses: `(0; . + $x)`"));
        }
        Ok(Kind::Fold { word, source: Box::new(source), pattern, arguments })
    }

    /// `(a; b)` behind a word, or nothing.
    fn arguments(&mut self) -> Read<Vec<Term<'a>>> {
        match self.tokens {
            [block @ Token(full, Tok::Block(_)), ..] if full.starts_with('(') => {
                self.next();
                self.inside(block, |reader| {
                    let mut arguments = vec![reader.pipe(true)?];
                    while reader.take(";") {
                        arguments.push(reader.pipe(true)?);
                    }
                    Ok(arguments)
                })
            }
            _ => Ok(Vec::new()),
        }
    }

    fn conditional(&mut self, end: &mut Span) -> Read<Kind<'a>> {
        let mut branches = Vec::new();
        loop {
            self.check(branches.len())?;
            let condition = self.pipe(true)?;
            self.expect("then", "`then`")?;
            branches.push((condition, self.pipe(true)?));
            if !self.take("elif") {
                break;
            }
        }
        let otherwise = if self.take("else") { Some(Box::new(self.pipe(true)?)) } else { None };
        *end = self.here();
        self.expect("end", if otherwise.is_some() { "`end`" } else { "`else` or `end`" })?;
        Ok(Kind::If { branches, otherwise })
    }

    /// `def f(g; $x): body; rest`: read to the end so that what is wrong behind it is found, and then forbidden.
    pub(super) fn define(&mut self, comma: bool) -> Read<Term<'a>> {
        let start = self.here();
        let (_, at) = self.definition()?;
        let body = self.pipe(comma)?;
        Ok(Term { span: start.to(body.span), kind: Kind::Define { at, body: Box::new(body) } })
    }

    /// `def f(g; $x): body;`, and the place of its head.
    pub(super) fn definition(&mut self) -> Read<(Definition<'a>, Span)> {
        let start = self.here();
        self.expect("def", "`def`")?;
        let [Token(name, Tok::Word | Tok::Fmt), ..] = self.tokens else { return Err(self.wanted("a name")) };
        let at = start.to(self.place(name));
        self.next();
        let parameters = match self.tokens {
            [block @ Token(full, Tok::Block(_)), ..] if full.starts_with('(') => {
                self.next();
                self.inside(block, |reader| {
                    let mut parameters = vec![reader.parameter()?];
                    while reader.take(";") {
                        parameters.push(reader.parameter()?);
                    }
                    Ok(parameters)
                })?
            }
            _ => Vec::new(),
        };
        self.expect(":", "`:` and a body")?;
        let body = self.pipe(true)?;
        self.expect(";", "`;` behind the body")?;
        Ok((Definition { name, parameters, body }, at))
    }

    fn parameter(&mut self) -> Read<&'a str> {
        match self.tokens {
            [Token(name, Tok::Word | Tok::Var), ..] => {
                self.next();
                Ok(name)
            }
            _ => Err(self.wanted("a parameter")),
        }
    }
}
