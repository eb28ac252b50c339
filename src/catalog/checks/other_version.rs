//! A definition of another version.

use crate::catalog::Finding;
use crate::catalog::page::Page;
use crate::catalog::{Rule, Severity};
use crate::definition::{Problem, ProblemKind};
use crate::diagnostic::Diagnose;
use crate::location::Location;

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW154",
    name: "other-version",
    severity: Severity::Error,
    summary: "a definition has a version that is not read",
};

/// The finding about a document that `recognize` says is of another version.
pub(in crate::catalog) fn finding(page: &Page, api_version: String, kind: String) -> Finding {
    let location = Location::root().child("apiVersion");
    let place = page.place(&location);
    let problem = Problem { location, kind: ProblemKind::OtherVersion { api_version, kind } };
    let told = problem.diagnose();
    let mut found = Finding::new(&RULE, place, told.message).subject(super::document_subject(page));
    found.help = told.help;
    found
}
