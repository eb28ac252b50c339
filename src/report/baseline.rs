//! Baselines: findings that were there when the check was introduced, and are not reported again.
//!
//! The file is JSON, sorted, a finding an entry, so that a change of it is a readable difference. Findings are known by
//! their fingerprint; the other members are for people. A SARIF log that an earlier check wrote serves as well.

use super::{Report, sarif};
use crate::diagnostic::{Code, Diagnose, Diagnostic};
use serde_json::{Value, json};
use std::collections::HashSet;

const VERSION: u64 = 1;

/// The fingerprints of known findings.
#[derive(Clone, Debug, Default)]
pub struct Baseline {
    known: HashSet<String>,
}

/// Why a text is not a baseline.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.diagnose().message)]
pub enum BaselineError {
    /// Not JSON: where, as line and column.
    NotJson {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
    },
    /// JSON of another form.
    OtherForm,
    /// A version that is not read.
    OtherVersion {
        /// The version.
        version: u64,
    },
}

impl Baseline {
    /// Reads the text of a baseline, or of a SARIF log with the fingerprints of its findings.
    pub fn parse(text: &str) -> Result<Self, BaselineError> {
        let value: Value = serde_json::from_str(text)
            // Behind the end of a line the reader counts 0.
            .map_err(|error| BaselineError::NotJson { line: error.line().max(1), column: error.column().max(1) })?;
        if let Some(runs) = value.get("runs") {
            return Self::of_sarif(runs);
        }
        match value.get("version").and_then(Value::as_u64) {
            Some(VERSION) => {}
            Some(version) => return Err(BaselineError::OtherVersion { version }),
            None => return Err(BaselineError::OtherForm),
        }
        let findings = value.get("findings").and_then(Value::as_array).ok_or(BaselineError::OtherForm)?;
        let print = |finding: &Value| finding.get("fingerprint").and_then(Value::as_str).map(str::to_owned);
        let known = findings.iter().map(print).collect::<Option<_>>().ok_or(BaselineError::OtherForm)?;
        Ok(Self { known })
    }

    fn of_sarif(runs: &Value) -> Result<Self, BaselineError> {
        let list = |value: Option<&Value>| value.and_then(Value::as_array).cloned().ok_or(BaselineError::OtherForm);
        let mut known = HashSet::new();
        for run in list(Some(runs))? {
            for result in list(run.get("results"))? {
                let prints = result.get("partialFingerprints").and_then(|prints| prints.get(sarif::FINGERPRINT));
                known.insert(prints.and_then(Value::as_str).ok_or(BaselineError::OtherForm)?.to_owned());
            }
        }
        Ok(Self { known })
    }

    /// Whether a finding with this fingerprint is known.
    pub fn knows(&self, fingerprint: &str) -> bool {
        self.known.contains(fingerprint)
    }

    /// How many entries none of these findings has: they were mended, and the baseline can be written anew.
    pub fn stale(&self, fingerprints: &[String]) -> usize {
        let found: HashSet<&String> = fingerprints.iter().collect();
        self.known.iter().filter(|known| !found.contains(known)).count()
    }

    /// The text of a baseline that knows all findings of a report.
    pub fn text_of(report: &Report<'_>) -> String {
        let mut entries: Vec<(&str, &str, &str, &str)> = report
            .findings
            .iter()
            .zip(report.fingerprints)
            .map(|(found, print)| (report.path(found.place.file), found.rule.code, &*found.subject, &**print))
            .collect();
        entries.sort_unstable();
        let entries: Vec<Value> = entries
            .into_iter()
            .map(|(path, code, subject, fingerprint)| {
                json!({"path": path, "code": code, "subject": subject, "fingerprint": fingerprint})
            })
            .collect();
        super::text::json(format!("{:#}\n", json!({"version": VERSION, "findings": entries})))
    }
}

impl Diagnose for BaselineError {
    fn diagnose(&self) -> Diagnostic {
        let wrong = |message: &str| Diagnostic::new(Code::InvalidBaseline, message);
        let help = "write it anew with `--write-baseline`";
        match self {
            Self::NotJson { line, column } => {
                wrong("the baseline is not JSON").fact("line", line).fact("column", column).help(help)
            }
            Self::OtherForm => {
                wrong("the baseline has no `version` and no `findings`, or a finding without its fingerprint")
                    .help(help)
            }
            Self::OtherVersion { version } => wrong(&format!("a baseline of version {version} is not read")).help(help),
        }
    }
}
