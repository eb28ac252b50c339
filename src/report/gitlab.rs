//! The code quality report of GitLab: a JSON list.

use super::Report;
use super::text::{json, one_line};
use crate::catalog::Severity;
use serde_json::json as object;

pub(super) fn write(report: &Report<'_>) -> String {
    let issues: Vec<_> = report
        .findings
        .iter()
        .zip(report.fingerprints)
        .map(|(finding, fingerprint)| {
            let region = report.region(finding.place);
            object!({
                "check_name": finding.rule.code,
                "description": format!("{} [{}]", one_line(&finding.message), finding.rule.name),
                "fingerprint": fingerprint,
                "severity": severity(finding.severity),
                "location": {
                    "path": region.path,
                    "lines": {"begin": region.start.line, "end": region.end.line},
                },
            })
        })
        .collect();
    json(format!("{:#}\n", serde_json::Value::from(issues)))
}

const fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Note => "info",
        Severity::Warning => "minor",
        Severity::Error => "major",
    }
}
