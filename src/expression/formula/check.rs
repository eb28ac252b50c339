//! What a definition must not hold, and names that nothing defines.

use super::super::error::{ExpressionError, ExpressionErrorKind};
use super::super::reason::Forbidden;
use super::judge::forbidden;
use super::tree::{Kind, Op, Pattern, Term, Text};
use super::vocabulary::{Ruling, near, ruling};
use crate::location::{Location, Segment};
use crate::span::Span;

/// Goes over a whole expression; gives the variables that it takes from outside, without `$`.
///
/// What is forbidden is reported before what is merely wrong: it is the stronger verdict.
pub(super) fn check(text: &str, term: &Term<'_>) -> Result<Vec<String>, ExpressionError> {
    let mut check =
        Check { text, bound: Vec::new(), labels: Vec::new(), free: Vec::new(), forbidden: None, wrong: None };
    check.term(term);
    match check.forbidden.or(check.wrong) {
        Some(error) => Err(error),
        None => Ok(check.free),
    }
}

struct Check<'t> {
    text: &'t str,
    /// Variables and labels in scope.
    bound: Vec<&'t str>,
    labels: Vec<&'t str>,
    free: Vec<String>,
    /// The first forbidden construct and the first other fault, in the order of the text.
    forbidden: Option<ExpressionError>,
    wrong: Option<ExpressionError>,
}

impl<'t> Check<'t> {
    fn forbid(&mut self, span: Span, what: Forbidden) {
        let earlier = self.forbidden.as_ref().is_none_or(|error| span.start < error.span.start);
        if earlier {
            self.forbidden = Some(forbidden(span, what));
        }
    }

    fn fault(&mut self, span: Span, kind: ExpressionErrorKind) {
        let earlier = self.wrong.as_ref().is_none_or(|error| span.start < error.span.start);
        if earlier {
            self.wrong = Some(ExpressionError::new(span, kind));
        }
    }

    fn term<'a: 't>(&mut self, term: &'t Term<'a>) {
        match &term.kind {
            Kind::Bind { source, pattern, body, .. } => {
                self.term(source);
                return self.scoped(pattern, |check| check.term(body));
            }
            Kind::Fold { source, pattern, arguments, .. } => {
                self.term(source);
                arguments.iter().take(1).for_each(|start| self.term(start));
                return self.scoped(pattern, |check| arguments.iter().skip(1).for_each(|update| check.term(update)));
            }
            Kind::Label(label, body) => {
                self.labels.push(label);
                self.term(body);
                self.labels.pop();
                return;
            }
            Kind::Break(label) if !self.labels.contains(label) => {
                let wanted = "a label that is set around it";
                self.fault(term.span, ExpressionErrorKind::Syntax { wanted, found: (*label).into() });
            }
            Kind::Text(Text { format: Some(format), .. }) => {
                self.call(Span::new(term.span.start, term.span.start + format.len()), format, 0);
            }
            Kind::Binary { op: Op::Update(op), at, .. } => self.forbid(*at, Forbidden::Write((*op).into())),
            Kind::Define { at, .. } => self.forbid(*at, Forbidden::Definition("def".into())),
            Kind::Call { name, arguments } => {
                let span = Span::new(term.span.start, term.span.start + name.len());
                self.call(span, name, arguments.len());
            }
            Kind::Variable(name) => self.variable(term.span, name),
            _ => {}
        }
        term.children(&mut |inner| self.term(inner));
    }

    fn scoped<'a: 't>(&mut self, pattern: &'t Pattern<'a>, inside: impl FnOnce(&mut Self)) {
        let before = self.bound.len();
        // jq computes the keys of a pattern with the variables in scope that stand before them in it.
        pattern.variables(&mut |name| self.bound.push(name));
        pattern.terms(&mut |key| self.term(key));
        inside(self);
        self.bound.truncate(before);
    }

    fn variable(&mut self, span: Span, name: &str) {
        match name {
            "$ENV" => self.forbid(span, Forbidden::Outside(name.into())),
            "$__loc__" => {
                let kind = ExpressionErrorKind::UnsupportedSyntax { what: "`$__loc__`", instead: "the text itself" };
                self.fault(span, kind);
            }
            _ if self.bound.contains(&name) => {}
            _ => {
                let name = name.trim_start_matches('$');
                if !self.free.iter().any(|known| known == name) {
                    self.free.push(name.into());
                }
            }
        }
    }

    fn call(&mut self, span: Span, name: &str, arguments: usize) {
        let ruling = ruling(name, arguments);
        let forbidden = ruling.and_then(|ruling| ruling.forbidden(name));
        if forbidden.is_none() && ruling.is_some_and(|ruling| ruling != Ruling::Missing) {
            return;
        }
        let unquoted = if arguments == 0 { unquoted(self.text, span) } else { None };
        match (unquoted, forbidden) {
            (Some(suggestion), _) => self.fault(span, ExpressionErrorKind::UnquotedKey { suggestion }),
            (None, Some(forbidden)) => self.forbid(span, forbidden),
            (None, None) => {
                let near = near(name);
                self.fault(span, ExpressionErrorKind::UndefinedFunction { name: name.into(), arguments, near });
            }
        }
    }
}

/// Objects whose keys are people's own, so that a key may hold dots.
const MAPS: &[&str] = &[
    "labels",
    "annotations",
    "matchLabels",
    "nodeSelector",
    "selector",
    "data",
    "stringData",
    "limits",
    "requests",
    "capacity",
    "allocatable",
    "hard",
];

/// The address that is meant where a call is the tail of a key without quotes: `name` in `.labels.app.io/name`.
fn unquoted(text: &str, call: Span) -> Option<String> {
    let part = |c: char| c == '_' || c.is_ascii_alphanumeric();
    let before = &text[..call.start];
    if !before.ends_with(['-', '/']) {
        return None;
    }
    let run_start = before
        .rfind(|c: char| !part(c) && !"-/.".contains(c))
        .map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
    let run_end =
        call.end + text[call.end..].find(|c: char| !part(c) && !"-/.".contains(c)).unwrap_or(text.len() - call.end);
    let run = text[run_start..run_end].strip_prefix('.').filter(|run| run.starts_with(part))?;
    let segments: Vec<&str> = run.split('.').collect();
    if segments.iter().any(|segment| segment.is_empty()) {
        return None;
    }
    let first = first_of_key(&segments)?;
    let mut location: Location = segments[..first].iter().map(|segment| Segment::from(*segment)).collect();
    // Behind a key with a slash a dot begins the next field only where the slash came before it.
    let slash = segments.iter().rposition(|segment| segment.contains('/'));
    let last = slash.unwrap_or(first).max(first);
    location.push(&*segments[first..=last].join("."));
    segments[last + 1..].iter().for_each(|segment| location.push(*segment));
    Some(location.to_string())
}

/// Where the key that lacks its quotes begins. A key with a slash has a domain before it: all that stands behind the
/// name of a map, else the last two names. A key with a dash is one name.
fn first_of_key(segments: &[&str]) -> Option<usize> {
    if let Some(slash) = segments.iter().position(|segment| segment.contains('/')) {
        let map = segments[..slash].iter().rposition(|segment| MAPS.contains(segment));
        return Some(map.map_or(slash.saturating_sub(1), |map| map + 1));
    }
    segments.iter().position(|segment| segment.contains('-'))
}
