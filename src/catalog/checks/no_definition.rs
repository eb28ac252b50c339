//! A sample without a definition.

use crate::catalog::Finding;
use crate::catalog::prove::Sample;
use crate::catalog::{Rule, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW178",
    name: "no-definition",
    severity: Severity::Note,
    summary: "no definition is of the kind of a sample object",
};

/// The finding about a sample that nothing was proved on.
pub(in crate::catalog) fn finding(sample: &Sample) -> Option<Finding> {
    let message = format!("no definition is of kind `{}` of `{}`", sample.kind, sample.api_version);
    let found = Finding::new(&RULE, sample.head()?, message);
    Some(found.help("add its definition, or remove the sample").subject(sample.name()))
}
