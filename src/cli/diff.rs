//! `diff`: the plan between two documents.

use super::error::CliError;
use super::form::{PlanForm, print_plan};
use super::input::{Input, ReadArgs, Text};
use super::output::print;
use super::schema::SchemaArgs;
use super::{Answer, CliResult};
use crate::document::Root;
use crate::expression::{Address, Intent, ResolveError, ResolveErrorKind, resolve};
use crate::limits::Limits;
use crate::location::Location;
use crate::plan::{Assignment, Expected, Op, Plan};
use crate::value::Node;

/// Print the plan that turns one document into another
///
/// Exit status: 0 if they are equal, 1 if they differ or the form cannot say how, 2 if one cannot be read.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  fieldwright diff before.yaml after.yaml
  fieldwright diff before.json after.json -o json > plan.json   # knows what it expects; then: apply FILE plan.json
  fieldwright diff a.yaml b.yaml -o json-patch > p && kubectl patch --local -f a.yaml --type json --patch-file p -o yaml
  fieldwright diff old.yaml new.yaml --at .spec.template")]
pub(super) struct Diff {
    /// The document before (`-` is standard input)
    before: String,
    /// The document after
    after: String,
    /// Compare only what stands at this place
    #[arg(long, value_name = "ADDRESS")]
    at: Option<String>,
    /// The form of the plan
    #[arg(short, long, value_enum, value_name = "FORM", default_value_t)]
    output: PlanForm,
    #[command(flatten)]
    schema: SchemaArgs,
    #[command(flatten)]
    read: ReadArgs,
}

impl Diff {
    pub(super) fn run(&self) -> CliResult {
        Text::check_one_stdin(&[&self.before, &self.after])?;
        let (before, after) = (Text::read(&self.before)?, Text::read(&self.after)?);
        let (before, after) = self.read.parse_both(&before, &after)?;
        let (at_before, at_after) = (self.read.index(&before)?, self.read.index(&after)?);
        let (from, to) = (before.root(at_before), after.root(at_after));
        let loaded = self.schema.load()?;
        let attached = self.schema.attach(&loaded, from)?;
        let plan = match &self.at {
            None => crate::diff::diff(from, to, &attached),
            Some(text) => {
                let (from, place) = single_place(text, from).map_err(|error| error.within(&before, at_before))?;
                let (to, _) = single_place(text, to).map_err(|error| error.within(&after, at_after))?;
                match (from, to) {
                    (Some(from), Some(to)) => crate::diff::diff_at(&place, from, to, &attached),
                    (None, Some(to)) => Ok(whole(place, Op::Set(to.to_value()), Expected::Absent)),
                    (Some(from), None) => Ok(whole(place, Op::Remove, Expected::Value(from.to_value()))),
                    (None, None) => {
                        let message = format!("nothing stands at `{place}` in either document");
                        return Err(CliError::usage(message, HELP));
                    }
                }
            }
        };
        let plan = plan.map_err(|error| before.error_at(at_before, &error))?;
        print(&print_plan(&plan, self.output, before.root(at_before), &attached)?)?;
        Ok(if plan.is_empty() { Answer::Yes } else { Answer::No })
    }
}

/// A place that only one of the two documents has.
fn whole(location: Location, op: Op, expected: Expected) -> Plan {
    let assignment = Assignment { location, op, expected: Some(expected), cause: None };
    Plan::new(vec![assignment]).expect("one assignment overlaps with no other")
}

/// What to write instead of an address at which nothing stands.
const HELP: &str = "name a place that stands in the document";

/// Why an address of the command line gives no one place.
pub(super) enum PlaceError {
    Call(CliError),
    Document(crate::expression::ResolveError),
}

impl PlaceError {
    pub(super) fn within(self, input: &Input<'_>, index: usize) -> CliError {
        match self {
            Self::Call(error) => error,
            Self::Document(error) => {
                let mut told = input.error_at(index, &error);
                let is_absent = match &error.kind {
                    ResolveErrorKind::NoMatch => true,
                    ResolveErrorKind::NoEntry { known, .. } => known.is_empty(),
                    _ => false,
                };
                if is_absent {
                    told.diagnostic.help = Some(HELP.into());
                }
                told
            }
        }
    }
}

/// The value at an address that names one place, if there is one, and the place.
pub(super) fn single_place<'a>(text: &str, root: Root<'a>) -> Result<(Option<Root<'a>>, Location), PlaceError> {
    let address = Address::parse_edit(text, &Limits::DEFAULT)
        .map_err(|error| PlaceError::Call(CliError::in_expression(&error, text)))?;
    if !address.is_single() {
        let message = format!("`{text}` can match several places");
        return Err(PlaceError::Call(CliError::usage(message, "name one place, without `[]`")));
    }
    let mut places = resolve(&address, root, Intent::Read, &Limits::DEFAULT).map_err(PlaceError::Document)?;
    let missed = || ResolveError { location: Location::root(), kind: ResolveErrorKind::NoMatch };
    let place = places.pop().ok_or_else(|| PlaceError::Document(missed()))?;
    Ok((place.node, place.location))
}
