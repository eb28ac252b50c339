//! Reading an expression into its tree, from the tokens of jaq's lexer.
//!
//! The grammar is jq's, with the strengths of jq's operators. Everything that recurses counts its depth.

mod constructs;
mod lexical;
mod path;

use super::super::error::{ExpressionError, ExpressionErrorKind};
use super::tree::{Kind, Op, Term};
use crate::span::Span;
use jaq_core::load::Lexer;
use jaq_core::load::lex::{Tok, Token};

type Read<T> = Result<T, ExpressionError>;

/// Reads a whole expression whose tree is at most `depth` deep.
pub(in crate::expression) fn read(text: &str, depth: usize) -> Read<Term<'_>> {
    let tokens = Lexer::new(text).lex().map_err(|errors| lexical::error(text, &errors))?;
    let mut reader = Reader { text, tokens: &tokens, end: Span::new(text.len(), text.len()), depth: 0, limit: depth };
    let term = reader.pipe(true)?;
    reader.finish("an operator or the end")?;
    Ok(term)
}

/// A definition of the prelude. A parameter with a dollar sign is bound to the results of its argument.
#[derive(Debug)]
pub(in crate::expression) struct Definition<'a> {
    pub name: &'a str,
    pub parameters: Vec<&'a str>,
    pub body: Term<'a>,
}

/// Reads a text of definitions.
pub(in crate::expression) fn definitions(text: &str) -> Read<Vec<Definition<'_>>> {
    let tokens = Lexer::new(text).lex().map_err(|errors| lexical::error(text, &errors))?;
    let mut reader = Reader { text, tokens: &tokens, end: Span::new(text.len(), text.len()), depth: 0, limit: 64 };
    let mut definitions = Vec::new();
    while !reader.tokens.is_empty() {
        definitions.push(reader.definition()?.0);
    }
    Ok(definitions)
}

struct Reader<'a, 't> {
    text: &'a str,
    tokens: &'t [Token<&'a str>],
    /// Where the tokens end: the closing bracket, or the end of the text.
    end: Span,
    depth: usize,
    limit: usize,
}

impl<'a, 't> Reader<'a, 't> {
    fn peek(&self) -> Option<&'a str> {
        self.tokens.first().map(|token| token.0)
    }

    fn next(&mut self) -> Option<&'t Token<&'a str>> {
        let (first, rest) = self.tokens.split_first()?;
        self.tokens = rest;
        Some(first)
    }

    /// The place of the next token.
    fn here(&self) -> Span {
        self.tokens.first().map_or(self.end, |token| self.place(token.0))
    }

    fn place(&self, part: &str) -> Span {
        Span::of_part(self.text, part).unwrap_or(self.end)
    }

    fn take(&mut self, wanted: &str) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.tokens = &self.tokens[1..];
        }
        found
    }

    fn expect(&mut self, word: &'static str, wanted: &'static str) -> Read<()> {
        if self.take(word) { Ok(()) } else { Err(self.wanted(wanted)) }
    }

    fn finish(&self, wanted: &'static str) -> Read<()> {
        if self.tokens.is_empty() { Ok(()) } else { Err(self.wanted(wanted)) }
    }

    fn wanted(&self, wanted: &'static str) -> ExpressionError {
        let span = self.here();
        let found = span.of(self.text).chars().take(32).collect();
        ExpressionError::new(span, ExpressionErrorKind::Syntax { wanted, found })
    }

    fn unsupported(&self, span: Span, what: &'static str, instead: &'static str) -> ExpressionError {
        ExpressionError::new(span, ExpressionErrorKind::UnsupportedSyntax { what, instead })
    }

    fn check(&self, height: usize) -> Read<()> {
        if self.depth + height <= self.limit {
            return Ok(());
        }
        Err(ExpressionError::new(self.here(), ExpressionErrorKind::TooDeep { limit: self.limit }))
    }

    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        self.depth += 1;
        self.check(0)?;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// Reads what stands in brackets; the last token of a block is the closing one.
    fn inside<T>(&mut self, block: &'t Token<&'a str>, read: impl FnOnce(&mut Reader<'a, 't>) -> Read<T>) -> Read<T> {
        let Token(_, Tok::Block(tokens)) = block else { return Err(self.wanted("a bracket")) };
        let (close, tokens) = tokens.split_last().map_or((block.0, &tokens[..]), |(close, rest)| (close.0, rest));
        let mut inner =
            Reader { text: self.text, tokens, end: self.place(close), depth: self.depth, limit: self.limit };
        let result = inner.deeper(read)?;
        inner.finish("the closing bracket")?;
        Ok(result)
    }

    /// `a | b`, and with `comma` also `a, b`.
    fn pipe(&mut self, comma: bool) -> Read<Term<'a>> {
        self.deeper(|reader| {
            if reader.peek() == Some("def") {
                return reader.define(comma);
            }
            let left = reader.binary(if comma { 1 } else { 2 }, comma)?;
            let at = reader.here();
            if !reader.take("|") {
                return Ok(left);
            }
            let right = reader.pipe(comma)?;
            Ok(binary(Op::Pipe, at, left, right))
        })
    }

    fn binary(&mut self, weakest: u8, comma: bool) -> Read<Term<'a>> {
        let mut left = self.operand(comma)?;
        let mut height = 0;
        while let Some(op) = self.peek().and_then(Op::of).filter(|op| op.strength() >= weakest) {
            height += 1;
            self.check(height)?;
            let at = self.here();
            self.next();
            let right = match op {
                Op::Default => self.deeper(|reader| reader.binary(op.strength(), comma))?,
                _ => self.deeper(|reader| reader.binary(op.strength() + 1, comma))?,
            };
            left = binary(op, at, left, right);
            let alone = matches!(op, Op::Update(_) | Op::Compare(_));
            if alone && self.peek().and_then(Op::of).is_some_and(|next| next.strength() == op.strength()) {
                return Err(self.wanted("parentheses around one of the two operations"));
            }
        }
        Ok(left)
    }

    /// A term, and what binds it: `term as $x | ...` reaches to the end of the pipe.
    fn operand(&mut self, comma: bool) -> Read<Term<'a>> {
        let source = self.deeper(Self::postfix)?;
        let start = self.here();
        if !self.take("as") {
            return Ok(source);
        }
        let (pattern, end) = self.pattern()?;
        if self.peek() == Some("?") {
            return Err(self.unsupported(self.here(), "`?//`", "one pattern, and `//` where the value is used"));
        }
        self.expect("|", "`|` behind the pattern")?;
        let body = self.pipe(comma)?;
        let span = source.span.to(body.span);
        let kind = Kind::Bind { at: start.to(end), source: Box::new(source), pattern, body: Box::new(body) };
        Ok(Term { span, kind })
    }
}

fn binary<'a>(op: Op<'a>, at: Span, left: Term<'a>, right: Term<'a>) -> Term<'a> {
    let span = left.span.to(right.span);
    Term { span, kind: Kind::Binary { op, at, left: Box::new(left), right: Box::new(right) } }
}
