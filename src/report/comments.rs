//! `# fieldwright: ignore[FW103] reason`: comments in a file that hide findings.
//!
//! A comment behind something speaks of its line; one on a line of its own speaks of the next line with content. Where a
//! scalar of several lines begins on that line, its other lines are meant too. Codes and names of rules stand in the
//! brackets, separated by commas; the reason is for people. A comment, or a code in one, that hides nothing is a finding.

use super::Selection;
use super::selection::near;
use crate::catalog::{Finding, Fix, Place, Replacement, Rule, SourceFile, UNUSED_IGNORE};
use crate::document::yaml::{Dialect, Style, YamlStream};
use crate::limits::Limits;
use crate::span::Span;
use std::ops::RangeInclusive;

const MARK: &str = "fieldwright:";

/// What the comments of some files say about findings.
#[derive(Debug, Default)]
pub struct Comments {
    /// For each finding whether a comment in its file hides it.
    pub hides: Vec<bool>,
    /// A finding for each comment, or code in one, that hides nothing.
    pub unused: Vec<Finding>,
}

impl Comments {
    /// Reads the comments of the files and matches them with all that was found. Codes of rules that are not selected
    /// are not said to be unused.
    pub fn read(files: &[SourceFile], findings: &[Finding], rules: &[&'static Rule], selection: &Selection) -> Self {
        let mut comments: Vec<Vec<Comment>> = files.iter().map(|file| read(file.source.text())).collect();
        let hides = findings.iter().map(|finding| {
            let Some(file) = files.get(finding.place.file) else { return false };
            let mut hides = false;
            for comment in &mut comments[finding.place.file] {
                let line = file.source.line_column(finding.place.span.start).line;
                hides |= comment.lines.contains(&line) && comment.takes(finding.rule);
            }
            hides
        });
        let hides = hides.collect();
        let mut unused = Vec::new();
        if selection.takes(UNUSED_IGNORE) {
            for (index, file) in files.iter().enumerate() {
                let text = file.source.text();
                let found = comments[index].iter().flat_map(|comment| comment.unused(index, text, rules, selection));
                unused.extend(found);
            }
        }
        Self { hides, unused }
    }
}

/// One comment.
#[derive(Debug, PartialEq, Eq)]
struct Comment {
    /// From its `#` to the end of its line.
    span: Span,
    /// The lines of which it speaks.
    lines: RangeInclusive<usize>,
    /// What stands in its brackets; `None` where it is not `ignore[...]`.
    codes: Option<Vec<Named>>,
}

/// A code or a name in a comment.
#[derive(Debug, PartialEq, Eq)]
struct Named {
    span: Span,
    text: String,
    used: bool,
}

impl Comment {
    /// Whether it names a rule; remembers that it was of use.
    fn takes(&mut self, rule: &Rule) -> bool {
        let mut takes = false;
        for named in self.codes.iter_mut().flatten() {
            if named.text == rule.code || named.text == rule.name {
                named.used = true;
                takes = true;
            }
        }
        takes
    }

    fn unused(&self, file: usize, text: &str, rules: &[&'static Rule], selection: &Selection) -> Vec<Finding> {
        let finding = |span: Span, message: String, help: String, fix: Option<Fix>| Finding {
            rule: UNUSED_IGNORE,
            severity: UNUSED_IGNORE.severity,
            message,
            label: String::new(),
            place: Place { file, span },
            related: Vec::new(),
            help: Some(help),
            fix,
            subject: self.span.of(text).trim().to_owned(),
        };
        let Some(codes) = &self.codes else {
            let help = "write `# fieldwright: ignore[FW103] reason`".into();
            return vec![finding(self.span, "the comment names no codes in brackets".into(), help, None)];
        };
        let unused: Vec<(&Named, Option<&&Rule>)> = codes
            .iter()
            .filter(|named| !named.used)
            .map(|named| (named, rules.iter().find(|rule| named.text == rule.code || named.text == rule.name)))
            .filter(|(_, rule)| rule.is_none_or(|rule| selection.takes(rule)))
            .collect();
        // The comment may go where nothing in it is of use.
        let removal = (unused.len() == codes.len()).then(|| self.removal(file, text));
        unused
            .into_iter()
            .map(|(named, rule)| match rule {
                Some(_) => {
                    let message = format!("`{}` finds nothing here", named.text);
                    finding(named.span, message, "remove it from the comment".into(), removal.clone())
                }
                None => {
                    let help = match near(&named.text, rules) {
                        Some(near) => format!("did you mean `{near}`"),
                        None => "`fieldwright rule --all` lists the rules".into(),
                    };
                    finding(named.span, format!("there is no rule `{}`", named.text), help, None)
                }
            })
            .collect()
    }

    fn removal(&self, file: usize, text: &str) -> Fix {
        let before = text[..self.span.start].trim_end_matches([' ', '\t']).len();
        let owns_line = before == 0 || text[..before].ends_with('\n');
        let end = match text[self.span.end..].find('\n') {
            Some(length) if owns_line => self.span.end + length + 1,
            _ => self.span.end,
        };
        let place = Place { file, span: Span::new(before, end) };
        Fix {
            message: "remove the comment".into(),
            is_safe: true,
            replacements: vec![Replacement { place, text: String::new() }],
        }
    }
}

/// The comments of a text, in their order. A text that is not YAML has none.
fn read(text: &str) -> Vec<Comment> {
    if !text.contains(MARK) {
        return Vec::new();
    }
    let Ok(stream) = YamlStream::parse_with_duplicates(text, Dialect::Kubernetes, &Limits::DEFAULT) else {
        return Vec::new();
    };
    let mut scalars: Vec<(Style, Span)> = stream.scalars().collect();
    scalars.sort_by_key(|(_, span)| *span);
    let starts: Vec<usize> = line_starts(text);
    text.match_indices(MARK)
        .filter_map(|(at, _)| comment_start(text, at, &scalars).map(|start| (start, at + MARK.len())))
        .map(|(start, rest)| comment(text, start, rest, &starts, &scalars))
        .collect()
}

/// Where the comment begins that has the mark at `at`: a `#` behind white space, outside of scalars.
fn comment_start(text: &str, at: usize, scalars: &[(Style, Span)]) -> Option<usize> {
    let start = text[..at].trim_end_matches([' ', '\t']).strip_suffix('#')?.len();
    let before = text[..start].chars().next_back();
    let in_scalar = scalars[..scalars.partition_point(|(_, span)| span.start <= start)]
        .last()
        .is_some_and(|(style, span)| start < span.end && (!style.is_block() || span_has_break(text, *span, start)));
    (before.is_none_or(|c| c.is_whitespace() || c == '\u{feff}') && !in_scalar).then_some(start)
}

/// Whether a line ends between the beginning of a span and an offset; before that stands the header of a block scalar.
fn span_has_break(text: &str, span: Span, at: usize) -> bool {
    text.get(span.start..at).is_some_and(|part| part.contains(['\n', '\r']))
}

fn comment(text: &str, start: usize, rest: usize, starts: &[usize], scalars: &[(Style, Span)]) -> Comment {
    let length = text[start..].find(['\n', '\r']).unwrap_or(text.len() - start);
    let span = Span::new(start, start + text[start..start + length].trim_end().len());
    let line = line_of(starts, start);
    let owns_line = text[starts[line - 1]..start].trim_matches(['\u{feff}', ' ', '\t']).is_empty();
    let first = if owns_line { next_content(text, starts, line) } else { line };
    let last = scalars
        .iter()
        .filter(|(_, span)| line_of(starts, span.start) == first)
        .map(|(_, span)| line_of(starts, span.start + span.of(text).trim_end().len()))
        .max()
        .unwrap_or(first);
    Comment { span, lines: first..=last.max(first), codes: codes(text, Span::new(rest.min(span.end), span.end)) }
}

/// ` ignore[FW103, not-jq] reason`
fn codes(text: &str, span: Span) -> Option<Vec<Named>> {
    let part = span.of(text);
    let list = part.trim_start().strip_prefix("ignore[")?;
    let list = &list[..list.find(']')?];
    let codes: Vec<Named> = list
        .split(',')
        .map(str::trim)
        .filter(|code| !code.is_empty())
        .map(|code| Named { span: Span::of_part(text, code).unwrap_or(span), text: code.into(), used: false })
        .collect();
    (!codes.is_empty()).then_some(codes)
}

fn line_starts(text: &str) -> Vec<usize> {
    std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect()
}

fn line_of(starts: &[usize], at: usize) -> usize {
    starts.partition_point(|start| *start <= at).max(1)
}

/// The first line behind this one that holds more than a comment.
fn next_content(text: &str, starts: &[usize], line: usize) -> usize {
    (line + 1..=starts.len())
        .find(|line| {
            let end = starts.get(*line).copied().unwrap_or(text.len());
            let content = text[starts[line - 1]..end].trim();
            !content.is_empty() && !content.starts_with('#')
        })
        .unwrap_or(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<(RangeInclusive<usize>, Vec<String>)> {
        let codes = |comment: &Comment| comment.codes.iter().flatten().map(|named| named.text.clone()).collect();
        read(text).iter().map(|comment| (comment.lines.clone(), codes(comment))).collect()
    }

    fn one(lines: RangeInclusive<usize>, codes: &[&str]) -> Vec<(RangeInclusive<usize>, Vec<String>)> {
        vec![(lines, codes.iter().map(ToString::to_string).collect())]
    }

    #[test]
    fn a_comment_speaks_of_its_line_or_of_the_next() {
        assert_eq!(lines("a: 1 # fieldwright: ignore[FW103] why\n"), one(1..=1, &["FW103"]));
        assert_eq!(lines("# fieldwright: ignore[ FW103,not-jq ]\n\n# more\na: 1\n"), one(4..=4, &["FW103", "not-jq"]));
        assert_eq!(lines("a:\r\n  #fieldwright: ignore[x]\r\n  b: 1\r\n"), one(3..=3, &["x"]));
        assert_eq!(lines("a: 1\n# fieldwright: ignore[x]"), one(2..=2, &["x"]));
        assert_eq!(lines("\u{feff}# fieldwright: ignore[x]\na: 1"), one(2..=2, &["x"]));
    }

    #[test]
    fn a_comment_speaks_of_all_lines_of_a_scalar() {
        assert_eq!(lines("# fieldwright: ignore[x]\na: |\n  .b\n  .c\nd: 1\n"), one(2..=4, &["x"]));
        assert_eq!(lines("a: | # fieldwright: ignore[x]\n  .b\nd: 1\n"), one(1..=2, &["x"]));
        assert_eq!(lines("# fieldwright: ignore[x]\na: 'b\n  c'\nd: 1\n"), one(2..=3, &["x"]));
    }

    #[test]
    fn text_in_scalars_is_no_comment() {
        for text in [
            "a: |\n  # fieldwright: ignore[x]\n",
            "a: \"b\n  # fieldwright: ignore[x]\"\n",
            "a: 'b # fieldwright: ignore[x]'\n",
            "a: b# fieldwright: ignore[x]\n",
            "'# fieldwright: ignore[x]': 1\n",
            "a: [\n# fieldwright: ignore[x]\n",
        ] {
            assert_eq!(lines(text), [], "{text}");
        }
    }

    #[test]
    fn what_is_not_an_ignore_has_no_codes() {
        for text in
            ["# fieldwright: ignore", "# fieldwright: ignore[]", "# fieldwright: ignore[a", "# fieldwright: off"]
        {
            assert_eq!(read(text).first().map(|comment| &comment.codes), Some(&None), "{text}");
        }
    }
}
