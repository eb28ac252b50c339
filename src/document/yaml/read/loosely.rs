//! Texts that YAML readers at large take and a strict parser does not: lines in brackets that stand further out than
//! their key, tabs behind a colon.
//!
//! A string in brackets that ends in a colon is another such text: `{a: b:}` has the string `b:`, to go-yaml.
//!
//! The parser is shown spaces in their place, as many characters. What it was not shown must be white space and comments:
//! no scalar may reach into it.

use super::read_as;
use crate::document::yaml::error::YamlError;
use crate::document::yaml::gap::skip_blanks;
use crate::document::yaml::tree::{NodeKind, Tree};
use crate::document::yaml::{Dialect, brackets};
use crate::limits::Limits;
use crate::span::Span;

/// Reads a text that a strict reading refused.
pub(super) fn read(text: &str, dialect: Dialect, limits: &Limits, strict: YamlError) -> Result<Tree, YamlError> {
    if let Some(shown) = with_stand_ins(text, dialect) {
        let loose = Loose { text, shown: &shown, dialect, limits };
        if let Ok(tree) = loose.read_as(&shown).or_else(|error| loose.read(error)) {
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
    fn read_as(&self, shown: &str) -> Result<Tree, YamlError> {
        read_as(self.text, shown, self.dialect, self.limits)
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
        if !error.is_indentation() {
            return Err(error);
        }
        let breaks = brackets::breaks(self.text);
        if breaks.is_empty() {
            return Err(error);
        }
        self.read_without(&merged(breaks, tabs), error.clone()).map_err(|_| error)
    }

    /// Reads a text with spaces in place of some stretches, and again without those that turn out to be in scalars.
    fn read_without(&self, hidden: &[Span], strict: YamlError) -> Result<Tree, YamlError> {
        let mut tree = self.read_as(&with_spaces(self.shown, hidden))?;
        let taken = in_scalars(&tree, hidden);
        if taken.contains(&true) {
            let rest = hidden.iter().zip(taken).filter(|(_, taken)| !taken).map(|(span, _)| *span);
            let rest: Vec<Span> = rest.collect();
            tree = self.read_as(&with_spaces(self.shown, &rest))?;
            if in_scalars(&tree, &rest).contains(&true) {
                return Err(strict);
            }
        }
        Ok(tree)
    }
}

/// Which of the stretches a scalar or an alias reaches into.
fn in_scalars(tree: &Tree, hidden: &[Span]) -> Vec<bool> {
    let mut taken = vec![false; hidden.len()];
    let scalars = tree.nodes.iter().filter(|node| matches!(node.kind, NodeKind::Scalar { .. } | NodeKind::Alias(_)));
    for span in scalars.map(|node| node.span) {
        let first = hidden.partition_point(|hidden| hidden.end <= span.start);
        let inside = hidden[first..].iter().take_while(|hidden| hidden.start < span.end).count();
        taken[first..first + inside].fill(true);
    }
    taken
}

/// What the parser is shown for a colon that is part of a string. No text that is read has this character; a text that
/// has an escape for it is not read this way.
pub(super) const STAND_IN: char = '\u{1}';

/// The text with stand-ins for colons that stand behind a string and before what ends one in brackets; `None` if there
/// is no such colon. Where it was no string's colon the stand-in spoils the reading, or is replaced in what was read.
fn with_stand_ins(text: &str, dialect: Dialect) -> Option<String> {
    let bytes = text.as_bytes();
    let ends_string = |at: usize| {
        let before = at.checked_sub(1).map(|before| bytes[before]);
        let behind = bytes.get(at + 1);
        matches!(behind, Some(b',' | b']' | b'}'))
            && before.is_some_and(|byte| !byte.is_ascii_whitespace() && !b"\"'[]{},".contains(&byte))
    };
    let mut shown = String::with_capacity(text.len());
    let mut from = 0;
    for (at, _) in text.match_indices(':').filter(|(at, _)| ends_string(*at)) {
        shown.push_str(&text[from..at]);
        shown.push(STAND_IN);
        from = at + 1;
    }
    shown.push_str(&text[from..]);
    let escaped = [r"\x01", r"\u0001", r"\U00000001"].iter().any(|escape| text.contains(escape));
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

/// Both in the order of the text; one inside another is part of that.
fn merged(mut spans: Vec<Span>, more: Vec<Span>) -> Vec<Span> {
    spans.extend(more);
    spans.sort_by_key(|span| (span.start, std::cmp::Reverse(span.end)));
    let mut end = 0;
    spans.retain(|span| {
        let apart = span.start >= end;
        end = end.max(span.end);
        apart
    });
    spans
}
