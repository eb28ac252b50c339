//! SARIF 2.1.0 (OASIS): one run, its rules with their pages, results with fixes and fingerprints.
//!
//! Lines and columns count from 1, columns in characters (`columnKind`); the end column is behind the last character.
//! Paths are relative to `%SRCROOT%`, percent-encoded.

use super::place::Region;
use super::text::json;
use super::{Report, page};
use crate::catalog::{Finding, Fix, Place, Related, Replacement, Rule, Severity};
use serde_json::{Map, Value, json as object};

const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// What the fingerprint of a result is called.
pub(super) const FINGERPRINT: &str = "fieldwright/v1";

pub(super) fn write(report: &Report<'_>) -> String {
    let rules = rules(report);
    let results: Vec<Value> = report
        .findings
        .iter()
        .zip(report.fingerprints)
        .map(|(finding, fingerprint)| result(report, &rules, finding, fingerprint))
        .collect();
    let log = object!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "fieldwright",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules.iter().map(|rule| descriptor(rule)).collect::<Vec<_>>(),
            }},
            "columnKind": "unicodeCodePoints",
            "originalUriBaseIds": {"%SRCROOT%": {"description": {"text": "the folder in which the check ran"}}},
            "artifacts": report.files.iter().map(|file| object!({"location": artifact(&file.path)})).collect::<Vec<_>>(),
            "results": results,
        }],
    });
    json(format!("{log:#}\n"))
}

/// The rules that were asked, and whichever else found something.
fn rules(report: &Report<'_>) -> Vec<&'static Rule> {
    let mut rules = report.rules.to_vec();
    for finding in report.findings {
        if !rules.iter().any(|rule| rule.code == finding.rule.code) {
            rules.push(finding.rule);
        }
    }
    rules
}

fn descriptor(rule: &Rule) -> Value {
    let mut out = object!({
        "id": rule.code,
        "name": rule.name,
        "shortDescription": {"text": rule.summary},
        "defaultConfiguration": {"level": rule.severity.as_str()},
    });
    if let Some(page) = page(rule.code) {
        out["help"] = object!({"text": page.text, "markdown": page.text});
    }
    out
}

fn result(report: &Report<'_>, rules: &[&Rule], finding: &Finding, fingerprint: &str) -> Value {
    let text = match &finding.help {
        Some(help) => format!("{}\nhelp: {help}", finding.message),
        None => finding.message.clone(),
    };
    let mut out = Map::new();
    out.insert("ruleId".into(), finding.rule.code.into());
    out.insert("ruleIndex".into(), rules.iter().position(|rule| rule.code == finding.rule.code).into());
    out.insert("level".into(), level(finding.severity).into());
    out.insert("message".into(), object!({"text": text}));
    out.insert("locations".into(), object!([location(report, finding.place, &finding.label, &finding.subject)]));
    out.insert("partialFingerprints".into(), object!({(FINGERPRINT): fingerprint}));
    if !finding.related.is_empty() {
        let related = finding.related.iter().enumerate().map(|(id, related)| related_location(report, id, related));
        out.insert("relatedLocations".into(), related.collect());
    }
    if let Some(fix) = &finding.fix {
        out.insert("fixes".into(), object!([self::fix(report, fix)]));
    }
    Value::Object(out)
}

const fn level(severity: Severity) -> &'static str {
    severity.as_str()
}

fn location(report: &Report<'_>, place: Place, label: &str, subject: &str) -> Value {
    let region = report.region(place);
    let mut out = object!({"physicalLocation": physical(&region)});
    if !label.is_empty() {
        out["physicalLocation"]["region"]["message"] = object!({"text": label});
    }
    if !subject.is_empty() {
        out["logicalLocations"] = object!([{"fullyQualifiedName": subject}]);
    }
    out
}

fn related_location(report: &Report<'_>, id: usize, related: &Related) -> Value {
    let mut out = object!({"id": id, "physicalLocation": physical(&report.region(related.place))});
    if !related.label.is_empty() {
        out["message"] = object!({"text": related.label});
    }
    out
}

fn physical(region: &Region<'_>) -> Value {
    object!({"artifactLocation": artifact(region.path), "region": lines(region)})
}

fn lines(region: &Region<'_>) -> Value {
    object!({
        "startLine": region.start.line,
        "startColumn": region.start.column,
        "endLine": region.end.line,
        "endColumn": region.end.column,
    })
}

fn artifact(path: &str) -> Value {
    match path.starts_with('/') {
        true => object!({"uri": format!("file://{}", uri(path))}),
        false => object!({"uri": uri(path), "uriBaseId": "%SRCROOT%"}),
    }
}

/// A path as a relative reference of RFC 3986: everything but unreserved characters and `/` is percent-encoded.
fn uri(path: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
    path.bytes().map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}

fn fix(report: &Report<'_>, fix: &Fix) -> Value {
    let mut changes: Vec<(usize, Vec<Value>)> = Vec::new();
    for Replacement { place, text } in &fix.replacements {
        let region = report.edit_region(*place);
        let replacement = object!({"deletedRegion": lines(&region), "insertedContent": {"text": text}});
        match changes.iter_mut().find(|(file, _)| *file == place.file) {
            Some((_, replacements)) => replacements.push(replacement),
            None => changes.push((place.file, vec![replacement])),
        }
    }
    let changes: Vec<Value> = changes
        .into_iter()
        .map(|(file, replacements)| {
            object!({"artifactLocation": artifact(report.path(file)), "replacements": replacements})
        })
        .collect();
    object!({"description": {"text": fix.message}, "artifactChanges": changes})
}
