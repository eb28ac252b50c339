//! `prune`: applied keys.

use super::edit::WriteArgs;
use super::error::{CliError, Reporter, to_json};
use super::form::{PlanForm, print_plan};
use super::input::{Input, ReadArgs, Text};
use super::object::ObjectFormat;
use super::output::print;
use super::{Answer, CliResult};
use crate::applied::{
    AppliedError, Form, Map, Owners, Precedence, Reconciled, Record, RecordError, RecordErrorKind, RecordPlace,
    Recorded, reconcile, reconcile_recorded,
};
use crate::diagnostic::Diagnose;
use crate::document::Root;
use crate::document::json::JsonDocument;
use crate::expression::{Address, Intent, resolve};
use crate::limits::Limits;
use crate::location::Location;
use crate::schema::{Attached, Schema};
use crate::value::{Node, Value};
use std::collections::BTreeMap;
use std::io::Write;

/// Prune what we set, keep what others set: bring a map to its desired keys by a record of those we applied
///
/// Desired keys are set; a key that is recorded and no longer desired is removed; every other key stays. Without a
/// record nothing is removed. The new record goes to `--record-at`, into the report of `-o json`, or to standard error.
#[derive(Debug, clap::Args)]
pub(super) struct Prune {
    /// The document (`-` is standard input)
    file: String,
    /// The map: `.metadata.labels`
    #[arg(long, value_name = "ADDRESS")]
    at: String,
    /// The keys and values that are wanted: a JSON object or a file
    #[arg(long, value_name = "JSON|FILE")]
    desired: String,
    /// The keys that were applied: `["a"]`, `{"a":"1"}` with the values that were written, a file, or `none`. With
    /// `--record-at` it is used where no record stands yet
    #[arg(long, value_name = "JSON|FILE|none", required_unless_present = "record_at")]
    record: Option<String>,
    /// Where the record stands in the document: an annotation of the object's own. It is read there and written back
    #[arg(long, value_name = "ADDRESS")]
    record_at: Option<String>,
    /// A key that is the operator's own
    #[arg(long, value_name = "KEY")]
    protect: Vec<String>,
    /// Who wins where a protected key is desired
    #[arg(long, value_enum, value_name = "WHO", default_value_t)]
    precedence: PrecedenceArg,
    /// What is printed
    #[arg(short, long, value_enum, value_name = "FORM", default_value_t)]
    output: OutputArg,
    #[command(flatten)]
    how: WriteArgs,
    #[command(flatten)]
    read: ReadArgs,
}

#[derive(Clone, Copy, Debug, Default, clap::ValueEnum)]
enum PrecedenceArg {
    /// The operator: its key is left alone
    #[default]
    Operator,
    /// The user: the operator's value comes back when the user drops the key
    User,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum OutputArg {
    /// The document as text, or the plan
    #[default]
    Text,
    /// One JSON object: document (or plan), record, changed, warnings
    Json,
    /// The same as YAML
    Yaml,
}

impl Prune {
    pub(super) fn run(&self, reporter: &Reporter) -> CliResult {
        self.check_standard_input()?;
        let at = address(&self.at)?;
        let record_at = self.record_at.as_deref().map(address).transpose()?;
        let addresses: Vec<Address<'_>> = std::iter::once(at.clone()).chain(record_at.clone()).collect();
        let text = Text::read(&self.file)?;
        let desired = desired(&self.desired, &self.read)?;
        let input = self.read.parse_for(&text, Some(&addresses))?;
        let index = self.read.index(&input)?;
        let (root, map) = (input.root(index), place(&input, index, &at)?);
        let first = self.first_record(&map, root)?;
        let owners = self.owners();
        let failed = |error: AppliedError| input.error_at(index, &error);
        let done = match &record_at {
            Some(address) => {
                let stands = RecordPlace::new(place(&input, index, address)?, None).map_err(failed)?;
                reconcile_recorded(root, &map, &desired, &stands, first.as_ref(), &owners).map_err(failed)?
            }
            None => apart(root, &map, &desired, first, &owners).map_err(failed)?,
        };
        self.finish(input, index, done, reporter)
    }

    fn check_standard_input(&self) -> Result<(), CliError> {
        let named = [Some(&self.file), Some(&self.desired), self.record.as_ref()];
        match named.into_iter().flatten().filter(|path| *path == "-").count() {
            0 | 1 => Ok(()),
            _ => Err(CliError::usage("standard input is named twice", "keep one `-` and put the rest in files")),
        }
    }

    fn owners(&self) -> Owners {
        let precedence = match self.precedence {
            PrecedenceArg::Operator => Precedence::Operator,
            PrecedenceArg::User => Precedence::User,
        };
        Owners { protected: self.protect.iter().cloned().collect(), precedence }
    }

    fn first_record(&self, map: &Location, root: Root<'_>) -> Result<Option<Record>, CliError> {
        let given = match self.record.as_deref() {
            None | Some("none") => return Ok(None),
            Some(text) if is_json(text) => Text { name: "--record".into(), text: text.to_owned() },
            Some(path) => Text::read(path).map_err(|mut error| {
                error.diagnostic.help =
                    Some(r#"write the record as `["team","tier"]`, name a file, or write `none`"#.into());
                error
            })?,
        };
        let record = match is_json(&given.text) {
            true => json_value(&given.text)
                .map_err(|error| RecordError { location: None, kind: RecordErrorKind::NotJson(error) })
                .and_then(|value| Record::read(unwrapped(&value), map, root)),
            false => Record::parse(&given.text, map, root),
        };
        record.map(Some).map_err(|error| {
            let diagnostic = error.diagnose().fact("file", &given.name);
            CliError::from(diagnostic)
        })
    }

    fn finish(&self, input: Input<'_>, index: usize, done: Recorded, reporter: &Reporter) -> CliResult {
        let Recorded { reconciled: Reconciled { plan, .. }, record } = &done;
        let warnings = done.reconciled.warnings();
        if self.output == OutputArg::Text {
            warnings.iter().for_each(|warning| reporter.warn(warning));
            self.how.finish_one(input, index, plan.clone(), &Attached::new(Schema::none()), reporter)?;
            if self.record_at.is_none() {
                // Where standard error is closed nobody can be told.
                let _ = writeln!(std::io::stderr(), "{}", Value::Object(vec![("record".into(), record.clone())]));
            }
            return Ok(Answer::Yes);
        }
        input.document.apply(&[(index, plan)]).map_err(|error| input.error_at(index, &error))?;
        let result = match self.how.plan {
            Some(PlanForm::Jq) => ("plan".to_owned(), Value::from(plan.to_string().as_str())),
            Some(form) => {
                let text = print_plan(plan, form, input.root(index), &Attached::new(Schema::none()))?;
                ("plan".to_owned(), json_value(&text).map_err(|error| CliError::new(&error))?)
            }
            None => ("document".to_owned(), after(&input, index, &done)?),
        };
        let warnings =
            warnings.iter().map(|warning| Value::from(&serde_json::Value::Object(to_json(&warning.diagnose()))));
        let report = Value::Object(vec![
            result,
            ("record".into(), record.clone()),
            ("changed".into(), Value::Bool(!plan.is_empty())),
            ("warnings".into(), Value::Array(warnings.collect())),
        ]);
        if self.how.in_place {
            self.how.finish_one(input, index, plan.clone(), &Attached::new(Schema::none()), reporter)?;
        }
        print(&match self.output {
            OutputArg::Yaml => ObjectFormat::Yaml.text([&report]),
            _ => format!("{report}\n"),
        })?;
        Ok(Answer::Yes)
    }
}

/// What `prune` prints, `{"record": RECORD}`, is taken as the record in it. A record of values has scalars.
fn unwrapped(value: &Value) -> &Value {
    match value {
        Value::Object(members) => match &members[..] {
            [(name, record @ (Value::Array(_) | Value::Object(_)))] if name == "record" => record,
            _ => value,
        },
        _ => value,
    }
}

/// The reconciliation with a record that the caller keeps.
fn apart(
    root: Root<'_>,
    map: &Location,
    desired: &BTreeMap<String, Value>,
    record: Option<Record>,
    owners: &Owners,
) -> Result<Recorded, AppliedError> {
    let live = resolve(&Address::from(map), root, Intent::Set, &Limits::DEFAULT)?.into_iter().find_map(|p| p.node);
    let live = Map::new(map.clone(), live);
    let reconciled = reconcile(&live, desired, record.as_ref().map(|record| &record.keys), owners)?;
    let writer = record.unwrap_or(Record { keys: Default::default(), form: Form::LIST, text: false });
    let record = writer.written(&reconciled.record, map, root)?;
    Ok(Recorded { reconciled, record })
}

fn after(input: &Input<'_>, index: usize, done: &Recorded) -> Result<Value, CliError> {
    let mut document = input.root(index).to_value();
    match done.reconciled.plan.apply_to_value(&mut document) {
        Ok(_) => Ok(document),
        Err(error) => Err(input.error_at(index, &error)),
    }
}

fn address(text: &str) -> Result<Address<'_>, CliError> {
    let address = Address::parse_edit(text, &Limits::DEFAULT).map_err(|error| CliError::in_expression(&error, text))?;
    match address.is_single() {
        true => Ok(address),
        false => Err(CliError::usage(
            format!("`{text}` can match several places"),
            "name one place, without `[]`, and prune each map by a record of its own",
        )),
    }
}

fn place(input: &Input<'_>, index: usize, address: &Address<'_>) -> Result<Location, CliError> {
    match resolve(address, input.root(index), Intent::Set, &Limits::DEFAULT) {
        Ok(places) => match <[_; 1]>::try_from(places) {
            Ok([place]) => Ok(place.location),
            Err(_) => Err(CliError::usage(format!("`{address}` is no one place"), "name one place, without `?`")),
        },
        Err(error) => Err(input.error_at(index, &error)),
    }
}

fn desired(argument: &str, read: &ReadArgs) -> Result<BTreeMap<String, Value>, CliError> {
    let value = match is_json(argument) {
        true => json_value(argument).map_err(|error| CliError::in_file(&error, "--desired", argument))?,
        false => {
            let text = Text::read(argument)?;
            let input = ReadArgs { document: None, ..read.clone() }.parse(&text)?;
            let index = input.document.select(None).map_err(|error| CliError::in_file(&error, argument, ""))?;
            input.root(index).to_value()
        }
    };
    match value {
        Value::Object(members) => Ok(members.into_iter().collect()),
        other => Err(CliError::usage(
            format!("what is desired is of type {}, not an object", other.kind()),
            r#"write `--desired '{"team":"a"}'`"#,
        )),
    }
}

/// Whether an argument is JSON and not the name of a file.
fn is_json(text: &str) -> bool {
    text.trim_start().starts_with(['{', '[', '"'])
}

fn json_value(text: &str) -> Result<Value, crate::json::JsonError> {
    Ok(JsonDocument::parse(text, &Limits::DEFAULT)?.root().to_value())
}
