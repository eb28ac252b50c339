//! Reading a definition from a document, leniently: what does not fit is a problem and reads as absent.

use super::check::{Checked, check};
use super::field::PathField;
use super::integrity;
use super::model::{
    Action, Component, ComponentSelector, ConditionFields, Definition, ExpectedCondition, Form, Matcher, ObjectKind,
    PathId, PodGroup, PodGroupMember, PodSelector, Reference, ReferenceShape, StatusDefinition, StatusMapping,
    SuspendDefinition, Text,
};
use super::problem::{Problem, ProblemKind};
use crate::json::parse_value;
use crate::limits::Limits;
use crate::location::{Location, Segment};
use crate::value::{Kind, Node};
use std::ops::Range;

/// What a document has to do with definitions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Recognized {
    /// It is one.
    Definition(Form),
    /// It is one of a version that is not read: its `apiVersion` and `kind`.
    OtherVersion(String, String),
    /// It is something else.
    Other,
}

/// Tells by `apiVersion` and `kind` whether a document is a definition.
pub fn recognize<'a, N: Node<'a>>(root: N) -> Recognized {
    let text = |key: &str| root.member(key).last().and_then(Node::as_str).unwrap_or_default();
    let (api_version, kind) = (text("apiVersion"), text("kind"));
    let form = match (api_version.split_once('/').unwrap_or_default().0, &*kind) {
        ("run.ai", "Karta") => Form::Karta,
        ("optimization.nvidia.com", "ResourceInterface") => Form::ResourceInterface,
        _ => return Recognized::Other,
    };
    match api_version.ends_with("/v1alpha1") {
        true => Recognized::Definition(form),
        false => Recognized::OtherVersion(api_version.into_owned(), kind.into_owned()),
    }
}

impl Definition {
    /// Reads a definition. The problems say where it does not fit the form; without a root component, or in a document
    /// of another kind, there is no definition.
    ///
    /// Unknown keys are kept as problems that are not [fatal](Problem::is_fatal): the form moves on.
    pub fn read<'a, N: Node<'a>>(root: N) -> (Option<Definition>, Vec<Problem>) {
        let form = match recognize(root) {
            Recognized::Definition(form) => form,
            Recognized::OtherVersion(api_version, kind) => {
                return (None, vec![Problem::at_root(ProblemKind::OtherVersion { api_version, kind })]);
            }
            Recognized::Other => {
                let text = |key: &str| root.member(key).last().and_then(Node::as_str).map(|text| text.into_owned());
                let (api_version, kind) = (text("apiVersion"), text("kind"));
                return (None, vec![Problem::at_root(ProblemKind::NotADefinition { api_version, kind })]);
            }
        };
        let checked = check(root);
        let mut reader = Reader(checked);
        let mut definition = reader.definition(form, root);
        let mut problems = reader.0.problems;
        if let Some(definition) = &mut definition {
            integrity::check(definition, &mut problems);
            definition.faults = problems.iter().filter(|problem| problem.is_fatal()).cloned().collect();
        }
        (definition, problems)
    }
}

struct Reader(Checked);

/// A value and its place.
#[derive(Clone)]
struct Here<N> {
    node: N,
    location: Location,
}

impl<'a, N: Node<'a>> Here<N> {
    fn get(&self, key: &str) -> Option<Self> {
        let node = self.node.member(key).last()?;
        Some(Self { node, location: self.location.child(key) })
    }

    fn list(&self, key: &str) -> impl Iterator<Item = Self> + use<'a, N> {
        let list = self.get(key).filter(|list| list.node.kind() == Kind::Array);
        list.into_iter().flat_map(|list| {
            list.node
                .entries()
                .enumerate()
                .map(move |(index, node)| Self { node, location: list.location.child(index) })
        })
    }

    fn object(&self, key: &str) -> Option<Self> {
        self.get(key).filter(|here| here.node.kind() == Kind::Object)
    }

    fn text(&self, key: &str) -> Option<Text> {
        let here = self.get(key)?;
        Some(Text { text: here.node.as_str()?.into_owned(), location: here.location })
    }

    fn text_or(&self, key: &str, default: &str) -> Text {
        self.text(key).unwrap_or_else(|| Text { text: default.into(), location: self.location.clone() })
    }

    fn kind(&self, key: &str) -> Option<ObjectKind> {
        self.object(key).map(|kind| kind.as_kind())
    }

    fn as_kind(&self) -> ObjectKind {
        let text = |key| self.text_or(key, "").text;
        ObjectKind {
            group: text("group"),
            version: text("version"),
            kind: text("kind"),
            location: self.location.clone(),
        }
    }
}

impl Reader {
    fn definition<'a, N: Node<'a>>(&mut self, form: Form, root: N) -> Option<Definition> {
        let root = Here { node: root, location: Location::root() };
        let spec = root.object("spec")?;
        let structure = spec.object("structureDefinition")?;
        let mut components = vec![self.component(&structure.object("rootComponent")?)];
        components.extend(structure.list("childComponents").map(|here| self.component(&here)));
        for (index, component) in components.iter().enumerate() {
            self.0.paths[component.paths.clone()].iter_mut().for_each(|path| path.component = Some(index));
        }
        let gang = spec.object("optimizationInstructions").and_then(|here| here.object("gangScheduling"));
        let groups = gang.as_ref().into_iter().flat_map(|gang| gang.list("podGroups"));
        let sub_groups =
            gang.iter().filter_map(|gang| gang.object("podGroup")).flat_map(|group| group.list("subGroups"));
        Some(Definition {
            form,
            name: root.object("metadata").and_then(|metadata| metadata.text("name")),
            components,
            additional_kinds: structure.list("additionalChildKinds").map(|here| here.as_kind()).collect(),
            references: structure.list("references").map(|here| reference(&here)).collect(),
            pod_groups: groups.map(|here| self.pod_group(&here)).collect(),
            sub_groups: sub_groups.filter_map(|here| here.text("componentName")).collect(),
            paths: std::mem::take(&mut self.0.paths),
            faults: Vec::new(),
        })
    }

    fn component<'a, N: Node<'a>>(&mut self, here: &Here<N>) -> Component {
        Component {
            name: here.text_or("name", ""),
            kind: here.kind("kind"),
            owner: here.text("ownerRef"),
            status: here.object("statusDefinition").map(|status| self.status(&status)),
            suspend: here.object("suspendDefinition").map(|suspend| SuspendDefinition {
                suspend: suspend.list("suspendActions").map(|here| self.action(&here)).collect(),
                resume: suspend.list("resumeActions").map(|here| self.action(&here)).collect(),
                location: suspend.location,
            }),
            selector: here.object("podSelector").map(|selector| self.selector(selector)),
            paths: self.paths_in(&here.location),
            location: here.location.clone(),
        }
    }

    /// The path expressions inside an object.
    fn paths_in(&self, place: &Location) -> Range<usize> {
        self.0.inside.get(place).cloned().unwrap_or_default()
    }

    fn path<'a, N: Node<'a>>(&self, here: &Here<N>, key: &str) -> Option<PathId> {
        let location = here.location.child(key);
        self.paths_in(&here.location).find(|index| self.0.paths[*index].location == location).map(PathId)
    }

    fn paths<'a, N: Node<'a>>(&self, here: &Here<N>, field: PathField) -> Vec<PathId> {
        self.paths_in(&here.location).filter(|index| self.0.paths[*index].field == field).map(PathId).collect()
    }

    fn status<'a, N: Node<'a>>(&mut self, here: &Here<N>) -> StatusDefinition {
        let mappings = here.object("statusMappings");
        let names: Vec<String> =
            mappings.iter().flat_map(|mappings| mappings.node.members().map(|(name, _)| name.into_owned())).collect();
        let mapping = |name: String| {
            let mappings = mappings.as_ref()?;
            let matchers = mappings.list(&name).map(|here| self.matcher(&here)).collect();
            Some(StatusMapping { status: Text { location: mappings.location.child(&*name), text: name }, matchers })
        };
        StatusDefinition {
            location: here.location.clone(),
            conditions: here.object("conditionsDefinition").map(|here| ConditionFields {
                kind: here.text_or("typeFieldName", "type"),
                status: here.text_or("statusFieldName", "status"),
                message: here.text_or("messageFieldName", "message"),
                reason: here.text_or("reasonFieldName", "reason"),
            }),
            mappings: names.into_iter().filter_map(mapping).collect(),
        }
    }

    fn matcher<'a, N: Node<'a>>(&self, here: &Here<N>) -> Matcher {
        let condition = |here: Here<N>| ExpectedCondition {
            kind: here.text_or("type", ""),
            status: here.text("status"),
            reason: here.text("reason"),
        };
        let expression = here
            .object("byExpression")
            .and_then(|by| Some((self.path(&by, "expression")?, by.text("expectedResult")?)));
        Matcher {
            location: here.location.clone(),
            phase: here.text("byPhase"),
            conditions: here.list("byConditions").map(condition).collect(),
            expression,
        }
    }

    fn action<'a, N: Node<'a>>(&mut self, here: &Here<N>) -> Action {
        let value = here.get("value").and_then(|value| match value.node.as_str() {
            None => Some(value.node.to_value()),
            Some(text) => match parse_value(&text, &Limits::DEFAULT) {
                Ok(value) => Some(value),
                Err(_) => {
                    self.0.problems.push(Problem { location: value.location, kind: ProblemKind::NotJson });
                    None
                }
            },
        });
        Action { location: here.location.clone(), path: self.path(here, "path"), value }
    }

    fn selector<'a, N: Node<'a>>(&self, here: Here<N>) -> PodSelector {
        let component = here.object("componentTypeSelector").map(|here| {
            let labels = here.object("matchLabels").map(|labels| {
                let texts = labels.node.members().filter_map(|(key, value)| {
                    let text = value.as_str()?.into_owned();
                    Some((
                        key.clone().into_owned(),
                        Text { text, location: labels.location.child(Segment::Key((*key).into())) },
                    ))
                });
                texts.collect()
            });
            ComponentSelector {
                key: self.path(&here, "keyPath"),
                value: here.text("value"),
                labels: labels.unwrap_or_default(),
                location: here.location,
            }
        });
        PodSelector {
            component,
            instance: here.object("componentInstanceSelector").and_then(|here| self.path(&here, "idPath")),
            replica: here.object("replicaSelector").and_then(|here| self.path(&here, "keyPath")),
            location: here.location,
        }
    }

    fn pod_group<'a, N: Node<'a>>(&self, here: &Here<N>) -> PodGroup {
        let member = |here: Here<N>| PodGroupMember {
            component: here.text_or("componentName", ""),
            keys: self.paths(&here, PathField::GroupByKey),
            filters: self.paths(&here, PathField::Filter),
            location: here.location,
        };
        PodGroup {
            location: here.location.clone(),
            name: here.text_or("name", ""),
            members: here.list("members").map(member).collect(),
        }
    }
}

fn reference<'a, N: Node<'a>>(here: &Here<N>) -> Reference {
    let shape = match (here.object("lookup"), here.object("list")) {
        (Some(_), None) => Some(ReferenceShape::Lookup),
        (None, Some(_)) => Some(ReferenceShape::List),
        _ => None,
    };
    Reference { location: here.location.clone(), name: here.text_or("name", ""), kind: here.kind("gvk"), shape }
}
