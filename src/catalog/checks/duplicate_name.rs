//! A name that is taken.

use super::duplicate_kind::Described;
use crate::catalog::subject::Subject;
use crate::catalog::{Finding, Place};
use crate::catalog::{Rule, Severity};
use crate::definition::{Form, ProblemKind};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW135",
    name: "duplicate-name",
    severity: Severity::Error,
    summary: "two components, references, pod groups or definitions have one name",
};

/// Points at both.
pub(super) fn check(subject: &Subject, out: &mut Vec<Finding>) {
    let problems = subject.problems.iter().filter(|problem| matches!(problem.kind, ProblemKind::DuplicateName { .. }));
    out.extend(problems.map(|problem| subject.problem(&RULE, problem)));
}

/// Points each later definition of a name at the first one: they are one resource in a cluster.
pub(in crate::catalog) fn check_catalog(catalog: &[Described], out: &mut Vec<Finding>) {
    let mut first: HashMap<(bool, &str), Place> = HashMap::new();
    for described in catalog {
        let Some((name, place)) = &described.name else { continue };
        match first.entry((described.form == Form::Karta, name.as_str())) {
            Entry::Occupied(known) => out.push(
                Finding::new(&RULE, *place, "the name of the definition is taken")
                    .and_at(*known.get(), "the first one")
                    .help("give each its own name")
                    .subject(&described.subject),
            ),
            Entry::Vacant(free) => drop(free.insert(*place)),
        }
    }
}
