//! `completions` and `man`: what clap makes of the command line.

use super::{Answer, CliResult, call, output};

/// Print a completion script for a shell
#[derive(Debug, clap::Args)]
pub(super) struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: clap_complete::Shell,
}

impl Completions {
    pub(super) fn run(&self) -> CliResult {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut call::whole(), "fieldwright", &mut script);
        output::print_bytes(&script)?;
        Ok(Answer::Yes)
    }
}

/// Print the manual page (roff), or one of a subcommand
#[derive(Debug, clap::Args)]
pub(super) struct Man {
    /// A subcommand; without one the page of the whole tool
    #[arg(value_name = "COMMAND")]
    name: Option<String>,
}

impl Man {
    pub(super) fn run(&self) -> CliResult {
        let mut command = call::whole();
        command.build();
        if let Some(name) = &self.name {
            let found = command.find_subcommand(name).cloned();
            command = found.ok_or_else(|| {
                super::CliError::usage(format!("there is no command `{name}`"), "see `fieldwright --help`")
            })?;
        }
        let mut page = Vec::new();
        clap_mangen::Man::new(command).render(&mut page).expect("a vector takes any bytes");
        output::print_bytes(&page)?;
        Ok(Answer::Yes)
    }
}
