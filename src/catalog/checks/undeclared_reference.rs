//! A variable that nothing declares.

use crate::catalog::Finding;
use crate::catalog::subject::{Judged, Subject};
use crate::catalog::{Rule, Severity};
use crate::near::nearest;
use crate::span::Span;

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW118",
    name: "undeclared-reference",
    severity: Severity::Error,
    summary: "an expression reads a `$name` that no reference declares",
};

/// Compares the variables of every formula with the references of the definition.
pub(super) fn check(subject: &Subject, out: &mut Vec<Finding>) {
    let declared = || subject.definition.references.iter().map(|reference| reference.name.text.as_str());
    for (path, judged) in subject.paths() {
        for name in judged.formula().map_or(&[][..], |formula| formula.variables()) {
            let is_declared = declared().any(|known| known == name);
            if is_declared && path.field.takes_references() {
                continue;
            }
            let (message, help) = match (is_declared, nearest(name, declared())) {
                (true, _) => (
                    format!("`${name}` is read where references are found"),
                    "what finds a reference cannot depend on one: read from the object".into(),
                ),
                (false, Some(near)) => (format!("no reference declares `${name}`"), format!("did you mean `${near}`")),
                (false, None) => (
                    format!("no reference declares `${name}`"),
                    format!("declare `{name}` under `structureDefinition.references`"),
                ),
            };
            out.push(judged.finding(subject.page, &RULE, span_of(judged, name), message).help(help));
        }
    }
}

/// The first place where the variable stands.
fn span_of(judged: &Judged, name: &str) -> Span {
    let variable = format!("${name}");
    let is_end = |rest: &str| !rest.starts_with(|c: char| c == '_' || c.is_ascii_alphanumeric());
    let found = judged.text.match_indices(&variable).find(|(at, _)| is_end(&judged.text[at + variable.len()..]));
    found.map_or(Span::new(0, judged.text.len()), |(at, _)| Span::new(at, at + variable.len()))
}
