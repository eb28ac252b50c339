//! New values as text: on one line, over several lines in brackets, or as lines of a block.

use super::layout::{FlowStyle, Layout};
use super::literal::{Below, literal};
use super::quote::{Context, Quotes, string};
use crate::value::Value;

/// A value on one line. `quotes` are those of the value itself if it is a string, or of the strings in it if a list.
pub(super) fn flow(value: &Value, style: &FlowStyle, quotes: Quotes) -> String {
    let mut out = String::new();
    push_flow(&mut out, value, style, quotes, None);
    out
}

/// A value in brackets over several lines; the line that it begins on is indented by `indent`.
pub(super) fn flow_lines(value: &Value, style: &FlowStyle, quotes: Quotes, lines: FlowLines<'_>) -> String {
    let mut out = String::new();
    push_flow(&mut out, value, style, quotes, Some(lines));
    out
}

/// How lines in brackets are indented.
#[derive(Clone, Copy, Debug)]
pub(super) struct FlowLines<'a> {
    pub indent: usize,
    pub step: usize,
    pub newline: &'a str,
}

impl FlowLines<'_> {
    fn deeper(self) -> Self {
        Self { indent: self.indent + self.step, ..self }
    }

    fn push(self, out: &mut String) {
        out.push_str(self.newline);
        out.extend(std::iter::repeat_n(' ', self.indent));
    }
}

fn push_flow(out: &mut String, value: &Value, style: &FlowStyle, quotes: Quotes, lines: Option<FlowLines<'_>>) {
    let inner = lines.map(FlowLines::deeper);
    match value {
        Value::Array(entries) if !entries.is_empty() => {
            out.push('[');
            push_space(out, &style.pad, inner);
            for (at, entry) in entries.iter().enumerate() {
                if at > 0 {
                    out.push(',');
                    push_space(out, &style.comma, inner);
                }
                push_flow(out, entry, style, string_quotes(entry, quotes, style), inner);
            }
            push_space(out, &style.pad, lines);
            out.push(']');
        }
        Value::Object(members) if !members.is_empty() => {
            out.push('{');
            push_space(out, &style.pad, inner);
            for (at, (name, member)) in members.iter().enumerate() {
                if at > 0 {
                    out.push(',');
                    push_space(out, &style.comma, inner);
                }
                out.push_str(&flow_key(name, style));
                push_flow(out, member, style, style.quotes(), inner);
            }
            push_space(out, &style.pad, lines);
            out.push('}');
        }
        _ => out.push_str(&scalar(value, quotes, Context::Brackets)),
    }
}

/// A new line where a container takes several, else white space.
fn push_space(out: &mut String, space: &str, lines: Option<FlowLines<'_>>) {
    match lines {
        Some(lines) => lines.push(out),
        None => out.push_str(space),
    }
}

/// A key in brackets with its colon. Only behind a quoted key may the value follow at once.
pub(super) fn flow_key(name: &str, style: &FlowStyle) -> String {
    let key = string(name, style.quotes(), Context::Brackets);
    let colon = if style.colon.is_empty() && !key.ends_with(['"', '\'']) { " " } else { &style.colon };
    match needs_mark(&key) {
        true => format!("? {key} :{colon}"),
        false => format!("{key}:{colon}"),
    }
}

/// Quotes go from a list to the strings that stand in it directly.
fn string_quotes(entry: &Value, quotes: Quotes, style: &FlowStyle) -> Quotes {
    if entry.as_str().is_some() { quotes } else { style.quotes() }
}

/// A scalar or an empty container on one line.
pub(super) fn scalar(value: &Value, quotes: Quotes, context: Context) -> String {
    match value {
        Value::Null => "null".into(),
        Value::Bool(value) => value.to_string(),
        Value::Number(number) => number.as_str().into(),
        Value::String(text) => string(text, quotes, context),
        Value::Array(_) => "[]".into(),
        Value::Object(_) => "{}".into(),
    }
}

/// A key longer than this needs a `?` before it (YAML 1.2.2, section 7.4.2: 1024 characters, quotes and escapes included).
fn needs_mark(key: &str) -> bool {
    key.len() > 1000
}

/// Whether a value takes more than the line of its key in a block.
pub(super) fn is_filled(value: &Value) -> bool {
    match value {
        Value::Array(entries) => !entries.is_empty(),
        Value::Object(members) => !members.is_empty(),
        _ => false,
    }
}

/// Writes blocks: lines with their indentation, without line breaks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    pub layout: Layout,
    /// The spaces after a dash.
    pub dash: usize,
    /// What follows the lines, as far as a block scalar at their end must know.
    pub below: Below,
}

impl Block {
    /// The entries of a filled container, at a column. `quotes` are those of the strings in a list.
    pub fn lines(&self, value: &Value, column: usize, quotes: Quotes) -> Vec<String> {
        match value {
            Value::Array(entries) => entries.iter().flat_map(|entry| self.item(entry, column, quotes)).collect(),
            Value::Object(members) => {
                members.iter().flat_map(|(name, member)| self.member(name, member, column)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// One entry of a sequence, its dash at a column.
    pub fn item(&self, value: &Value, column: usize, quotes: Quotes) -> Vec<String> {
        let lead = format!("{:column$}-{:dash$}", "", "", dash = self.dash);
        let inner = column + 1 + self.dash;
        if is_filled(value) {
            let nested = Self { dash: 1, ..*self };
            let mut lines = nested.lines(value, inner, Quotes::Free);
            lines[0].replace_range(..inner, &lead);
            return lines;
        }
        self.scalar_lines(&lead, value, inner, quotes)
    }

    /// One entry of a mapping, its key at a column.
    pub fn member(&self, name: &str, value: &Value, column: usize) -> Vec<String> {
        let nested = Self { dash: 1, ..*self };
        let key = string(name, Quotes::Free, Context::Block);
        let marked = needs_mark(&key);
        let mut lines = Vec::new();
        let lead = match marked {
            true => {
                lines.push(format!("{:column$}? {key}", ""));
                format!("{:column$}:", "")
            }
            false => format!("{:column$}{key}:", ""),
        };
        match value {
            Value::Object(_) if is_filled(value) => {
                lines.push(lead);
                lines.extend(nested.lines(value, column + self.layout.step, Quotes::Free));
            }
            Value::Array(_) if is_filled(value) => {
                lines.push(lead);
                let deeper = self.layout.sequence.max(usize::from(marked));
                lines.extend(nested.lines(value, column + deeper, Quotes::Free));
            }
            _ => lines.extend(self.scalar_lines(&format!("{lead} "), value, column + self.layout.step, Quotes::Free)),
        }
        lines
    }

    /// A scalar behind its lead; its text stands at a column if it takes lines.
    fn scalar_lines(&self, lead: &str, value: &Value, column: usize, quotes: Quotes) -> Vec<String> {
        if let Value::String(text) = value
            && quotes == Quotes::Free
            && text.contains('\n')
            && let Some(block) = literal(text, self.below)
        {
            let mut lines = vec![format!("{lead}{}", block.header)];
            lines.extend(indented(&block.lines, column));
            return lines;
        }
        vec![format!("{lead}{}", scalar(value, quotes, Context::Block))]
    }
}

/// Lines moved to a column; empty ones stay empty.
pub(super) fn indented(lines: &[String], column: usize) -> impl Iterator<Item = String> {
    lines.iter().map(move |line| match line.is_empty() {
        true => String::new(),
        false => format!("{:column$}{line}", ""),
    })
}
