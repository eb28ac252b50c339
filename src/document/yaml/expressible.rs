//! Numbers that readers of YAML take for strings: a plan that writes one is refused.

use super::Dialect;
use super::error::YamlEditError;
use super::scalar::{Plain, plain};
use crate::location::{Location, Segment};
use crate::plan::{Branch, Op};
use crate::value::Value;

/// Looks for such numbers in all that the plans write.
pub(super) fn check(branches: &[(usize, Branch<'_>)]) -> Result<(), YamlEditError> {
    branches.iter().try_for_each(|(_, branch)| places(branch, &mut Location::root()))
}

fn places(branch: &Branch<'_>, at: &mut Location) -> Result<(), YamlEditError> {
    if let Some(Op::Set(value)) = branch.op {
        values(value, at)?;
    }
    branch.inserts.iter().try_for_each(|value| values(value, at))?;
    branch.children.iter().try_for_each(|(segment, child)| {
        at.push(Segment::clone(segment));
        let result = places(child, at);
        at.pop();
        result
    })
}

fn values(value: &Value, at: &Location) -> Result<(), YamlEditError> {
    match value {
        Value::Number(number) if !is_read_as_number(number.as_str()) => {
            Err(YamlEditError::Inexpressible { location: at.clone(), number: number.as_str().into() })
        }
        Value::Array(entries) => entries.iter().try_for_each(|entry| values(entry, at)),
        Value::Object(members) => members.iter().try_for_each(|(_, member)| values(member, at)),
        _ => Ok(()),
    }
}

/// Short ones without an exponent always are.
fn is_read_as_number(number: &str) -> bool {
    (number.len() < 300 && !number.contains(['e', 'E']))
        || matches!(plain(number, Dialect::Kubernetes), Plain::Integer(_) | Plain::Float(_))
}
