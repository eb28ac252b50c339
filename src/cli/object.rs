//! Printing an object in a format of the caller's choice.

use super::edit::{WriteArgs, Written, tell_cleared};
use super::error::Reporter;
use super::input::Input;
use super::output::print;
use super::{Answer, CliResult};
use crate::document::{Dialect, Document, Format, ReadOptions};
use crate::limits::Limits;
use crate::location::Location;
use crate::plan::{Assignment, Op, Plan};
use crate::value::{Node, Value};
use crate::workload::ObjectSchema;

/// The format of what is printed.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct ObjectArgs {
    /// Print the object in this format, not as the file has it
    #[arg(short, long, value_enum, value_name = "FORMAT", conflicts_with_all = ["plan", "in_place"])]
    output: Option<ObjectFormat>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum ObjectFormat {
    /// Indented JSON
    Json,
    /// YAML
    Yaml,
}

impl ObjectArgs {
    /// Carries out the plan and prints the object, or does what the other arguments say.
    pub(super) fn finish(
        &self,
        how: &WriteArgs,
        input: Input<'_>,
        index: usize,
        plan: Plan,
        schema: &ObjectSchema,
        reporter: &Reporter,
    ) -> CliResult {
        tell_cleared(&plan, reporter);
        let Some(format) = self.output else {
            let planned = how.planned(&input, index, plan, &schema.attach(input.root(index)))?;
            return how.finish(vec![Written::new(input, vec![planned])?]);
        };
        let mut object = input.root(index).to_value();
        plan.apply_to_value(&mut object).map_err(|error| input.error_at(index, &error))?;
        print(&match format {
            ObjectFormat::Json => indented(&object),
            ObjectFormat::Yaml => yaml(&object),
        })?;
        Ok(Answer::Yes)
    }
}

/// Indented JSON, numbers as they are spelled: an edit of an indented document writes it.
fn indented(object: &Value) -> String {
    filled("{\n  \"_\": 0\n}\n", object).unwrap_or_else(|| format!("{object}\n"))
}

/// YAML in block style.
fn yaml(object: &Value) -> String {
    filled("_: 0\n", object).unwrap_or_else(|| format!("{object}\n"))
}

/// A document with one member `_`, given the members of the object in its place; `None` if the object has none.
fn filled(text: &str, object: &Value) -> Option<String> {
    let Value::Object(members) = object else { return None };
    let place = |key: &str| Location::root().child(key);
    let set = |(key, value): &(String, Value)| Assignment::new(place(key), Op::Set(value.clone()));
    let with_members = edited(text, members.iter().map(set).collect())?;
    match members.iter().any(|(key, _)| key == "_") {
        true => Some(with_members),
        false if members.is_empty() => None,
        false => edited(&with_members, vec![Assignment::new(place("_"), Op::Remove)]),
    }
}

fn edited(text: &str, assignments: Vec<Assignment>) -> Option<String> {
    let plan = Plan::new(assignments).ok()?;
    let options = ReadOptions {
        format: Format::ByContent,
        dialect: Dialect::Kubernetes,
        limits: Limits::DEFAULT,
        addresses: None,
    };
    Document::parse(text, &options).ok()?.apply(&[(0, &plan)]).ok()
}
