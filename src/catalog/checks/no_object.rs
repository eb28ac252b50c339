//! A definition without a sample.

use crate::catalog::Finding;
use crate::catalog::subject::{Subject, name_of};
use crate::catalog::{Rule, Severity};
use crate::location::Location;

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW177",
    name: "no-object",
    severity: Severity::Note,
    summary: "no sample object is of the kind of a definition",
};

/// The finding about a definition that nothing was proved on.
pub(in crate::catalog) fn finding(subject: &Subject) -> Finding {
    let kind = subject.definition.root().kind.as_ref();
    let kind = kind.map_or_else(String::new, |kind| format!(" of kind `{}` of `{}`", kind.kind, kind.api_version()));
    let place = subject.page.key_place(&Location::root());
    let found = subject.finding(&RULE, place, &Location::root(), format!("there is no sample object{kind}"));
    found
        .help("add one, or prove the definition on one that is made with `--synthesize`")
        .subject(name_of(subject.definition))
}
