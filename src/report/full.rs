//! For people: the message, the line, what is underlined, what to write instead.

use super::summary::statistics;
use super::text::{one_line, path, shown};
use super::{Report, Summary};
use crate::catalog::{Finding, Place, Severity};
use crate::span::{Source, Span};
use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Renderer, Snippet};

/// An excerpt that would be longer is left out; the place is named. One line of JSON can be a whole catalog.
const EXCERPT_BYTES: usize = 16 << 10;

/// Places that are further apart in lines than this have an excerpt each.
const NEAR_LINES: usize = 12;

pub(super) fn write(report: &Report<'_>, color: bool) -> String {
    // Links to code pages would be escapes that a definition's file name is part of.
    let renderer = if color { Renderer::styled().hyperlink(false) } else { Renderer::plain() };
    let mut out = String::new();
    for finding in report.findings {
        out.push_str(&renderer.render(&[group(report, finding)]));
        out.push_str("\n\n");
    }
    out.push_str(&statistics(report));
    out.push_str(&Summary::of(report).line());
    out.push('\n');
    out
}

fn group<'a>(report: &Report<'a>, finding: &'a Finding) -> Group<'a> {
    let level = match finding.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let mut group = Group::with_title(level.primary_title(one_line(&finding.message)).id(finding.rule.code));
    let mut marks = vec![Mark { place: finding.place, label: &finding.label, kind: AnnotationKind::Primary }];
    marks.extend(finding.related.iter().map(|related| Mark {
        place: related.place,
        label: &related.label,
        kind: AnnotationKind::Context,
    }));
    for marks in clusters(report, marks) {
        group = match excerpt(report, &marks) {
            Some(snippet) => group.element(snippet),
            None => marks.iter().fold(group, |group, mark| group.element(origin(report, mark))),
        };
    }
    if let Some(help) = &finding.help {
        group = group.element(Level::HELP.message(one_line(help)));
    }
    if let Some(fix) = finding.fix.as_ref().filter(|fix| fix.is_safe) {
        group = group.element(Level::NOTE.message(format!("`--fix` does this: {}", one_line(&fix.message))));
    }
    group
}

/// Something to underline.
struct Mark<'a> {
    place: Place,
    label: &'a str,
    kind: AnnotationKind,
}

/// The marks that one excerpt shows: those near the first one in its file; then the others, likewise.
fn clusters<'a>(report: &Report<'_>, mut marks: Vec<Mark<'a>>) -> Vec<Vec<Mark<'a>>> {
    let line = |mark: &Mark<'_>| report.region(mark.place).start.line;
    let mut clusters = Vec::new();
    while !marks.is_empty() {
        let (file, first) = (marks[0].place.file, line(&marks[0]));
        let (near, rest): (Vec<_>, Vec<_>) =
            marks.into_iter().partition(|mark| mark.place.file == file && line(mark).abs_diff(first) <= NEAR_LINES);
        clusters.push(near);
        marks = rest;
    }
    clusters
}

fn excerpt<'a>(report: &Report<'a>, marks: &[Mark<'a>]) -> Option<Snippet<'a, Annotation<'a>>> {
    let source = &report.files.get(marks.first()?.place.file)?.source;
    let spans: Vec<Span> = marks.iter().map(|mark| first_line(source, report.region(mark.place).span)).collect();
    let all = spans.iter().copied().reduce(Span::to)?;
    let text = source.text();
    let start = text[..all.start].rfind('\n').map_or(0, |at| at + 1);
    let end = text[all.end..].find('\n').map_or(text.len(), |length| all.end + length);
    if text.is_empty() || end - start > EXCERPT_BYTES {
        return None;
    }
    let (shown, spans) = shown(text, Span::new(start, end), &spans);
    let annotations = marks.iter().zip(spans).map(|(mark, span)| {
        let annotation = mark.kind.span(span.range());
        if mark.label.is_empty() { annotation } else { annotation.label(one_line(mark.label)) }
    });
    let snippet = Snippet::source(shown)
        .fold(false)
        .line_start(source.line_column(start).line)
        .path(path(report.path(marks[0].place.file)))
        .annotations(annotations);
    Some(snippet)
}

/// The part of a span that stands on its first line: a value of many lines is pointed at by that.
fn first_line(source: &Source, span: Span) -> Span {
    let length = span.of(source.text()).find('\n').unwrap_or(span.end - span.start);
    Span::new(span.start, span.start + length)
}

fn origin<'a>(report: &Report<'a>, mark: &Mark<'a>) -> Origin<'a> {
    let region = report.region(mark.place);
    Origin::path(path(region.path)).line(region.start.line).char_column(region.start.column)
}
