//! `rule`: what a code means.

use super::error::CliError;
use super::output::print;
use super::{Answer, CliResult};
use crate::catalog::RULES;
use crate::diagnostic::{Code, Diagnostic};
use crate::near::nearest;
use crate::report::page;
use serde_json::{Value, json};

/// Say what a code means, why, and what to do, with a failing and a passing example
#[derive(Debug, clap::Args)]
pub(super) struct Rule {
    /// Codes (`FW103`, `not-an-address`) or names of rules (`unquoted-key`)
    #[arg(value_name = "CODE", required_unless_present = "all")]
    codes: Vec<String>,
    /// All codes
    #[arg(long, conflicts_with = "codes")]
    all: bool,
    /// How to print them
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    format: RuleFormat,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum RuleFormat {
    /// The page, in Markdown
    #[default]
    Text,
    /// One JSON list
    Json,
}

/// A rule of `check`, or the code of a refusal or an error.
#[derive(Clone, Copy)]
enum Entry {
    Rule(&'static crate::catalog::Rule),
    Code(Code),
}

impl Rule {
    pub(super) fn run(&self) -> CliResult {
        let entries = match self.all {
            true => all().collect(),
            false => self.codes.iter().map(|code| named(code)).collect::<Result<Vec<_>, _>>()?.concat(),
        };
        let text = match self.format {
            RuleFormat::Json => format!("{:#}\n", Value::from_iter(entries.iter().map(|entry| entry.json()))),
            RuleFormat::Text => entries.iter().map(|entry| entry.text()).collect::<Vec<_>>().join("\n"),
        };
        print(&text)?;
        Ok(Answer::Yes)
    }
}

fn all() -> impl Iterator<Item = Entry> {
    RULES.iter().copied().map(Entry::Rule).chain(Code::ALL.iter().copied().map(Entry::Code))
}

/// The entries of a code or a name. A rule may have the name of a code: then both are meant.
fn named(text: &str) -> Result<Vec<Entry>, CliError> {
    let found: Vec<Entry> = all().filter(|entry| entry.is_named(text)).collect();
    if !found.is_empty() {
        return Ok(found);
    }
    let help = match nearest(text, all().flat_map(Entry::words)) {
        Some(near) => format!("did you mean `{near}`"),
        None => "`fieldwright rule --all` lists them".into(),
    };
    Err(Diagnostic::new(Code::UnknownRule, format!("there is no code and no rule `{text}`")).help(help).into())
}

impl Entry {
    fn words(self) -> impl Iterator<Item = &'static str> {
        [Some(self.code()), self.name()].into_iter().flatten()
    }

    fn is_named(self, text: &str) -> bool {
        self.words().any(|word| word.eq_ignore_ascii_case(text))
    }

    fn code(self) -> &'static str {
        match self {
            Self::Rule(rule) => rule.code,
            Self::Code(code) => code.as_str(),
        }
    }

    fn name(self) -> Option<&'static str> {
        match self {
            Self::Rule(rule) => Some(rule.name),
            Self::Code(_) => None,
        }
    }

    fn page(self) -> &'static str {
        page(self.code()).map_or("", |page| page.text)
    }

    fn text(self) -> String {
        match self {
            Self::Rule(rule) => {
                format!("# {} {} ({})\n\n{}\n", rule.code, rule.name, rule.severity.as_str(), self.page())
            }
            Self::Code(code) => format!("# {code}\n\n{}\n", self.page()),
        }
    }

    fn json(self) -> Value {
        match self {
            Self::Rule(rule) => json!({
                "code": rule.code,
                "name": rule.name,
                "severity": rule.severity.as_str(),
                "summary": rule.summary,
                "page": self.page(),
            }),
            Self::Code(code) => json!({
                "code": code.as_str(),
                "severity": if code.is_warning() { "warning" } else { "error" },
                "exit": if code.is_warning() { 0 } else if code.is_bad_input() { 2 } else { 1 },
                "page": self.page(),
            }),
        }
    }
}
