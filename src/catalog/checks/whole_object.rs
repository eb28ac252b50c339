//! An address that is the whole object.

use crate::catalog::Finding;
use crate::catalog::subject::Subject;
use crate::catalog::{Rule, Severity};
use crate::definition::{Component, PathField, Role};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW111",
    name: "whole-object",
    severity: Severity::Warning,
    summary: "an address is the whole object",
};

/// Looks at the addresses that are written. Of a pod the whole object is the pod template: worth knowing, not wrong.
pub(super) fn check(subject: &Subject, out: &mut Vec<Finding>) {
    for (path, judged) in subject.paths() {
        let is_whole = judged.address().is_some_and(|address| address.steps().is_empty());
        if judged.role == Role::ReadOnly || !is_whole {
            continue;
        }
        let component = path.component.map(|index| &subject.definition.components[index]);
        let is_pod = path.field == PathField::PodTemplateSpec && component.is_some_and(is_pod);
        let found =
            judged.finding_whole(subject.page, &RULE, format!("`{}` is the whole object", path.field.row().key));
        out.push(match is_pod {
            true => found.severity(Severity::Note).help(
                "write single fields through it: who writes a whole pod template here removes apiVersion, kind and status",
            ),
            false => found.help("name the field that holds it: a write here replaces everything"),
        });
    }
}

fn is_pod(component: &Component) -> bool {
    let kind = component.kind.as_ref();
    kind.is_some_and(|kind| kind.group.is_empty() && kind.kind == "Pod")
}
