//! The command line. Each subcommand has a file of its own; this one holds what they share.
//!
//! Reports go to standard output, errors and progress to standard error. Exit status: 0 done and clean, 1 the answer
//! is no, 2 bad usage or bad input.

mod apply;
mod call;
mod check;
mod components;
mod config;
mod diff;
mod edit;
mod error;
mod explain;
mod form;
mod get;
mod input;
mod manual;
mod merge;
mod mutate;
mod object;
mod output;
mod progress;
mod prune;
mod report;
mod rule;
mod schema;
mod secrets;
mod suspend;
mod workload;

use clap::{Parser, Subcommand, ValueEnum};
use error::{CliError, Reporter};
use std::process::ExitCode;

/// What a command answers: done (exit status 0), or no (1). Errors are apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    Yes,
    No,
}

impl Answer {
    fn and(self, other: Self) -> Self {
        if self == Self::Yes { other } else { self }
    }
}

type CliResult = Result<Answer, CliError>;

/// Write fields, not objects.
///
/// Judges path expressions, turns edits into a plan of per-field assignments, and carries it out on JSON or YAML text
/// with every other byte unchanged, or refuses with nothing touched.
#[derive(Debug, Parser)]
#[command(
    name = "fieldwright",
    version,
    propagate_version = true,
    disable_help_subcommand = true,
    max_term_width = 100
)]
#[command(after_help = "\
Exit status: 0 done and clean, 1 the answer is no (refused, a difference, a finding), 2 bad usage or input.
Errors go to standard error; `--error-format json` or FIELDWRIGHT_ERROR_FORMAT=json makes them JSON.")]
struct Cli {
    #[command(flatten)]
    common: Common,
}

#[derive(Debug, clap::Args)]
struct Common {
    /// How errors are printed on standard error
    #[arg(long, global = true, value_enum, value_name = "FORMAT", default_value_t, env = "FIELDWRIGHT_ERROR_FORMAT")]
    error_format: ErrorFormat,
    /// When to use colors
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t)]
    color: Color,
    /// Let errors show the data of Secrets, the values of environments and what a failing formula found
    #[arg(long, global = true)]
    show_values: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum ErrorFormat {
    /// For people
    #[default]
    Text,
    /// One JSON object a line
    Json,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Color {
    /// On a terminal, unless NO_COLOR is set
    #[default]
    Auto,
    Always,
    Never,
}

#[derive(Debug, Subcommand)]
enum Command {
    Explain(explain::Explain),
    Get(get::Get),
    Edit(edit::Edit),
    Diff(diff::Diff),
    Apply(apply::Apply),
    Merge(merge::Merge),
    Prune(prune::Prune),
    Components(components::Components),
    Mutate(mutate::Mutate),
    Suspend(suspend::Suspend),
    Resume(suspend::Resume),
    Check(check::Check),
    Rule(rule::Rule),
    Completions(manual::Completions),
    Man(manual::Man),
}

/// Runs the command that the process was called with.
pub fn main() -> ExitCode {
    let (command, common) = match call::read() {
        Ok(call) => call,
        Err(usage) => return error::report_usage(&usage),
    };
    let reporter = Reporter::new(common.error_format, common.color, common.show_values);
    let result = match command {
        Command::Explain(command) => command.run(&reporter),
        Command::Get(command) => command.run(),
        Command::Edit(command) => command.run(&reporter),
        Command::Diff(command) => command.run(),
        Command::Apply(command) => command.run(&reporter),
        Command::Merge(command) => command.run(&reporter),
        Command::Prune(command) => command.run(&reporter),
        Command::Components(command) => command.run(&reporter),
        Command::Mutate(command) => command.run(&reporter),
        Command::Suspend(command) => command.run(&reporter),
        Command::Resume(command) => command.run(&reporter),
        Command::Check(command) => command.run(&reporter),
        Command::Rule(command) => command.run(),
        Command::Completions(command) => command.run(),
        Command::Man(command) => command.run(),
    };
    match result {
        Ok(Answer::Yes) => ExitCode::SUCCESS,
        Ok(Answer::No) => ExitCode::from(1),
        Err(error) => reporter.report(&error),
    }
}
