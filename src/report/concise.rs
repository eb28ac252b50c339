//! One line for each finding: `path:line:column: severity[code] message`.

use super::Report;
use super::summary::statistics;
use super::text::{one_line, path};

pub(super) fn write(report: &Report<'_>) -> String {
    let mut out = String::new();
    for finding in report.findings {
        let region = report.region(finding.place);
        out.push_str(&format!(
            "{}:{}:{}: {}[{}] {}\n",
            path(region.path),
            region.start.line,
            region.start.column,
            finding.severity.as_str(),
            finding.rule.code,
            one_line(&finding.message),
        ));
    }
    out.push_str(&statistics(report));
    out
}
