//! Carrying a plan out on a text: a list of splices, made in one walk of the plan's tree beside the text's.

mod block;
mod change;
mod exposed;
mod flow;
mod flow_gap;
mod guard;
mod last;
mod moved;
mod new_value;
mod replace;
mod walk;

use super::check::BOM;
use super::error::YamlEditError;
use super::layout::{FlowStyle, Layout, newline};
use super::lines::line_start;
use super::literal::Below;
use super::place::Places;
use super::render::Block;
use super::tree::{Document, Id, Tree};
use super::{Dialect, YamlStream};
use crate::location::Location;
use crate::plan::{Branch, Plan};
use crate::span::Span;
use crate::value::Value;
use std::borrow::Cow;
use std::cell::OnceCell;

/// What an edit goes without where the first attempt does not read as planned. What stands around a block scalar can
/// become part of it, in more ways than one look can tell.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Care {
    /// Strings with line breaks are quoted wherever they stand.
    quoted: bool,
    /// The text ends in a line break, though it did not.
    closed: bool,
}

impl Care {
    /// The further attempts.
    pub const MORE: [Self; 3] = [
        Self { quoted: true, closed: false },
        Self { quoted: false, closed: true },
        Self { quoted: true, closed: true },
    ];
}

/// The text after the plans, which fit their documents. It is not checked yet.
pub(super) fn edit(stream: &YamlStream, branches: &[(usize, Branch<'_>)], care: Care) -> Result<String, YamlEditError> {
    let newline = newline(&stream.shared.text);
    // Every line ends in a line break while lines are moved about; the last one goes again at the end.
    let open = !stream.shared.text.trim_start_matches(BOM).is_empty() && !stream.shared.text.ends_with(['\n', '\r']);
    let text =
        if open { Cow::Owned(format!("{}{newline}", stream.shared.text)) } else { Cow::Borrowed(&*stream.shared.text) };
    let mut splices = Vec::new();
    for (document, branch) in branches {
        let mut editor = Editor {
            text: &text,
            open,
            care,
            newline,
            tree: &stream.shared.tree,
            document: &stream.shared.tree.documents[*document],
            root: stream.documents[*document].root(),
            dialect: stream.shared.dialect,
            layout: OnceCell::new(),
            at: Location::root(),
            splices,
        };
        let document = editor.document;
        let slot = Slot { lead: document.start, column: None, holder: Holder::Root, outer: None };
        editor.visit(document.root, &slot, branch)?;
        splices = editor.splices;
    }
    exposed::cover(&text, &stream.shared.tree, &mut splices);
    let touched = splices.iter().map(|splice| splice.span.end).max().unwrap_or_default();
    let mut edited = carry_out(&text, splices)?;
    let intact = edited.len() - (text.len() - touched);
    if open
        && !care.closed
        && let Some(body) = edited.strip_suffix(newline).map(str::len)
        && !last::is_of_scalar(stream, &edited, body, intact)
    {
        edited.truncate(body);
    }
    Ok(edited)
}

/// One stretch of the text and what stands there afterwards.
#[derive(Clone, Debug)]
struct Splice {
    span: Span,
    text: String,
    /// Whether it goes before what else is written at this place.
    first: bool,
}

/// Splices at one place keep their order: what is inside an entry comes before what follows it.
fn carry_out(text: &str, mut splices: Vec<Splice>) -> Result<String, YamlEditError> {
    splices.sort_by_key(|splice| (splice.span.start, splice.span.end, !splice.first));
    let mut out = String::with_capacity(text.len() + splices.iter().map(|splice| splice.text.len()).sum::<usize>());
    let mut at = 0;
    for splice in &splices {
        if splice.span.start < at {
            return Err(YamlEditError::Unfaithful { location: Location::root(), wanted: None, got: None });
        }
        out.push_str(&text[at..splice.span.start]);
        out.push_str(&splice.text);
        at = splice.span.end;
    }
    out.push_str(&text[at..]);
    Ok(out)
}

struct Editor<'a> {
    /// The text with a line break at its end.
    text: &'a str,
    /// Whether that line break is not in the document.
    open: bool,
    care: Care,
    newline: &'static str,
    tree: &'a Tree,
    document: &'a Document,
    /// The value of the document.
    root: &'a Value,
    dialect: Dialect,
    layout: OnceCell<Layout>,
    at: Location,
    splices: Vec<Splice>,
}

/// Where a value stands.
#[derive(Clone, Debug)]
struct Slot {
    /// Behind the indicator before it.
    lead: usize,
    /// The column of the key or the dash; none at the root.
    column: Option<usize>,
    holder: Holder,
    /// The style of the brackets around it.
    outer: Option<FlowStyle>,
}

/// What holds a value.
#[derive(Clone, Debug)]
enum Holder {
    Root,
    /// A key of a block mapping
    Key,
    /// A key of a block mapping, behind `?` and without `:`
    KeyAlone,
    /// A dash; and the entry beside this one, for its style
    Dash(Option<Id>),
    /// Brackets; the `:` that must be written first, and whether they stand on several lines
    Brackets {
        colon: &'static str,
        lines: bool,
    },
}

impl<'a> Editor<'a> {
    fn splice(&mut self, start: usize, end: usize, text: impl Into<String>) {
        let (span, text) = (Span::new(start, end), text.into());
        if start < end || !text.is_empty() {
            self.splices.push(Splice { span, text, first: false });
        }
    }

    /// Text before whatever else is written at a place.
    fn splice_first(&mut self, at: usize, text: String) {
        self.splices.push(Splice { span: Span::new(at, at), text, first: true });
    }

    fn layout(&self) -> Layout {
        *self.layout.get_or_init(|| Layout::of(self.tree, self.text, self.document.root))
    }

    fn block(&self, dash: usize, below: Below) -> Block {
        Block { layout: self.layout(), dash, below }
    }

    /// Lines, each with a line break behind it.
    fn join(&self, lines: &[String]) -> String {
        lines.iter().flat_map(|line| [line.as_str(), self.newline]).collect()
    }

    fn places(&self) -> Places<'a> {
        Places { tree: self.tree, text: self.text, dialect: self.dialect }
    }

    /// What is below a place from which lines are written.
    fn below(&self, at: usize, indent: usize) -> Below {
        use super::lines::{Line, line_end, line_kind, next_line};
        if self.care.quoted {
            return Below { blank: true, comment: true };
        }
        let mut below = Below { blank: self.open && at >= self.text.len(), comment: false };
        let mut at = at;
        while at < self.text.len() {
            match line_kind(self.text, at) {
                Line::Blank => {
                    below.blank = true;
                    // More white space than the text is indented by would be text.
                    below.comment |= line_end(self.text, at) - at > indent;
                }
                Line::Comment(column) => {
                    below.comment |= column >= indent;
                    break;
                }
                Line::Content => break,
            }
            at = next_line(self.text, at);
        }
        below
    }

    /// The line start of the place behind a document's last line.
    fn document_end(&self) -> usize {
        let end = self.document.end;
        match end >= self.text.len() - if self.open { self.newline.len() } else { 0 } {
            true => self.text.len(),
            false => line_start(self.text, end),
        }
    }
}

/// The branches of plans that change something.
pub(super) fn fitted<'p>(
    stream: &YamlStream,
    edits: &[(usize, &'p Plan)],
) -> Result<Vec<(usize, Branch<'p>)>, YamlEditError> {
    let mut branches = Vec::with_capacity(edits.len());
    for (document, plan) in edits {
        let len = stream.documents.len();
        let found = stream.documents.get(*document);
        let found = found.ok_or(YamlEditError::NoDocument { document: *document, len })?;
        let branch = plan.fit(found.root())?;
        if !branch.is_empty() {
            branches.push((*document, branch));
        }
    }
    Ok(branches)
}
