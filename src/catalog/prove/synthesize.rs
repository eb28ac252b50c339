//! A sample made from the paths of a definition: enough to prove what is written.

use super::Sample;
use crate::catalog::checks::other_iteration::iteration_of;
use crate::catalog::subject::{Judged, Subject};
use crate::definition::{Against, Definition, Holds, ObjectKind, PathField, PathText};
use crate::expression::{Step, StepKind};
use crate::value::Value;

/// The names of the entries of a map of instances; a list gets as many entries.
const NAMES: [&str; 2] = ["first", "second"];

/// So many `[]` one inside another have two entries each, those further in have one: else a path of a hundred characters
/// would make more entries than any memory holds.
const DOUBLED: usize = 4;

/// An index beyond this makes no list: it would only be long.
const LONGEST: usize = 64;

/// Makes an object that has something at every address of a definition.
pub(super) fn sample(subject: &Subject) -> Sample<'static> {
    let nothing = ObjectKind {
        group: String::new(),
        version: "v1".into(),
        kind: "Unknown".into(),
        location: crate::location::Location::root(),
    };
    let kind = subject.definition.root().kind.as_ref().unwrap_or(&nothing);
    let name = Value::Object(vec![("name".into(), "made".into())]);
    let head =
        [("apiVersion", Value::from(&*kind.api_version())), ("kind", Value::from(&*kind.kind)), ("metadata", name)];
    let mut object = Value::Object(head.map(|(key, value)| (key.to_owned(), value)).into());
    let maps = maps(subject);
    // What is written says best what a field holds; what is only read may be compared with anything.
    let (written, read): (Vec<_>, Vec<_>) =
        subject.paths_against(Against::Object).partition(|(path, _)| is_action(path));
    for (path, judged) in written.into_iter().chain(read) {
        let target = judged.formula().and_then(|formula| formula.target());
        let Some(address) = judged.address().or(target) else { continue };
        let make = Make { maps: &maps, definition: subject.definition, path };
        make.put(&mut object, address.steps(), &mut Vec::new(), 0);
    }
    Sample::made(object, kind)
}

fn is_action(path: &PathText) -> bool {
    matches!(path.field, PathField::SuspendAction | PathField::ResumeAction)
}

/// The places that are maps because instances are named by their keys.
fn maps(subject: &Subject) -> Vec<Vec<StepKind<'static>>> {
    let ids =
        subject.paths().filter(|(path, judged)| path.field == PathField::InstanceId && judged.formula().is_some());
    let prefix = |(_, judged): (&PathText, &Judged)| iteration_of(judged);
    ids.filter_map(prefix).map(|steps| steps.into_iter().map(|step| step.kind).collect()).collect()
}

struct Make<'m> {
    maps: &'m [Vec<StepKind<'static>>],
    definition: &'m Definition,
    path: &'m PathText,
}

impl Make<'_> {
    /// Puts something at the end of the steps. What stands there or in the way stays. `instance` is the number of the
    /// entry that the last `[]` went to.
    // The depth is bounded by the steps of an address.
    fn put(&self, at: &mut Value, steps: &[Step], passed: &mut Vec<StepKind<'static>>, instance: usize) {
        let Some((step, rest)) = steps.split_first() else {
            if matches!(at, Value::Null) {
                *at = self.value(instance);
            }
            return;
        };
        match &step.kind {
            StepKind::Key(key) => {
                passed.push(StepKind::Key(key.to_string().into()));
                if let Some(member) = member(at, key) {
                    self.put(member, rest, passed, instance);
                }
            }
            StepKind::Index(index) => {
                passed.push(StepKind::Index(*index));
                if let Some(entry) = entry(at, *index) {
                    self.put(entry, rest, passed, instance);
                }
            }
            StepKind::Each | StepKind::Entry(_) => {
                passed.push(StepKind::Each);
                let is_map = self.maps.contains(passed) || matches!(at, Value::Object(_));
                let each = passed.iter().filter(|step| **step == StepKind::Each).count();
                for (index, name) in NAMES.iter().take(if each > DOUBLED { 1 } else { 2 }).enumerate() {
                    let entry = if is_map { member(at, name) } else { entry(at, index) };
                    if let Some(entry) = entry {
                        self.put(entry, rest, passed, index);
                    }
                }
            }
        }
        passed.pop();
    }

    /// What stands at the places of the field.
    fn value(&self, instance: usize) -> Value {
        let text = |text: &str| Value::from(text);
        let object = |members: Vec<(&str, Value)>| {
            Value::Object(members.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
        };
        let container = || object(vec![("name", text("main")), ("image", text("example.dev/image:1"))]);
        let spec = || object(vec![("containers", Value::Array(vec![container()]))]);
        match self.path.field.row().holds {
            Holds::PodTemplate => object(vec![("metadata", object(vec![])), ("spec", spec())]),
            Holds::PodSpec => spec(),
            Holds::Containers => Value::Array(vec![container()]),
            Holds::Container => container(),
            Holds::Resources => object(vec![("limits", object(vec![("cpu", text("1"))]))]),
            Holds::TextMap => object(vec![("example.dev/key", text("value"))]),
            Holds::ObjectMeta | Holds::PodAffinity | Holds::NodeAffinity => object(vec![]),
            Holds::ResourceClaims | Holds::Conditions => Value::Array(Vec::new()),
            Holds::Count => Value::Number(crate::value::Number::parse("2").unwrap_or_default()),
            Holds::Condition => Value::Bool(false),
            Holds::Id => text(NAMES[instance]),
            Holds::ActionValue => self.action_value(),
            Holds::Text | Holds::Comparable => text("text"),
        }
    }

    /// A workload that is made is not suspended: it has what resuming writes.
    fn action_value(&self) -> Value {
        let suspends = self.definition.components.iter().filter_map(|component| component.suspend.as_ref());
        let mut resume = suspends.flat_map(|suspend| &suspend.resume);
        let same_text = |path: &PathText| path.text == self.path.text;
        let action = resume.find(|action| action.path.is_some_and(|id| same_text(self.definition.path(id))));
        action.and_then(|action| action.value.clone()).unwrap_or(Value::Null)
    }
}

/// The member of an object, made if it is not there; nothing where something else stands.
fn member<'v>(at: &'v mut Value, key: &str) -> Option<&'v mut Value> {
    if matches!(at, Value::Null) {
        *at = Value::Object(Vec::new());
    }
    let Value::Object(members) = at else { return None };
    let index = members.iter().position(|(name, _)| name == key).unwrap_or_else(|| {
        members.push((key.into(), Value::Null));
        members.len() - 1
    });
    Some(&mut members[index].1)
}

/// The entry of a list, with those before it.
fn entry(at: &mut Value, index: usize) -> Option<&mut Value> {
    if matches!(at, Value::Null) {
        *at = Value::Array(Vec::new());
    }
    let Value::Array(entries) = at else { return None };
    if index > LONGEST {
        return None;
    }
    let length = entries.len().max(index + 1);
    entries.resize(length, Value::Null);
    entries.get_mut(index)
}
