//! `check`: judges definitions and catalogs.

use super::error::CliError;
use super::{Answer, CliResult};
use crate::catalog::{self, Checked, Finding, Input, Severity};
use crate::limits::Limits;
use std::io::{self, Write};
use std::path::PathBuf;

/// Check definitions: what can be written, what cannot and why, what is wrong, each with file, line and column
///
/// A folder stands for the YAML and JSON files below it that .gitignore does not name; `-` is standard input. Exit status
/// 1 if something is found that weighs more than a note.
#[derive(Debug, clap::Args)]
pub(super) struct Check {
    /// Files and folders with definitions
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Prove the definitions on the sample objects in a file or folder
    #[arg(long, value_name = "DIR")]
    objects: Vec<PathBuf>,
    /// Prove definitions that have no sample on objects made from their own paths
    #[arg(long)]
    synthesize: bool,
    /// What the files hold
    #[arg(long, value_enum, value_name = "KIND", default_value_t)]
    kind: Kind,
    /// A document that is not a definition is an error
    #[arg(long)]
    strict: bool,
    /// Count the expressions by their verdict
    #[arg(long)]
    statistics: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum Kind {
    /// Definitions of workload kinds
    #[default]
    Definition,
    /// Applications of Argo CD and its settings
    Argocd,
}

impl Check {
    pub(super) fn run(&self) -> CliResult {
        let read = |paths: &[PathBuf]| -> Result<Vec<Input>, CliError> {
            match paths {
                [] => Ok(Vec::new()),
                paths => catalog::read_inputs(paths, catalog::FILE_BYTES).map_err(|error| CliError::new(&error)),
            }
        };
        let inputs = read(&self.paths)?;
        let options = catalog::Options {
            argocd: self.kind == Kind::Argocd,
            strict: self.strict,
            objects: read(&self.objects)?,
            synthesize: self.synthesize,
            kinds: Vec::new(),
            limits: Limits::DEFAULT,
        };
        let checked = catalog::check(inputs, &options);
        // A reader that has seen enough may close the pipe.
        let _ = self.print(&checked, &mut io::stdout().lock());
        let found = checked.findings.iter().any(|finding| finding.severity > Severity::Note);
        Ok(if found { Answer::No } else { Answer::Yes })
    }

    fn print(&self, checked: &Checked, out: &mut impl Write) -> io::Result<()> {
        for finding in &checked.findings {
            writeln!(out, "{}", concise(checked, finding))?;
        }
        if self.statistics {
            let counts = &checked.statistics;
            writeln!(
                out,
                "{} files, {} definitions, {} expressions: {} plain addresses, {} composed addresses, {} formulas, {} invalid",
                counts.files,
                counts.definitions,
                counts.expressions,
                counts.plain,
                counts.composed,
                counts.formulas,
                counts.invalid
            )?;
        }
        Ok(())
    }
}

fn concise(checked: &Checked, finding: &Finding) -> String {
    let file = &checked.files[finding.place.file];
    let at = file.source.line_column(finding.place.span.start);
    let severity = finding.severity.as_str();
    let text =
        format!("{}:{}:{}: {severity}[{}] {}", file.path, at.line, at.column, finding.rule.code, finding.message);
    // The text of a definition must not make lines or colors of its own.
    text.chars().flat_map(|c| if c.is_control() { c.escape_default().collect() } else { vec![c] }).collect()
}
