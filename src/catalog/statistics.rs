//! How many expressions of which verdict a catalog has.

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
