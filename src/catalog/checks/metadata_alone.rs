//! Metadata of pods without their spec.

use crate::catalog::Finding;
use crate::catalog::subject::Subject;
use crate::catalog::{Rule, Severity};
use crate::definition::ProblemKind;

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW141",
    name: "metadata-alone",
    severity: Severity::Error,
    summary: "`metadataPath` stands without `podSpecPath`",
};

/// Points at the metadata.
pub(super) fn check(subject: &Subject, out: &mut Vec<Finding>) {
    let problems = subject.problems.iter().filter(|problem| matches!(problem.kind, ProblemKind::MetadataAlone));
    out.extend(problems.map(|problem| subject.problem(&RULE, problem)));
}
