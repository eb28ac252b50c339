//! `explain`: what an expression is, and why.

use super::error::{CliError, Reporter, render, to_json};
use super::input::Text;
use super::output::print;
use super::{Answer, CliResult};
use crate::diagnostic::{Code, Diagnose};
use crate::expression::{Address, Expression, ExpressionError, Form, Formula, Profile};
use crate::limits::Limits;
use annotate_snippets::Level;
use serde_json::{Map, Value as Serde, json};

/// Judge path expressions: address, formula, forbidden or invalid, with reason and place
///
/// Exit status: 0 if all are addresses or formulas, 1 if one is forbidden or invalid.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  fieldwright explain '.spec.replicas // 1' '.metadata.labels[\"app.kubernetes.io/name\"]'
  fieldwright explain --format json - < expressions.txt")]
pub(super) struct Explain {
    /// The expressions; `-` reads one per line from standard input, and one that begins with `-` comes after `--`
    #[arg(value_name = "EXPR", required = true, allow_negative_numbers = true)]
    expressions: Vec<String>,
    /// `json` gives one object a line
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    format: ExplainFormat,
    /// `strict` refuses addresses with pipes or parentheses
    #[arg(long, value_enum, value_name = "PROFILE", default_value_t)]
    profile: ProfileArg,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum ExplainFormat {
    #[default]
    Text,
    Json,
}

#[derive(Clone, Copy, Debug, Default, clap::ValueEnum)]
pub(super) enum ProfileArg {
    #[default]
    Default,
    Strict,
}

impl From<ProfileArg> for Profile {
    fn from(arg: ProfileArg) -> Self {
        match arg {
            ProfileArg::Default => Self::Default,
            ProfileArg::Strict => Self::Strict,
        }
    }
}

impl Explain {
    pub(super) fn run(&self, reporter: &Reporter) -> CliResult {
        let mut answer = Answer::Yes;
        for argument in &self.expressions {
            if argument == "-" {
                for line in Text::read("-")?.text.lines().filter(|line| !line.trim().is_empty()) {
                    answer = answer.and(self.one(line, reporter)?);
                }
            } else {
                answer = answer.and(self.one(argument, reporter)?);
            }
        }
        Ok(answer)
    }

    fn one(&self, text: &str, reporter: &Reporter) -> Result<Answer, CliError> {
        let parsed = Expression::parse(text, &Limits::DEFAULT);
        let profile = Profile::from(self.profile);
        match self.format {
            ExplainFormat::Json => print(&format!("{}\n", Serde::Object(verdict_json(text, &parsed, profile))))?,
            ExplainFormat::Text => print(&verdict_text(text, &parsed, profile, reporter.color_stdout()))?,
        }
        Ok(if parsed.is_ok() { Answer::Yes } else { Answer::No })
    }
}

fn verdict_json(text: &str, parsed: &Result<Expression<'_>, ExpressionError>, profile: Profile) -> Map<String, Serde> {
    let mut out = Map::new();
    out.insert("expression".into(), text.into());
    let mut add = |name: &str, value: Serde| drop(out.insert(name.into(), value));
    match parsed {
        Ok(Expression::Address(address)) if !profile.takes(address.form()) => {
            add("verdict", "formula".into());
            add("reason", "composed".into());
            add("span", json!({"start": 0, "end": text.len()}));
            add("target", address.to_string().into());
        }
        Ok(Expression::Address(address)) => {
            add("verdict", "address".into());
            add("canonical", address.to_string().into());
            add("form", form(address).into());
            add("fan_out", address.fan_out().into());
        }
        Ok(Expression::Formula(formula)) => {
            add("verdict", "formula".into());
            add("reason", formula.reason().as_str().into());
            add("span", json!({"start": formula.span().start, "end": formula.span().end}));
            if let Some(target) = formula.target() {
                add("target", target.to_string().into());
            }
            let reads: Vec<String> = formula.reads().iter().map(ToString::to_string).collect();
            if !reads.is_empty() {
                add("reads", reads.into());
            }
        }
        Err(error) => {
            add("verdict", verdict(error).into());
            for (name, value) in to_json(&error.diagnose()) {
                add(&name, value);
            }
        }
    }
    out
}

fn form(address: &Address<'_>) -> &'static str {
    match address.form() {
        Form::Plain => "plain",
        Form::Composed => "composed",
    }
}

fn verdict(error: &ExpressionError) -> &'static str {
    if error.diagnose().code == Code::Forbidden { "forbidden" } else { "invalid" }
}

fn verdict_text(text: &str, parsed: &Result<Expression<'_>, ExpressionError>, profile: Profile, color: bool) -> String {
    match parsed {
        Ok(Expression::Address(address)) if !profile.takes(address.form()) => {
            format!("formula: `{text}` has pipes or parentheses, which the strict profile refuses; write `{address}`\n")
        }
        Ok(Expression::Address(address)) => {
            let places = match address.fan_out() {
                0 => "one place".to_owned(),
                1 => "every place that its `[]` reaches".to_owned(),
                count => format!("every place that its {count} `[]` reach"),
            };
            format!("address: `{address}` ({}, {places})\n", form(address))
        }
        Ok(Expression::Formula(formula)) => formula_text(text, formula, color),
        Err(error) => {
            let mut diagnostic = error.diagnose();
            diagnostic.expression = Some(text.to_owned());
            let level = Level::ERROR.with_name(verdict(error));
            format!("{}\n", render(level, diagnostic.code.as_str(), &diagnostic, None, color))
        }
    }
}

fn formula_text(text: &str, formula: &Formula<'_>, color: bool) -> String {
    let mut diagnostic = formula.diagnose();
    diagnostic.expression = Some(text.to_owned());
    if Address::parse_edit(text, &Limits::DEFAULT).is_ok() {
        let text = text.trim();
        diagnostic.help = Some(format!("an edit finds the one entry with this key: `({text}) = ...`"));
    }
    let mut out = render(Level::INFO.with_name("formula"), formula.reason().as_str(), &diagnostic, None, color);
    out.push('\n');
    let reads: Vec<String> = formula.reads().iter().map(|address| format!("`{address}`")).collect();
    if !reads.is_empty() {
        out.push_str(&format!("  = reads: {}\n", reads.join(", ")));
    }
    out
}
