//! A reference that nothing reads.

use crate::catalog::Finding;
use crate::catalog::subject::Subject;
use crate::catalog::{Rule, Severity};
use crate::location::is_name;
use std::collections::HashSet;

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW119",
    name: "unused-reference",
    severity: Severity::Warning,
    summary: "a reference is declared and no expression reads it",
};

/// Names the references that no formula reads. Where an expression cannot be read, nothing is said.
pub(super) fn check(subject: &Subject, out: &mut Vec<Finding>) {
    if subject.expressions.iter().any(|judged| judged.verdict.is_err()) {
        return;
    }
    let formulas = subject.expressions.iter().filter_map(|judged| judged.formula());
    let read: HashSet<&str> = formulas.flat_map(|formula| formula.variables()).map(String::as_str).collect();
    for reference in &subject.definition.references {
        let name = &reference.name;
        // A name that no variable can have is told by a rule of its own.
        let is_variable = is_name(&name.text);
        if is_variable && !read.contains(name.text.as_str()) {
            let message = format!("no expression reads `${}`", name.text);
            let found = subject.finding(&RULE, subject.page.place(&name.location), &name.location, message);
            out.push(found.help("remove the reference: it is looked up for nothing"));
        }
    }
}
