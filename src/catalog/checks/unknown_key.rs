//! A key that is not known.

use crate::catalog::Finding;
use crate::catalog::Replacement;
use crate::catalog::page::Page;
use crate::catalog::subject::Outline;
use crate::catalog::{Rule, Severity};
use crate::definition::ProblemKind;
use crate::location::Location;

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW131",
    name: "unknown-key",
    severity: Severity::Warning,
    summary: "a key is not known where it stands",
};

/// Names a known key that may be meant: then it is an error, else the form of definitions may have moved on.
pub(super) fn check(subject: &Outline, out: &mut Vec<Finding>) {
    for problem in subject.problems {
        let ProblemKind::UnknownKey { near } = problem.kind else { continue };
        if super::yaml_boolean::reads_otherwise(subject.page, &problem.location) {
            continue;
        }
        let found = subject.problem_at(&RULE, problem, subject.page.key_place(&problem.location));
        out.push(match near {
            Some(near) => found.severity(Severity::Error).fix(
                format!("rename it to `{near}`"),
                false,
                rename(subject.page, &problem.location, near),
            ),
            None => found,
        });
    }
}

fn rename(page: &Page, location: &Location, near: &str) -> Option<Replacement> {
    let place = page.key_place(location);
    let plain = page.written_key(location).is_some_and(|key| key.is_plain);
    Some(Replacement { place, text: if plain { near.to_owned() } else { format!("\"{near}\"") } })
}
