//! `merge`: lays an override over a base.

use super::CliResult;
use super::diff::single_place;
use super::edit::WriteArgs;
use super::input::{ReadArgs, Text};
use super::schema::SchemaArgs;
use crate::location::Location;

/// Merge an override over a document: objects by key, keyed lists by their keys, `null` deletes
///
/// A member of a choice that the override sets clears the others. The directives of a Kubernetes strategic merge patch
/// (`$patch`, `$retainKeys`, ...) are followed.
#[derive(Debug, clap::Args)]
pub(super) struct Merge {
    /// The document (`-` is standard input)
    base: String,
    /// The override
    #[arg(value_name = "OVERRIDE")]
    over: String,
    /// Merge into what stands at this place
    #[arg(long, value_name = "ADDRESS")]
    at: Option<String>,
    #[command(flatten)]
    how: WriteArgs,
    #[command(flatten)]
    schema: SchemaArgs,
    #[command(flatten)]
    read: ReadArgs,
}

impl Merge {
    pub(super) fn run(&self) -> CliResult {
        let (base, over) = (Text::read(&self.base)?, Text::read(&self.over)?);
        let input = self.read.parse(&base)?;
        let index = self.read.index(&input)?;
        let over = ReadArgs { document: None, ..self.read.clone() }.parse(&over)?;
        let over_index = over.document.select(None).map_err(|error| over.error_at(0, &error))?;
        let root = input.root(index);
        let loaded = self.schema.load()?;
        let attached = self.schema.attach(&loaded, root)?;
        let (base, place) = match &self.at {
            None => (root, Location::root()),
            Some(text) => single_place(text, root).map_err(|error| error.within(&input, index))?,
        };
        let plan = crate::merge::merge_at(&place, base, over.root(over_index), &attached)
            .map_err(|error| input.error_at(index, &error))?;
        self.how.finish_one(input, index, plan, &attached)
    }
}
