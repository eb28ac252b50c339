//! Printing what a command makes in a format of the caller's choice.

use super::edit::{WriteArgs, Written};
use super::error::{CliError, Reporter};
use super::input::Input;
use super::output::print;
use super::{Answer, CliResult};
use crate::document::yaml;
use crate::plan::Plan;
use crate::schema::Attached;
use crate::value::Value;
use crate::workload::ObjectSchema;
use std::fmt::Write as _;

/// The format of what is printed.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct ObjectArgs {
    /// Print the document in this format, not as the file has it; of a stream the documents that were named
    #[arg(short, long, value_enum, value_name = "FORMAT", conflicts_with_all = ["plan", "in_place"])]
    output: Option<ObjectFormat>,
}

/// A format of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum ObjectFormat {
    /// Indented JSON
    Json,
    /// YAML
    Yaml,
}

impl ObjectFormat {
    /// Values one after another; in YAML they are the documents of a stream.
    pub(super) fn text<'v>(self, values: impl IntoIterator<Item = &'v Value>) -> String {
        let mut out = String::new();
        for (at, value) in values.into_iter().enumerate() {
            match self {
                Self::Json => {
                    push_indented(&mut out, value, 0);
                    out.push('\n');
                }
                Self::Yaml => {
                    out.push_str(if at > 0 { "---\n" } else { "" });
                    // What YAML cannot spell is still YAML as JSON.
                    out.push_str(&yaml::print(value).unwrap_or_else(|| format!("{value}\n")));
                }
            }
        }
        out
    }
}

impl ObjectArgs {
    /// Carries out the plan of a workload and prints the object, or does what the other arguments say.
    pub(super) fn finish(
        &self,
        how: &WriteArgs,
        input: Input<'_>,
        index: usize,
        plan: Plan,
        schema: &ObjectSchema,
        reporter: &Reporter,
    ) -> CliResult {
        let attached = schema.attach(input.root(index));
        self.finish_one(how, input, index, plan, &attached, reporter)
    }

    /// Carries out the plan for one document, as [`WriteArgs::finish_one`].
    pub(super) fn finish_one(
        &self,
        how: &WriteArgs,
        input: Input<'_>,
        index: usize,
        plan: Plan,
        schema: &Attached<'_>,
        reporter: &Reporter,
    ) -> CliResult {
        self.finish_all(how, vec![how.written(input, index, plan, schema, reporter)?])
    }

    /// Prints the documents that the plans make, or does what the other arguments say.
    pub(super) fn finish_all(&self, how: &WriteArgs, results: Vec<Written<'_>>) -> CliResult {
        let Some(format) = self.output else { return how.finish(results) };
        let values: Vec<Value> =
            results.iter().map(Written::values).collect::<Result<Vec<_>, CliError>>()?.into_iter().flatten().collect();
        print(&format.text(&values))?;
        Ok(Answer::Yes)
    }
}

/// Indented JSON, numbers as they are spelled.
fn push_indented(out: &mut String, value: &Value, depth: usize) {
    let break_line = |out: &mut String, depth: usize| {
        out.push('\n');
        out.extend(std::iter::repeat_n("  ", depth));
    };
    match value {
        Value::Array(entries) if !entries.is_empty() => {
            out.push('[');
            for (at, entry) in entries.iter().enumerate() {
                out.push_str(if at > 0 { "," } else { "" });
                break_line(out, depth + 1);
                push_indented(out, entry, depth + 1);
            }
            break_line(out, depth);
            out.push(']');
        }
        Value::Object(members) if !members.is_empty() => {
            out.push('{');
            for (at, (key, member)) in members.iter().enumerate() {
                out.push_str(if at > 0 { "," } else { "" });
                break_line(out, depth + 1);
                write!(out, "{}: ", Value::from(key.as_str())).expect("a string takes any text");
                push_indented(out, member, depth + 1);
            }
            break_line(out, depth);
            out.push('}');
        }
        _ => write!(out, "{value}").expect("a string takes any text"),
    }
}
