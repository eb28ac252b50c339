//! Reading the arguments of a call. A call that begins with the name of a command has that command described and none
//! else: to describe all of them takes longer than a small edit.

use super::{
    Cli, Command, Common, apply, check, components, diff, edit, explain, get, manual, merge, mutate, prune, rule,
    suspend,
};
use clap::{Args, CommandFactory, FromArgMatches, Subcommand};
use std::ffi::OsString;

type Describe = fn(clap::Command) -> clap::Command;

/// Every command by its name; a test compares them with [`Command`].
const COMMANDS: [(&str, Describe); 15] = [
    ("explain", explain::Explain::augment_args),
    ("get", get::Get::augment_args),
    ("edit", edit::Edit::augment_args),
    ("diff", diff::Diff::augment_args),
    ("apply", apply::Apply::augment_args),
    ("merge", merge::Merge::augment_args),
    ("prune", prune::Prune::augment_args),
    ("components", components::Components::augment_args),
    ("mutate", mutate::Mutate::augment_args),
    ("suspend", suspend::Suspend::augment_args),
    ("resume", suspend::Resume::augment_args),
    ("check", check::Check::augment_args),
    ("rule", rule::Rule::augment_args),
    ("completions", manual::Completions::augment_args),
    ("man", manual::Man::augment_args),
];

/// The command that the process was called with, and what all commands take.
pub(super) fn read() -> Result<(Command, Common), clap::Error> {
    let args: Vec<OsString> = std::env::args_os().collect();
    let mut described = describe(args.get(1));
    let matches = described.try_get_matches_from_mut(args)?;
    let read = Command::from_arg_matches(&matches).and_then(|command| Ok((command, Cli::from_arg_matches(&matches)?)));
    read.map(|(command, cli)| (command, cli.common)).map_err(|error| error.format(&mut described))
}

/// The whole command line, for its help, its pages and its completions.
pub(super) fn whole() -> clap::Command {
    Command::augment_subcommands(top())
}

fn describe(first: Option<&OsString>) -> clap::Command {
    let named = first.and_then(|first| COMMANDS.iter().find(|(name, _)| first == name));
    named.map_or_else(whole, |(name, describe)| top().subcommand(describe(clap::Command::new(*name))))
}

fn top() -> clap::Command {
    Cli::command().subcommand_required(true).arg_required_else_help(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_the_same_alone() {
        let mut whole = whole();
        whole.build();
        let names: Vec<_> = whole.get_subcommands().map(|command| command.get_name().to_owned()).collect();
        assert_eq!(names, COMMANDS.map(|(name, _)| name));
        for name in names {
            let mut alone = describe(Some(&OsString::from(&name)));
            alone.build();
            assert_eq!(alone.get_subcommands().count(), 1);
            let help = |command: &mut clap::Command| {
                let found = command.find_subcommand_mut(&name).expect("a command");
                (found.render_long_help().to_string(), found.render_help().to_string(), found.render_version())
            };
            assert_eq!(help(&mut alone), help(&mut whole), "{name}");
        }
    }
}
