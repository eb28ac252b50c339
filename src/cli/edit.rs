//! `edit`: carries out edits in plan language.

use super::error::{CliError, Reporter};
use super::form::{PlanForm, print_plan};
use super::input::{Input, ReadArgs, Text};
use super::object::ObjectArgs;
use super::output::{Staged, commit, print, stage};
use super::schema::{Loaded, SchemaArgs};
use super::{Answer, CliResult};
use crate::diagnostic::{Code, Diagnose, Diagnostic};
use crate::document::json::Spliced;
use crate::expression::Address;
use crate::limits::Limits;
use crate::location::Location;
use crate::plan::{
    Cause, Edit as PlanEdit, EditError, EditOptions, Plan, parse_edits, plan_edits, violations_of_written,
};
use crate::schema::Attached;
use crate::value::{Kind, Node, Value};
use std::io::Write;
use std::path::Path;

/// Write fields: carry out edits on a document, or refuse with nothing touched
///
/// An EDIT is `ADDRESS = JSON`, `del(ADDRESS)` or `LIST[i:i] = [JSON, ...]` (insert before entry i), several joined by
/// `|`. All edits refer to the document before the write. `[]` means every entry; a keyed entry is
/// `(.list[] | select(.name == "x") | .field)`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  fieldwright edit pod.json '.metadata.labels.team = \"ml\"'
  fieldwright edit -i deployment.yaml '.spec.replicas = 3' 'del(.metadata.annotations.old)'
  fieldwright edit pod.yaml '(.spec.containers[] | select(.name == \"main\") | .image) = \"app:2\"'
  fieldwright edit -i -e '.metadata.labels.env = \"prod\"' a.yaml b.yaml     # several files, all or nothing
  fieldwright edit -i --all-documents rendered.yaml '.metadata.namespace = \"x\"'
  fieldwright edit deployment.yaml -o json '.spec.replicas = 3'             # YAML in, JSON out
  fieldwright edit pod.json --plan=json-patch 'del(.spec.nodeName)'")]
pub(super) struct Edit {
    /// The document (`-` is standard input); with `-e` all arguments are documents
    #[arg(value_name = "FILE", required = true)]
    file: String,
    /// The edits; with `-e` further documents
    #[arg(value_name = "EDIT", allow_hyphen_values = false)]
    rest: Vec<String>,
    /// An edit, where the arguments are all documents
    #[arg(short = 'e', long = "edit", value_name = "EDIT")]
    edits: Vec<String>,
    #[command(flatten)]
    output: ObjectArgs,
    #[command(flatten)]
    how: WriteArgs,
    /// Make the edits in every document of a stream; a plan is that of one document
    #[arg(long, conflicts_with_all = ["document", "plan"])]
    all_documents: bool,
    /// Pass over an address that matches nothing
    #[arg(long)]
    allow_missing: bool,
    #[command(flatten)]
    schema: SchemaArgs,
    #[command(flatten)]
    read: ReadArgs,
}

/// Where the result of a write goes.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct WriteArgs {
    /// Write the file in place, all or nothing
    #[arg(short, long)]
    pub(super) in_place: bool,
    /// Keep a copy of the old file beside it, with this suffix [without one: .bak]; needs -i
    #[arg(long, value_name = "SUFFIX", num_args = 0..=1, default_missing_value = ".bak", require_equals = true)]
    #[arg(requires = "in_place")]
    pub(super) backup: Option<String>,
    /// Print the plan instead of the document, in plan language or in another form
    #[arg(long, value_enum, value_name = "FORM", num_args = 0..=1, default_missing_value = "jq", require_equals = true)]
    #[arg(conflicts_with = "in_place")]
    pub(super) plan: Option<PlanForm>,
}

impl Edit {
    pub(super) fn run(&self, reporter: &Reporter) -> CliResult {
        self.check_order()?;
        let (files, texts) = self.files_and_edits()?;
        let edits = read_edits(&texts)?;
        let schema = self.schema.load()?;
        let addresses: Vec<Address<'_>> =
            edits.iter().map(|edit| edit.address.clone()).chain(SchemaArgs::reads()).collect();
        let sources = files.iter().map(|file| Text::read(file)).collect::<Result<Vec<_>, _>>()?;
        let mut results = Vec::with_capacity(files.len());
        for source in &sources {
            let input = self.read.parse_for(source, Some(&addresses))?;
            results.push(self.edit_one(input, &edits, &texts, &schema, reporter)?);
        }
        self.output.finish_all(&self.how, results)
    }

    /// Whoever comes from jq or yq writes the edit first.
    fn check_order(&self) -> Result<(), CliError> {
        let is_file = |name: &String| Path::new(name).is_file();
        let misplaced = self.edits.is_empty() && !is_file(&self.file) && self.file != "-";
        match self.rest.iter().find(|name| is_file(name)) {
            Some(file) if misplaced => Err(CliError::usage(
                format!("`{}` is not a file, `{file}` is", self.file),
                "the document comes first, then the edits",
            )),
            Some(file) if self.edits.is_empty() => Err(CliError::usage(
                format!("`{file}` stands where an edit is wanted, and is a file"),
                "for several documents write `-i -e EDIT FILE...`",
            )),
            _ => Ok(()),
        }
    }

    fn files_and_edits(&self) -> Result<(Vec<String>, Vec<String>), CliError> {
        let all = || std::iter::once(self.file.clone()).chain(self.rest.iter().cloned()).collect::<Vec<_>>();
        let (files, edits) = match self.edits.is_empty() {
            true => (vec![self.file.clone()], self.rest.clone()),
            false => (all(), self.edits.clone()),
        };
        if edits.is_empty() {
            return Err(CliError::usage("there is no edit", "write `fieldwright edit FILE '.a.b = 1'`"));
        }
        if files.len() > 1 && !self.how.in_place {
            return Err(CliError::usage(
                "several documents are edited in place only",
                "add `-i`, or name one document",
            ));
        }
        let paths: Vec<_> = files.iter().filter_map(|file| Path::new(file).canonicalize().ok()).collect();
        if let Some(at) = (1..paths.len()).find(|at| paths[..*at].contains(&paths[*at])) {
            return Err(CliError::usage(format!("`{}` is named twice", files[at]), "name each document once"));
        }
        Ok((files, edits))
    }

    fn edit_one<'t>(
        &self,
        input: Input<'t>,
        edits: &[PlanEdit<'_>],
        texts: &[String],
        schema: &Loaded,
        reporter: &Reporter,
    ) -> Result<Written<'t>, CliError> {
        let indexes = match self.all_documents {
            // What a template left empty is no object, and must not become one.
            true => (0..input.document.count()).filter(|index| input.root(*index).kind() != Kind::Null).collect(),
            false => vec![self.read.index(&input)?],
        };
        let mut plans = Vec::with_capacity(indexes.len());
        for index in indexes {
            let root = input.root(index);
            let attached = self.schema.attach(schema, root)?;
            let options = EditOptions { allow_missing: self.allow_missing, schema: &attached, limits: Limits::DEFAULT };
            let plan = plan_edits(edits, root, &options).map_err(|error| refused(&input, index, &error, texts))?;
            violations_of_written(root, &attached, &plan).iter().for_each(|violation| reporter.warn(violation));
            tell_cleared(&plan, reporter);
            plans.push(self.how.planned(&input, index, plan, &attached)?);
        }
        Written::new(input, plans)
    }
}

/// Reads all edits of a call; the spans of an error point into the text that holds it.
pub(super) fn read_edits(texts: &[String]) -> Result<Vec<PlanEdit<'_>>, CliError> {
    let mut edits = Vec::new();
    for text in texts {
        edits.extend(parse_edits(text, &Limits::DEFAULT).map_err(|error| CliError::in_expression(&error, text))?);
    }
    Ok(edits)
}

fn refused(input: &Input<'_>, index: usize, error: &EditError, texts: &[String]) -> CliError {
    let mut error = input.error_at(index, error);
    if let [text] = texts {
        error.diagnostic.facts.push(("edit", text.clone()));
    }
    error
}

/// The plan for one document of a text.
pub(super) struct Planned {
    index: usize,
    plan: Plan,
    /// How it is printed, where that is asked for.
    printed: Option<String>,
}

/// A document with its plans and the text that they make of it.
pub(super) struct Written<'t> {
    input: Input<'t>,
    plans: Vec<Planned>,
    text: Spliced,
}

impl<'t> Written<'t> {
    pub(super) fn new(input: Input<'t>, plans: Vec<Planned>) -> Result<Self, CliError> {
        let borrowed: Vec<_> = plans.iter().map(|planned| (planned.index, &planned.plan)).collect();
        let text = match input.document.splice(&borrowed) {
            Ok(text) => text,
            Err(error) => return Err(input.error_at(plans.first().map_or(0, |planned| planned.index), &error)),
        };
        Ok(Self { input, plans, text })
    }

    /// The new text, in the parts that are written one behind the other: the old text is not copied before.
    fn parts(&self) -> impl Iterator<Item = &str> {
        self.text.parts(self.input.document.text())
    }

    /// The documents that have plans, as they are afterwards.
    pub(super) fn values(&self) -> Result<Vec<Value>, CliError> {
        let after = |planned: &Planned| {
            let mut value = self.input.root(planned.index).to_value();
            match planned.plan.apply_to_value(&mut value) {
                Ok(_) => Ok(value),
                Err(error) => Err(self.input.error_at(planned.index, &error)),
            }
        };
        self.plans.iter().map(after).collect()
    }
}

/// Says which members a choice lost.
pub(super) fn tell_cleared(plan: &Plan, reporter: &Reporter) {
    for assignment in plan.assignments() {
        if let Some(Cause::Excluded(written)) = &assignment.cause {
            reporter.note(&Cleared { location: &assignment.location, written });
        }
    }
}

/// A member that a choice lost: told, because nobody wrote its removal.
struct Cleared<'p> {
    location: &'p Location,
    written: &'p Location,
}

impl Diagnose for Cleared<'_> {
    fn diagnose(&self) -> Diagnostic {
        let (place, written) = (self.location, self.written);
        Diagnostic::new(Code::Cleared, format!("`{place}` is cleared: `{written}` excludes it"))
            .at(place)
            .and_at(written)
    }
}

impl WriteArgs {
    /// A plan with the text that it is printed as, if the call asks for it.
    pub(super) fn planned(
        &self,
        input: &Input<'_>,
        index: usize,
        plan: Plan,
        schema: &Attached<'_>,
    ) -> Result<Planned, CliError> {
        let printed = self.plan.map(|form| print_plan(&plan, form, input.root(index), schema)).transpose()?;
        Ok(Planned { index, plan, printed })
    }

    /// Carries out the plan for one document, and prints it or puts it in place.
    pub(super) fn finish_one(
        &self,
        input: Input<'_>,
        index: usize,
        plan: Plan,
        schema: &Attached<'_>,
        reporter: &Reporter,
    ) -> CliResult {
        self.finish(vec![self.written(input, index, plan, schema, reporter)?])
    }

    /// What the plan makes of one document; what it clears is told.
    pub(super) fn written<'i>(
        &self,
        input: Input<'i>,
        index: usize,
        plan: Plan,
        schema: &Attached<'_>,
        reporter: &Reporter,
    ) -> Result<Written<'i>, CliError> {
        tell_cleared(&plan, reporter);
        let planned = self.planned(&input, index, plan, schema)?;
        Written::new(input, vec![planned])
    }

    /// Prints the one document or its plan, or puts all files in place.
    pub(super) fn finish(&self, results: Vec<Written<'_>>) -> CliResult {
        if self.plan.is_some() {
            let plans = results.iter().flat_map(|result| &result.plans);
            plans.filter_map(|planned| planned.printed.as_deref()).try_for_each(print)?;
        } else if self.in_place {
            self.write_files(&results)?;
        } else {
            results.iter().flat_map(Written::parts).try_for_each(print)?;
        }
        Ok(Answer::Yes)
    }

    fn write_files(&self, results: &[Written<'_>]) -> Result<(), CliError> {
        if results.iter().any(|result| result.input.name == "-") {
            return Err(CliError::usage("standard input cannot be written in place", "leave out `-i`"));
        }
        if self.backup.as_deref() == Some("") {
            return Err(CliError::usage("a backup without a suffix would be the file itself", "write `--backup=.bak`"));
        }
        // A file whose text stays is not touched: no new time stamp, no backup.
        let changed: Vec<_> =
            results.iter().filter(|result| !result.text.is_unchanged(result.input.document.text())).collect();
        let staged: Vec<Staged<'_>> = changed
            .iter()
            .map(|result| stage(Path::new(result.input.name), result.input.document.text(), result.parts()))
            .collect::<Result<_, _>>()?;
        commit(staged, self.backup.as_deref())?;
        if results.len() > 1 {
            let _ = writeln!(std::io::stderr(), "{} of {} files changed", changed.len(), results.len());
        }
        Ok(())
    }
}
