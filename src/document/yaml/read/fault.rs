//! What the parser complains about, in the words of this module.

use crate::document::yaml::check::fault;
use crate::document::yaml::error::{YamlError, YamlErrorKind};
use crate::document::yaml::lines::{line_start, next_line};
use crate::document::yaml::offsets::Offsets;
use crate::document::yaml::tree::Tag;
use crate::span::Span;
use saphyr_parser::ScanError;

pub(super) fn scan_error(text: &str, offsets: &mut Offsets<'_>, error: &ScanError) -> YamlError {
    let at = offsets.byte(error.marker().index());
    let info = error.info();
    if let Some(tab) = tab_near(text, at).filter(|tab| info.contains("tab") || *tab >= at) {
        return fault(text, Span::new(tab, tab + 1), YamlErrorKind::TabIndent);
    }
    if info.contains("unknown anchor") {
        let start = text[..at].rfind('*').filter(|_| !text[at..].starts_with('*')).unwrap_or(at);
        let name = text[start..].trim_start_matches('*');
        let name: String = name.chars().take_while(|c| !c.is_whitespace() && !",[]{}".contains(*c)).collect();
        let span = Span::new(start, start + 1 + name.len());
        return fault(text, span, YamlErrorKind::UnknownAlias(name));
    }
    let kind = match info.contains("recursion limit") {
        true => YamlErrorKind::TooDeep,
        false => YamlErrorKind::Syntax(info.into()),
    };
    fault(text, Span::new(at, at), kind)
}

/// The first tab that indents the line of an offset or, if that is indented with spaces, the next one with content.
fn tab_near(text: &str, at: usize) -> Option<usize> {
    let mut line = line_start(text, at);
    for _ in 0..2 {
        let tab = line + text[line..].bytes().take_while(|byte| *byte == b' ').count();
        if text[tab..].starts_with('\t') {
            return Some(tab);
        }
        line = next_line(text, line);
    }
    None
}

/// What a tag says, by the handle and the suffix that the parser gives.
pub(super) fn tag_of(handle: &str, suffix: &str) -> Tag {
    let whole = format!("{handle}{suffix}");
    if whole == "!" {
        return Tag::NonSpecific;
    }
    match whole.strip_prefix("tag:yaml.org,2002:") {
        Some("str") => Tag::Str,
        Some("int") => Tag::Int,
        Some("float") => Tag::Float,
        Some("bool") => Tag::Bool,
        Some("null") => Tag::Null,
        Some("binary") => Tag::Binary,
        Some("timestamp") => Tag::Timestamp,
        Some("map") => Tag::Map,
        Some("seq") => Tag::Seq,
        _ => Tag::Other,
    }
}
