//! From what a check found to what is told about it: rules chosen, findings hidden, fixes made, reports written.

use super::config::{CheckConfig, FailLevel};
use super::error::CliError;
use super::input::Text;
use super::output::{self, print};
use super::{Answer, CliResult};
use crate::catalog::{Checked, Finding, RULES};
use crate::report::{self, Baseline, Comments, Format, Hidden, Report, Selection};
use std::path::PathBuf;

#[derive(Clone, Debug, Default, clap::Args)]
pub(super) struct ReportArgs {
    /// How to report, `full` if nothing is said: full, concise, json, json-lines, sarif, junit, github, gitlab; to
    /// standard output or into a file. May be given several times
    #[arg(long, value_name = "FORMAT[=FILE]")]
    format: Vec<String>,
    /// The weight from which a finding makes the exit status 1; warning, if nothing is said
    #[arg(long, value_enum, value_name = "LEVEL")]
    fail_level: Option<FailLevel>,
    /// Report these rules only: codes, names, beginnings of codes, or `all`
    #[arg(long, value_name = "RULE", value_delimiter = ',')]
    select: Vec<String>,
    /// Do not report these rules
    #[arg(long, value_name = "RULE", value_delimiter = ',')]
    ignore: Vec<String>,
    /// Exit with status 0, whatever is found
    #[arg(long)]
    exit_zero: bool,
    /// Count the expressions by their verdict and the findings by their rule
    #[arg(long)]
    statistics: bool,
    /// Do not report the findings that this file knows: a baseline, or a SARIF log of an earlier check
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// Write all that is found into the baseline
    #[arg(long)]
    write_baseline: bool,
    /// Make the fixes that change nothing in what the files mean
    #[arg(long)]
    pub(super) fix: bool,
    /// Print these fixes as a difference and write nothing
    #[arg(long)]
    pub(super) diff: bool,
}

/// What is asked for, by flags and configuration together.
pub(super) struct Settings {
    outputs: Vec<(Format, Option<PathBuf>)>,
    selection: Selection,
    fail_level: FailLevel,
    baseline: Option<PathBuf>,
    known: Baseline,
    write_baseline: bool,
    statistics: bool,
    exit_zero: bool,
    color: bool,
}

/// The findings that are told, after all that hides some.
pub(super) struct Told {
    pub(super) findings: Vec<Finding>,
    fingerprints: Vec<String>,
    hidden: Hidden,
    stale: usize,
}

impl ReportArgs {
    /// The settings: each flag goes before what the configuration says.
    pub(super) fn settings(&self, config: &CheckConfig, color: bool) -> Result<Settings, CliError> {
        let or = |flag: &[String], config: &[String]| if flag.is_empty() { config.to_vec() } else { flag.to_vec() };
        let formats = or(&self.format, &config.format);
        let outputs = match formats.is_empty() {
            true => vec![(Format::Full, None)],
            false => formats.iter().map(|text| output_of(text)).collect::<Result<_, _>>()?,
        };
        if outputs.iter().filter(|(_, file)| file.is_none()).count() > 1 {
            let help = "write `--format FORMAT=FILE` for all but one of them";
            return Err(CliError::usage("several reports go to standard output", help));
        }
        let baseline = self.baseline.clone().or_else(|| config.baseline.clone());
        if self.write_baseline && baseline.is_none() {
            return Err(CliError::usage("there is no baseline to write", "name it with `--baseline FILE`"));
        }
        let known = match &baseline {
            Some(path) if !self.write_baseline => read_baseline(&path.to_string_lossy())?,
            _ => Baseline::default(),
        };
        let ignored = self.ignore.iter().chain(&config.ignore).cloned();
        let selection =
            Selection::new(or(&self.select, &config.select), ignored, RULES).map_err(|error| CliError::new(&error))?;
        Ok(Settings {
            outputs,
            selection,
            fail_level: self.fail_level.or(config.fail_level).unwrap_or(FailLevel::Warning),
            baseline,
            known,
            write_baseline: self.write_baseline,
            statistics: self.statistics,
            exit_zero: self.exit_zero,
            color,
        })
    }
}

fn output_of(text: &str) -> Result<(Format, Option<PathBuf>), CliError> {
    let (name, file) = match text.split_once('=') {
        Some((name, file)) => (name, Some(PathBuf::from(file))),
        None => (text, None),
    };
    let names = Format::ALL.map(Format::as_str);
    let Some(format) = Format::of(name) else {
        let help = match crate::near::nearest(name, names) {
            Some(near) => format!("did you mean `{near}`"),
            None => format!("the formats are {}", names.join(", ")),
        };
        return Err(CliError::usage(format!("there is no format `{name}`"), &help));
    };
    match file {
        Some(file) if file.as_os_str().is_empty() => {
            Err(CliError::usage(format!("`{text}` names no file"), "write `--format FORMAT=FILE`"))
        }
        file => Ok((format, file)),
    }
}

fn read_baseline(path: &str) -> Result<Baseline, CliError> {
    let text = Text::read(path)?;
    Baseline::parse(&text.text).map_err(|error| CliError::in_file(&error, path, ""))
}

impl Settings {
    /// The findings to tell: those of the rules that are asked, without the ones that comments and the baseline hide.
    pub(super) fn told(&self, checked: &Checked) -> Told {
        let comments = Comments::read(&checked.files, &checked.findings, RULES, &self.selection);
        let mut findings = checked.findings.clone();
        findings.extend(comments.unused);
        // Of all that there is, so that what is hidden does not change the others.
        let fingerprints = report::fingerprints(&checked.files, &findings);
        let stale = self.known.stale(&fingerprints);
        let mut hidden = Hidden::default();
        let mut told: Vec<(Finding, String)> = Vec::new();
        for (index, (finding, print)) in findings.into_iter().zip(fingerprints).enumerate() {
            if !self.selection.takes(finding.rule) {
            } else if comments.hides.get(index).is_some_and(|hides| *hides) {
                hidden.ignored += 1;
            } else if self.known.knows(&print) {
                hidden.baseline += 1;
            } else {
                told.push((finding, print));
            }
        }
        told.sort_by(|(a, _), (b, _)| (a.place, a.rule.code).cmp(&(b.place, b.rule.code)));
        let (findings, fingerprints) = told.into_iter().unzip();
        Told { findings, fingerprints, hidden, stale }
    }

    /// Writes the reports; the answer is no where a finding weighs enough.
    pub(super) fn report(&self, checked: &Checked, told: &Told) -> CliResult {
        let report = Report {
            files: &checked.files,
            definitions: &checked.definitions,
            findings: &told.findings,
            fingerprints: &told.fingerprints,
            rules: RULES,
            hidden: told.hidden,
            fail_level: self.fail_level.severity(),
            statistics: self.statistics.then_some(checked.statistics),
        };
        if let (true, Some(path)) = (self.write_baseline, &self.baseline) {
            output::write_new(path, Baseline::text_of(&report).as_bytes())?;
            print(&format!("{} findings are in the baseline now\n", told.findings.len()))?;
            return Ok(Answer::Yes);
        }
        for (format, file) in &self.outputs {
            match file {
                Some(path) => output::write_new(path, report.write(*format, false).as_bytes())?,
                None => print(&report.write(*format, self.color))?,
            }
        }
        if told.stale > 0 {
            super::error::say(&format!(
                "{} entries of the baseline were not found again; `--write-baseline` removes them",
                told.stale
            ));
        }
        let fails = !self.exit_zero && told.findings.iter().any(|finding| report.fails(finding));
        Ok(if fails { Answer::No } else { Answer::Yes })
    }

    pub(super) fn exit_zero(&self) -> bool {
        self.exit_zero
    }
}
