//! Each rule on a definition that it is about and on one that is nearly so: `tests/data/rules/CODE.bad.yaml` gives this
//! finding and no other, `CODE.good.yaml` gives none at all.

use fieldwright::catalog::{Checked, Content, Input, Options, RULES, Rule, check};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/rules")
}

fn input(name: &str) -> Option<Input> {
    let text = std::fs::read_to_string(folder().join(name)).ok()?;
    Some(Input { path: name.into(), content: Content::Text(text) })
}

/// Rules that comments in a file have, and not the file.
const OF_REPORTS: &[&str] = &["FW181"];

fn checked(rule: &Rule, kind: &str) -> Checked {
    let file = input(&format!("{}.{kind}.yaml", rule.code)).unwrap_or_else(|| panic!("{}.{kind}.yaml", rule.code));
    let objects = input(&format!("{}.objects.yaml", rule.code)).into_iter().collect();
    let argocd = rule.code.starts_with("FW19");
    check(vec![file], &Options { objects, argocd, ..Options::default() })
}

fn told(checked: &Checked) -> Vec<String> {
    let line = |finding: &fieldwright::catalog::Finding| {
        let file = &checked.files[finding.place.file];
        let at = file.source.line_column(finding.place.span.start);
        format!("{}:{}:{} {} {}", file.path, at.line, at.column, finding.rule.code, finding.message)
    };
    checked.findings.iter().map(line).collect()
}

fn tested() -> impl Iterator<Item = &'static &'static Rule> {
    RULES.iter().filter(|rule| !OF_REPORTS.contains(&rule.code))
}

#[test]
fn a_bad_definition_gives_its_finding_and_no_other() {
    for rule in tested() {
        let checked = checked(rule, "bad");
        let told = told(&checked);
        assert!(!told.is_empty(), "{} {} finds nothing", rule.code, rule.name);
        assert!(checked.findings.iter().all(|finding| finding.rule == *rule), "{}: {told:#?}", rule.code);
    }
}

#[test]
fn a_near_miss_gives_none() {
    for rule in tested() {
        let told = told(&checked(rule, "good"));
        assert!(told.is_empty(), "{}: {told:#?}", rule.code);
    }
}

#[test]
fn every_rule_has_its_files_and_every_file_its_rule() {
    let mut files = BTreeSet::new();
    for entry in std::fs::read_dir(folder()).expect("the folder is there") {
        let name = entry.expect("readable").file_name().to_string_lossy().into_owned();
        files.insert(name.split('.').next().unwrap_or_default().to_owned());
    }
    let codes: BTreeSet<String> = tested().map(|rule| rule.code.to_owned()).collect();
    assert_eq!(files, codes);
}

#[test]
fn codes_and_names_are_unique_and_findings_point_into_the_file() {
    let codes: BTreeSet<_> = RULES.iter().map(|rule| rule.code).collect();
    let names: BTreeSet<_> = RULES.iter().map(|rule| rule.name).collect();
    assert_eq!((codes.len(), names.len()), (RULES.len(), RULES.len()));
    assert!(RULES.windows(2).all(|pair| pair[0].code < pair[1].code), "sorted by code");
    for rule in tested() {
        let checked = checked(rule, "bad");
        for finding in &checked.findings {
            let places = std::iter::once(finding.place).chain(finding.related.iter().map(|related| related.place));
            for place in places {
                let text = checked.files[place.file].source.text();
                assert!(text.get(place.span.range()).is_some(), "{}: {:?}", rule.code, place);
            }
            assert!(finding.message.chars().next().is_some_and(|first| !first.is_uppercase()), "{}", finding.message);
            // Three dots stand for a value that is not shown.
            assert!(!finding.message.trim_end_matches("...").ends_with('.'), "{}", finding.message);
            assert!(
                finding.help.is_some() || rule.code == "FW161" || rule.code == "FW133",
                "{} has no help",
                rule.code
            );
        }
    }
}

/// A fix replaces text of the file, and the file with the fix does not have the finding.
#[test]
fn a_fix_mends_its_finding() {
    let mut fixed = BTreeSet::new();
    for rule in tested() {
        let before = checked(rule, "bad");
        for fix in before.findings.iter().filter_map(|finding| finding.fix.as_ref()) {
            let mut text = before.files[0].source.text().to_owned();
            let mut replacements: Vec<_> = fix.replacements.iter().collect();
            replacements.sort_by_key(|replacement| std::cmp::Reverse(replacement.place.span.start));
            for replacement in replacements {
                text.replace_range(replacement.place.span.range(), &replacement.text);
            }
            let objects = input(&format!("{}.objects.yaml", rule.code)).into_iter().collect();
            let input = Input { path: "fixed.yaml".into(), content: Content::Text(text) };
            let after = check(vec![input], &Options { objects, ..Options::default() });
            assert!(after.findings.iter().all(|finding| finding.rule != *rule), "{}: {:#?}", rule.code, told(&after));
            fixed.insert(rule.code);
        }
    }
    for code in ["FW103", "FW107", "FW108", "FW110", "FW131", "FW163", "FW164"] {
        assert!(fixed.contains(code), "{code} has no fix");
    }
}
