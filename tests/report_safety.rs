//! Whatever the text of a definition holds, in a report it stays text.

#![cfg(feature = "cli")]

mod common;
#[path = "common/findings.rs"]
mod findings;

use common::baseline_laws;
use common::choices::Choices;

use fieldwright::catalog::{CheckedDefinition, Finding, Fix, Place, Related, Replacement, Severity};
use fieldwright::report::Format;
use fieldwright::span::Span;
use findings::{Catalog, NOT_JQ, REPORT, SARIF, assert_valid, file};
use proptest::prelude::*;

/// What a definition's text would have to smuggle in to steer a terminal or a build service.
const HOSTILE: &[&str] = &[
    "\u{1b}[31m",
    "\u{1b}]0;title\u{7}",
    "\u{9b}2J",
    "\n",
    "\r",
    "\r\n",
    "\u{2028}",
    "\u{202e}",
    "\u{7f}",
    "\0",
    "\u{85}",
    "::error file=x::forged",
    "\n::error::forged",
    "%0A::error::x",
    "##[error]forged",
    "##vso[task.complete]",
    "]]>",
    "\"/><testcase name=\"x\"/>",
    "</failure>",
    "\"",
    "\\",
    "'",
    "&",
    "é",
    "日本",
    "\t",
    "a",
    " ",
    "`",
    "\u{10ffff}",
    "\u{feff}",
];

fn hostile() -> impl Strategy<Value = String> {
    proptest::collection::vec(proptest::sample::select(HOSTILE), 0..6).prop_map(|parts| parts.concat())
}

fn hostile_catalog() -> impl Strategy<Value = Catalog> {
    (hostile(), hostile(), hostile(), hostile(), 0..80usize, 0..20usize).prop_map(
        |(path, text, message, label, start, length)| {
            let place = |file, start, end| Place { file, span: Span::new(start, end) };
            let fix = Fix {
                message: label.clone(),
                is_safe: true,
                replacements: vec![Replacement { place: place(0, start, start + length), text: text.clone() }],
            };
            let finding = Finding {
                rule: &NOT_JQ,
                severity: Severity::Error,
                message: message.clone(),
                label: label.clone(),
                place: place(0, start, start + length),
                related: vec![
                    Related { place: place(0, length, length), label: message.clone() },
                    Related { place: place(9, 5, 2), label: label.clone() },
                ],
                help: Some(text.clone()),
                fix: Some(fix),
                subject: path.clone(),
            };
            let definitions = vec![CheckedDefinition { name: label, place: place(0, 0, 3) }];
            Catalog::new(vec![file(&path, &text)], definitions, vec![finding.clone(), finding])
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// No format lets the text of a definition steer a terminal, begin a line of its own or forge a command.
    #[test]
    fn hostile_text_stays_text(catalog in hostile_catalog()) {
        for format in Format::ALL {
            let out = catalog.write(format);
            for c in out.chars() {
                prop_assert!(c == '\n' || c == '\t' || !c.is_control(), "{format:?} lets {c:?} through: {out:?}");
                prop_assert!(!matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'), "{format:?}: {out:?}");
            }
            prop_assert!(!out.contains("##[") && !out.contains("##vso["), "{format:?}: {out:?}");
            let is_command = |line: &&str| {
                line.trim_start().strip_prefix("::").is_some_and(|rest| rest.starts_with(|c: char| c.is_alphabetic()))
            };
            let commands = out.lines().filter(is_command).count();
            prop_assert_eq!(commands, if format == Format::Github { 2 } else { 0 }, "{:?}: {:?}", format, out);
        }
        prop_assert_eq!(catalog.write(Format::Concise).lines().count(), 2);
        prop_assert_eq!(catalog.write(Format::Github).lines().count(), 2);
        prop_assert_eq!(catalog.write(Format::JsonLines).lines().count(), 2);
        let found = &catalog.json(Format::Json)["findings"][0];
        prop_assert_eq!(found["message"].as_str(), Some(&*catalog.findings[0].message));
    }

    #[test]
    fn hostile_text_keeps_the_forms(catalog in hostile_catalog()) {
        assert_valid(&REPORT, &catalog.json(Format::Json));
        assert_valid(&SARIF, &catalog.json(Format::Sarif));
        let junit = catalog.write(Format::Junit);
        prop_assert_eq!(junit.matches("<testcase ").count(), 2, "{}", junit);
        prop_assert!(catalog.json(Format::Gitlab).as_array().is_some_and(|issues| issues.len() == 2));
    }
}

/// Texts near the forms of a baseline.
fn baseline_like() -> impl Strategy<Value = String> {
    let pieces = vec![
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "1",
        "2",
        "null",
        "\"version\":",
        "\"findings\":",
        "\"fingerprint\":",
        "\"a\"",
        "\"runs\":",
        "\"results\":",
        "\"partialFingerprints\":",
        "\"fieldwright/v1\":",
        "\"version\":1,\"findings\":[{\"fingerprint\":\"b\"}]",
        "{\"runs\":[{\"results\":[",
        "]}]}",
        "{\"partialFingerprints\":{\"fieldwright/v1\":\"c\"}}",
    ];
    proptest::collection::vec(proptest::sample::select(pieces), 0..14).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn any_text_is_a_baseline_or_refused(text in prop_oneof![baseline_like(), any::<String>()]) {
        baseline_laws::any_text(&text);
    }

    #[test]
    fn a_baseline_knows_what_was_found_and_nothing_else(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        baseline_laws::knows_what_was_found(&mut Choices::new(&bytes));
    }
}
