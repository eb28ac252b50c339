//! `apply`: carries out a plan or a patch.

use super::CliResult;
use super::edit::WriteArgs;
use super::form::{PatchType, read_plan};
use super::input::{ReadArgs, Text};
use super::schema::SchemaArgs;

/// Carry out a plan made by `diff`, `merge` or `prune`, or a patch
#[derive(Debug, clap::Args)]
pub(super) struct Apply {
    /// The document (`-` is standard input)
    file: String,
    /// A file with the plan (plan language or JSON) or the JSON Patch
    #[arg(value_name = "PLAN")]
    plan_file: String,
    /// What the file holds
    #[arg(long = "type", value_enum, value_name = "TYPE", default_value_t)]
    patch_type: PatchType,
    #[command(flatten)]
    how: WriteArgs,
    #[command(flatten)]
    schema: SchemaArgs,
    #[command(flatten)]
    read: ReadArgs,
}

impl Apply {
    pub(super) fn run(&self) -> CliResult {
        let (text, plan) = (Text::read(&self.file)?, Text::read(&self.plan_file)?);
        let input = self.read.parse(&text)?;
        let index = self.read.index(&input)?;
        let loaded = self.schema.load()?;
        let attached = self.schema.attach(&loaded, input.root(index))?;
        let plan = read_plan(&plan, self.patch_type, &input, index, &attached)?;
        self.how.finish_one(input, index, plan, &attached)
    }
}
