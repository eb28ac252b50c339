//! Pod views: the pods of an instance as a pod template, whatever shape the definition has.

use super::component::{ComponentRef, Selection};
use super::error::WorkloadError;
use super::instances::Instance;
use super::parts::{Part, is_of_one_container};
use crate::definition::PathField;
use crate::location::Segment;
use crate::value::{Kind, Node, Value};

/// The pods of one instance: an object with `metadata` and `spec`, as far as the definition says where their parts stand.
///
/// Fields that no pod template has are kept: they stand where the definition says that a pod spec is. A path that
/// gives nothing leaves its field absent.
#[derive(Clone, Debug, PartialEq)]
pub struct PodView(pub(super) Value);

impl PodView {
    /// The pod template.
    pub fn value(&self) -> &Value {
        &self.0
    }

    /// A value of it, by the keys that lead there.
    pub fn get(&self, keys: &[&str]) -> Option<&Value> {
        keys.iter().try_fold(&self.0, |value, key| value.get(key))
    }

    fn text(&self, keys: &[&str]) -> Option<&str> {
        self.get(keys).and_then(Value::as_str)
    }

    /// The labels, with their values; those that are no strings are left out.
    pub fn labels(&self) -> impl Iterator<Item = (&str, &str)> {
        texts(self.get(&["metadata", "labels"]))
    }

    /// The annotations, likewise.
    pub fn annotations(&self) -> impl Iterator<Item = (&str, &str)> {
        texts(self.get(&["metadata", "annotations"]))
    }

    /// The scheduler.
    pub fn scheduler_name(&self) -> Option<&str> {
        self.text(&["spec", "schedulerName"])
    }

    /// The priority class.
    pub fn priority_class_name(&self) -> Option<&str> {
        self.text(&["spec", "priorityClassName"])
    }

    /// The resource claims of the pods.
    pub fn resource_claims(&self) -> &[Value] {
        list(self.get(&["spec", "resourceClaims"]))
    }

    /// The pod affinity.
    pub fn pod_affinity(&self) -> Option<&Value> {
        self.get(&["spec", "affinity", "podAffinity"])
    }

    /// The node affinity.
    pub fn node_affinity(&self) -> Option<&Value> {
        self.get(&["spec", "affinity", "nodeAffinity"])
    }

    /// The containers. A component that speaks of its one container has one here.
    pub fn containers(&self) -> &[Value] {
        list(self.get(&["spec", "containers"]))
    }

    /// The container with this name, or without one the only container.
    pub fn container(&self, name: Option<&str>) -> Option<&Value> {
        match (name, self.containers()) {
            (None, [only]) => Some(only),
            (None, _) => None,
            (Some(name), all) => {
                all.iter().find(|container| container.get("name").and_then(Value::as_str) == Some(name))
            }
        }
    }

    /// The image of a container.
    pub fn image(&self, container: Option<&str>) -> Option<&str> {
        self.container(container)?.get("image")?.as_str()
    }

    /// The resource requirements of a container.
    pub fn resources(&self, container: Option<&str>) -> Option<&Value> {
        self.container(container)?.get("resources")
    }
}

fn texts(map: Option<&Value>) -> impl Iterator<Item = (&str, &str)> {
    let members: &[(String, Value)] = match map {
        Some(Value::Object(members)) => members,
        _ => &[],
    };
    members.iter().filter_map(|(key, value)| Some((key.as_str(), value.as_str()?)))
}

fn list(value: Option<&Value>) -> &[Value] {
    match value {
        Some(Value::Array(entries)) => entries,
        _ => &[],
    }
}

impl<'w, 'a, N: Node<'a>> ComponentRef<'w, '_, N> {
    /// The pods of the selected instances.
    pub fn pods(&self, selection: &Selection) -> Result<Vec<(&'w Instance, PodView)>, WorkloadError> {
        let selected = self.select(selection)?;
        let mut views: Vec<Value> = self.instances().iter().map(|_| empty()).collect();
        // A part comes before those inside it.
        let mut parts: Vec<&Part> = self.parts().iter().collect();
        parts.sort_by_key(|part| part.view.segments().len());
        for part in parts {
            // A path that names several places of an instance, or other places, has no value to show.
            let values = match self.read(part.field) {
                Ok(values) => values.unwrap_or_default(),
                Err(WorkloadError::Unreadable { .. }) => continue,
                Err(error) => return Err(error),
            };
            for (view, value) in views.iter_mut().zip(values) {
                if let Some(value) = value.filter(|value| value.kind() != Kind::Null) {
                    show(view, part, value);
                }
            }
        }
        // Both are in document order.
        let mut wanted = selected.into_iter().peekable();
        let seen = self.instances().iter().zip(views).filter_map(|(instance, view)| {
            let instance = wanted.next_if(|wanted| std::ptr::eq(*wanted, instance))?;
            Some((instance, PodView(view)))
        });
        Ok(seen.collect())
    }
}

fn empty() -> Value {
    let part = |key: &str| (key.to_owned(), Value::Object(Vec::new()));
    Value::Object(vec![part("metadata"), part("spec")])
}

fn show(view: &mut Value, part: &Part, value: Value) {
    if part.field == PathField::PodTemplateSpec {
        let Value::Object(members) = value else { return };
        // A template that is the whole object has more than a pod template does.
        for (key, value) in members.into_iter().filter(|(key, _)| key == "metadata" || key == "spec") {
            put(view, &[Segment::from(&*key)], value);
        }
        return;
    }
    let lists_containers = matches!(view.get("spec").and_then(|spec| spec.get("containers")),
        Some(Value::Array(entries)) if !entries.is_empty());
    // Where the containers are listed, a path to one of them adds nothing; but its parts are added to one that was shown.
    if is_of_one_container(part.field) && lists_containers && matches!(part.place, super::parts::Place::Nowhere(_)) {
        return;
    }
    put(view, part.view.segments(), value);
}

/// Puts a value at a place, making the objects and the one entry of a list on the way.
fn put(at: &mut Value, place: &[Segment], value: Value) {
    let Some((segment, rest)) = place.split_first() else {
        *at = value;
        return;
    };
    match segment {
        Segment::Key(key) => {
            if !matches!(at, Value::Object(_)) {
                *at = Value::Object(Vec::new());
            }
            let Value::Object(members) = at else { return };
            let index = members.iter().position(|(name, _)| **name == **key).unwrap_or_else(|| {
                members.push((key.to_string(), Value::Null));
                members.len() - 1
            });
            put(&mut members[index].1, rest, value);
        }
        Segment::Index(_) => {
            if !matches!(at, Value::Array(_)) {
                *at = Value::Array(Vec::new());
            }
            let Value::Array(entries) = at else { return };
            if entries.is_empty() {
                entries.push(Value::Null);
            }
            put(&mut entries[0], rest, value);
        }
    }
}
