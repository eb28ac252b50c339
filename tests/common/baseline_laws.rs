//! Laws of baselines: any text is read or refused, and what was written knows what was found and nothing else.

use super::choices::Choices;
use fieldwright::catalog::{Finding, Place, Rule, Severity, SourceFile};
use fieldwright::diagnostic::{Code, Diagnose};
use fieldwright::report::{Baseline, Format, Hidden, Report, fingerprints};
use fieldwright::span::{Source, Span};
use serde_json::Value;
use std::collections::BTreeSet;

static RULES: &[Rule] = &[
    Rule { code: "FW101", name: "not-jq", severity: Severity::Error, summary: "an expression is not jq" },
    Rule { code: "FW135", name: "duplicate-name", severity: Severity::Warning, summary: "two things have one name" },
];

/// Pieces of what stands in a report, hostile ones among them.
const PIECES: &[&str] =
    &["a", "b", ".spec[", "\"", "\\", "\n", "\u{1b}[31m", "::error::", "é", "\u{2028}", " ", "日", "{", "/"];

/// The fingerprints that a baseline or a SARIF log lists, as another reader finds them.
fn listed(text: &str) -> Option<BTreeSet<String>> {
    let value: Value = serde_json::from_str(text).ok()?;
    let (findings, pointer) = match value.get("runs") {
        Some(runs) => {
            let results = |run: &Value| run["results"].as_array().cloned();
            let all: Option<Vec<_>> = runs.as_array()?.iter().map(results).collect();
            (all?.concat(), "/partialFingerprints/fieldwright~1v1")
        }
        None if value["version"].as_u64() == Some(1) => (value["findings"].as_array()?.clone(), "/fingerprint"),
        None => return None,
    };
    findings.iter().map(|finding| finding.pointer(pointer)?.as_str().map(str::to_owned)).collect()
}

/// Any text is a baseline that knows what it lists, or is refused with its code.
pub fn any_text(text: &str) {
    match (Baseline::parse(text), listed(text)) {
        (Ok(baseline), Some(listed)) => {
            assert!(listed.iter().all(|print| baseline.knows(print)), "{text}");
            assert_eq!(baseline.stale(&[]), listed.len(), "{text}");
            assert_eq!(baseline.stale(&Vec::from_iter(listed)), 0, "{text}");
        }
        (Err(error), None) => {
            let told = error.diagnose();
            assert_eq!(told.code, Code::InvalidBaseline);
            assert!(told.help.is_some() && !told.message.contains(char::is_control), "{told:?}");
        }
        (read, listed) => panic!("read as {read:?}, which lists {listed:?}: {text}"),
    }
}

fn findings(choices: &mut Choices<'_>) -> (Vec<SourceFile>, Vec<Finding>) {
    let files: Vec<SourceFile> = (0..1 + choices.below(3))
        .map(|_| {
            let path = choices.text_of(PIECES, 3);
            SourceFile { source: Source::new(path.clone(), choices.text_of(PIECES, 12)), path }
        })
        .collect();
    let findings = (0..choices.below(8))
        .map(|_| {
            let file = choices.below(files.len());
            let text = files[file].source.text();
            let bounds: Vec<usize> = (0..=text.len()).filter(|at| text.is_char_boundary(*at)).collect();
            let (a, b) = (choices.pick(&bounds), choices.pick(&bounds));
            let rule = &RULES[choices.below(RULES.len())];
            Finding {
                rule,
                severity: rule.severity,
                message: choices.text_of(PIECES, 4),
                label: String::new(),
                place: Place { file, span: Span::new(a.min(b), a.max(b)) },
                related: Vec::new(),
                help: None,
                fix: None,
                subject: choices.text_of(PIECES, 2),
            }
        })
        .collect();
    (files, findings)
}

/// A baseline of a report, and the report's SARIF log, know each finding of it; one that is mended is stale.
pub fn knows_what_was_found(choices: &mut Choices<'_>) {
    let (files, findings) = findings(choices);
    let prints = fingerprints(&files, &findings);
    let report = Report {
        files: &files,
        definitions: &[],
        findings: &findings,
        fingerprints: &prints,
        rules: &[],
        hidden: Hidden::default(),
        fail_level: None,
        statistics: None,
    };
    let text = Baseline::text_of(&report);
    assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{text:?}");
    for text in [text.clone(), report.write(Format::Sarif, false)] {
        any_text(&text);
        let baseline = Baseline::parse(&text).expect("what was written can be read");
        assert!(prints.iter().all(|print| baseline.knows(print)), "{text}");
        assert!(!baseline.knows("") && !baseline.knows("0"), "{text}");
        if let Some((_, others)) = prints.split_first() {
            assert_eq!(baseline.stale(others), 1, "{text}");
        }
    }
    let order = |text: &str| serde_json::from_str::<Value>(text).expect("JSON")["findings"].as_array().map(Vec::len);
    assert_eq!(order(&text), Some(findings.len()));
    let reversed: Vec<Finding> = findings.iter().rev().cloned().collect();
    let reversed_prints: Vec<String> = prints.iter().rev().cloned().collect();
    let again = Report { findings: &reversed, fingerprints: &reversed_prints, ..report };
    assert_eq!(Baseline::text_of(&again), text, "the order of findings does not count");
}
