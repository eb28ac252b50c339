//! Carrying out the edits that findings carry.
//!
//! A fix is made whole or not at all; of two that touch each other only the first is made (check again for the rest). A
//! text that was read before and cannot be read after its fixes is not given out.

use crate::catalog::{Finding, Place, SourceFile};
use crate::diagnostic::{Code, Diagnose, Diagnostic};
use crate::document::yaml::{Dialect, YamlStream};
use crate::document::{Document, Format, ReadOptions};
use crate::limits::Limits;
use crate::span::Span;
use std::collections::BTreeMap;

/// The new text of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixed {
    /// The index of the file.
    pub file: usize,
    /// The text after the fixes.
    pub text: String,
    /// How many findings it mends.
    pub count: usize,
}

/// The fixes of a file would make it unreadable. None of its fixes is made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.diagnose().message)]
pub struct UnreadableFix {
    /// The path of the file.
    pub path: String,
}

/// Makes the safe fixes of some findings and gives the new texts of the files that change.
pub fn fix(files: &[SourceFile], findings: &[Finding]) -> Result<Vec<Fixed>, UnreadableFix> {
    let mut edits: BTreeMap<usize, Edits<'_>> = BTreeMap::new();
    for fix in findings.iter().filter_map(|finding| finding.fix.as_ref()).filter(|fix| fix.is_safe) {
        let fits = fix.replacements.iter().enumerate().all(|(index, replacement)| {
            let Place { file, span } = replacement.place;
            files.get(file).is_some_and(|file| file.source.text().get(span.range()).is_some())
                && edits.get(&file).is_none_or(|edits| edits.are_clear_of(span))
                && fix.replacements[..index]
                    .iter()
                    .all(|other| other.place.file != file || clear(other.place.span, span))
        });
        if !fits {
            continue;
        }
        for replacement in &fix.replacements {
            edits.entry(replacement.place.file).or_default().spans.insert(replacement.place.span, &replacement.text);
        }
        let mut counted: Vec<usize> = fix.replacements.iter().map(|replacement| replacement.place.file).collect();
        counted.dedup();
        counted.into_iter().for_each(|file| edits.entry(file).or_default().count += 1);
    }
    edits
        .into_iter()
        .filter(|(file, edits)| edits.change(files[*file].source.text()))
        .map(|(file, edits)| {
            let before = files[file].source.text();
            let text = edits.apply(before);
            match is_readable(before) && !is_readable(&text) {
                true => Err(UnreadableFix { path: files[file].path.clone() }),
                false => Ok(Fixed { file, text, count: edits.count }),
            }
        })
        .collect()
}

#[derive(Default)]
struct Edits<'a> {
    spans: BTreeMap<Span, &'a str>,
    count: usize,
}

impl Edits<'_> {
    fn are_clear_of(&self, span: Span) -> bool {
        self.spans.keys().all(|other| clear(*other, span))
    }

    fn change(&self, text: &str) -> bool {
        self.spans.iter().any(|(span, new)| span.of(text) != *new)
    }

    fn apply(&self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        let mut at = 0;
        for (span, new) in &self.spans {
            out.push_str(&text[at..span.start]);
            out.push_str(new);
            at = span.end;
        }
        out.push_str(&text[at..]);
        out
    }
}

/// Two edits that only touch are not clear of each other: their order would matter.
fn clear(a: Span, b: Span) -> bool {
    a.end < b.start || b.end < a.start
}

fn is_readable(text: &str) -> bool {
    let limits = Limits::DEFAULT;
    let options = ReadOptions { format: Format::ByContent, dialect: Dialect::Kubernetes, limits, addresses: None };
    Document::parse(text, &options).is_ok()
        || YamlStream::parse_with_duplicates(text, Dialect::Kubernetes, &limits).is_ok()
}

/// The difference of two texts of a file, as `diff -u` prints it.
pub fn diff(path: &str, before: &str, after: &str) -> String {
    let path = super::text::path(path);
    let difference =
        similar::TextDiff::from_lines(before, after).unified_diff().context_radius(3).header(&path, &path).to_string();
    // Lines of the file, but none that steers the terminal or that a build service takes for a command.
    let mut out = String::with_capacity(difference.len());
    let mut begins = true;
    for (at, c) in difference.char_indices() {
        let is_command = begins && difference[at..].starts_with("::");
        begins = c == '\n' || (begins && c.is_whitespace());
        match c {
            '\n' => out.push(c),
            '\r' if difference[at..].starts_with("\r\n") => out.push(c),
            _ if is_command => out.push('\u{FF1A}'),
            c => out.push(super::text::visible(&difference, at, c)),
        }
    }
    out
}

impl Diagnose for UnreadableFix {
    fn diagnose(&self) -> Diagnostic {
        let message = format!("with its fixes `{}` could not be read again", self.path);
        Diagnostic::new(Code::UnfaithfulEdit, message)
            .help("mend it by hand, and please report the file")
            .fact("file", &self.path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::{Fix, Replacement, Rule, Severity};
    use crate::span::Source;

    static RULE: Rule = Rule { code: "FW110", name: "composed-address", severity: Severity::Note, summary: "" };

    fn finding(is_safe: bool, replacements: &[(usize, usize, &str)]) -> Finding {
        let place = |start, end| Place { file: 0, span: Span::new(start, end) };
        let replacements = replacements
            .iter()
            .map(|(start, end, text)| Replacement { place: place(*start, *end), text: (*text).into() })
            .collect();
        Finding {
            rule: &RULE,
            severity: RULE.severity,
            message: String::new(),
            label: String::new(),
            place: place(0, 1),
            related: Vec::new(),
            help: None,
            fix: Some(Fix { message: String::new(), is_safe, replacements }),
            subject: String::new(),
        }
    }

    fn fixed(text: &str, findings: &[Finding]) -> Result<Option<(String, usize)>, UnreadableFix> {
        let files = [SourceFile { path: "a.yaml".into(), source: Source::new("a.yaml", text) }];
        fix(&files, findings).map(|fixed| fixed.into_iter().next().map(|fixed| (fixed.text, fixed.count)))
    }

    #[test]
    fn safe_fixes_are_made_whole_and_clear_of_each_other() {
        let text = "a: one\nb: two\n";
        let both = finding(true, &[(3, 6, "1"), (10, 13, "2")]);
        assert_eq!(fixed(text, std::slice::from_ref(&both)), Ok(Some(("a: 1\nb: 2\n".into(), 1))));
        // The second touches the first in one place, so none of it is made.
        let touching = finding(true, &[(6, 6, "x"), (0, 1, "c")]);
        assert_eq!(fixed(text, &[both.clone(), touching]), Ok(Some(("a: 1\nb: 2\n".into(), 1))));
        assert_eq!(fixed(text, &[finding(false, &[(3, 6, "1")])]), Ok(None));
        assert_eq!(fixed(text, &[finding(true, &[(3, 6, "1"), (4, 5, "2")])]), Ok(None));
        assert_eq!(fixed(text, &[finding(true, &[(3, 99, "1")])]), Ok(None));
        assert_eq!(fixed(text, &[finding(true, &[(3, 6, "one")])]), Ok(None));
    }

    #[test]
    fn a_text_that_would_not_read_any_more_is_not_given_out() {
        assert_eq!(fixed("a: one\n", &[finding(true, &[(3, 6, "[")])]), Err(UnreadableFix { path: "a.yaml".into() }));
        assert_eq!(fixed("a: [\n", &[finding(true, &[(3, 4, "{")])]), Ok(Some(("a: {\n".into(), 1))));
    }

    #[test]
    fn a_difference_has_no_escapes_and_no_commands() {
        let text = diff("a\u{1b}.yaml", "a: 1\nb: \u{1b}[31m\n", "a: 2\nb: \u{1b}[31m\n");
        assert!(text.starts_with("--- a\\u{1b}.yaml\n+++ a\\u{1b}.yaml\n@@ -1,2 +1,2 @@\n-a: 1\n+a: 2\n"), "{text}");
        assert!(!text.contains('\u{1b}'));
        let text = diff("a", "a: |\n  ::error::x\nb: 1\n", "a: |\n  ::error::x\nb: 2\n");
        assert!(diff("a", "a: 1\r\n", "a: 2\r\n").ends_with("-a: 1\r\n+a: 2\r\n"));
        assert!(text.contains("\n   \u{FF1A}:error::x\n-b: 1\n+b: 2\n"), "{text}");
    }
}
