//! `suspend` and `resume`: the definition's actions.

use super::CliResult;
use super::edit::WriteArgs;
use super::error::Reporter;
use super::input::{ReadArgs, Text};
use super::object::ObjectArgs;
use super::workload::{DefinitionArgs, refused, workload};
use crate::workload::SuspendOptions;

/// Suspend a workload as its definition says
#[derive(Debug, clap::Args)]
pub(super) struct Suspend {
    #[command(flatten)]
    args: ActionArgs,
}

/// Resume a workload as its definition says, and restore what suspending replaced
#[derive(Debug, clap::Args)]
pub(super) struct Resume {
    #[command(flatten)]
    args: ActionArgs,
}

#[derive(Debug, clap::Args)]
struct ActionArgs {
    /// The object (`-` is standard input)
    file: String,
    #[command(flatten)]
    definition: DefinitionArgs,
    /// One component; without it, all that can be suspended
    #[arg(long, value_name = "NAME")]
    component: Option<String>,
    /// The annotation that holds the record of what suspending replaces
    #[arg(long, value_name = "ANNOTATION")]
    record: Option<String>,
    #[command(flatten)]
    output: ObjectArgs,
    #[command(flatten)]
    how: WriteArgs,
    #[command(flatten)]
    read: ReadArgs,
}

#[derive(Clone, Copy, PartialEq)]
enum Direction {
    Suspend,
    Resume,
}

impl Suspend {
    pub(super) fn run(&self, reporter: &Reporter) -> CliResult {
        self.args.run(Direction::Suspend, reporter)
    }
}

impl Resume {
    pub(super) fn run(&self, reporter: &Reporter) -> CliResult {
        self.args.run(Direction::Resume, reporter)
    }
}

impl ActionArgs {
    fn run(&self, direction: Direction, reporter: &Reporter) -> CliResult {
        let text = Text::read(&self.file)?;
        let input = self.read.parse(&text)?;
        let index = self.read.index(&input)?;
        let file = self.definition.read(&self.read)?;
        let loaded = file.load(Some(input.root(index)))?;
        let compiled = loaded.compile()?;
        let workload = workload(&compiled, &input, index, self.definition.options(&compiled, &self.read)?)?;
        let options = SuspendOptions { component: self.component.clone(), annotation: self.record.clone() };
        let plan = match direction {
            Direction::Suspend => workload.suspend(&options),
            Direction::Resume => workload.resume(&options),
        };
        let plan = plan.map_err(|error| refused(&input, index, &error))?;
        let schema = workload.schema();
        drop(workload);
        self.output.finish(&self.how, input, index, plan, &schema, reporter)
    }
}
