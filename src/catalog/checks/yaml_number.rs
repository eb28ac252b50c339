//! A scalar that reads as a number.

use crate::catalog::Finding;
use crate::catalog::scalars;
use crate::catalog::subject::Outline;
use crate::catalog::{Rule, Severity};
use crate::definition::Problem;
use crate::definition::ProblemKind;
use crate::location::{Location, Segment};
use crate::value::{Kind, Node};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW164",
    name: "yaml-number",
    severity: Severity::Warning,
    summary: "a plain scalar reads as another number than it looks like, or as a number where a string is meant",
};

/// Looks at every plain scalar that reads as a number: one that is not spelled as it reads, or where a string is meant.
pub(super) fn check(subject: &Outline, out: &mut Vec<Finding>) {
    let page = subject.page;
    check_texts(subject, out);
    scalars::walk(page.root, &mut |location, node| {
        if node.kind() == Kind::Number
            && page.written(location).is_some_and(|written| written.is_plain && is_disguised(written.raw))
            && !subject.has_problem(location)
        {
            let reads = format!("the number {}", node.to_value());
            out.push(scalars::unquoted(&RULE, subject, location, &reads));
        }
        if let Some(reads) = key_reads_otherwise(subject, location) {
            out.push(scalars::unquoted_key(&RULE, subject, location, &reads));
        }
    });
}

/// Looks at what stands where a string is meant.
pub(super) fn check_texts(subject: &Outline, out: &mut Vec<Finding>) {
    for problem in subject.problems.iter().filter(|problem| lacks_quotes(subject, problem)) {
        out.push(scalars::unquoted(&RULE, subject, &problem.location, "a number").severity(Severity::Error));
    }
}

/// Octal without an `o`, hexadecimal, binary, and digits with `_`: a person may take them for something else.
fn is_disguised(raw: &str) -> bool {
    let digits = raw.trim_start_matches(['+', '-']);
    let is_based =
        digits.len() > 1 && digits.starts_with('0') && !digits.starts_with("0.") && !digits.starts_with("0e");
    is_based || digits.contains('_')
}

fn key_reads_otherwise(subject: &Outline, location: &Location) -> Option<String> {
    let (Segment::Key(key), _) = location.split_last()? else { return None };
    // What reads as a number is spelled with a digit in front, or a sign or dot.
    if !key.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c)) {
        return None;
    }
    let written = subject.page.written_key(location)?;
    (written.is_plain && written.raw != &**key).then(|| format!("`{key}`"))
}

/// Whether a string is meant where a plain scalar stands that reads as a number.
pub(super) fn lacks_quotes(subject: &Outline, problem: &Problem) -> bool {
    let wants_text = matches!(problem.kind, ProblemKind::WrongType { want: Kind::String, got: Kind::Number });
    wants_text && subject.page.written(&problem.location).is_some_and(|written| written.is_plain)
}
