//! The forms in which plans are printed and read.

use super::error::CliError;
use super::input::{Input, ReadArgs, Text};
use crate::diagnostic::{Code, Diagnose, Diagnostic};
use crate::document::Root;
use crate::limits::Limits;
use crate::plan::{EditOptions, Plan, parse_edits, plan_edits};
use crate::schema::{Attached, Schema};
use crate::value::{Node, Value};

/// How a plan is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum PlanForm {
    /// The plan language, which any jq runs
    #[default]
    Jq,
    /// JSON with what the plan expects to find, without loss
    Json,
    /// JSON Patch, RFC 6902
    JsonPatch,
    /// JSON Merge Patch, RFC 7396
    MergePatch,
    /// Kubernetes strategic merge patch
    StrategicPatch,
}

/// The plan in a form, with a line end; nothing for an empty plan in the plan language.
pub(super) fn print_plan(
    plan: &Plan,
    form: PlanForm,
    root: Root<'_>,
    schema: &Attached<'_>,
) -> Result<String, CliError> {
    let refused = |error: crate::plan::RenderError| CliError::new(&error);
    let value = match form {
        PlanForm::Jq => return Ok(if plan.is_empty() { String::new() } else { format!("{plan}\n") }),
        PlanForm::Json => plan.to_json(),
        PlanForm::JsonPatch => plan.to_json_patch(root, schema).map_err(refused)?,
        PlanForm::MergePatch => plan.to_merge_patch(root).map_err(refused)?,
        PlanForm::StrategicPatch => plan.to_strategic_patch(root, schema).map_err(refused)?,
    };
    Ok(format!("{value}\n"))
}

/// What a file that should hold a plan is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum PatchType {
    /// A plan, or a JSON Patch: told apart by their content
    #[default]
    #[value(alias = "json", alias = "json-patch", alias = "jq")]
    Plan,
    /// JSON Merge Patch, RFC 7396
    #[value(alias = "merge-patch")]
    Merge,
    /// Kubernetes strategic merge patch
    #[value(alias = "strategic-patch")]
    Strategic,
}

/// Reads a plan or patch for a document.
pub(super) fn read_plan(
    text: &Text,
    patch_type: PatchType,
    input: &Input<'_>,
    index: usize,
    schema: &Attached<'_>,
) -> Result<Plan, CliError> {
    let root = input.root(index);
    let named_yaml = [".yaml", ".yml"].iter().any(|extension| text.name.ends_with(extension));
    if patch_type == PatchType::Plan && !named_yaml && !text.text.trim_start().starts_with(['[', '{']) {
        return plan_language(text, input, index);
    }
    let args = ReadArgs { document: None, yaml_dialect: Default::default() };
    let patch = args.parse(text)?;
    let value = patch.root(args.index(&patch)?).to_value();
    match patch_type {
        PatchType::Merge => Plan::from_merge_patch(&value, root).map_err(|error| input.error_at(index, &error)),
        PatchType::Strategic => {
            crate::merge::merge(root, &value, schema).map_err(|error| input.error_at(index, &error))
        }
        PatchType::Plan if is_plan(&value) => Plan::from_json(&value).map_err(|error| patch.error_at(0, &error)),
        PatchType::Plan if matches!(value, Value::Array(_)) => {
            Plan::from_json_patch(&value, root).map_err(|error| patch.error_at(0, &error))
        }
        PatchType::Plan => Err(patch.error_at(0, &NotAPlan)),
    }
}

fn plan_language(text: &Text, input: &Input<'_>, index: usize) -> Result<Plan, CliError> {
    let edits =
        parse_edits(&text.text, &Limits::DEFAULT).map_err(|error| CliError::in_file(&error, &text.name, &text.text))?;
    // A plan says all that it does: nothing is cleared beyond it.
    let schema = Attached::new(Schema::none());
    let options = EditOptions { allow_missing: false, schema: &schema, limits: Limits::DEFAULT };
    plan_edits(&edits, input.root(index), &options).map_err(|error| input.error_at(index, &error))
}

/// The entries of a plan in JSON have locations, those of a JSON Patch paths.
fn is_plan(value: &Value) -> bool {
    matches!(value, Value::Array(entries) if entries.first().is_some_and(|first| first.get("location").is_some()))
}

struct NotAPlan;

impl Diagnose for NotAPlan {
    fn diagnose(&self) -> Diagnostic {
        Diagnostic::new(Code::InvalidPlan, "an object is neither a plan nor a JSON Patch")
            .help("for a merge patch add `--type merge` or `--type strategic`")
    }
}
