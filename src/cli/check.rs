//! `check`: judges definitions and catalogs.

use super::config::{self, Config};
use super::error::{CliError, Reporter, say};
use super::input::Text;
use super::report::{ReportArgs, Settings, Told};
use super::{Answer, CliResult, output, progress};
use crate::catalog::{self, Checked, Content, Input};
use crate::limits::Limits;
use crate::report::{diff, fix};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Check definitions: what can be written, what cannot and why, what is wrong, each with file, line and column
///
/// A folder stands for the YAML and JSON files below it that .gitignore does not name; `-` is standard input. Exit status
/// 1 if something is found that weighs more than a note (`--fail-level`), 2 if a folder holds nothing to judge.
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
    /// The configuration; without it the `fieldwright.toml` of this folder or the nearest one above
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Read no configuration
    #[arg(long, conflicts_with = "config")]
    no_config: bool,
    #[command(flatten)]
    report: ReportArgs,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum Kind {
    /// Definitions of workload kinds
    #[default]
    Definition,
    /// Applications of Argo CD and its settings
    Argocd,
}

/// Mending one fault can show another; a catalog that is not mended after so many rounds never is.
const FIX_ROUNDS: usize = 10;

impl Check {
    pub(super) fn run(&self, reporter: &Reporter) -> CliResult {
        let config = self.config()?;
        let settings = self.report.settings(&config.check, reporter.color_stdout())?;
        let inputs = read(&self.paths)?;
        let objects = if self.objects.is_empty() { &config.check.objects } else { &self.objects };
        let options = catalog::Options {
            argocd: self.kind == Kind::Argocd,
            strict: self.strict || config.check.strict,
            objects: read(objects)?,
            synthesize: self.synthesize || config.check.synthesize,
            kinds: config.kinds.clone(),
            limits: Limits::DEFAULT,
            done: Arc::default(),
        };
        if self.report.fix || self.report.diff {
            return self.fix(inputs, &options, &settings);
        }
        let checked = check(inputs, &options);
        let answer = settings.report(&checked, &settings.told(&checked))?;
        match answer {
            Answer::Yes if checked.definitions.is_empty() => self.judged_nothing(),
            answer => Ok(answer),
        }
    }

    /// A file that somebody names may be something else: a hook names whatever changed. A folder is named for what it
    /// holds, and a check that judges nothing in it is a mistake in the call.
    fn judged_nothing(&self) -> CliResult {
        let folders: Vec<_> = self.paths.iter().filter(|path| path.is_dir()).collect();
        match folders.is_empty() {
            true => Ok(Answer::Yes),
            false => Err(CliError::new(&catalog::InputError::nothing_judged(&folders))),
        }
    }

    fn config(&self) -> Result<Config, CliError> {
        let found = match &self.config {
            Some(path) => Some(path.clone()),
            None if self.no_config => None,
            None => std::env::current_dir().ok().and_then(|folder| config::find(&folder)),
        };
        let Some(path) = found else { return Ok(Config::default()) };
        let name = path.to_string_lossy();
        let text = Text::read(&name)?;
        let config = Config::parse(&text.text).map_err(|error| CliError::in_file(&error, &name, &text.text))?;
        Ok(config.seen_from(&path))
    }

    /// Makes the safe fixes until there is none left; writes them, or prints what they would change.
    fn fix(&self, inputs: Vec<Input>, options: &catalog::Options, settings: &Settings) -> CliResult {
        let before = texts(&inputs);
        if self.report.fix && before.contains_key("-") {
            let help = "print the fixes with `--diff`, or name a file";
            return Err(CliError::usage("standard input cannot be fixed in place", help));
        }
        let (checked, told, count) = fixed(inputs, &before, options, settings)?;
        let changed: Vec<(&str, &str, &str)> = checked
            .files
            .iter()
            .filter_map(|file| Some((&*file.path, &**before.get(&file.path)?, file.source.text())))
            .filter(|(_, before, after)| before != after)
            .collect();
        if self.report.diff {
            let text: String = changed.iter().map(|(path, before, after)| diff(path, before, after)).collect();
            output::print(&text)?;
            return Ok(if changed.is_empty() || settings.exit_zero() { Answer::Yes } else { Answer::No });
        }
        // What was read is compared with the file again before it is replaced.
        let staged = changed.iter().map(|(path, before, after)| output::stage(Path::new(path), before, [&**after]));
        output::commit(staged.collect::<Result<_, _>>()?, None)?;
        if count > 0 {
            say(&format!("{count} findings were mended in {} files", changed.len()));
        }
        settings.report(&checked, &told)
    }
}

fn read(paths: &[PathBuf]) -> Result<Vec<Input>, CliError> {
    match paths {
        [] => Ok(Vec::new()),
        paths => catalog::read_inputs(paths, catalog::FILE_BYTES).map_err(|error| CliError::new(&error)),
    }
}

fn check(inputs: Vec<Input>, options: &catalog::Options) -> Checked {
    let files = inputs.len();
    progress::watch("files checked", files, &options.done, || catalog::check(inputs, options))
}

fn texts(inputs: &[Input]) -> BTreeMap<String, String> {
    let text = |input: &Input| match &input.content {
        Content::Text(text) => Some((input.path.clone(), text.clone())),
        _ => None,
    };
    inputs.iter().filter_map(text).collect()
}

/// What is left after the safe fixes of the files that may be changed, and how many findings they mended.
fn fixed(
    mut inputs: Vec<Input>,
    may_change: &BTreeMap<String, String>,
    options: &catalog::Options,
    settings: &Settings,
) -> Result<(Checked, Told, usize), CliError> {
    let mut count = 0;
    for _ in 0..FIX_ROUNDS {
        let checked = check(inputs.clone(), options);
        let told = settings.told(&checked);
        let mut made = fix(&checked.files, &told.findings).map_err(|error| CliError::new(&error))?;
        made.retain(|fixed| may_change.contains_key(&checked.files[fixed.file].path));
        if made.is_empty() {
            return Ok((checked, told, count));
        }
        for fixed in made {
            let path = &checked.files[fixed.file].path;
            if let Some(input) = inputs.iter_mut().find(|input| input.path == *path) {
                input.content = Content::Text(fixed.text);
                count += fixed.count;
            }
        }
    }
    let checked = check(inputs, options);
    let told = settings.told(&checked);
    Ok((checked, told, count))
}
