//! Errors on standard error, for people or as one JSON object a line.

use super::{Color, ErrorFormat, secrets};
use crate::diagnostic::{Code, Diagnose, Diagnostic};
use crate::report::text;
use crate::span::Span;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use serde_json::{Map, Value as Serde, json};
use std::io::{IsTerminal, Write};
use std::process::ExitCode;

/// An error as a command ends with it, with the text that it points into.
#[derive(Debug)]
pub(super) struct CliError {
    pub(super) diagnostic: Box<Diagnostic>,
    source: Option<Box<Excerpt>>,
}

impl From<Diagnostic> for CliError {
    fn from(diagnostic: Diagnostic) -> Self {
        Self { diagnostic: Box::new(diagnostic), source: None }
    }
}

/// A part of a named text.
#[derive(Clone, Debug)]
pub(super) struct Excerpt {
    name: String,
    text: String,
    /// The same bytes without what is secret.
    veiled: String,
    span: Span,
}

/// A file longer than this is named with line and column and not shown.
const SHOWN_BYTES: usize = 1 << 20;

impl CliError {
    pub(super) fn new(error: &impl Diagnose) -> Self {
        error.diagnose().into()
    }

    /// An error that speaks of an expression or an edit.
    pub(super) fn in_expression(error: &impl Diagnose, text: &str) -> Self {
        let mut diagnostic = error.diagnose();
        diagnostic.expression.get_or_insert_with(|| text.to_owned());
        diagnostic.into()
    }

    /// An error that speaks of a part of a file, by its span.
    pub(super) fn in_file(error: &impl Diagnose, name: &str, text: &str) -> Self {
        let diagnostic = error.diagnose().fact("file", name);
        let span = diagnostic.span;
        Self::from(diagnostic).pointing(name, text, span)
    }

    /// Points into a text that could not be read.
    pub(super) fn pointing(self, name: &str, text: &str, span: Option<Span>) -> Self {
        self.pointing_into(name, text, span, || secrets::veil_unread(text))
    }

    /// Points into a text: line and column, and the lines themselves where they are shown.
    pub(super) fn pointing_into(
        mut self,
        name: &str,
        text: &str,
        span: Option<Span>,
        veiled: impl FnOnce() -> String,
    ) -> Self {
        let Some(span) = span.filter(|_| !text.is_empty()) else { return self };
        if !self.diagnostic.facts.iter().any(|(name, _)| *name == "line") {
            let place = crate::span::line_column(text, span.start);
            self.diagnostic.facts.push(("line", place.line.to_string()));
            self.diagnostic.facts.push(("column", place.column.to_string()));
        }
        if text.len() <= SHOWN_BYTES {
            self.source =
                Some(Box::new(Excerpt { name: name.to_owned(), text: text.to_owned(), veiled: veiled(), span }));
        }
        self
    }

    pub(super) fn io(what: &str, path: &str, error: &std::io::Error) -> Self {
        let message = format!("cannot {what} `{path}`: {}", lower_first(&error.to_string()));
        Diagnostic::new(Code::Io, message).fact("file", path).into()
    }

    pub(super) fn usage(message: impl Into<String>, help: &str) -> Self {
        Diagnostic::new(Code::Usage, message).help(help).into()
    }

    fn exit(&self) -> ExitCode {
        ExitCode::from(if self.diagnostic.code.is_bad_input() { 2 } else { 1 })
    }
}

fn lower_first(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_lowercase().chain(chars).collect()).unwrap_or_default()
}

/// Where and how errors and warnings are printed.
pub(super) struct Reporter {
    format: ErrorFormat,
    color: bool,
    color_stdout: bool,
    show_values: bool,
}

impl Reporter {
    pub(super) fn new(format: ErrorFormat, color: Color, show_values: bool) -> Self {
        Self {
            format,
            color: wants_color(color, std::io::stderr().is_terminal()),
            color_stdout: wants_color(color, std::io::stdout().is_terminal()),
            show_values,
        }
    }

    /// Whether standard output takes colors.
    pub(super) fn color_stdout(&self) -> bool {
        self.color_stdout
    }

    /// Prints an error and gives the exit status.
    pub(super) fn report(&self, error: &CliError) -> ExitCode {
        self.print("error", Level::ERROR, error);
        error.exit()
    }

    /// Prints a warning; the exit status stays what it is.
    pub(super) fn warn(&self, warning: &impl Diagnose) {
        self.print("warning", Level::WARNING, &CliError::new(warning));
    }

    /// Prints a note: something that was done and not asked for in so many words.
    pub(super) fn note(&self, note: &impl Diagnose) {
        self.print("note", Level::NOTE, &CliError::new(note));
    }

    fn print(&self, severity: &str, level: Level<'static>, error: &CliError) {
        let (diagnostic, source) = self.shown(error);
        let text = match self.format {
            ErrorFormat::Json => {
                let mut object = to_json(&diagnostic);
                if severity != "error" {
                    object.insert("severity".into(), severity.into());
                }
                text::json(Serde::Object(object).to_string())
            }
            ErrorFormat::Text => render(level, diagnostic.code.as_str(), &diagnostic, source.as_ref(), self.color),
        };
        // Where standard error is closed nobody can be told.
        let _ = writeln!(std::io::stderr(), "{text}");
    }
}

impl Reporter {
    /// An error as it may be shown: without secret values, unless they are asked for.
    fn shown(&self, error: &CliError) -> (Diagnostic, Option<Excerpt>) {
        let (mut diagnostic, mut source) = ((*error.diagnostic).clone(), error.source.as_deref().cloned());
        if self.show_values {
            diagnostic.message = diagnostic.revealing.take().unwrap_or(diagnostic.message);
            return (diagnostic, source);
        }
        diagnostic.expression = diagnostic.expression.map(|text| secrets::veil_edit(&text));
        for (_, edit) in diagnostic.facts.iter_mut().filter(|(name, _)| *name == "edit") {
            *edit = secrets::veil_edit(edit);
        }
        if let Some(source) = &mut source {
            source.text = std::mem::take(&mut source.veiled);
        }
        (diagnostic, source)
    }
}

/// A word to the person at the terminal, beside the report.
pub(super) fn say(text: &str) {
    // Where standard error is closed nobody can be told.
    let _ = writeln!(std::io::stderr(), "{}", text::one_line(text));
}

/// `--color`, the terminal and NO_COLOR (no-color.org) together.
pub(super) fn wants_color(color: Color, is_terminal: bool) -> bool {
    match color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => is_terminal && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
    }
}

/// A usage error of clap: help and version are no errors.
pub(super) fn report_usage(usage: &clap::Error) -> ExitCode {
    let wants_json = std::env::var("FIELDWRIGHT_ERROR_FORMAT").is_ok_and(|format| format == "json")
        || std::env::args().any(|arg| arg == "--error-format=json")
        || std::env::args().zip(std::env::args().skip(1)).any(|(a, b)| a == "--error-format" && b == "json");
    if usage.use_stderr() && wants_json {
        let text = usage.render().to_string();
        let message = text.lines().next().unwrap_or_default().trim_start_matches("error: ");
        let rest = text.lines().skip(1).map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("; ");
        let _ = writeln!(std::io::stderr(), "{}", json!({"code": "usage", "message": message, "help": rest}));
        return ExitCode::from(2);
    }
    let _ = usage.print();
    ExitCode::from(if usage.use_stderr() { 2 } else { 0 })
}

/// The diagnostic as machines read it; spans are byte offsets.
pub(super) fn to_json(diagnostic: &Diagnostic) -> Map<String, Serde> {
    let mut out = Map::new();
    out.insert("code".into(), diagnostic.code.as_str().into());
    out.insert("message".into(), diagnostic.message.as_str().into());
    if let Some(expression) = &diagnostic.expression {
        out.insert("expression".into(), expression.as_str().into());
    }
    if let Some(span) = diagnostic.span {
        out.insert("span".into(), json!({"start": span.start, "end": span.end}));
    }
    if let Some(location) = &diagnostic.location {
        out.insert("location".into(), location.to_string().into());
    }
    if let Some(other) = &diagnostic.other {
        out.insert("other_location".into(), other.to_string().into());
    }
    for (name, value) in &diagnostic.facts {
        let number = matches!(*name, "line" | "column").then(|| value.parse::<u64>().ok()).flatten();
        out.insert((*name).into(), number.map_or_else(|| value.as_str().into(), Serde::from));
    }
    if let Some(help) = &diagnostic.help {
        out.insert("help".into(), help.as_str().into());
    }
    out
}

/// The diagnostic as people read it: the line, what is underlined, what to write instead.
pub(super) fn render(
    level: Level<'static>,
    id: &str,
    diagnostic: &Diagnostic,
    source: Option<&Excerpt>,
    color: bool,
) -> String {
    let title = level.primary_title(text::one_line(&diagnostic.message).into_owned()).id(id);
    let mut group = Group::with_title(title);
    if let (Some(expression), Some(span)) = (&diagnostic.expression, diagnostic.span) {
        group = group.element(snippet(expression, span));
    } else if let Some(excerpt) = source {
        group = group.element(snippet(&excerpt.text, excerpt.span).path(text::one_line(&excerpt.name).into_owned()));
    } else if let Some(origin) = origin(diagnostic) {
        group = group.element(origin);
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(text::one_line(help).into_owned()));
    }
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    renderer.render(&[group]).to_string()
}

/// File, line and column, where the lines themselves are not shown.
fn origin(diagnostic: &Diagnostic) -> Option<Origin<'static>> {
    let fact = |name: &str| diagnostic.facts.iter().find(|(fact, _)| *fact == name).map(|(_, value)| value);
    let origin = Origin::path(text::one_line(fact("file")?).into_owned());
    let number = |name| fact(name).and_then(|value| value.parse().ok());
    Some(match (number("line"), number("column")) {
        (Some(line), Some(column)) => origin.line(line).char_column(column),
        _ => origin,
    })
}

fn snippet(text: &str, span: Span) -> Snippet<'static, annotate_snippets::Annotation<'static>> {
    let text = &secrets::tamed(text);
    let mut span = char_span(text, span.range());
    // The end of a text is shown behind its last line, not on the empty one that follows.
    let shown = text.trim_end_matches(['\n', '\r']).len();
    if span.start > shown {
        span = shown..shown;
    }
    // A value of many lines is pointed at by its first one.
    let first_line = text[span.clone()].find('\n').map_or(span.end, |length| span.start + length);
    let (shown, spans) = text::shown(text, Span::new(0, text.len()), &[Span::new(span.start, first_line)]);
    Snippet::source(shown).annotation(AnnotationKind::Primary.span(spans[0].range()))
}

/// A span inside the text that begins and ends between characters.
fn char_span(text: &str, span: std::ops::Range<usize>) -> std::ops::Range<usize> {
    let floor = |at: usize| (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let start = floor(span.start);
    start..floor(span.end).max(start)
}
