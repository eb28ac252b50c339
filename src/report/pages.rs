//! The pages of codes: the headings of `docs/codes.md`.

use std::collections::HashMap;
use std::sync::OnceLock;

const TEXT: &str = include_str!("../../docs/codes.md");

/// What one code means, why, with a failing and a passing example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    /// The code: the heading.
    pub code: &'static str,
    /// The text below the heading, Markdown.
    pub text: &'static str,
}

/// All pages, in the order of the file.
pub fn pages() -> impl Iterator<Item = Page> {
    let headings: Vec<usize> = headings().collect();
    let ends: Vec<usize> = headings.iter().skip(1).copied().chain([TEXT.len()]).collect();
    headings.into_iter().zip(ends).filter_map(|(start, end)| {
        // A chapter's heading, with one sign less, ends the page before it and begins none.
        let (code, text) = TEXT[start..end].strip_prefix("## ")?.split_once('\n')?;
        Some(Page { code: code.trim(), text: text.trim() })
    })
}

/// Where the headings of chapters and pages begin. A comment in an example looks like one and is none.
fn headings() -> impl Iterator<Item = usize> {
    let mut at = 0;
    let mut in_example = false;
    TEXT.split_inclusive('\n').filter_map(move |line| {
        let start = at;
        at += line.len();
        in_example ^= line.starts_with("```");
        let is_heading = line.starts_with("# ") || line.starts_with("## ");
        (is_heading && !in_example).then_some(start)
    })
}

/// The page of a code.
pub fn page(code: &str) -> Option<Page> {
    static INDEX: OnceLock<HashMap<&str, Page>> = OnceLock::new();
    INDEX.get_or_init(|| pages().map(|page| (page.code, page)).collect()).get(code).copied()
}
