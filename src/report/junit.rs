//! JUnit XML: a suite for each file, a failed case for each finding, a passing one for each clean definition.

use super::Report;
use super::text::one_line;
use crate::catalog::{CheckedDefinition, Finding};
use quick_junit::{NonSuccessKind, Report as Suites, TestCase, TestCaseStatus, TestSuite};
use std::ops::Range;

pub(super) fn write(report: &Report<'_>) -> String {
    let mut suites = Suites::new("fieldwright");
    for (index, file) in report.files.iter().enumerate() {
        let path = one_line(&file.path);
        let mut suite = TestSuite::new(path.as_ref());
        let findings: Vec<_> = report.findings.iter().filter(|finding| finding.place.file == index).collect();
        for (definition, span) in stretches(report, index) {
            if !findings.iter().any(|found| span.contains(&found.place.span.start)) {
                suite.add_test_case(named(&one_line(&definition.name), &path, TestCaseStatus::success()));
            }
        }
        suite.add_test_cases(findings.iter().map(|finding| case(report, finding, &path)));
        if suite.test_cases.is_empty() {
            suite.add_test_case(named("readable", &path, TestCaseStatus::success()));
        }
        suites.add_test_suite(suite);
    }
    // What is written is text without control characters: the writer has nothing to refuse.
    suites.to_string().unwrap_or_default()
}

/// The definitions of a file, each with the offsets up to the next one: a finding belongs to the one that it follows.
fn stretches<'a>(report: &Report<'a>, file: usize) -> Vec<(&'a CheckedDefinition, Range<usize>)> {
    let all: Vec<_> = report.definitions.iter().filter(|definition| definition.place.file == file).collect();
    let start = |index: usize| all.get(index).map_or(usize::MAX, |definition| definition.place.span.start);
    let from = |index: usize| if index == 0 { 0 } else { start(index) };
    all.iter().enumerate().map(|(index, definition)| (*definition, from(index)..start(index + 1))).collect()
}

/// A finding that does not fail the check is a passing case that says so in its output.
fn case(report: &Report<'_>, finding: &Finding, path: &str) -> TestCase {
    let region = report.region(finding.place);
    let name = format!("{} {} at {}:{}", finding.rule.code, finding.rule.name, region.start.line, region.start.column);
    let severity = finding.severity.as_str();
    let mut text = format!(
        "{path}:{}:{}: {severity}[{}] {}",
        region.start.line,
        region.start.column,
        finding.rule.code,
        one_line(&finding.message)
    );
    if let Some(help) = &finding.help {
        text.push_str(&format!("\nhelp: {}", one_line(help)));
    }
    if !report.fails(finding) {
        let mut case = named(&name, path, TestCaseStatus::success());
        case.set_system_out(text);
        return case;
    }
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
    status.set_type(severity).set_message(one_line(&finding.message).as_ref()).set_description(text);
    named(&name, path, status)
}

fn named(name: &str, path: &str, status: TestCaseStatus) -> TestCase {
    let mut case = TestCase::new(name, status);
    case.set_classname(path);
    case
}
