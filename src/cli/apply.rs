//! `apply`: carries out a plan or a patch.

use super::CliResult;
use super::edit::WriteArgs;
use super::error::Reporter;
use super::form::{PatchType, read_plan};
use super::input::{ReadArgs, Text};
use super::object::ObjectArgs;
use super::schema::SchemaArgs;

/// Carry out a plan made by `diff`, `edit --plan`, `merge` or `prune`, or a patch
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  fieldwright diff a.json b.json -o json > plan.json; fieldwright apply a.json plan.json
  fieldwright apply -i deployment.yaml patch.json                  # a JSON Patch
  fieldwright apply deployment.yaml patch.yaml --type strategic")]
pub(super) struct Apply {
    /// The document (`-` is standard input)
    file: String,
    /// A file with the plan (plan language or JSON) or the patch (JSON or YAML); `-` is standard input
    #[arg(value_name = "PLAN")]
    plan_file: String,
    /// What the file holds
    #[arg(long = "type", value_enum, value_name = "TYPE", default_value_t)]
    patch_type: PatchType,
    #[command(flatten)]
    output: ObjectArgs,
    #[command(flatten)]
    how: WriteArgs,
    #[command(flatten)]
    schema: SchemaArgs,
    #[command(flatten)]
    read: ReadArgs,
}

impl Apply {
    pub(super) fn run(&self, reporter: &Reporter) -> CliResult {
        Text::check_one_stdin(&[&self.file, &self.plan_file])?;
        let (text, plan) = (Text::read(&self.file)?, Text::read(&self.plan_file)?);
        let input = self.read.parse(&text)?;
        let index = self.read.index(&input)?;
        let loaded = self.schema.load()?;
        let attached = self.schema.attach(&loaded, input.root(index))?;
        let plan = read_plan(&plan, self.patch_type, &input, index, &attached)?;
        self.output.finish_one(&self.how, input, index, plan, &attached, reporter)
    }
}
