//! Reading atoms, strings, and the steps behind them.

use super::super::tree::{Kind, Part, PartKind, Piece, Term, Text};
use super::{Read, Reader};
use crate::span::Span;
use jaq_core::load::lex::{StrPart, Tok, Token};

impl<'a, 't> Reader<'a, 't> {
    /// An atom and the steps and question marks behind it.
    pub(super) fn postfix(&mut self) -> Read<Term<'a>> {
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
    pub(super) fn text(&mut self) -> Read<Term<'a>> {
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
