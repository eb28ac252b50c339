//! `merge`: lays an override over a base.

use super::CliResult;
use super::diff::single_place;
use super::edit::WriteArgs;
use super::error::{CliError, Reporter};
use super::input::{Input, ReadArgs, Text};
use super::object::ObjectArgs;
use super::schema::SchemaArgs;
use crate::diagnostic::{Code, Diagnose, Diagnostic};
use crate::location::{Location, Segment};
use crate::merge::{MergeError, MergeErrorKind};
use crate::plan::{Expected, Op, Plan};
use crate::schema::Attached;
use crate::value::{Kind, Value};

/// Merge an override over a document: objects by key, keyed lists by their keys, `null` deletes
///
/// A member of a choice that the override sets clears the others. The directives of a Kubernetes strategic merge patch
/// (`$patch`, `$retainKeys`, ...) are followed. Lists are keyed where the schema says so: by apiVersion and kind for the
/// built-in workloads, elsewhere by `--as`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  fieldwright merge deployment.yaml override.yaml
  fieldwright merge runtime.yaml engine.yaml --as .spec.engine=podSpec --at .spec.engine
  fieldwright merge pod.json override.json --plan=json-patch")]
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
    output: ObjectArgs,
    #[command(flatten)]
    how: WriteArgs,
    #[command(flatten)]
    schema: SchemaArgs,
    #[command(flatten)]
    read: ReadArgs,
}

impl Merge {
    pub(super) fn run(&self, reporter: &Reporter) -> CliResult {
        Text::check_one_stdin(&[&self.base, &self.over])?;
        let (base, over) = (Text::read(&self.base)?, Text::read(&self.over)?);
        let input = self.read.parse(&base)?;
        let index = self.read.index(&input)?;
        let over = ReadArgs { document: None, ..self.read.clone() }.parse(&over)?;
        let over_index = over.document.select(None).map_err(|error| over.error_at(0, &error))?;
        let root = input.root(index);
        let loaded = self.schema.load()?;
        let attached = self.schema.attach(&loaded, root)?;
        let (base, place) = match &self.at {
            None => (Some(root), Location::root()),
            Some(text) => single_place(text, root).map_err(|error| error.within(&input, index))?,
        };
        let plan = crate::merge::merge_at(&place, base, over.root(over_index), &attached)
            .map_err(|error| mistake(&error, (&input, index), (&over, over_index)))?;
        self.schema.vain(root, &plan).into_iter().for_each(|address| reporter.warn(&VainType { address }));
        warn_of_replaced_lists(&plan, &attached, reporter);
        self.output.finish_one(&self.how, input, index, plan, &attached, reporter)
    }
}

/// Points into the file that the mistake is in.
fn mistake(error: &MergeError, base: (&Input<'_>, usize), over: (&Input<'_>, usize)) -> CliError {
    match &error.kind {
        MergeErrorKind::DuplicateInBase { .. } | MergeErrorKind::Overlap { .. } => base.0.error_at(base.1, error),
        MergeErrorKind::TypeMismatch { .. }
        | MergeErrorKind::EmptyKey { .. }
        | MergeErrorKind::DuplicateInOverride { .. }
        | MergeErrorKind::UnknownDirective { .. } => over.0.error_over(base, over.1, &error.over, error),
    }
}

/// `--as` with an address at which nothing stands.
struct VainType<'a> {
    address: &'a str,
}

impl Diagnose for VainType<'_> {
    fn diagnose(&self) -> Diagnostic {
        let address = self.address;
        Diagnostic::new(Code::NoMatch, format!("nothing stands at `{address}`: its `--as` has no effect"))
            .help("name a place of the whole document")
    }
}

/// A list of objects that no schema knows is replaced whole, which is right and seldom meant.
fn warn_of_replaced_lists(plan: &Plan, schema: &Attached<'_>, reporter: &Reporter) {
    for assignment in plan.assignments() {
        let (Op::Set(Value::Array(_)), Some(Expected::Value(Value::Array(old)))) =
            (&assignment.op, &assignment.expected)
        else {
            continue;
        };
        let segments = assignment.location.segments();
        let unknown = schema.cursor_at(segments).list().is_none();
        if unknown && old.iter().any(|entry| entry.kind() == Kind::Object) {
            reporter.warn(&ReplacedList { location: assignment.location.clone(), ty: type_of(segments, schema) });
        }
    }
}

/// The type that a list has by its name: `.runner.env` is `env`.
fn type_of<'l>(segments: &'l [Segment], schema: &Attached<'_>) -> Option<&'l str> {
    let Some(Segment::Key(name)) = segments.last() else { return None };
    schema.schema().type_named(name).is_some_and(|ty| ty.list().is_some()).then_some(name)
}

struct ReplacedList<'l> {
    location: Location,
    /// The type that may stand there.
    ty: Option<&'l str>,
}

impl Diagnose for ReplacedList<'_> {
    fn diagnose(&self) -> Diagnostic {
        let place = &self.location;
        Diagnostic::new(
            Code::UnknownList,
            format!("`{place}` is replaced whole: no schema says how its entries are found"),
        )
        .help(match self.ty {
            Some(ty) => format!("say what stands there, such as `--as {place}={ty}`, or name a schema file"),
            None => format!("say what stands there, `--as {place}=TYPE`, or name a schema file"),
        })
        .at(place)
    }
}
