//! A plan as a JSON Merge Patch, RFC 7396.

use super::{Inexpressible, PatchForm, RenderError};
use crate::location::{Location, Segment};
use crate::plan::{Branch, Op, Plan};
use crate::value::{Kind, Node, Unique, Value, equal};

const FORM: PatchForm = PatchForm::MergePatch;

impl Plan {
    /// The JSON Merge Patch that does on the document what the plan does. It cannot write a null into an object, nor
    /// change one entry of a list.
    pub fn to_merge_patch<'a>(&self, root: impl Node<'a>) -> Result<Value, RenderError> {
        let branch = self.fit(root)?;
        match branch.op {
            // Of all nulls this one can be said: such a patch is the document afterwards.
            Some(Op::Set(Value::Null)) => Ok(Value::Null),
            None if branch.is_empty() && root.kind() != Kind::Object => Ok(root.to_value()),
            _ => inside(&branch, Some(root), &mut Location::root()),
        }
    }
}

fn inside<'a, N: Node<'a>>(branch: &Branch<'_>, node: Option<N>, at: &mut Location) -> Result<Value, RenderError> {
    if let Some(Op::Set(value)) = branch.op {
        return replacement(node, value, at);
    }
    let mut members = Vec::with_capacity(branch.children.len());
    for (segment, child) in &branch.children {
        let Segment::Key(key) = segment else {
            return Err(FORM.cannot(&at.child((*segment).clone()), Inexpressible::ListEntry));
        };
        at.push(&**key);
        let member = match child.op {
            Some(Op::Remove) => Value::Null,
            _ => inside(child, node.and_then(|node| node.member(key).last()), at)?,
        };
        at.pop();
        members.push((key.to_string(), member));
    }
    Ok(Value::Object(members))
}

/// The patch that makes `new` of what stands there: an object over an object is merged, so what is gone must be said.
fn replacement<'a, N: Node<'a>>(old: Option<N>, new: &Value, at: &mut Location) -> Result<Value, RenderError> {
    let Value::Object(_) = new else {
        return match new {
            Value::Null => Err(FORM.cannot(at, Inexpressible::Null)),
            _ => Ok(new.clone()),
        };
    };
    let new = Unique::of(new);
    let old = old.filter(|old| old.kind() == Kind::Object).map(Unique::of);
    let mut patch = Vec::new();
    for member in old.iter().flat_map(Unique::iter).filter(|member| new.get(&member.key).is_none()) {
        patch.push((member.key.to_string(), Value::Null));
    }
    for member in new.iter() {
        let before = old.as_ref().and_then(|old| old.get(&member.key));
        if before.is_some_and(|before| equal(before, member.node)) {
            continue;
        }
        at.push(&*member.key);
        patch.push((member.key.to_string(), replacement(before, member.node, at)?));
        at.pop();
    }
    Ok(Value::Object(patch))
}
