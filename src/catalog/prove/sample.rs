//! Sample objects.

use crate::catalog::finding::{Finding, Place};
use crate::catalog::page::Page;
use crate::definition::{ObjectKind, Recognized, recognize};
use crate::location::Location;
use crate::value::{Kind, Node, Value};

/// An object that definitions are proved on.
pub(in crate::catalog) struct Sample<'t> {
    /// Where it stands; none for one that was made.
    page: Option<Page<'t>>,
    /// The object.
    pub(in crate::catalog) value: Value,
    pub(in crate::catalog) api_version: String,
    pub(in crate::catalog) kind: String,
}

/// The objects on some pages; definitions are none.
pub(in crate::catalog) fn samples(pages: Vec<Page<'_>>) -> Vec<Sample<'_>> {
    let is_object = |page: &Page| page.root.kind() == Kind::Object && matches!(recognize(page.root), Recognized::Other);
    pages.into_iter().filter(is_object).map(Sample::of).collect()
}

impl<'t> Sample<'t> {
    fn of(page: Page<'t>) -> Self {
        let text = |key| page.text_at(key).unwrap_or_default();
        let (api_version, kind) = (text("apiVersion"), text("kind"));
        Self { value: page.root.to_value(), api_version, kind, page: Some(page) }
    }

    /// An object that stands in no file.
    pub(super) fn made(value: Value, kind: &ObjectKind) -> Self {
        Self { page: None, value, api_version: kind.api_version(), kind: kind.kind.clone() }
    }

    /// Whether it was made from a definition, so that nothing can be learned from what it lacks.
    pub(super) fn is_made(&self) -> bool {
        self.page.is_none()
    }

    /// Whether it is of a kind.
    pub(in crate::catalog) fn is_of(&self, kind: &ObjectKind) -> bool {
        self.kind == kind.kind && self.api_version == kind.api_version()
    }

    /// The place of its first line.
    pub(in crate::catalog) fn head(&self) -> Option<Place> {
        self.page.as_ref().map(|page| page.key_place(&Location::root()))
    }

    /// What it is, in symbolic terms.
    pub(in crate::catalog) fn name(&self) -> String {
        let name = self.value.get("metadata").and_then(|metadata| metadata.get("name")).and_then(Value::as_str);
        format!("{}/{}", self.kind, name.unwrap_or_default())
    }

    /// Adds a place of the sample to a finding, if it stands in a file.
    pub(in crate::catalog) fn point(&self, finding: Finding, location: &Location, label: &str) -> Finding {
        match &self.page {
            Some(page) => finding.and_at(page.key_place(location), label),
            None => finding,
        }
    }
}
