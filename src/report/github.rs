//! Workflow commands of GitHub: one annotation for each finding.
//!
//! The format is that of the runner's toolkit: in a value `%`, carriage return and line feed are escaped, in a property
//! also `:` and `,`. No text of a definition can therefore end its command or begin another.

use super::Report;
use super::text::one_line;
use crate::catalog::Severity;

pub(super) fn write(report: &Report<'_>) -> String {
    let mut out = String::new();
    for finding in report.findings {
        let region = report.region(finding.place);
        let title = format!("{} {}", finding.rule.code, finding.rule.name);
        let mut message = one_line(&finding.message).into_owned();
        if let Some(help) = &finding.help {
            message.push_str(&format!("\nhelp: {}", one_line(help)));
        }
        out.push_str(&format!(
            "::{} title={},file={},line={},col={},endLine={},endColumn={}::{}\n",
            command(finding.severity),
            property(&title),
            property(&one_line(region.path)),
            region.start.line,
            region.start.column,
            region.end.line,
            region.end.column,
            value(&message),
        ));
    }
    out
}

const fn command(severity: Severity) -> &'static str {
    match severity {
        Severity::Note => "notice",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}

fn value(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    value(text).replace(':', "%3A").replace(',', "%2C")
}
