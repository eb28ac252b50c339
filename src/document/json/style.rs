//! How a document is laid out: what new text copies from its neighbours.

use crate::json::{JsonNode, PlacedMember};
use crate::value::{Kind, Node};

/// No more white space than this is copied from one place, so that an edit's size stays in proportion to what it adds.
const LONGEST_SPACE: usize = 4096;
/// The same for one step of indentation, which a new line takes as often as it is nested.
const LONGEST_STEP: usize = 64;

/// The white space around a colon.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Colon<'t> {
    pub(super) before: &'t str,
    pub(super) after: &'t str,
}

/// The white space of a container on one line.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Line<'t> {
    pub(super) open: &'t str,
    pub(super) close: &'t str,
    pub(super) comma: &'t str,
    pub(super) colon: Colon<'t>,
}

/// How a new container is written.
#[derive(Clone, Copy, Debug)]
pub(super) enum Layout<'t> {
    /// On one line
    Line(Line<'t>),
    /// Each entry on a line of its own
    Lines(Colon<'t>),
}

/// How the whole document stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style<'t> {
    text: &'t str,
    /// Whether the first entry of the outermost container stands on a line of its own.
    pub(super) indented: bool,
    /// What a line is indented by, relative to that of its container.
    pub(super) step: &'t str,
    /// How lines end.
    pub(super) newline: &'t str,
    /// The white space around colons where no neighbour has any.
    pub(super) colon: Colon<'t>,
}

impl<'t> Style<'t> {
    pub(super) fn of(text: &'t str, root: JsonNode<'t>) -> Self {
        let mut style = Self { text, indented: false, step: "", newline: "\n", colon: Colon::default() };
        let Some(first) = starts(root).next() else { return style };
        let open = &text[root.span().start + 1..first];
        if let Some(line_end) = open.rfind(is_line_end) {
            style.indented = true;
            style.step = step(&open[line_end + 1..], line_indentation(&text[..root.span().start]));
            style.newline = ["\r\n", "\n"].into_iter().find(|end| open.contains(end)).unwrap_or("\r");
        }
        style.colon = style.any_colon(root);
        style
    }

    /// The white space before the entry or key that starts here.
    pub(super) fn lead(&self, start: usize) -> &'t str {
        let before = &self.text[..start];
        let space = &before[before.trim_end_matches(is_space).len()..];
        &space[space.len().saturating_sub(LONGEST_SPACE)..]
    }

    pub(super) fn colon_of(&self, member: &PlacedMember<'t>) -> Colon<'t> {
        let between = &self.text[member.key_span().end..member.value.span().start];
        let (before, after) = between.split_once(':').unwrap_or_default();
        Colon { before: &before[..before.len().min(LONGEST_SPACE)], after: &after[..after.len().min(LONGEST_SPACE)] }
    }

    /// The white space around the colon of the last member, if this is an object that has one.
    pub(super) fn last_colon(&self, node: JsonNode<'t>) -> Option<Colon<'t>> {
        node.placed_members().last().map(|member| self.colon_of(&member))
    }

    /// The white space of a container that has entries; what holds a line break is left out. `colon` serves where it has
    /// none itself.
    pub(super) fn line_of(&self, container: JsonNode<'t>, colon: Colon<'t>) -> Line<'t> {
        let span = container.span();
        let (mut first, mut last) = (None, span.start);
        for start in starts(container) {
            first.get_or_insert(start);
            last = start;
        }
        let colon = self.last_colon(container).unwrap_or(colon).on_line();
        let comma = match first == Some(last) {
            true => self.only_comma(container, colon),
            false => or_else(self.lead(last), colon.after),
        };
        let open = first.map_or("", |first| self.lead(first));
        Line { open: or_else(open, ""), close: or_else(self.lead(span.end - 1), ""), comma, colon }
    }

    /// The white space behind a new comma where a container on one line has only one entry, and so no comma to copy.
    pub(super) fn only_comma(&self, container: JsonNode<'t>, colon: Colon<'t>) -> &'t str {
        match container.kind() {
            Kind::Array if self.indented => " ",
            _ => or_else(colon.after, ""),
        }
    }

    /// The white space between a new comma and the entry at `index`, which starts at `start`, or a new entry that copies
    /// how it stands.
    pub(super) fn behind_comma(
        &self,
        container: JsonNode<'t>,
        index: usize,
        start: usize,
        colon: Colon<'t>,
    ) -> &'t str {
        if index > 0 {
            return self.lead(start);
        }
        if let Some(second) = starts(container).nth(1) {
            return self.lead(second);
        }
        let lead = self.lead(start);
        if lead.contains(is_line_end) { lead } else { self.only_comma(container, colon) }
    }

    fn any_colon(&self, root: JsonNode<'t>) -> Colon<'t> {
        let member = root.placed_members().next();
        let member = member.or_else(|| root.entries().next()?.placed_members().next());
        match (member, starts(root).nth(1)) {
            (Some(member), _) => self.colon_of(&member).on_line(),
            (None, _) if self.indented => Colon { before: "", after: " " },
            (None, second) => Colon { before: "", after: or_else(second.map_or("", |at| self.lead(at)), "") },
        }
    }
}

impl Colon<'_> {
    /// The same without line breaks.
    pub(super) fn on_line(self) -> Self {
        Self { before: or_else(self.before, ""), after: or_else(self.after, " ") }
    }
}

/// Where the entries or keys of a container start.
pub(super) fn starts<'t>(container: JsonNode<'t>) -> impl Iterator<Item = usize> {
    let keys = container.placed_members().map(|member| member.key_span().start);
    keys.chain(container.entries().map(|entry| entry.span().start))
}

/// Whether the value stands on one line and is a container with something inside.
pub(super) fn is_filled_line(node: JsonNode<'_>) -> bool {
    !node.is_empty() && !node.source().contains(is_line_end)
}

pub(super) fn is_line_end(char: char) -> bool {
    matches!(char, '\n' | '\r')
}

fn is_space(char: char) -> bool {
    matches!(char, ' ' | '\t' | '\n' | '\r')
}

/// How far the first entry of a document is indented beyond the document itself.
fn step<'t>(indentation: &'t str, outer: &str) -> &'t str {
    let step = indentation.strip_prefix(outer).filter(|step| !step.is_empty()).unwrap_or(indentation);
    &step[..step.len().min(LONGEST_STEP)]
}

/// The white space at the start of the last line.
fn line_indentation(text: &str) -> &str {
    let line = text.rfind(is_line_end).map_or(text, |at| &text[at + 1..]);
    &line[..line.len() - line.trim_start_matches(is_space).len()]
}

/// A piece of white space, or another one where it holds a line break.
fn or_else<'t>(space: &'t str, other: &'t str) -> &'t str {
    if space.contains(is_line_end) { other } else { space }
}
