//! `get`: reads an address or evaluates a formula.

use super::error::CliError;
use super::input::{Input, ReadArgs, Text};
use super::object::ObjectFormat;
use super::output::print;
use super::{Answer, CliResult};
use crate::expression::{
    Address, EvaluateError, Expression, Formula, Intent, ResolveError, ResolveErrorKind, Variables, resolve,
};
use crate::limits::Limits;
use crate::value::{Node, Value};
use std::fmt::Write as _;

/// Read an address, or evaluate a formula: one JSON value a line, or `-o yaml`
///
/// A missing member reads as null, as in jq; `--locations` tells the places apart.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  fieldwright get pod.json .spec.containers[].image
  fieldwright get pod.json --locations '.metadata.labels[]'
  fieldwright get deployment.yaml .spec.template -o yaml
  fieldwright get job.yaml '(.spec.parallelism // 1) * 2'
  fieldwright get pod.json '.spec.containers[] | select(.name == $name) | .image' --arg name='\"main\"'")]
pub(super) struct Get {
    /// The document (`-` is standard input)
    file: String,
    /// The path expression
    #[arg(value_name = "EXPR")]
    expression: String,
    /// Print each location, a tab, and the value
    #[arg(long)]
    locations: bool,
    /// Print the values in this format, not one a line
    #[arg(short, long, value_enum, value_name = "FORMAT", conflicts_with = "locations")]
    output: Option<ObjectFormat>,
    /// Give a variable of the expression a value: `--arg name=JSON`
    #[arg(long = "arg", value_name = "NAME=JSON")]
    arguments: Vec<String>,
    #[command(flatten)]
    read: ReadArgs,
}

impl Get {
    pub(super) fn run(&self) -> CliResult {
        let is_file = |name: &str| std::path::Path::new(name).is_file();
        if is_file(&self.expression) && !is_file(&self.file) && self.file != "-" {
            let message = format!("`{}` is not a file, `{}` is", self.file, self.expression);
            return Err(CliError::usage(message, "the document comes first, then the expression"));
        }
        let expression = Expression::parse(&self.expression, &Limits::DEFAULT)
            .map_err(|error| CliError::in_expression(&error, &self.expression))?;
        let text = Text::read(&self.file)?;
        let input = self.read.parse(&text)?;
        let index = self.read.index(&input)?;
        let root = input.root(index);
        let out = match &expression {
            Expression::Address(address) => {
                self.address(address, root).map_err(|error| unreadable(&input, index, &error))?
            }
            Expression::Formula(_) if self.locations => {
                return Err(CliError::usage(
                    format!("`{}` is a formula: its values have no location", self.expression),
                    "leave out `--locations`",
                ));
            }
            Expression::Formula(formula) => self.formula(formula, root)?,
        };
        print(&out)?;
        Ok(Answer::Yes)
    }

    fn address<'a>(&self, address: &Address<'_>, root: impl Node<'a>) -> Result<String, ResolveError> {
        let (mut out, mut values) = (String::new(), Vec::new());
        for place in resolve(address, root, Intent::Read, &Limits::DEFAULT)? {
            if self.locations {
                write!(out, "{}\t", place.location).expect("a string takes any text");
            }
            values.push(place.node.map_or(Value::Null, Node::to_value));
            if self.output.is_none() {
                writeln!(out, "{}", values[values.len() - 1]).expect("a string takes any text");
            }
        }
        Ok(self.output.map_or(out, |format| format.text(&values)))
    }

    fn formula<'a>(&self, formula: &Formula<'_>, root: impl Node<'a>) -> Result<String, CliError> {
        let mut variables = Variables::default();
        for argument in &self.arguments {
            let (name, value) = read_argument(argument)?;
            variables.set(name, value);
        }
        let values = formula.evaluate(root, &variables, &Limits::DEFAULT).map_err(|error| {
            let mut told = CliError::in_expression(&error, &self.expression);
            if let EvaluateError::UndefinedVariable { name } = &error {
                told.diagnostic.help = Some(format!("give it a value: `--arg {name}=JSON`"));
            }
            told
        })?;
        Ok(match self.output {
            Some(format) => format.text(&values),
            None => values.iter().map(|value| format!("{value}\n")).collect(),
        })
    }
}

/// The refusal in the words of someone who reads.
fn unreadable(input: &Input<'_>, index: usize, error: &ResolveError) -> CliError {
    let mut told = input.error_at(index, error);
    if matches!(error.kind, ResolveErrorKind::NoMatch | ResolveErrorKind::TypeMismatch { .. }) {
        told.diagnostic.help = Some("a `?` behind the step passes over what it cannot enter, as in `.a[]?`".into());
    }
    told
}

/// `name=JSON` taken apart.
pub(super) fn read_argument(text: &str) -> Result<(String, Value), CliError> {
    let usage = |message: String| CliError::usage(message, "write `--arg name='\"text\"'`");
    let (name, json) = text.split_once('=').ok_or_else(|| usage(format!("`{text}` has no `=`")))?;
    let value = crate::json::parse_value(json, &Limits::DEFAULT)
        .map_err(|_| usage(format!("the value of `{name}` is not JSON")))?;
    Ok((name.trim_start_matches('$').to_owned(), value))
}
