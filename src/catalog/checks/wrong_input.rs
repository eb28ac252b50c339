//! A path that belongs to another input.

use crate::catalog::Finding;
use crate::catalog::pod;
use crate::catalog::subject::Subject;
use crate::catalog::{Rule, Severity};
use crate::definition::{Against, PathField};
use crate::expression::{Address, Step, StepKind};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW117",
    name: "wrong-input",
    severity: Severity::Warning,
    summary: "a path for a pod is given where the object is read, or the reverse",
};

/// What stands at the head of an expression that was written for a pod template, a pod spec or a container.
const POD_RELATIVE: &[&str] = &["labels", "annotations", "image", "resources", "podSpec", "template"];

/// Looks at the first field of everything that is read, and at the second one of a pod.
pub(super) fn check(subject: &Subject, out: &mut Vec<Finding>) {
    for (path, judged) in subject.paths() {
        let told = judged.reads().iter().find_map(|address| match path.field.row().against {
            Against::Pod => foreign_to_pod(address),
            Against::Object => foreign_to_object(subject, path.field, address),
        });
        if let Some((step, message, help)) = told {
            out.push(judged.finding(subject.page, &RULE, step.span, message).help(help));
        }
    }
}

type Told<'t, 'e> = Option<(&'t Step<'e>, String, &'static str)>;

fn key<'t>(step: Option<&'t Step>) -> Option<&'t str> {
    match step.map(|step| &step.kind) {
        Some(StepKind::Key(key)) => Some(key),
        _ => None,
    }
}

fn foreign_to_pod<'t, 'e>(address: &'t Address<'e>) -> Told<'t, 'e> {
    const HELP: &str = "this expression is evaluated on a pod: `.metadata.labels[\"...\"]`";
    let steps = address.steps();
    let first = key(steps.first())?;
    let fields = match first {
        "spec" => pod::SPEC,
        "metadata" => pod::META,
        _ if !pod::OBJECT.contains(&first) => {
            return Some((&steps[0], format!("a pod has no field `{first}`"), HELP));
        }
        _ => return None,
    };
    let second = key(steps.get(1)).filter(|second| !fields.contains(second))?;
    Some((&steps[1], format!("the {first} of a pod has no field `{second}`"), HELP))
}

fn foreign_to_object<'t, 'e>(subject: &Subject, field: PathField, address: &'t Address<'e>) -> Told<'t, 'e> {
    let steps = address.steps();
    let first = key(steps.first())?;
    let is_core = |name: &str| {
        subject.definition.root().kind.as_ref().is_some_and(|kind| kind.kind == name && kind.group.is_empty())
    };
    let is_label = first == "metadata" && matches!(key(steps.get(1)), Some("labels" | "annotations"));
    if field == PathField::InstanceId && is_label && !is_core("Pod") {
        let message = "the instances are read from the object, and this is a label of it".into();
        return Some((&steps[0], message, "what a pod says of its instance is `componentInstanceSelector.idPath`"));
    }
    let is_foreign = (pod::SPEC.contains(&first) || POD_RELATIVE.contains(&first)) && !is_core("PodTemplate");
    let message = || format!("`.{first}` is a field of a pod, and this expression is evaluated on the object");
    is_foreign.then(|| (&steps[0], message(), "begin at the object: `.spec.template...`"))
}
