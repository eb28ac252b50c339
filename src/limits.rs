//! Bounds on what is read and computed, checked before any parser sees a text.
//!
//! A definition, an object and a patch come from people that the embedding program may not trust. Each bound
//! below names what would happen without it.

/// The bounds of one operation. [`Limits::DEFAULT`] suits command lines and controllers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of a document. Offsets are kept in 32 bits, so no more than 4 GiB.
    pub document_bytes: usize,
    /// Nesting of a document's objects and lists. Values are dropped, compared and printed by recursion:
    /// without a bound a text of brackets overflows the stack, which aborts the process. A document at the default goes
    /// through every room on a stack of 256 KiB (2 MiB in a build that is not optimized); no object of Kubernetes is
    /// nested a quarter as deep.
    pub document_depth: usize,
    /// Bytes of one path expression or of one text of edits.
    pub expression_bytes: usize,
    /// Nesting of an expression's brackets and operators, of which a chain counts each. jaq's parser recurses and
    /// aborts on deep nesting. Formulas are never read beyond 512.
    pub expression_depth: usize,
    /// Steps of one address (`.a[0][]` has three). Keeps a location's text, and the parents that a write may
    /// create, in proportion to a document that is allowed.
    pub address_steps: usize,
    /// Places that one address may match, and assignments of one plan.
    pub matches: usize,
    /// Values that a formula may pass on while it is evaluated, results included. Without it a formula of a
    /// hundred characters runs for years.
    pub evaluation_steps: usize,
    /// Results of one formula.
    pub results: usize,
    /// Bytes that the results of a formula, or one value on the way, may take.
    pub result_bytes: usize,
}

impl Limits {
    /// The bounds used where a caller names none.
    pub const DEFAULT: Self = Self {
        document_bytes: 256 << 20,
        document_depth: 200,
        expression_bytes: 64 << 10,
        expression_depth: 128,
        address_steps: 200,
        matches: 1 << 20,
        evaluation_steps: 1 << 20,
        results: 100_000,
        result_bytes: 16 << 20,
    };
}

impl Default for Limits {
    fn default() -> Self {
        Self::DEFAULT
    }
}
