//! The numbers under a report.

use super::Report;
use crate::catalog::Severity;
use std::collections::BTreeMap;

/// How many files and findings there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Files that were checked.
    pub files: usize,
    /// Findings of this weight.
    pub errors: usize,
    /// Findings of this weight.
    pub warnings: usize,
    /// Findings of this weight.
    pub notes: usize,
    /// Findings that a fix without asking would mend.
    pub fixable: usize,
    /// Findings that comments in the files hide.
    pub ignored: usize,
    /// Findings that the baseline hides.
    pub baseline: usize,
}

impl Summary {
    /// Counts a report.
    pub fn of(report: &Report<'_>) -> Self {
        let count = |severity| report.findings.iter().filter(|finding| finding.severity == severity).count();
        Self {
            files: report.files.len(),
            errors: count(Severity::Error),
            warnings: count(Severity::Warning),
            notes: count(Severity::Note),
            fixable: report.findings.iter().filter(|f| f.fix.as_ref().is_some_and(|fix| fix.is_safe)).count(),
            ignored: report.hidden.ignored,
            baseline: report.hidden.baseline,
        }
    }

    /// `3 files: 1 error, 2 warnings (1 fixable with --fix, 4 in the baseline)`
    pub fn line(&self) -> String {
        let found = [(self.errors, "error"), (self.warnings, "warning"), (self.notes, "note")];
        let found: Vec<String> =
            found.into_iter().filter(|(count, _)| *count > 0).map(|(count, word)| counted(count, word)).collect();
        let aside = [
            (self.fixable, "fixable with `--fix`"),
            (self.ignored, "ignored by comments"),
            (self.baseline, "in the baseline"),
        ];
        let aside: Vec<String> =
            aside.into_iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}")).collect();
        let found = if found.is_empty() { "nothing found".into() } else { found.join(", ") };
        let aside = if aside.is_empty() { String::new() } else { format!(" ({})", aside.join(", ")) };
        format!("{}: {found}{aside}", counted(self.files, "file"))
    }
}

/// How often each rule found something, by its code.
pub(super) fn by_rule(report: &Report<'_>) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    report.findings.iter().for_each(|finding| *counts.entry(finding.rule.code).or_insert(0) += 1);
    counts
}

/// The counts for people: findings by their rule, then expressions by their verdict. Empty where they are not told.
pub(super) fn statistics(report: &Report<'_>) -> String {
    let Some(counts) = report.statistics else { return String::new() };
    let mut out = String::new();
    for (code, count) in by_rule(report) {
        let name = report.findings.iter().find(|found| found.rule.code == code).map_or("", |found| found.rule.name);
        out.push_str(&format!("{count:>6}  {code} {name}\n"));
    }
    out.push_str(&format!(
        "{}, {}, {}: {} plain addresses, {} composed addresses, {} formulas, {} invalid\n",
        counted(counts.files, "file"),
        counted(counts.definitions, "definition"),
        counted(counts.expressions, "expression"),
        counts.plain,
        counts.composed,
        counts.formulas,
        counts.invalid
    ));
    out
}

fn counted(count: usize, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}
