//! A number that readers change.

use crate::catalog::Finding;
use crate::catalog::scalars;
use crate::catalog::subject::Subject;
use crate::catalog::{Rule, Severity};
use crate::location::Location;
use crate::value::{Kind, Node, Value};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    code: "FW165",
    name: "large-integer",
    severity: Severity::Warning,
    summary: "a whole number is beyond what a double holds exactly",
};

/// The greatest whole number up to which a double holds every one: 2^53.
const EXACT: u128 = 1 << 53;

/// Looks at every number of the definition, and at those that actions write.
pub(super) fn check(subject: &Subject, out: &mut Vec<Finding>) {
    let mut report = |location: &Location, number: &str| {
        let message = format!("`{number}` is beyond 2^53: readers that use doubles change it");
        let found = subject.finding(&RULE, subject.page.place(location), location, message);
        out.push(found.help("write a smaller number, or a string if the field takes one"));
    };
    scalars::walk(subject.page.root, &mut |location, node| {
        if node.kind() == Kind::Number
            && let Some(number) = large(&node.to_value())
        {
            report(location, &number);
        }
    });
    for suspend in subject.definition.components.iter().filter_map(|component| component.suspend.as_ref()) {
        for action in suspend.suspend.iter().chain(&suspend.resume) {
            let location = action.location.child("value");
            let is_text = subject.page.written(&location).is_some_and(|written| !written.is_plain);
            if is_text && let Some(number) = action.value.as_ref().and_then(large_inside) {
                report(&location, &number);
            }
        }
    }
}

fn large(value: &Value) -> Option<String> {
    let Value::Number(number) = value else { return None };
    let digits = number.as_str().trim_start_matches('-');
    let is_whole = digits.bytes().all(|byte| byte.is_ascii_digit());
    // More digits than 128 bits hold are beyond any limit here.
    let is_large = digits.parse::<u128>().map_or(true, |number| number > EXACT);
    (is_whole && is_large).then(|| number.as_str().to_owned())
}

fn large_inside(value: &Value) -> Option<String> {
    match value {
        Value::Array(entries) => entries.iter().find_map(large_inside),
        Value::Object(members) => members.iter().find_map(|(_, value)| large_inside(value)),
        scalar => large(scalar),
    }
}
