//! The report as one JSON object, or a finding a line. The schema stands in `docs/schemas/report.json`.

use super::place::Region;
use super::summary::by_rule;
use super::text::json;
use super::{Report, Summary};
use crate::catalog::{Finding, Fix, Place, Statistics};
use crate::span::{LineColumn, Span};
use serde::Serialize;
use std::collections::BTreeMap;

/// The version of the form. It moves when something is removed or means something else; additions do not move it.
const VERSION: u32 = 1;

/// The report.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Report", deny_unknown_fields))]
pub(super) struct JsonReport<'a> {
    /// The version of this form.
    #[cfg_attr(test, schemars(extend("const" = VERSION)))]
    version: u32,
    /// What wrote it.
    tool: JsonTool,
    /// What was found, in the order of files and places.
    findings: Vec<JsonFinding<'a>>,
    /// The numbers.
    summary: JsonSummary,
    /// The counts of `--statistics`.
    #[serde(skip_serializing_if = "Option::is_none")]
    statistics: Option<JsonStatistics>,
    /// Paths of all files that were checked.
    files: Vec<&'a str>,
}

/// What wrote the report.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Tool", deny_unknown_fields))]
struct JsonTool {
    /// `fieldwright`
    name: &'static str,
    /// Its version.
    version: &'static str,
}

/// One finding.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Finding", deny_unknown_fields))]
pub(super) struct JsonFinding<'a> {
    /// The code of the rule, `FW101`.
    #[cfg_attr(test, schemars(regex(pattern = "^FW[0-9]{3}$")))]
    code: &'static str,
    /// The name of the rule, `not-jq`.
    #[cfg_attr(test, schemars(regex(pattern = "^[a-z][a-z0-9-]*$")))]
    name: &'static str,
    /// How much it weighs: `error`, `warning` or `note`.
    #[cfg_attr(test, schemars(regex(pattern = "^(error|warning|note)$")))]
    severity: &'static str,
    /// What was found.
    message: &'a str,
    /// What the underlined text is, in a few words.
    #[serde(skip_serializing_if = "str::is_empty")]
    #[cfg_attr(test, schemars(default))]
    label: &'a str,
    /// Where.
    #[serde(flatten)]
    place: JsonPlace<'a>,
    /// Definition, component, field: what it speaks of.
    subject: &'a str,
    /// What to write instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'a str>,
    /// Other places that it speaks of.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, schemars(default))]
    related: Vec<JsonRelated<'a>>,
    /// An edit that mends it.
    #[serde(skip_serializing_if = "Option::is_none")]
    fix: Option<JsonFix<'a>>,
    /// Equal for the same fault in another state of the files; unique in the report.
    #[cfg_attr(test, schemars(regex(pattern = "^[0-9a-f]{32}$")))]
    fingerprint: &'a str,
}

/// A stretch of a file.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Place"))]
struct JsonPlace<'a> {
    /// The path of the file, relative to where the check ran, with `/`.
    path: &'a str,
    /// Its bytes.
    span: JsonSpan,
    /// Where it begins.
    start: JsonPosition,
    /// Behind its last character.
    end: JsonPosition,
}

/// Byte offsets, the end exclusive.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Span", deny_unknown_fields))]
struct JsonSpan {
    /// The first byte.
    start: usize,
    /// Behind the last byte.
    end: usize,
}

/// A line and a column; the column counts characters.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Position", deny_unknown_fields))]
struct JsonPosition {
    /// From 1.
    #[cfg_attr(test, schemars(range(min = 1)))]
    line: usize,
    /// From 1.
    #[cfg_attr(test, schemars(range(min = 1)))]
    column: usize,
}

/// Another place of a finding.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Related"))]
struct JsonRelated<'a> {
    /// What it is.
    label: &'a str,
    /// Where.
    #[serde(flatten)]
    place: JsonPlace<'a>,
}

/// An edit that mends a finding.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Fix", deny_unknown_fields))]
struct JsonFix<'a> {
    /// What it does.
    message: &'a str,
    /// Whether `--fix` makes it.
    safe: bool,
    /// The stretches to replace; none overlaps another.
    edits: Vec<JsonEdit<'a>>,
}

/// One stretch to replace.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Edit"))]
struct JsonEdit<'a> {
    /// The new text.
    text: &'a str,
    /// Where.
    #[serde(flatten)]
    place: JsonPlace<'a>,
}

/// How many there are.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Summary", deny_unknown_fields))]
struct JsonSummary {
    /// Files that were checked.
    files: usize,
    /// Findings of weight `error`.
    errors: usize,
    /// Findings of weight `warning`.
    warnings: usize,
    /// Findings of weight `note`.
    notes: usize,
    /// Findings that `--fix` would mend.
    fixable: usize,
    /// Findings that comments in the files hide.
    ignored: usize,
    /// Findings that the baseline hides.
    baseline: usize,
}

/// Expressions by their verdict, findings by their rule.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Statistics", deny_unknown_fields))]
struct JsonStatistics {
    /// Definitions.
    definitions: usize,
    /// The expressions that are counted.
    expressions: usize,
    /// Addresses of one term.
    plain: usize,
    /// Addresses with pipes or parentheses.
    composed: usize,
    /// Formulas.
    formulas: usize,
    /// Expressions that cannot be used.
    invalid: usize,
    /// How often each rule found something.
    by_rule: BTreeMap<&'static str, usize>,
}

impl JsonStatistics {
    fn of(report: &Report<'_>) -> Option<Self> {
        let Statistics { definitions, expressions, plain, composed, formulas, invalid, .. } = report.statistics?;
        Some(Self { definitions, expressions, plain, composed, formulas, invalid, by_rule: by_rule(report) })
    }
}

pub(super) fn write(report: &Report<'_>) -> String {
    let summary = Summary::of(report);
    let whole = JsonReport {
        version: VERSION,
        tool: JsonTool { name: "fieldwright", version: env!("CARGO_PKG_VERSION") },
        findings: findings(report),
        summary: JsonSummary {
            files: summary.files,
            errors: summary.errors,
            warnings: summary.warnings,
            notes: summary.notes,
            fixable: summary.fixable,
            ignored: summary.ignored,
            baseline: summary.baseline,
        },
        statistics: JsonStatistics::of(report),
        files: report.files.iter().map(|file| file.path.as_str()).collect(),
    };
    let text = serde_json::to_string_pretty(&whole).expect("a report has string keys only");
    json(text + "\n")
}

pub(super) fn write_lines(report: &Report<'_>) -> String {
    findings(report)
        .iter()
        .map(|finding| json(serde_json::to_string(finding).expect("a finding has string keys only") + "\n"))
        .collect()
}

fn findings<'a>(report: &Report<'a>) -> Vec<JsonFinding<'a>> {
    report.findings.iter().zip(report.fingerprints).map(|(one, print)| finding(report, one, print)).collect()
}

fn finding<'a>(report: &Report<'a>, finding: &'a Finding, fingerprint: &'a str) -> JsonFinding<'a> {
    let place = |place: Place| JsonPlace::from(report.region(place));
    JsonFinding {
        code: finding.rule.code,
        name: finding.rule.name,
        severity: finding.severity.as_str(),
        message: &finding.message,
        label: &finding.label,
        place: place(finding.place),
        subject: &finding.subject,
        help: finding.help.as_deref(),
        related: finding
            .related
            .iter()
            .map(|related| JsonRelated { label: &related.label, place: place(related.place) })
            .collect(),
        fix: finding.fix.as_ref().map(|fix| self::fix(report, fix)),
        fingerprint,
    }
}

fn fix<'a>(report: &Report<'a>, fix: &'a Fix) -> JsonFix<'a> {
    let edit = |edit: &'a crate::catalog::Replacement| JsonEdit {
        text: &edit.text,
        place: JsonPlace::from(report.edit_region(edit.place)),
    };
    JsonFix { message: &fix.message, safe: fix.is_safe, edits: fix.replacements.iter().map(edit).collect() }
}

impl<'a> From<Region<'a>> for JsonPlace<'a> {
    fn from(region: Region<'a>) -> Self {
        Self { path: region.path, span: region.span.into(), start: region.start.into(), end: region.end.into() }
    }
}

impl From<Span> for JsonSpan {
    fn from(span: Span) -> Self {
        Self { start: span.start, end: span.end }
    }
}

impl From<LineColumn> for JsonPosition {
    fn from(at: LineColumn) -> Self {
        Self { line: at.line, column: at.column }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `FIELDWRIGHT_WRITE_SCHEMAS=1 cargo test --lib report::json` writes it anew.
    #[test]
    fn the_published_schema_is_that_of_the_types() {
        let schema = schemars::schema_for!(JsonReport<'_>);
        crate::report::check_published("report.json", "A report of `fieldwright check --format json`", schema);
    }
}
