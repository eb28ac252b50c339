//! A kind that is defined twice.

use crate::catalog::Finding;
use crate::catalog::Place;
use crate::catalog::{Rule, Severity};
use crate::definition::{Form, ObjectKind};
use std::collections::BTreeMap;

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW156",
    name: "duplicate-kind",
    severity: Severity::Error,
    summary: "two definitions of a catalog describe one kind",
};

/// What a definition says it describes, and where.
pub(in crate::catalog) struct Described {
    pub(in crate::catalog) form: Form,
    pub(in crate::catalog) kind: ObjectKind,
    /// Its name, and where that stands.
    pub(in crate::catalog) name: Option<(String, Place)>,
    /// The kinds of the objects that its expressions may read besides.
    pub(in crate::catalog) references: Vec<ObjectKind>,
    pub(in crate::catalog) place: Place,
    pub(in crate::catalog) subject: String,
}

/// Points each later definition of a kind at the first one. The two forms of definitions do not meet in one cluster.
pub(in crate::catalog) fn check(catalog: &[Described], out: &mut Vec<Finding>) {
    let mut first: BTreeMap<(bool, String, &str), &Described> = BTreeMap::new();
    for described in catalog {
        let kind = &described.kind;
        let key = (described.form == Form::Karta, kind.api_version(), kind.kind.as_str());
        match first.get(&key) {
            Some(known) => out.push(
                Finding::new(
                    &RULE,
                    described.place,
                    format!("`{}` of `{}` is described twice", kind.kind, kind.api_version()),
                )
                .and_at(known.place, "the first one")
                .help("keep one definition of a kind: which of them counts is chance")
                .subject(&described.subject),
            ),
            None => drop(first.insert(key, described)),
        }
    }
}
