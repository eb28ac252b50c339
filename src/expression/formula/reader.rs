//! Reading an expression into its tree, from the tokens of jaq's lexer.
//!
//! The grammar is jq's, with the strengths of jq's operators. Everything that recurses counts its depth.

use super::super::error::{ExpressionError, ExpressionErrorKind};
use super::tree::{Entry, Kind, Op, Part, PartKind, Pattern, Piece, Term, Text};
use crate::span::Span;
use jaq_core::load::Lexer;
use jaq_core::load::lex::{Expect, StrPart, Tok, Token};

type Read<T> = Result<T, ExpressionError>;

/// Reads a whole expression whose tree is at most `depth` deep.
pub(in super::super) fn read(text: &str, depth: usize) -> Read<Term<'_>> {
    let tokens = Lexer::new(text).lex().map_err(|errors| lexical(text, &errors))?;
    let mut reader = Reader { text, tokens: &tokens, end: Span::new(text.len(), text.len()), depth: 0, limit: depth };
    let term = reader.pipe(true)?;
    reader.finish("an operator or the end")?;
    Ok(term)
}

/// A definition of the prelude. A parameter with a dollar sign is bound to the results of its argument.
#[derive(Debug)]
pub(in super::super) struct Definition<'a> {
    pub name: &'a str,
    pub parameters: Vec<&'a str>,
    pub body: Term<'a>,
}

/// Reads a text of definitions.
pub(in super::super) fn definitions(text: &str) -> Read<Vec<Definition<'_>>> {
    let tokens = Lexer::new(text).lex().map_err(|errors| lexical(text, &errors))?;
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

    /// An atom and the steps and question marks behind it.
    fn postfix(&mut self) -> Read<Term<'a>> {
        let mut term = self.atom()?;
        loop {
            let start = self.here();
            match self.tokens {
                [Token("?", _), ..] => {
                    self.next();
                    match &mut term.kind {
                        Kind::Path { parts, .. } => parts.iter_mut().next_back().into_iter().for_each(|part| {
                            part.optional = true;
                        }),
                        _ => {
                            let span = term.span.to(start);
                            term = Term { span, kind: Kind::Try { body: Box::new(term), catch: None } };
                        }
                    }
                    term.span.end = start.end;
                }
                [Token(dot, Tok::Sym), ..] if dot.starts_with('.') && *dot != ".." => {
                    self.next();
                    let part = self.dotted(dot, start)?;
                    term = extend(term, part);
                }
                [block @ Token(full, Tok::Block(_)), ..] if full.starts_with('[') => {
                    self.next();
                    let part = self.bracket(block, start)?;
                    term = extend(term, part);
                }
                _ => return Ok(term),
            }
        }
    }

    /// The step behind a dot that has been read.
    fn dotted(&mut self, dot: &'a str, start: Span) -> Read<Part<'a>> {
        if dot.len() > 1 {
            return Ok(Part { span: start, kind: PartKind::Name(&dot[1..]), optional: false });
        }
        match self.tokens {
            [block @ Token(full, Tok::Block(_)), ..] if full.starts_with('[') => {
                self.next();
                self.bracket(block, start)
            }
            [Token(_, Tok::Str(_)), ..] | [Token(_, Tok::Fmt), Token(_, Tok::Str(_)), ..] => {
                let key = self.text()?;
                Ok(Part { span: start.to(key.span), kind: PartKind::Index(key), optional: false })
            }
            _ => Err(self.wanted("a key behind the dot")),
        }
    }

    fn bracket(&mut self, block: &'t Token<&'a str>, start: Span) -> Read<Part<'a>> {
        let span = start.to(self.place(block.0));
        let kind = self.inside(block, |reader| {
            if reader.tokens.is_empty() {
                return Ok(PartKind::Each);
            }
            let from = if reader.peek() == Some(":") { None } else { Some(reader.pipe(true)?) };
            if !reader.take(":") {
                return Ok(from.map_or(PartKind::Each, PartKind::Index));
            }
            let upto = if reader.tokens.is_empty() && from.is_some() { None } else { Some(reader.pipe(true)?) };
            Ok(PartKind::Slice(from.map(Box::new), upto.map(Box::new)))
        })?;
        Ok(Part { span, kind, optional: false })
    }

    fn atom(&mut self) -> Read<Term<'a>> {
        let start = self.here();
        let Some(token) = self.tokens.first() else { return Err(self.wanted("a term")) };
        let kind = match token {
            Token("-", _) => {
                self.next();
                let inner = self.deeper(Self::postfix)?;
                let span = start.to(inner.span);
                return Ok(Term { span, kind: Kind::Negate(Box::new(inner)) });
            }
            Token(_, Tok::Word) => return self.word(),
            Token(_, Tok::Str(_) | Tok::Fmt) => return self.text(),
            Token(name, Tok::Var) => Kind::Variable(name),
            Token(number, Tok::Num) => Kind::Number(number),
            Token("..", _) => Kind::Recurse,
            Token(dot, Tok::Sym) if dot.starts_with('.') => return self.dot(dot),
            Token(full, Tok::Block(_)) => {
                self.next();
                let kind = match full.as_bytes().first() {
                    Some(b'(') => Kind::Paren(Box::new(self.inside(token, |reader| reader.pipe(true))?)),
                    Some(b'[') => Kind::Array(self.inside(token, |reader| match reader.tokens {
                        [] => Ok(None),
                        _ => reader.pipe(true).map(|inner| Some(Box::new(inner))),
                    })?),
                    _ => Kind::Object(self.inside(token, Self::entries)?),
                };
                return Ok(Term { span: start, kind });
            }
            _ => return Err(self.wanted("a term")),
        };
        self.next();
        Ok(Term { span: start, kind })
    }

    /// A term that begins with a dot.
    fn dot(&mut self, dot: &'a str) -> Read<Term<'a>> {
        let start = self.here();
        self.next();
        let identity = Term { span: Span::new(start.start, start.start + 1), kind: Kind::Identity };
        match self.tokens {
            _ if dot.len() > 1 => {}
            [Token(_, Tok::Str(_)), ..] | [Token(_, Tok::Fmt), Token(_, Tok::Str(_)), ..] => {}
            [Token(number, Tok::Num), ..] if self.place(number).start == start.end => {
                let span = start.to(self.place(number));
                return Err(self.unsupported(span, "a number that begins with a point", "a zero before it"));
            }
            _ => return Ok(identity),
        }
        let part = self.dotted(dot, start)?;
        Ok(extend(identity, part))
    }

    /// A string, or a format that stands alone as a function.
    fn text(&mut self) -> Read<Term<'a>> {
        let start = self.here();
        let format = match self.tokens {
            [Token(format, Tok::Fmt), ..] => {
                self.next();
                Some(*format)
            }
            _ => None,
        };
        let [Token(full, Tok::Str(parts)), ..] = self.tokens else {
            let kind = Kind::Call { name: format.unwrap_or_default(), arguments: Vec::new() };
            return Ok(Term { span: start, kind });
        };
        self.next();
        let mut pieces = Vec::new();
        for part in parts {
            match part {
                StrPart::Str(text) => push_plain(&mut pieces, text),
                StrPart::Char(c) => push_plain(&mut pieces, c.encode_utf8(&mut [0; 4])),
                StrPart::Term(block) => {
                    // Each piece becomes one more operation when the text is put together.
                    self.check(pieces.len())?;
                    pieces.push(Piece::Term(self.inside(block, |reader| reader.pipe(true))?));
                }
            }
        }
        Ok(Term { span: start.to(self.place(full)), kind: Kind::Text(Text { format, pieces }) })
    }

    fn entries(&mut self) -> Read<Vec<Entry<'a>>> {
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

    fn pattern(&mut self) -> Read<(Pattern<'a>, Span)> {
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
    fn word(&mut self) -> Read<Term<'a>> {
        let start = self.here();
        let name = self.peek().unwrap_or_default();
        if matches!(name, "then" | "elif" | "else" | "end" | "catch" | "as" | "and" | "or" | "def") {
            return Err(self.wanted("a term"));
        }
        if matches!(name, "import" | "include" | "module") {
            let forbidden = super::super::reason::Forbidden::Definition(name.into());
            return Err(ExpressionError::new(start, ExpressionErrorKind::Forbidden(forbidden)));
        }
        self.next();
        let mut end = start;
        let kind = match name {
            "if" => self.conditional(&mut end)?,
            "try" => {
                let body = self.deeper(Self::postfix)?;
                end = body.span;
                let catch = match self.take("catch") {
                    true => Some(Box::new(self.deeper(Self::postfix)?)),
                    false => None,
                };
                end = catch.as_ref().map_or(end, |catch| catch.span);
                Kind::Try { body: Box::new(body), catch }
            }
            "label" | "break" => {
                let [Token(label, Tok::Var), ..] = self.tokens else { return Err(self.wanted("a label: `$name`")) };
                end = self.here();
                self.next();
                if name == "break" {
                    Kind::Break(label)
                } else {
                    self.expect("|", "`|` behind the label")?;
                    let body = self.pipe(true)?;
                    end = body.span;
                    Kind::Label(label, Box::new(body))
                }
            }
            "reduce" | "foreach" => {
                let source = self.deeper(Self::postfix)?;
                self.expect("as", "`as` and a variable")?;
                let (pattern, _) = self.pattern()?;
                end = self.here();
                let arguments = self.arguments()?;
                let fits = matches!((name, arguments.len()), (_, 2) | ("foreach", 3));
                if !fits {
                    return Err(self.wanted("a start and an update in parentheses: `(0; . + $x)`"));
                }
                Kind::Fold { word: name, source: Box::new(source), pattern, arguments }
            }
            _ => {
                if matches!(self.tokens, [Token(full, Tok::Block(_)), ..] if full.starts_with('(')) {
                    end = self.here();
                }
                Kind::Call { name, arguments: self.arguments()? }
            }
        };
        Ok(Term { span: start.to(end), kind })
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
    fn define(&mut self, comma: bool) -> Read<Term<'a>> {
        let start = self.here();
        let (_, at) = self.definition()?;
        let body = self.pipe(comma)?;
        Ok(Term { span: start.to(body.span), kind: Kind::Define { at, body: Box::new(body) } })
    }

    /// `def f(g; $x): body;`, and the place of its head.
    fn definition(&mut self) -> Read<(Definition<'a>, Span)> {
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

fn binary<'a>(op: Op<'a>, at: Span, left: Term<'a>, right: Term<'a>) -> Term<'a> {
    let span = left.span.to(right.span);
    Term { span, kind: Kind::Binary { op, at, left: Box::new(left), right: Box::new(right) } }
}

fn extend<'a>(term: Term<'a>, part: Part<'a>) -> Term<'a> {
    let span = term.span.to(part.span);
    match term {
        Term { kind: Kind::Path { head, mut parts }, .. } => {
            parts.push(part);
            Term { span, kind: Kind::Path { head, parts } }
        }
        head => Term { span, kind: Kind::Path { head: Box::new(head), parts: vec![part] } },
    }
}

fn push_plain(pieces: &mut Vec<Piece<'_>>, text: &str) {
    match pieces.last_mut() {
        Some(Piece::Plain(last)) => last.push_str(text),
        _ => pieces.push(Piece::Plain(text.into())),
    }
}

/// The first error of the lexer.
fn lexical(text: &str, errors: &[(Expect<&str>, &str)]) -> ExpressionError {
    let end = Span::new(text.len(), text.len());
    let Some((expected, rest)) = errors.first() else {
        return ExpressionError::new(end, ExpressionErrorKind::Syntax { wanted: "a token", found: String::new() });
    };
    let start = Span::of_part(text, rest).unwrap_or(end).start;
    let found: String = rest.chars().take(1).collect();
    let span = Span::new(start, start + found.len());
    let before = &text[..start];
    let wanted = match expected {
        Expect::Unicode if is_surrogate(rest) => {
            let kind = ExpressionErrorKind::UnsupportedSyntax {
                what: "a character in two halves",
                instead: "the character itself",
            };
            return ExpressionError::new(start..(start + 4).min(text.len()), kind);
        }
        Expect::Digit if before.ends_with('.') && !rest.starts_with(['e', 'E']) => {
            let kind = ExpressionErrorKind::UnsupportedSyntax {
                what: "a number that ends with a point",
                instead: "it without the point",
            };
            return ExpressionError::new(start.saturating_sub(1)..start, kind);
        }
        Expect::Digit => "a digit",
        Expect::Ident => "a name",
        Expect::Delim("(") => "`)`",
        Expect::Delim("[") => "`]`",
        Expect::Delim("{") => "`}`",
        Expect::Delim(_) => "a closing quote",
        Expect::Escape => "an escape that exists",
        Expect::Unicode => "four hexadecimal digits",
        _ => "a key in quotes, an operator or the end",
    };
    ExpressionError::new(span, ExpressionErrorKind::Syntax { wanted, found })
}

fn is_surrogate(rest: &str) -> bool {
    let bytes = rest.as_bytes();
    matches!(bytes, [b'd' | b'D', b'8'..=b'9' | b'a'..=b'f' | b'A'..=b'F', third, fourth, ..]
        if third.is_ascii_hexdigit() && fourth.is_ascii_hexdigit())
}
