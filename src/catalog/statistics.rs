//! How many expressions of which verdict a catalog has.

use super::subject::{Judged, Subject};
use crate::definition::PathField;
use crate::expression::{Expression, Form};

/// Counts over the expressions that name one place or value of the object: every `*Path` key with a single value, and the
/// `path` under `phaseDefinition` and `conditionsDefinition`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Files that were read.
    pub files: usize,
    /// Definitions in them.
    pub definitions: usize,
    /// The expressions that are counted: valid or not.
    pub expressions: usize,
    /// Addresses of one term.
    pub plain: usize,
    /// Addresses with pipes or parentheses.
    pub composed: usize,
    /// Formulas.
    pub formulas: usize,
    /// What cannot be used: not jq, or forbidden.
    pub invalid: usize,
}

impl std::ops::AddAssign for Statistics {
    fn add_assign(&mut self, other: Self) {
        self.files += other.files;
        self.definitions += other.definitions;
        self.expressions += other.expressions;
        self.plain += other.plain;
        self.composed += other.composed;
        self.formulas += other.formulas;
        self.invalid += other.invalid;
    }
}

impl Statistics {
    /// Counts the expressions of a definition.
    pub(super) fn count(&mut self, subject: &Subject) {
        for (path, judged) in subject.paths() {
            if path.field.row().key.ends_with("Path") || matches!(path.field, PathField::Phase | PathField::Conditions)
            {
                self.count_expression(judged);
            }
        }
    }

    fn count_expression(&mut self, judged: &Judged) {
        self.expressions += 1;
        match &judged.verdict {
            Ok(Expression::Address(address)) if address.form() == Form::Plain => self.plain += 1,
            Ok(Expression::Address(_)) => self.composed += 1,
            Ok(Expression::Formula(_)) => self.formulas += 1,
            Err(_) => self.invalid += 1,
        }
    }
}
