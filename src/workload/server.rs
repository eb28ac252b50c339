//! Plans in the forms that an API server takes.

use super::Workload;
use super::error::WorkloadError;
use crate::location::{Location, Segment};
use crate::plan::{Op, Plan};
use crate::value::{Kind, Node, Value};

/// Whether a patch is for the version of the object that it was made on, and no other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lock {
    /// A change of anything else in the object meanwhile does not matter. A JSON Patch still tests the keys of the list
    /// entries that it goes through.
    #[default]
    None,
    /// The server refuses the patch if the object has changed at all. Without a `resourceVersion` the object is not from
    /// a server, and there is nothing to lock.
    ResourceVersion,
}

impl<'d, 'a, N: Node<'a>> Workload<'d, N> {
    /// The plan as a JSON Patch (RFC 6902): before each operation inside a list a `test` of the entry's key, so that an
    /// index can never hit another container or instance.
    pub fn json_patch(&self, plan: &Plan, lock: Lock) -> Result<Value, WorkloadError> {
        let schema = self.schema();
        let patch = plan.to_json_patch(self.object(), &schema.attach(self.object())).map_err(WorkloadError::Render)?;
        let (Some(version), Value::Array(mut operations)) = (self.locked(lock), patch.clone()) else {
            return Ok(patch);
        };
        if !operations.is_empty() {
            let member = |key: &str, value: &str| (key.to_owned(), Value::from(value));
            let path = member("path", "/metadata/resourceVersion");
            operations.insert(0, Value::Object(vec![member("op", "test"), path, member("value", &version)]));
        }
        Ok(Value::Array(operations))
    }

    /// The plan as a JSON Merge Patch (RFC 7396), where that can say it: not for one entry of a list.
    ///
    /// Locked, it has the object's `resourceVersion`, which makes a server refuse it on another.
    pub fn merge_patch(&self, plan: &Plan, lock: Lock) -> Result<Value, WorkloadError> {
        let patch = plan.to_merge_patch(self.object()).map_err(WorkloadError::Render)?;
        match self.locked(lock) {
            Some(version) if !plan.is_empty() => Ok(with_metadata(patch, "resourceVersion", &version)),
            _ => Ok(patch),
        }
    }

    /// The plan as an apply configuration for server-side apply: the object's identity, and the fields that the plan sets.
    ///
    /// Fields are removed by no longer applying them, which only their owner can: a plan that removes is refused. Lists
    /// are laid out by the schema's keys; whether the server merges them by those is its own schema's business, for
    /// custom resources that of the `listType` in their definition.
    pub fn apply_configuration(&self, plan: &Plan) -> Result<Value, WorkloadError> {
        let removed = plan.assignments().iter().find(|assignment| assignment.op == Op::Remove);
        if let Some(removed) = removed {
            return Err(WorkloadError::NotApplicable { location: removed.location.clone() });
        }
        let schema = self.schema();
        let fields = plan.to_strategic_patch(self.object(), &schema.attach(self.object()));
        let fields = fields.map_err(WorkloadError::Render)?;
        if let Some(location) = not_applicable(&fields, &mut Location::root()) {
            return Err(WorkloadError::NotApplicable { location });
        }
        let mut members = Vec::new();
        for key in ["apiVersion", "kind"] {
            members.extend(self.object().member(key).last().map(|value| (key.to_owned(), value.to_value())));
        }
        if let Value::Object(fields) = fields {
            members.extend(fields.into_iter().filter(|(key, _)| key != "apiVersion" && key != "kind"));
        }
        let mut configuration = Value::Object(members);
        for key in ["namespace", "name"] {
            let metadata = self.object().member("metadata").last();
            if let Some(text) = metadata.and_then(|metadata| metadata.member(key).last()?.as_str()) {
                configuration = with_metadata(configuration, key, &text);
            }
        }
        Ok(configuration)
    }

    fn locked(&self, lock: Lock) -> Option<String> {
        let metadata = self.object().member("metadata").last().filter(|_| lock == Lock::ResourceVersion)?;
        metadata.member("resourceVersion").last()?.as_str().map(|text| text.into_owned())
    }
}

/// Puts a text into `metadata`, before what is there.
fn with_metadata(object: Value, key: &str, text: &str) -> Value {
    let Value::Object(mut members) = object else { return object };
    let member = (key.to_owned(), Value::from(text));
    match members.iter_mut().find(|(name, _)| name == "metadata") {
        Some((_, Value::Object(metadata))) => {
            metadata.retain(|(name, _)| name != key);
            metadata.insert(0, member);
        }
        Some((_, other)) => *other = Value::Object(vec![member]),
        None => {
            // Identity stands first, as people write it.
            let at = members.iter().take_while(|(name, _)| name == "apiVersion" || name == "kind").count();
            members.insert(at, ("metadata".into(), Value::Object(vec![member])));
        }
    }
    Value::Object(members)
}

/// The place of a directive or of a null: what an apply configuration cannot have.
fn not_applicable(value: &Value, at: &mut Location) -> Option<Location> {
    let children: Vec<(Segment, &Value)> = match value {
        Value::Object(members) => members.iter().map(|(key, value)| (Segment::from(key.as_str()), value)).collect(),
        Value::Array(entries) => {
            entries.iter().enumerate().map(|(index, value)| (Segment::Index(index), value)).collect()
        }
        other if other.kind() == Kind::Null => return Some(at.clone()),
        _ => return None,
    };
    for (segment, child) in children {
        let is_directive = matches!(&segment, Segment::Key(key) if key.starts_with('$'));
        at.push(segment);
        let found = if is_directive { Some(at.clone()) } else { not_applicable(child, at) };
        at.pop();
        if found.is_some() {
            return found;
        }
    }
    None
}
