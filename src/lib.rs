//! Write fields, not objects.
//!
//! Three steps, each of which can stand alone:
//!
//! 1. [`expression`] judges a path expression by its text: an address, which can be written, or a formula;
//! 2. a [`plan`] says what one write changes, field by field: made from edits ([`edit`], [`plan::plan_edits`]), from what
//!    a caller changes in a [`view`], from the difference of two values ([`diff`]), from an override ([`merge`]), from a
//!    record of applied keys ([`applied`]);
//! 3. the plan is carried out on a `serde_json` value ([`plan::Plan::apply`]) or on text ([`document`]), where every other
//!    byte stays, or refused with nothing touched.
//!
//! Errors are data; [`diagnostic::Diagnose`] turns one into a code, a message, the place and what to do instead.

pub mod applied;
#[cfg(feature = "catalog")]
pub mod catalog;
#[cfg(feature = "cli")]
pub mod cli;
pub mod definition;
pub mod diagnostic;
pub mod diff;
pub mod document;
pub mod expression;
pub mod json;
pub mod limits;
pub mod location;
pub mod merge;
pub mod near;
pub mod plan;
#[cfg(feature = "cli")]
pub mod report;
pub mod schema;
pub mod span;
pub mod value;
pub mod view;
pub mod workload;

/// The plan for some edits in plan language on a document, by the built-in schema where apiVersion and kind name a type
/// of it. For other schemas and options see [`plan::plan_edits`].
///
/// ```
/// let pod = serde_json::json!({"kind": "Pod", "metadata": {"name": "p"}});
/// let plan = fieldwright::edit(&pod, r#".metadata.labels.team = "ml" | del(.metadata.name)"#)?;
/// assert_eq!(plan.to_string(), r#".metadata.labels.team = "ml" | del(.metadata.name)"#);
/// # Ok::<(), Box<fieldwright::diagnostic::Diagnostic>>(())
/// ```
pub fn edit<'a>(document: impl value::Node<'a>, edits: &str) -> Result<plan::Plan, Box<diagnostic::Diagnostic>> {
    use diagnostic::Diagnose;
    let limits = limits::Limits::DEFAULT;
    let edits = plan::parse_edits(edits, &limits).map_err(|error| Box::new(error.diagnose()))?;
    let schema = schema::Attached::new(schema::Schema::kubernetes()).by_kind(document);
    let options = plan::EditOptions { allow_missing: false, schema: &schema, limits };
    plan::plan_edits(&edits, document, &options).map_err(|error| Box::new(error.diagnose()))
}

/// The code of the README runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
