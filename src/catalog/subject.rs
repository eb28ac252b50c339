//! What the rules look at: an expression with what it is used for, and a definition with its expressions.

use super::finding::{Finding, Place, Rule};
use super::page::Page;
use crate::definition::{Against, Component, Definition, PathField, PathText, Problem, ProblemKind, Role};
use crate::diagnostic::Diagnose;
use crate::expression::{Address, Expression, ExpressionError, Formula};
use crate::limits::Limits;
use crate::location::Location;
use crate::span::Span;
use std::collections::BTreeSet;
use std::ops::Deref;

/// A path expression, judged.
pub(super) struct Judged<'s> {
    /// The text.
    pub(super) text: &'s str,
    /// Where it stands on its page.
    pub(super) location: &'s Location,
    /// What it is used for.
    pub(super) role: Role,
    /// The verdict.
    pub(super) verdict: Result<Expression<'static>, ExpressionError>,
    /// What it is, in symbolic terms: `name/component/replicasPath`
    pub(super) subject: String,
}

impl<'s> Judged<'s> {
    pub(super) fn new(text: &'s str, location: &'s Location, role: Role, subject: String, limits: &Limits) -> Self {
        let verdict = Expression::parse(text, limits).map(|expression| match expression {
            Expression::Address(address) => Expression::Address(address.into_owned()),
            Expression::Formula(formula) => Expression::Formula(Box::new(formula.into_owned())),
        });
        Self { text, location, role, verdict, subject }
    }

    pub(super) fn address(&self) -> Option<&Address<'static>> {
        match &self.verdict {
            Ok(Expression::Address(address)) => Some(address),
            _ => None,
        }
    }

    pub(super) fn formula(&self) -> Option<&Formula<'static>> {
        match &self.verdict {
            Ok(Expression::Formula(formula)) => Some(formula),
            _ => None,
        }
    }

    /// The addresses that it reads: itself, or those of a formula.
    pub(super) fn reads(&self) -> &[Address<'static>] {
        match &self.verdict {
            Ok(Expression::Address(address)) => std::slice::from_ref(address),
            Ok(Expression::Formula(formula)) => formula.reads(),
            Err(_) => &[],
        }
    }

    /// A finding about a stretch of the text.
    pub(super) fn finding(&self, page: &Page, rule: &'static Rule, span: Span, message: impl Into<String>) -> Finding {
        Finding::new(rule, page.place_in(self.location, span), message).subject(&self.subject)
    }

    /// A finding about the whole text.
    pub(super) fn finding_whole(&self, page: &Page, rule: &'static Rule, message: impl Into<String>) -> Finding {
        self.finding(page, rule, Span::new(0, self.text.len()), message)
    }
}

/// A definition as far as its keys go: also one that lacks too much to be read.
pub(super) struct Outline<'s> {
    pub(super) page: &'s Page<'s>,
    /// What reading it found.
    pub(super) problems: &'s [Problem],
    /// What was read, if enough was there.
    pub(super) read: Option<&'s Definition>,
    /// The places of what could not be read.
    garbled: BTreeSet<&'s Location>,
}

/// A definition on its page.
pub(super) struct Subject<'s> {
    outline: Outline<'s>,
    pub(super) definition: &'s Definition,
    /// The verdict on each of [`Definition::paths`].
    pub(super) expressions: Vec<Judged<'s>>,
    pub(super) limits: &'s Limits,
}

/// All that is known of an outline is known of the whole definition.
impl<'s> Deref for Subject<'s> {
    type Target = Outline<'s>;

    fn deref(&self) -> &Outline<'s> {
        &self.outline
    }
}

impl<'s> Subject<'s> {
    pub(super) fn new(
        page: &'s Page<'s>,
        definition: &'s Definition,
        problems: &'s [Problem],
        limits: &'s Limits,
    ) -> Self {
        let judge = |path: &'s PathText| {
            let subject = path_subject(definition, path);
            Judged::new(&path.text, &path.location, path.field.row().role, subject, limits)
        };
        let expressions = definition.paths().iter().map(judge).collect();
        Self { outline: Outline::new(page, problems, Some(definition)), definition, expressions, limits }
    }

    /// The expressions with their texts in the definition.
    pub(super) fn paths(&self) -> impl Iterator<Item = (&'s PathText, &Judged<'s>)> {
        self.definition.paths().iter().zip(&self.expressions)
    }

    /// The expressions of a component.
    pub(super) fn paths_of(&self, component: &Component) -> impl Iterator<Item = (&'s PathText, &Judged<'s>)> {
        self.definition.paths_of(component).map(|(id, path)| (path, &self.expressions[id.index()]))
    }

    /// The expressions that are evaluated against the same input.
    pub(super) fn paths_against(&self, input: Against) -> impl Iterator<Item = (&'s PathText, &Judged<'s>)> {
        self.paths().filter(move |(path, _)| path.field.row().against == input)
    }
}

impl<'s> Outline<'s> {
    pub(super) fn new(page: &'s Page<'s>, problems: &'s [Problem], read: Option<&'s Definition>) -> Self {
        let garbles =
            |problem: &&Problem| matches!(problem.kind, ProblemKind::WrongType { .. } | ProblemKind::EmptyText);
        let garbled = problems.iter().filter(garbles).map(|problem| &problem.location).collect();
        Self { page, problems, read, garbled }
    }

    /// Whether reading found something at this very place.
    pub(super) fn has_problem(&self, location: &Location) -> bool {
        self.garbled.contains(location)
    }

    /// A finding at a place of the definition.
    pub(super) fn finding(
        &self,
        rule: &'static Rule,
        place: Place,
        location: &Location,
        message: impl Into<String>,
    ) -> Finding {
        let subject = match self.read {
            Some(definition) => place_subject(definition, location),
            None => location.to_string(),
        };
        Finding::new(rule, place, message).subject(subject)
    }

    /// Whether something inside a place could not be read, so that what it lacks may only seem to be missing.
    pub(super) fn is_garbled(&self, location: &Location) -> bool {
        // What lies inside a place is sorted behind it.
        self.garbled.range::<&Location, _>(location..).next().is_some_and(|garbled| location.contains(garbled))
    }

    /// A finding that reading the definition came upon: its message and help, at the value.
    pub(super) fn problem(&self, rule: &'static Rule, problem: &Problem) -> Finding {
        self.problem_at(rule, problem, self.page.place(&problem.location))
    }

    /// The same at a place of the caller's choice.
    pub(super) fn problem_at(&self, rule: &'static Rule, problem: &Problem, place: Place) -> Finding {
        let told = problem.diagnose();
        let mut finding = self.finding(rule, place, &problem.location, told.message);
        finding.help = told.help;
        match told.other {
            Some(other) => finding.and_at(self.page.place(&other), "the first one"),
            None => finding,
        }
    }
}

/// The name of a definition: its own, or that of its root component.
pub(super) fn name_of(definition: &Definition) -> &str {
    definition.name.as_ref().map_or(&definition.root().name.text, |name| &name.text)
}

fn path_subject(definition: &Definition, path: &PathText) -> String {
    let key = path.field.row().key;
    let name = name_of(definition);
    let component = path.component.map(|index| definition.components[index].name.text.as_str());
    match (component, path.field) {
        // Fields that can stand several times are told apart by their place.
        (Some(component), PathField::StatusExpression | PathField::SuspendAction | PathField::ResumeAction) => {
            format!("{name}/{component}/{key}{}", tail(&path.location))
        }
        (Some(component), _) => format!("{name}/{component}/{key}"),
        (None, _) => format!("{name}{}", path.location),
    }
}

/// The last steps of a location, which tell apart what stands in a list.
fn tail(location: &Location) -> String {
    let segments = location.segments();
    segments[segments.len().saturating_sub(4)..].iter().map(|segment| format!("/{segment}")).collect()
}

/// What stands at a place of a definition: the component that it belongs to counts by its name.
fn place_subject(definition: &Definition, location: &Location) -> String {
    let name = name_of(definition);
    // The root component comes first, the others in the order of their places.
    let (root, others) = definition.components.split_at(1);
    let before = others.partition_point(|component| component.location <= *location);
    let nearest = others[..before].last().into_iter().chain(root);
    let owner = nearest.into_iter().find(|component| component.location.contains(location));
    match owner {
        Some(component) => {
            let rest = &location.segments()[component.location.segments().len()..];
            format!("{name}/{}{}", component.name.text, rest.iter().cloned().collect::<Location>())
        }
        None => format!("{name}{location}"),
    }
}
