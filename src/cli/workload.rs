//! What the commands on workloads share: the definition, the object, the references.

use super::error::CliError;
use super::input::{Input, ReadArgs, Text};
use crate::definition::{Definition, Recognized, recognize};
use crate::diagnostic::{Code, Diagnose, Diagnostic};
use crate::document::Root;
use crate::expression::Variables;
use crate::limits::Limits;
use crate::value::{Node, Value};
use crate::workload::{Compiled, Options, Workload, WorkloadError};

/// The definition and what its expressions take from outside.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct DefinitionArgs {
    /// The definition of the object's kind; of several in the file, the one that fits the object
    #[arg(short, long, value_name = "FILE")]
    definition: String,
    /// An object that the definition's expressions read as `$NAME`; of a file with several documents the list of them
    #[arg(long, value_name = "NAME=FILE")]
    reference: Vec<String>,
}

/// The text of a definition file.
pub(super) struct DefinitionText {
    text: Text,
    read: ReadArgs,
}

impl DefinitionArgs {
    /// Reads the file. Its text must outlive what is read from it.
    pub(super) fn read(&self, read: &ReadArgs) -> Result<DefinitionText, CliError> {
        Ok(DefinitionText { text: Text::read(&self.definition)?, read: ReadArgs { document: None, ..read.clone() } })
    }

    /// The objects that expressions read: those that the definition declares, or an expression of it names.
    pub(super) fn options(&self, compiled: &Compiled<'_>, read: &ReadArgs) -> Result<Options, CliError> {
        let definition = compiled.definition();
        let mut references = Variables::new();
        for reference in &self.reference {
            let Some((name, file)) = reference.split_once('=') else {
                let message = format!("`{reference}` is no reference");
                return Err(CliError::usage(message, "write `--reference NAME=FILE`"));
            };
            let is_declared = definition.references.iter().any(|reference| reference.name.text == name);
            if !is_declared && !definition.paths().iter().any(|path| path.text.contains(&format!("${name}"))) {
                return Err(undeclared(name, definition));
            }
            references.set(name, reference_value(file, read)?);
        }
        Ok(Options { references, limits: Limits::DEFAULT })
    }
}

fn undeclared(name: &str, definition: &Definition) -> CliError {
    let known: Vec<String> =
        definition.references.iter().map(|reference| format!("`{}`", reference.name.text)).collect();
    let help = match known.is_empty() {
        true => "leave out `--reference`: the definition declares none".into(),
        false => format!("it declares {}", known.join(", ")),
    };
    CliError::usage(format!("the definition declares no reference `{name}`"), &help)
}

fn reference_value(file: &str, read: &ReadArgs) -> Result<Value, CliError> {
    let text = Text::read(file)?;
    let input = ReadArgs { document: None, ..read.clone() }.parse(&text)?;
    match input.document.count() {
        1 => Ok(input.root(0).to_value()),
        count => Ok(Value::Array((0..count).map(|index| input.root(index).to_value()).collect())),
    }
}

/// A definition, and where in its file it stands.
pub(super) struct LoadedDefinition<'t> {
    input: Input<'t>,
    index: usize,
    definition: Definition,
}

impl DefinitionText {
    /// The definition in the file that fits an object; without an object, the only one.
    pub(super) fn load(&self, object: Option<Root<'_>>) -> Result<LoadedDefinition<'_>, CliError> {
        let input = self.read.parse(&self.text)?;
        let mut found = Vec::new();
        let mut problem = None;
        for index in 0..input.document.count() {
            if recognize(input.root(index)) == Recognized::Other && input.document.count() > 1 {
                continue;
            }
            match Definition::read(input.root(index)) {
                (Some(definition), _) => found.push((index, definition)),
                (None, problems) => {
                    let first = problems.into_iter().find(|problem| problem.is_fatal());
                    problem = problem.or(first.map(|first| input.error_at(index, &first)));
                }
            }
        }
        let fits = |definition: &Definition| object.is_none_or(|object| is_of(definition, object));
        let at = match found.iter().filter(|(_, definition)| fits(definition)).count() {
            // One that does not fit is told as such, with both kinds.
            0 => 0,
            1 => found.iter().position(|(_, definition)| fits(definition)).unwrap_or(0),
            _ => return Err(several(&self.text.name, object.is_some())),
        };
        if found.is_empty() {
            return Err(problem.unwrap_or_else(|| none(&self.text.name)));
        }
        let (index, definition) = found.swap_remove(at);
        Ok(LoadedDefinition { input, index, definition })
    }
}

impl LoadedDefinition<'_> {
    /// The definition with its expressions read.
    pub(super) fn compile(&self) -> Result<Compiled<'_>, CliError> {
        Compiled::new(&self.definition, &Limits::DEFAULT).map_err(|error| self.error(&error))
    }

    /// An error that speaks of a place of the definition.
    fn error(&self, error: &impl Diagnose) -> CliError {
        self.input.error_at(self.index, error)
    }
}

/// The workload of a definition and a document.
pub(super) fn workload<'c, 't>(
    compiled: &'c Compiled<'c>,
    input: &'t Input<'_>,
    index: usize,
    options: Options,
) -> Result<Workload<'c, Root<'t>>, CliError> {
    Workload::of(compiled, input.root(index), options).map_err(|error| refused(input, index, &error))
}

/// A refusal, with the place in the object that it speaks of.
pub(super) fn refused(input: &Input<'_>, index: usize, error: &WorkloadError) -> CliError {
    match error.diagnose().location {
        Some(_) if error.is_about_object() => input.error_at(index, error),
        _ => CliError::new(error),
    }
}

fn is_of(definition: &Definition, object: Root<'_>) -> bool {
    let text = |key: &str| object.member(key).last().and_then(Node::as_str);
    definition.root().kind.as_ref().is_some_and(|kind| {
        text("kind").is_some_and(|text| text == kind.kind)
            && text("apiVersion").is_some_and(|text| text == kind.api_version())
    })
}

fn none(name: &str) -> CliError {
    let found = Diagnostic::new(Code::InvalidDefinition, format!("there is no definition in `{name}`"));
    let found = found.help("a definition has apiVersion `run.ai/v1alpha1` and kind `Karta`").fact("file", name);
    found.into()
}

fn several(name: &str, has_object: bool) -> CliError {
    let (message, help) = match has_object {
        true => (format!("several definitions in `{name}` fit"), "keep one for each kind"),
        false => {
            (format!("`{name}` holds several definitions"), "name an object too: the definition of its kind is taken")
        }
    };
    Diagnostic::new(Code::InvalidDefinition, message).help(help).fact("file", name).into()
}
