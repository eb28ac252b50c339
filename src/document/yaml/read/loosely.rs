//! Texts that YAML readers at large take and a strict parser does not: lines in brackets and in quotes that stand further
//! out than their key or begin with tabs, tabs behind a colon.
//!
//! The parser is shown spaces in their place, as many characters. A scalar that reaches into what was hidden is read again
//! alone, where its lines stand as deep as they must.
//!
//! Strings in brackets that end in a colon, and a dash that stands alone, are other such texts: `{a: b:, c: -}` has the
//! strings `b:` and `-`, to go-yaml.

use super::input::Characters;
use super::read_as;
use crate::document::yaml::error::YamlError;
use crate::document::yaml::gap::skip_blanks;
use crate::document::yaml::lines::line_start;
use crate::document::yaml::tabs::outermost;
use crate::document::yaml::tree::{NodeKind, Style, Tree};
use crate::document::yaml::{Dialect, brackets};
use crate::limits::Limits;
use crate::span::Span;
use saphyr_parser::{Event, Parser};

/// Reads a text that a strict reading refused.
pub(super) fn read(text: &str, dialect: Dialect, limits: &Limits, strict: YamlError) -> Result<Tree, YamlError> {
    if let Some(shown) = with_stand_ins(text, dialect) {
        let loose = Loose { text, shown: &shown, dialect, limits };
        if let Ok(tree) = loose.read_as(&shown, &[]).or_else(|error| loose.read(error)) {
            return Ok(tree);
        }
    }
    Loose { text, shown: text, dialect, limits }.read(strict)
}

/// A text and what the parser is shown of it, which has the same bytes but for single characters.
struct Loose<'a> {
    text: &'a str,
    shown: &'a str,
    dialect: Dialect,
    limits: &'a Limits,
}

impl Loose<'_> {
    fn read_as(&self, shown: &str, hidden: &[Span]) -> Result<Tree, YamlError> {
        read_as(self.text, shown, hidden, self.dialect, self.limits)
    }

    /// Hides what the parser complains about.
    fn read(&self, strict: YamlError) -> Result<Tree, YamlError> {
        let mut error = strict;
        let tabs = tabs_behind_colons(self.text);
        if error.is_tab_behind_colon() && !tabs.is_empty() {
            match self.read_without(&tabs, error) {
                Ok(tree) => return Ok(tree),
                Err(next) => error = next,
            }
        }
        if !error.is_white_space() {
            return Err(error);
        }
        let breaks = brackets::breaks(self.text);
        if breaks.is_empty() {
            return Err(error);
        }
        self.read_without(&outermost([breaks, tabs].concat()), error.clone()).map_err(|_| error)
    }

    /// Reads a text with spaces in place of some stretches, and again without those that turn out to stand elsewhere than
    /// it seemed.
    fn read_without(&self, hidden: &[Span], strict: YamlError) -> Result<Tree, YamlError> {
        if hidden.iter().any(|span| stands_before_marker(self.text, *span)) {
            return Err(strict);
        }
        let mut tree = self.read_as(&with_spaces(self.shown, hidden), hidden)?;
        let astray = astray(self.text, &tree, hidden);
        if astray.contains(&true) {
            let rest = hidden.iter().zip(astray).filter(|(_, astray)| !astray).map(|(span, _)| *span);
            let rest: Vec<Span> = rest.collect();
            tree = self.read_as(&with_spaces(self.shown, &rest), &rest)?;
            if self::astray(self.text, &tree, &rest).contains(&true) {
                return Err(strict);
            }
        }
        Ok(tree)
    }
}

/// Which of the stretches stand where they mean something: line breaks outside of brackets and quotes, comments and
/// tabs inside of scalars, anything in a block scalar.
fn astray(text: &str, tree: &Tree, hidden: &[Span]) -> Vec<bool> {
    let flows = outermost(tree.nodes.iter().filter(|node| node.is_flow_collection()).map(|node| node.span).collect());
    let in_flow = |span: &Span| {
        let next = flows.partition_point(|flow| flow.end <= span.start);
        flows.get(next).is_some_and(|flow| flow.start <= span.start && span.end <= flow.end)
    };
    let breaks = |span: &Span| span.of(text).contains(['\n', '\r']);
    let mut astray: Vec<bool> = hidden.iter().map(|span| breaks(span) && !in_flow(span)).collect();
    for node in &tree.nodes {
        let style = match node.kind {
            NodeKind::Scalar { style, .. } => Some(style),
            NodeKind::Alias(_) => None,
            _ => continue,
        };
        let first = hidden.partition_point(|hidden| hidden.end <= node.span.start);
        for at in (first..hidden.len()).take_while(|at| hidden[*at].start < node.span.end) {
            let span = &hidden[at];
            let folds = match style {
                Some(style) if style.is_quoted() => true,
                Some(Style::Plain) => breaks(span) && in_flow(span) && !span.of(text).contains('#'),
                _ => false,
            };
            astray[at] = !folds || span.start < node.span.start || node.span.end < span.end;
        }
    }
    astray
}

/// Whether `---` or `...` stands behind a stretch where it ends a document, whatever is open.
fn stands_before_marker(text: &str, span: Span) -> bool {
    let rest = &text[span.end..];
    let behind = rest.strip_prefix("---").or_else(|| rest.strip_prefix("..."));
    behind.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t', '\n', '\r']))
        && line_start(text, span.end) == span.end
}

/// What a scalar over several lines says, of which the parser was shown one line.
pub(super) fn alone(raw: &str, style: Style, dialect: Dialect) -> Option<String> {
    let text = if style == Style::Plain { format!("[{raw}]") } else { raw.into() };
    let text = with_stand_ins(&text, dialect).unwrap_or(text);
    let mut said = None;
    for event in Parser::new(Characters::new(&text)) {
        if let (Event::Scalar(text, ..), _) = event.ok()?
            && said.replace(restored(&text)).is_some()
        {
            return None;
        }
    }
    said
}

/// What the parser is shown for a colon, and for a dash, that is part of a string. No text that is read has these
/// characters; a text that has an escape for one is not read this way.
const STAND_INS: [(char, char); 2] = [('\u{1}', ':'), ('\u{2}', '-')];

/// Whether there are stand-ins in what the parser is shown.
pub(super) fn has_stand_ins(shown: &str) -> bool {
    shown.contains(STAND_INS.map(|(shown, _)| shown))
}

/// What was read, with what the stand-ins stand for.
pub(super) fn restored(said: &str) -> String {
    let real = |c: char| STAND_INS.iter().find(|(shown, _)| *shown == c).map_or(c, |(_, real)| *real);
    said.chars().map(real).collect()
}

/// The text with stand-ins for colons that stand behind a string, and for dashes that stand alone, before what ends a
/// string in brackets; `None` if there is none of them. Where it was not part of a string the stand-in spoils the
/// reading, or is replaced in what was read.
fn with_stand_ins(text: &str, dialect: Dialect) -> Option<String> {
    let bytes = text.as_bytes();
    let ends_string = |at: usize| {
        let before = at.checked_sub(1).map(|before| bytes[before]);
        let behind = bytes.get(at + 1);
        let is_part = |byte: u8| match bytes[at] {
            b'-' => byte.is_ascii_whitespace() || b"[{,".contains(&byte),
            _ => !byte.is_ascii_whitespace() && !b"\"'[]{},".contains(&byte),
        };
        matches!(behind, Some(b',' | b']' | b'}')) && before.is_some_and(is_part)
    };
    let mut shown = String::with_capacity(text.len());
    let mut from = 0;
    for (at, found) in text.match_indices([':', '-']).filter(|(at, _)| ends_string(*at)) {
        shown.push_str(&text[from..at]);
        shown.extend(STAND_INS.iter().find(|(_, real)| found.starts_with(*real)).map(|(shown, _)| shown));
        from = at + 1;
    }
    shown.push_str(&text[from..]);
    let escapes = [r"\x01", r"\u0001", r"\U00000001", r"\x02", r"\u0002", r"\U00000002"];
    let escaped = escapes.iter().any(|escape| text.contains(escape));
    (dialect == Dialect::Kubernetes && from > 0 && !escaped).then_some(shown)
}

fn with_spaces(text: &str, hidden: &[Span]) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut from = 0;
    for span in hidden {
        shown.push_str(&text[from..span.start]);
        shown.extend(span.of(text).chars().map(|_| ' '));
        from = span.end;
    }
    shown.push_str(&text[from..]);
    shown
}

/// White space that begins with a tab behind a colon. To go-yaml a tab separates as a space does.
fn tabs_behind_colons(text: &str) -> Vec<Span> {
    text.match_indices(":\t").map(|(at, _)| Span::new(at + 1, skip_blanks(text, at + 1))).collect()
}
