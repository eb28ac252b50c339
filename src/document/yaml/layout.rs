//! How a document is laid out, so that what is new can follow it.

use super::gap::{is_blank, skip_blanks};
use super::lines::column;
use super::quote::{Context, Quotes};
use super::tree::{Id, NodeKind, Style, Tree};

/// The indentation of a document.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    /// How much deeper a mapping stands than the key that holds it.
    pub step: usize,
    /// How much deeper a sequence stands than the key that holds it.
    pub sequence: usize,
}

impl Layout {
    /// Taken from the first nested mapping and the first sequence below a key; two spaces each where there is none.
    pub fn of(tree: &Tree, text: &str, root: Id) -> Self {
        let (mut step, mut sequence) = (None, None);
        let mut waiting = vec![root];
        while let Some(id) = waiting.pop() {
            let node = tree.node(id);
            if let NodeKind::Mapping { flow: false, pairs, .. } = &node.kind {
                for pair in pairs.iter().filter(|pair| !pair.explicit) {
                    let value = tree.node(pair.value);
                    let found = match value.kind {
                        NodeKind::Mapping { flow: false, .. } => &mut step,
                        NodeKind::Sequence { flow: false, .. } => &mut sequence,
                        _ => continue,
                    };
                    let deeper = column(text, value.span.start).checked_sub(column(text, pair.start));
                    *found = found.or(deeper);
                }
            }
            if step.is_some() && sequence.is_some() {
                break;
            }
            let below = node.pairs().iter().map(|pair| pair.value).chain(node.items().iter().map(|item| item.value));
            let inner = waiting.len();
            waiting.extend(below.filter(|id| tree.node(*id).is_block_collection()));
            waiting[inner..].reverse();
        }
        Self { step: step.filter(|step| *step > 0).unwrap_or(2), sequence: sequence.unwrap_or(2) }
    }
}

/// The white space and quotes of a container in brackets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FlowStyle {
    /// Inside the brackets.
    pub pad: String,
    /// After a comma.
    pub comma: String,
    /// After a colon.
    pub colon: String,
    /// Every key is double-quoted, so new keys and strings are too.
    pub json_like: bool,
}

impl Default for FlowStyle {
    fn default() -> Self {
        Self { pad: String::new(), comma: " ".into(), colon: " ".into(), json_like: false }
    }
}

impl FlowStyle {
    /// The style of a flow collection, which may stand inside one of another style.
    pub fn of(tree: &Tree, text: &str, id: Id, outer: Option<&Self>) -> Self {
        let node = tree.node(id);
        let default = || outer.cloned().unwrap_or_default();
        match &node.kind {
            NodeKind::Mapping { bare: false, pairs, .. } if !pairs.is_empty() => {
                let json_like = pairs.iter().all(|pair| is_double(tree, pair.key));
                let colon = pairs.iter().find_map(|pair| {
                    let at = pair.colon? + 1;
                    inline_blanks(text, at).filter(|_| !tree.node(pair.value).is_blank())
                });
                let colon = colon.unwrap_or_else(|| " ".into());
                let alone = if json_like { colon.clone() } else { " ".into() };
                let comma = after_comma(text, tree.pair_end(&pairs[0])).unwrap_or(alone);
                let pad = inline_blanks(text, node.span.start + 1).unwrap_or_default();
                Self { pad, comma, colon, json_like }
            }
            NodeKind::Sequence { items, .. } if !items.is_empty() => {
                let inner = items.iter().find_map(|item| match &tree.node(item.value).kind {
                    NodeKind::Mapping { flow: true, bare: false, pairs } if !pairs.is_empty() => {
                        Some(Self::of(tree, text, item.value, None))
                    }
                    _ => None,
                });
                let inner = inner.unwrap_or_else(default);
                let alone = if inner.json_like { inner.comma } else { " ".into() };
                let comma = after_comma(text, tree.item_end(&items[0], true)).unwrap_or(alone);
                let pad = inline_blanks(text, node.span.start + 1).unwrap_or_default();
                Self { pad, comma, colon: inner.colon, json_like: inner.json_like }
            }
            _ => default(),
        }
    }

    /// The quotes of strings that are new in such a container.
    pub fn quotes(&self) -> Quotes {
        if self.json_like { Quotes::Double } else { Quotes::Free }
    }
}

fn is_double(tree: &Tree, id: Id) -> bool {
    matches!(tree.node(id).kind, NodeKind::Scalar { style: Style::Double, .. })
}

/// The white space at an offset, if something follows it in its line.
fn inline_blanks(text: &str, at: usize) -> Option<String> {
    let end = skip_blanks(text, at);
    text.as_bytes().get(end).filter(|byte| !matches!(byte, b'\n' | b'\r' | b'#')).map(|_| text[at..end].into())
}

/// The white space after the comma that follows an entry.
fn after_comma(text: &str, end: usize) -> Option<String> {
    let comma = skip_blanks(text, end);
    (text.as_bytes().get(comma) == Some(&b',')).then(|| inline_blanks(text, comma + 1))?
}

/// The quotes that a string takes from a scalar beside or before it.
pub(super) fn quotes_of(tree: &Tree, id: Id) -> Option<Quotes> {
    match tree.node(id).kind {
        NodeKind::Scalar { style: Style::Single, .. } => Some(Quotes::Single),
        NodeKind::Scalar { style: Style::Double, .. } => Some(Quotes::Double),
        _ => None,
    }
}

/// How many spaces stand after the dashes of a block sequence.
pub(super) fn dash_spaces(tree: &Tree, text: &str, id: Id) -> usize {
    let spaces = tree.node(id).items().iter().find_map(|item| {
        let at = item.start + 1;
        let end = skip_blanks(text, at);
        let beside = text.as_bytes().get(end).is_some_and(|byte| !matches!(byte, b'\n' | b'\r' | b'#'));
        (beside && text[at..end].bytes().all(|byte| byte == b' ') && end > at).then_some(end - at)
    });
    spaces.unwrap_or(1)
}

/// The line break that new lines end with.
pub(super) fn newline(text: &str) -> &'static str {
    match text.find(['\n', '\r']) {
        Some(at) if text[at..].starts_with("\r\n") => "\r\n",
        Some(at) if text[at..].starts_with('\r') => "\r",
        _ => "\n",
    }
}

/// Whether a node stands on one line.
pub(super) fn is_one_line(tree: &Tree, text: &str, id: Id) -> bool {
    !tree.node(id).span.of(text).contains(['\n', '\r'])
}

/// Whether a node is a container in brackets on one line.
pub(super) fn is_one_line_flow(tree: &Tree, text: &str, id: Id) -> bool {
    tree.node(id).is_flow_collection() && is_one_line(tree, text, id)
}

/// Where a scalar in such a container stands.
pub(super) const fn context(flow: bool) -> Context {
    if flow { Context::Brackets } else { Context::Block }
}

/// The white space at the head of a line.
pub(super) fn indent_of_line(text: &str, at: usize) -> usize {
    let start = super::lines::line_start(text, at);
    text.as_bytes()[start..].iter().take_while(|byte| is_blank(**byte)).count()
}
