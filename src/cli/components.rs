//! `components`: what a definition says of a kind, and what that means for an object.

use super::error::Reporter;
use super::input::{ReadArgs, Text};
use super::output::print;
use super::workload::{DefinitionArgs, refused, workload};
use super::{Answer, CliResult};
use crate::document::Root;
use crate::report::text::one_line;
use crate::workload::{Compiled, ComponentRef, FieldReport, Instance, Scale, Status, Unwritable, WorkloadError};
use serde_json::{Value as Serde, json};

/// Show the components of a workload: instances, scale, status, and which fields of the pods can be written
///
/// Without an object it shows what the definition alone tells. What cannot be read of an object is a warning, and the
/// exit status is 1.
#[derive(Debug, clap::Args)]
pub(super) struct Components {
    /// The object (`-` is standard input)
    file: Option<String>,
    #[command(flatten)]
    definition: DefinitionArgs,
    /// How it is printed
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    format: FormatArg,
    #[command(flatten)]
    read: ReadArgs,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum FormatArg {
    /// For people
    #[default]
    Text,
    /// One JSON object a component
    Json,
}

/// What is shown of one component.
struct Shown {
    depth: usize,
    name: String,
    kind: Option<(String, String)>,
    fields: Vec<FieldReport>,
    /// Nothing without an object.
    instances: Option<Vec<(Instance, Scale)>>,
    status: Option<Status>,
}

impl Components {
    pub(super) fn run(&self, reporter: &Reporter) -> CliResult {
        let mut reading = Reading { reporter, answer: Answer::Yes };
        let file = self.definition.read(&self.read)?;
        let shown = match &self.file {
            None => {
                let loaded = file.load(None)?;
                let compiled = loaded.compile()?;
                of_definition(&compiled)
            }
            Some(path) => {
                let text = Text::read(path)?;
                let input = self.read.parse(&text)?;
                let index = self.read.index(&input)?;
                let loaded = file.load(Some(input.root(index)))?;
                let compiled = loaded.compile()?;
                let workload = workload(&compiled, &input, index, self.definition.options(&compiled, &self.read)?)?;
                let of_object = |(depth, component)| reading.of_object(depth, component);
                let shown = workload.tree().into_iter().map(of_object).collect::<Result<_, _>>();
                shown.map_err(|error| refused(&input, index, &error))?
            }
        };
        print(&match self.format {
            FormatArg::Text => shown.iter().map(as_text).collect::<String>(),
            FormatArg::Json => shown.iter().map(|shown| format!("{}\n", as_json(shown))).collect(),
        })?;
        Ok(reading.answer)
    }
}

fn of_definition(compiled: &Compiled<'_>) -> Vec<Shown> {
    let shown = |(depth, component): (usize, &crate::definition::Component)| Shown {
        depth,
        name: component.name.text.clone(),
        kind: component.kind.as_ref().map(|kind| (kind.api_version(), kind.kind.clone())),
        fields: compiled.fields(component),
        instances: None,
        status: None,
    };
    compiled.definition().tree().into_iter().map(shown).collect()
}

/// What cannot be read of this object is told, and the rest is shown.
struct Reading<'r> {
    reporter: &'r Reporter,
    answer: Answer,
}

impl Reading<'_> {
    fn of_object(&mut self, depth: usize, component: ComponentRef<'_, '_, Root<'_>>) -> Result<Shown, WorkloadError> {
        let scale = self.told(component.scale())?;
        let without = || component.instances().iter().map(|instance| (instance, Scale::default())).collect();
        Ok(Shown {
            depth,
            name: component.name().into(),
            kind: component.definition().kind.as_ref().map(|kind| (kind.api_version(), kind.kind.clone())),
            fields: component.fields(),
            instances: Some(
                scale.unwrap_or_else(without).into_iter().map(|(instance, scale)| (instance.clone(), scale)).collect(),
            ),
            status: self.told(component.status())?.flatten(),
        })
    }

    fn told<T>(&mut self, result: Result<T, WorkloadError>) -> Result<Option<T>, WorkloadError> {
        match result {
            Ok(value) => Ok(Some(value)),
            Err(error) if error.is_about_a_value() => {
                self.reporter.warn(&error);
                self.answer = Answer::No;
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }
}

fn as_text(shown: &Shown) -> String {
    let indent = "  ".repeat(shown.depth);
    let kind = shown.kind.as_ref().map(|(api_version, kind)| format!("  {api_version} {kind}"));
    let mut out = String::new();
    // Names, phases and expressions come from others: each stays on its line.
    let mut push = |text: String| out.push_str(&format!("{indent}{}\n", one_line(&text)));
    push(format!("{}{}", shown.name, kind.unwrap_or_default()));
    let mut line = |text: String| push(format!("    {text}"));
    if let Some(status) = &shown.status {
        let phase = status.phase.as_ref().map(|phase| format!("phase {phase}"));
        let matched = (!status.matched.is_empty()).then(|| status.matched.join(", "));
        let told = matched.into_iter().chain(phase).collect::<Vec<_>>().join("; ");
        line(format!("status: {}", if told.is_empty() { "undefined" } else { &told }));
    }
    for (instance, scale) in shown.instances.iter().flatten() {
        let name = instance.id.as_ref().map_or_else(|| instance.location.to_string(), Clone::clone);
        let is_named = instance.id.is_some() || !instance.location.is_root();
        let scale = scale_text(scale);
        if is_named || !scale.is_empty() {
            let name = if is_named { format!("instance {name}") } else { "scale".into() };
            line(format!("{name}: {}", if scale.is_empty() { "no scale" } else { &scale }));
        }
    }
    let width = shown.fields.iter().map(|field| field.pod_place.to_string().len()).max().unwrap_or(0);
    for field in &shown.fields {
        let place = field.pod_place.to_string();
        match &field.refusal {
            None => line(format!("{place:width$}  {}", field.path.text)),
            Some(why) => line(format!("{place:width$}  cannot be written: {}", why.message())),
        }
    }
    out
}

fn scale_text(scale: &Scale) -> String {
    let part = |name: &str, number: Option<u64>| number.map(|number| format!("{name} {number}"));
    let parts = [part("replicas", scale.replicas), part("min", scale.min), part("max", scale.max)];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn as_json(shown: &Shown) -> Serde {
    let mut out = json!({"name": shown.name, "depth": shown.depth});
    if let Some((api_version, kind)) = &shown.kind {
        out["kind"] = json!({"apiVersion": api_version, "kind": kind});
    }
    out["fields"] = shown.fields.iter().map(field_json).collect();
    if let Some(instances) = &shown.instances {
        let instance = |(instance, scale): &(Instance, Scale)| {
            let mut out = json!({"location": instance.location.to_string()});
            if let Some(id) = &instance.id {
                out["id"] = json!(id);
            }
            for (name, number) in [("replicas", scale.replicas), ("min", scale.min), ("max", scale.max)] {
                if let Some(number) = number {
                    out["scale"][name] = json!(number);
                }
            }
            out
        };
        out["instances"] = instances.iter().map(instance).collect();
    }
    if let Some(status) = &shown.status {
        let condition = |condition: &crate::workload::Condition| {
            json!({"type": condition.kind, "status": condition.status, "reason": condition.reason,
                   "message": condition.message})
        };
        out["status"] = json!({"phase": status.phase, "matched": status.matched,
                               "conditions": status.conditions.iter().map(condition).collect::<Vec<_>>()});
    }
    out
}

fn field_json(field: &FieldReport) -> Serde {
    let mut out = json!({
        "field": field.field.row().key,
        "pod_place": field.pod_place.to_string(),
        "expression": field.path.text,
        "writable": field.refusal.is_none(),
    });
    if let Some(why) = &field.refusal {
        out["message"] = json!(why.message());
        if let Unwritable::Formula { reason, span, target, .. } = why {
            out["reason"] = json!(reason.as_str());
            out["span"] = json!({"start": span.start, "end": span.end});
            if let Some(target) = target {
                out["target"] = json!(target);
            }
        }
    }
    out
}
