//! Findings as text, for people and for the services that read them.
//!
//! Rules speak of bytes of a file; lines and columns are found here, last. Both count from 1, columns in characters.
//! What is reported is chosen before: by codes ([`Selection`]), by comments in the files ([`Comments`]), by a
//! [`Baseline`]. [`fix`] carries out the edits that findings carry.
//!
//! A report depends on its findings alone: no time, no machine, no order of threads. Nothing in a report lets the text of
//! a definition steer a terminal, end a line or speak to a build service (see `text.rs`).

mod baseline;
mod comments;
mod concise;
mod fingerprint;
mod fix;
mod full;
mod github;
mod gitlab;
mod json;
mod junit;
mod pages;
mod place;
mod sarif;
mod selection;
mod summary;
pub(crate) mod text;

pub use baseline::{Baseline, BaselineError};
pub use comments::Comments;
pub use fingerprint::fingerprints;
pub use fix::{Fixed, UnreadableFix, diff, fix};
pub use pages::{Page, page, pages};
pub use selection::{Selection, UnknownRule};
pub use summary::Summary;

use crate::catalog::{CheckedDefinition, Finding, Rule, Severity, SourceFile, Statistics};

/// What a check found, with all that a report says about it.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    /// The files that were checked, clean ones included.
    pub files: &'a [SourceFile],
    /// The definitions in them, for the formats that list what is clean.
    pub definitions: &'a [CheckedDefinition],
    /// What was found, in the order of the report.
    pub findings: &'a [Finding],
    /// The fingerprint of each finding; see [`fingerprints`].
    pub fingerprints: &'a [String],
    /// Every rule that was asked, for the formats that list them.
    pub rules: &'a [&'static Rule],
    /// How many findings were left out.
    pub hidden: Hidden,
    /// The weight from which a finding fails the check; `None` where none does.
    pub fail_level: Option<Severity>,
    /// The counts of expressions, where they are told.
    pub statistics: Option<Statistics>,
}

/// Findings that are not in the report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hidden {
    /// By a comment in the file.
    pub ignored: usize,
    /// By the baseline.
    pub baseline: usize,
}

impl<'a> Report<'a> {
    /// Whether a finding makes the check fail.
    pub fn fails(&self, finding: &Finding) -> bool {
        self.fail_level.is_some_and(|level| finding.severity >= level)
    }

    /// Writes the report. The colors are those of the `full` format; the others have none.
    pub fn write(&self, format: Format, color: bool) -> String {
        match format {
            Format::Full => full::write(self, color),
            Format::Concise => concise::write(self),
            Format::Json => json::write(self),
            Format::JsonLines => json::write_lines(self),
            Format::Sarif => sarif::write(self),
            Format::Junit => junit::write(self),
            Format::Github => github::write(self),
            Format::Gitlab => gitlab::write(self),
        }
    }

    fn path(&self, file: usize) -> &'a str {
        self.files.get(file).map_or("", |file| &file.path)
    }
}

/// How a report is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// The source line, what is underlined, help; for people
    Full,
    /// One line for each finding
    Concise,
    /// One JSON object, see `docs/schemas/report.json`
    Json,
    /// One JSON object a line for each finding
    JsonLines,
    /// SARIF 2.1.0
    Sarif,
    /// JUnit XML
    Junit,
    /// Workflow commands of GitHub
    Github,
    /// Code quality report of GitLab
    Gitlab,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 8] =
        [Self::Full, Self::Concise, Self::Json, Self::JsonLines, Self::Sarif, Self::Junit, Self::Github, Self::Gitlab];

    /// The name on the command line.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Concise => "concise",
            Self::Json => "json",
            Self::JsonLines => "json-lines",
            Self::Sarif => "sarif",
            Self::Junit => "junit",
            Self::Github => "github",
            Self::Gitlab => "gitlab",
        }
    }

    /// The format of a name.
    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.as_str() == name)
    }
}

/// Compares a schema with the published file, or writes that file where the environment asks for it.
#[cfg(test)]
pub(crate) fn check_published(name: &str, title: &str, mut schema: schemars::Schema) {
    schema.insert("title".into(), title.into());
    let text = format!("{:#}\n", schema.to_value());
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/schemas").join(name);
    if std::env::var_os("FIELDWRIGHT_WRITE_SCHEMAS").is_some() {
        std::fs::write(&path, &text).expect("writable");
    }
    let published = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(published, text, "docs/schemas/{name} is not the schema of the types");
}
