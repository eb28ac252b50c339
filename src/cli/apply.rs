//! `apply`: carries out a plan or a patch.

use super::edit::{WriteArgs, Written};
use super::error::CliError;
use super::input::{ReadArgs, Text};
use super::{Answer, CliResult};
use crate::limits::Limits;
use crate::plan::{EditOptions, parse_edits, plan_edits};
use crate::schema::{Attached, Schema};

/// Carry out a plan made by `diff`, `merge` or `prune`
#[derive(Debug, clap::Args)]
pub(super) struct Apply {
    /// The document (`-` is standard input)
    file: String,
    /// A file with the plan
    #[arg(value_name = "PLAN")]
    plan_file: String,
    #[command(flatten)]
    how: WriteArgs,
    #[command(flatten)]
    read: ReadArgs,
}

impl Apply {
    pub(super) fn run(&self) -> CliResult {
        let (text, plan) = (Text::read(&self.file)?, Text::read(&self.plan_file)?);
        let edits = parse_edits(&plan.text, &Limits::DEFAULT)
            .map_err(|error| CliError::in_file(&error, &plan.name, &plan.text))?;
        let input = self.read.parse(&text)?;
        let index = self.read.index(&input)?;
        // A plan says all that it does: nothing is cleared beyond it.
        let schema = Attached::new(Schema::none());
        let options = EditOptions { allow_missing: false, schema: &schema, limits: Limits::DEFAULT };
        let plan = plan_edits(&edits, input.root(index), &options).map_err(|error| input.error_at(index, &error))?;
        self.how.finish(vec![Written::new(input, vec![(index, plan)])?])?;
        Ok(Answer::Yes)
    }
}
