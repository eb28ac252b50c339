//! `mutate`: a pod patch through whatever shape the definition has.

use super::CliResult;
use super::edit::WriteArgs;
use super::error::{CliError, Reporter};
use super::input::{ReadArgs, Text};
use super::object::ObjectArgs;
use super::workload::{DefinitionArgs, refused, workload};
use crate::workload::Selection;

/// Change the pods of a component, wherever its kind keeps them
///
/// The patch is a part of a pod template: labels and annotations are merged by key, containers by name (they must exist),
/// other lists as Kubernetes does; `null` deletes. What the definition has no place for is refused before anything is
/// written.
#[derive(Debug, clap::Args)]
pub(super) struct Mutate {
    /// The object (`-` is standard input)
    file: String,
    #[command(flatten)]
    definition: DefinitionArgs,
    /// The component
    #[arg(long, value_name = "NAME")]
    component: String,
    /// An instance of the component, by name; several may be named
    #[arg(long, value_name = "ID", conflicts_with = "all")]
    instance: Vec<String>,
    /// All instances of the component
    #[arg(long)]
    all: bool,
    /// A part of a pod template: JSON, or a file
    #[arg(long, value_name = "JSON|FILE")]
    patch: String,
    #[command(flatten)]
    output: ObjectArgs,
    #[command(flatten)]
    how: WriteArgs,
    #[command(flatten)]
    read: ReadArgs,
}

impl Mutate {
    pub(super) fn run(&self, reporter: &Reporter) -> CliResult {
        let named = [&self.file, &self.patch].into_iter().filter(|path| *path == "-").count();
        if named > 1 {
            return Err(CliError::usage("standard input is named twice", "keep one `-` and put the rest in files"));
        }
        let text = Text::read(&self.file)?;
        let input = self.read.parse(&text)?;
        let index = self.read.index(&input)?;
        let file = self.definition.read(&self.read)?;
        let loaded = file.load(Some(input.root(index)))?;
        let compiled = loaded.compile()?;
        let patch_text = self.patch_text()?;
        let patch = ReadArgs { document: None, ..self.read.clone() }.parse(&patch_text)?;
        let patch_index =
            patch.document.select(None).map_err(|error| CliError::in_file(&error, &patch_text.name, ""))?;
        let workload = workload(&compiled, &input, index, self.definition.options(&compiled, &self.read)?)?;
        let plan = workload
            .component(&self.component)
            .and_then(|component| component.pod_patch(&self.selection(), patch.root(patch_index)))
            .map_err(|error| match error.place_in_patch() {
                Some(place) => patch.error_over((&input, index), patch_index, place, &error),
                None => refused(&input, index, &error),
            })?;
        let schema = workload.schema();
        drop(workload);
        self.output.finish(&self.how, input, index, plan, &schema, reporter)
    }

    fn selection(&self) -> Selection {
        match (self.all, self.instance.is_empty()) {
            (true, _) => Selection::All,
            (false, true) => Selection::Only,
            (false, false) => Selection::Named(self.instance.clone()),
        }
    }

    fn patch_text(&self) -> Result<Text, CliError> {
        match self.patch.trim_start().starts_with(['{', '[', '"']) {
            true => Ok(Text { name: "--patch".into(), text: self.patch.clone() }),
            false => Text::read(&self.patch),
        }
    }
}
