//! Objects besides definitions that hold path expressions: those of Argo CD, and kinds that a user describes.

use super::checks;
use super::config::{ExpressionKind, ExpressionRole};
use super::finding::Finding;
use super::page::{Page, Sheet};
use super::subject::{Judged, Outline};
use crate::definition::{Problem, ProblemKind, Role};
use crate::expression::{Address, Intent, ResolveErrorKind, resolve};
use crate::limits::Limits;
use crate::location::{Location, Segment};
use crate::value::{Kind, Node};

/// A list of Argo CD's `ignoreDifferences`, and what it lies in.
const DIFFERENCES: &[(&str, &str)] = &[
    ("Application", ".spec.ignoreDifferences[]?.jqPathExpressions[]?"),
    ("ApplicationSet", ".spec.template.spec.ignoreDifferences[]?.jqPathExpressions[]?"),
    ("ApplicationSet", ".spec.ignoreApplicationDifferences[]?.jqPathExpressions[]?"),
];

/// What the keys of `argocd-cm` begin with whose values are texts of their own.
const CUSTOMIZATIONS: &str = "resource.customizations.ignoreDifferences.";

/// Judges the expressions of an Argo CD object. Says whether the page is one.
///
/// Argo CD removes what the expressions name from both sides before it compares them, with the `del` of gojq. What that
/// refuses it passes over without a word.
pub(super) fn argocd(page: &Page, limits: &Limits, out: &mut Vec<Finding>) -> bool {
    let (api_version, kind) =
        (page.text_at("apiVersion").unwrap_or_default(), page.text_at("kind").unwrap_or_default());
    match (api_version.split('/').next(), &*kind) {
        (Some("argoproj.io"), "Application" | "ApplicationSet") => {
            for (_, place) in DIFFERENCES.iter().filter(|(of, _)| *of == kind) {
                texts(page, place, ExpressionRole::Path, limits, out);
            }
            true
        }
        (Some("v1"), "ConfigMap") if is_named(page, "argocd-cm") => {
            customizations(page, limits, out);
            true
        }
        _ => false,
    }
}

fn is_named(page: &Page, name: &str) -> bool {
    let metadata = page.root.member("metadata").last();
    metadata.and_then(|metadata| metadata.member("name").last()?.as_str()).is_some_and(|found| found == name)
}

/// `data` of `argocd-cm`: each value is a YAML text with the expressions of one kind of resource.
fn customizations(page: &Page, limits: &Limits, out: &mut Vec<Finding>) {
    let data = Location::root().child("data");
    let Some(members) = page.root.member("data").last() else { return };
    for (key, value) in members.members().filter(|(key, _)| key.starts_with(CUSTOMIZATIONS)) {
        let location = data.child(&*key);
        let Some(text) = value.as_str() else { continue };
        match Sheet::read(&text, limits) {
            Ok(sheet) => {
                if let Some(held) = page.held(&location, &sheet) {
                    texts(&held, ".jqPathExpressions[]?", ExpressionRole::Path, limits, out);
                }
            }
            Err(error) => out.push(checks::unreadable::not_read_inside(page, &location, &text, &error)),
        }
    }
}

/// Judges the expressions of an object of a kind that a user describes. Says whether the page is one.
pub(super) fn described(page: &Page, kinds: &[ExpressionKind], limits: &Limits, out: &mut Vec<Finding>) -> bool {
    let mut is_one = false;
    for kind in kinds.iter().filter(|kind| kind.describes(page.text_at("apiVersion"), page.text_at("kind"))) {
        is_one = true;
        for field in &kind.fields {
            texts(page, &field.path, field.role, limits, out);
        }
    }
    is_one
}

/// Judges the strings at the places of an address. What is no string is no expression, and told as such.
fn texts(page: &Page, place: &str, role: ExpressionRole, limits: &Limits, out: &mut Vec<Finding>) {
    let Ok(address) = Address::parse(place, limits) else { return };
    let places = resolve(&address, page.root, Intent::Read, limits).unwrap_or_else(|error| {
        if let ResolveErrorKind::TypeMismatch { want, got } = error.kind
            && got != Kind::Null
        {
            not_of_type(page, error.location, want, got, out);
        }
        Vec::new()
    });
    for place in places {
        let Some(node) = place.node else { continue };
        let Some(text) = node.as_str() else {
            // A member that is null is none; an entry that is null is one.
            let is_entry = matches!(place.location.split_last(), Some((Segment::Index(_), _)));
            if node.kind() != Kind::Null || is_entry {
                not_of_type(page, place.location, Kind::String, node.kind(), out);
            }
            continue;
        };
        let subject = format!("{}{}", checks::document_subject(page), place.location);
        let judged = Judged::new(&text, &place.location, definition_role(role), subject, limits);
        checks::check_expression(page, &judged, limits, out);
        if role == ExpressionRole::Path {
            checks::not_a_path::check(page, &judged, out);
            checks::ignores_whole_entry::check(page, &judged, out);
        }
    }
}

fn not_of_type(page: &Page, location: Location, want: Kind, got: Kind, out: &mut Vec<Finding>) {
    let problems = [Problem { location, kind: ProblemKind::WrongType { want, got } }];
    checks::check_types(&Outline::new(page, &problems, None), out);
}

fn definition_role(role: ExpressionRole) -> Role {
    match role {
        ExpressionRole::Write => Role::MustWrite,
        ExpressionRole::ReadWrite => Role::ShouldWrite,
        ExpressionRole::Read | ExpressionRole::Path => Role::ReadOnly,
    }
}
