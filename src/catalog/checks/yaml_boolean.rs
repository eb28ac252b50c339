//! A word that reads as a boolean.

use crate::catalog::Finding;
use crate::catalog::page::Page;
use crate::catalog::scalars;
use crate::catalog::subject::Outline;
use crate::catalog::{Rule, Severity};
use crate::definition::Problem;
use crate::definition::ProblemKind;
use crate::location::Location;
use crate::value::{Kind, Node};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW163",
    name: "yaml-boolean",
    severity: Severity::Warning,
    summary: "a plain word reads as a boolean",
};

/// Looks at every plain word that reads as a boolean: one that a person may not take for it, or where a string is meant.
pub(super) fn check(subject: &Outline, out: &mut Vec<Finding>) {
    let page = subject.page;
    check_texts(subject, out);
    scalars::walk(page.root, &mut |location, node| {
        let is_word = |raw: &str| !matches!(raw, "true" | "false" | "True" | "False" | "TRUE" | "FALSE");
        if node.kind() == Kind::Boolean
            && page.written(location).is_some_and(|written| written.is_plain && is_word(written.raw))
            && !subject.has_problem(location)
        {
            out.push(scalars::unquoted(&RULE, subject, location, "a boolean"));
        }
        if reads_otherwise(page, location) {
            out.push(scalars::unquoted_key(&RULE, subject, location, "a boolean"));
        }
    });
}

/// Looks at what stands where a string is meant.
pub(super) fn check_texts(subject: &Outline, out: &mut Vec<Finding>) {
    for problem in subject.problems.iter().filter(|problem| lacks_quotes(subject, problem)) {
        out.push(scalars::unquoted(&RULE, subject, &problem.location, "a boolean").severity(Severity::Error));
    }
}

/// Whether a key is a plain word that reads as a boolean and is not spelled like one.
pub(super) fn reads_otherwise(page: &Page, location: &Location) -> bool {
    let is_boolean = matches!(location.split_last(), Some((crate::location::Segment::Key(key), _))
        if matches!(&**key, "true" | "false"));
    is_boolean
        && page.written_key(location).is_some_and(|key| {
            key.is_plain && !key.raw.eq_ignore_ascii_case("true") && !key.raw.eq_ignore_ascii_case("false")
        })
}

/// Whether a string is meant where a plain word stands that reads as a boolean.
pub(super) fn lacks_quotes(subject: &Outline, problem: &Problem) -> bool {
    let wants_text = matches!(problem.kind, ProblemKind::WrongType { want: Kind::String, got: Kind::Boolean });
    wants_text && subject.page.written(&problem.location).is_some_and(|written| written.is_plain)
}
