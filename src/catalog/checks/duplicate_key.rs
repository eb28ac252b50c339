//! A key that stands twice.

use crate::catalog::Finding;
use crate::catalog::Place;
use crate::catalog::{Rule, Severity};
use crate::document::json::JsonDocument;
use crate::document::yaml::Duplicate;
use crate::json::JsonNode;
use crate::span::Span;
use crate::value::Node;
use std::collections::HashMap;

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW162",
    name: "duplicate-key",
    severity: Severity::Error,
    summary: "a key stands twice in its mapping",
};

/// The findings about the keys of a YAML text.
pub(in crate::catalog) fn in_yaml(file: usize, duplicates: &[Duplicate], out: &mut Vec<Finding>) {
    out.extend(duplicates.iter().map(|found| finding(file, &found.key, found.first, found.second)));
}

/// The findings about the keys of a JSON text.
pub(in crate::catalog) fn in_json(file: usize, document: &JsonDocument, out: &mut Vec<Finding>) {
    walk(file, document.root(), out);
}

// Nesting is bounded by the limit under which the text was read.
fn walk(file: usize, node: JsonNode, out: &mut Vec<Finding>) {
    let mut seen: HashMap<_, Span> = HashMap::new();
    for member in node.placed_members() {
        let (key, span) = (member.key(), member.key_span());
        match seen.get(&key) {
            Some(first) => out.push(finding(file, &key, *first, span)),
            None => drop(seen.insert(key, span)),
        }
        walk(file, member.value, out);
    }
    node.entries().for_each(|entry| walk(file, entry, out));
}

fn finding(file: usize, key: &str, first: Span, second: Span) -> Finding {
    Finding::new(&RULE, Place { file, span: second }, format!("the key `{key}` stands twice"))
        .label("readers take this one, or refuse the file")
        .and_at(Place { file, span: first }, "the first one")
        .help("keep the one that is meant")
        .subject(format!("key {key}"))
}
