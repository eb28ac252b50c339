//! What a catalog says about itself: further kinds of object that hold path expressions.
//!
//! These are data as a configuration file has them; the file itself is read elsewhere.

use crate::diagnostic::{Diagnose, Diagnostic};
use crate::expression::Address;
use crate::limits::Limits;
use serde::Deserialize;

/// A kind of object that holds path expressions, besides definitions.
///
/// ```toml
/// [[kinds]]
/// api-version = "example.io/v1"
/// kind = "Watcher"
/// fields = [{ path = ".spec.watch[].path", role = "path" }]
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ExpressionKind {
    /// The `apiVersion`; without one, any.
    #[serde(default)]
    pub api_version: Option<String>,
    /// The `kind`.
    pub kind: String,
    /// The fields that hold expressions; at least one.
    pub fields: Vec<ExpressionField>,
}

impl ExpressionKind {
    /// Whether an object with this `apiVersion` and `kind` is of this kind.
    pub fn describes(&self, api_version: Option<String>, kind: Option<String>) -> bool {
        kind.as_deref() == Some(&*self.kind) && (self.api_version.is_none() || self.api_version == api_version)
    }

    /// The first field whose path is no address, with what is wrong with it.
    pub fn fault(&self, limits: &Limits) -> Option<(&ExpressionField, Diagnostic)> {
        self.fields.iter().find_map(|field| Some((field, Address::parse(&field.path, limits).err()?.diagnose())))
    }
}

/// A field that holds a path expression, or with `[]` several.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ExpressionField {
    /// Its address in the object: `.spec.watch[].path`. What is missing in an object is passed over.
    pub path: String,
    /// What the expression is used for.
    pub role: ExpressionRole,
}

/// What an expression is used for, and so what it must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ExpressionRole {
    /// It is written: it must be an address.
    Write,
    /// It is read, and written where it is an address.
    ReadWrite,
    /// It is only read: any formula will do.
    Read,
    /// It must be a path as jq understands it: an address, or one with filters.
    Path,
}
