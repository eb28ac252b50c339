//! Every scalar of a document with its location, and what is said of one that lacks its quotes.

use super::finding::{Finding, Replacement, Rule};
use super::page::Page;
use super::subject::Outline;
use crate::location::Location;
use crate::value::{Kind, Node};

/// Goes over the scalars and the members of a document, each with its location.
///
/// Nesting is bounded by the limit under which the document was read.
pub(super) fn walk<'a, N: Node<'a>>(root: N, visit: &mut impl FnMut(&Location, N)) {
    inside(root, &mut Location::root(), visit);
}

fn inside<'a, N: Node<'a>>(node: N, at: &mut Location, visit: &mut impl FnMut(&Location, N)) {
    visit(at, node);
    match node.kind() {
        Kind::Object => {
            for (key, member) in node.members() {
                at.push(&*key);
                inside(member, at, visit);
                at.pop();
            }
        }
        Kind::Array => {
            for (index, entry) in node.entries().enumerate() {
                at.push(index);
                inside(entry, at, visit);
                at.pop();
            }
        }
        _ => {}
    }
}

/// A finding about a plain scalar, with its quotes as the fix.
pub(super) fn unquoted(rule: &'static Rule, subject: &Outline, location: &Location, reads: &str) -> Finding {
    let place = subject.page.place(location);
    let raw = subject.page.written(location).map_or("", |written| written.raw);
    quoted(subject.page, subject.finding(rule, place, location, format!("`{raw}` reads as {reads}")), raw)
}

/// The same about a key.
pub(super) fn unquoted_key(rule: &'static Rule, subject: &Outline, location: &Location, reads: &str) -> Finding {
    let place = subject.page.key_place(location);
    let raw = subject.page.written_key(location).map_or("", |written| written.raw);
    quoted(subject.page, subject.finding(rule, place, location, format!("the key `{raw}` reads as {reads}")), raw)
}

fn quoted(page: &Page, finding: Finding, raw: &str) -> Finding {
    let text = format!("\"{raw}\"");
    // Inside a text that has quotes of its own, others would end it.
    let replacement = (!page.is_held()).then(|| Replacement { place: finding.place, text: text.clone() });
    finding.help(format!("write `{text}` if the text is meant")).fix("put it in quotes", false, replacement)
}
