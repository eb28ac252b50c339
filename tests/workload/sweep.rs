//! Every field of every definition on an object made from the definition's own paths, with values beside each leaf that
//! nobody speaks of: what is said to be writable changes only itself, the rest is refused, and nothing else moves.

use super::{code, read};
use fieldwright::definition::{Against, Definition, Holds, PathField};
use fieldwright::expression::{Address, Expression, StepKind};
use fieldwright::limits::Limits;
use fieldwright::value::Value;
use fieldwright::workload::{Compiled, ComponentRef, FieldReport, Selection, SuspendOptions, Workload};
use serde_json::{Map, Value as Serde, json};

/// How many entries a list has that a path goes through.
const ENTRIES: usize = 3;

/// What stands beside each leaf.
fn canary() -> Serde {
    json!({"n": 1.5, "list": [{"deep": null}, 10_000_000_000_000_000_000_u64], "empty": {}})
}

/// An object that every path of the definition has a place in.
fn synthesize(definition: &Definition) -> Serde {
    let kind = definition.root().kind.as_ref().expect("a kind");
    let mut object = json!({"apiVersion": kind.api_version(), "kind": kind.kind, "metadata": {"name": "made"}});
    let compiled = Compiled::new(definition, &Limits::DEFAULT).expect("valid");
    let mut addresses: Vec<(Address<'static>, PathField, Option<usize>, bool)> = Vec::new();
    for path in definition.paths().iter().filter(|path| path.field.row().against == Against::Object) {
        let (found, computed) = match Expression::parse(&path.text, &Limits::DEFAULT).expect("valid") {
            Expression::Address(address) => (vec![address.into_owned()], false),
            Expression::Formula(formula) => (formula.reads().to_vec(), true),
        };
        addresses.extend(found.into_iter().map(|address| (address, path.field, path.component, computed)));
    }
    // What a formula reads may be what an address names, which says more of it.
    addresses.sort_by_key(|(address, field, _, computed)| {
        (*computed, *field == PathField::StatusExpression, address.steps().len())
    });
    for (address, field, component, _) in addresses {
        let by_key = component.is_some_and(|component| {
            let component = &definition.components[component];
            matches!(compiled.field(component, PathField::InstanceId), Some((_, Expression::Formula(_))))
        });
        fill(&mut object, &address, 0, by_key, &leaf(field), 0);
    }
    object
}

fn leaf(field: PathField) -> Serde {
    let container = json!({"name": "main", "image": "i", "x-canary": canary()});
    match field.row().holds {
        Holds::PodTemplate => json!({"metadata": {"labels": {"l": "1"}, "x-canary": canary()},
                                     "spec": {"containers": [container], "x-canary": canary()}}),
        Holds::PodSpec => json!({"containers": [container], "x-canary": canary()}),
        Holds::ObjectMeta => json!({"labels": {"l": "1"}, "x-canary": canary()}),
        Holds::Containers => json!([container, {"name": "side", "x-canary": canary()}]),
        Holds::Container => container,
        Holds::Resources => json!({"limits": {"cpu": "1"}, "x-canary": canary()}),
        Holds::ResourceClaims => json!([{"name": "gpu", "x-canary": canary()}]),
        Holds::PodAffinity | Holds::NodeAffinity => json!({"x-canary": canary()}),
        Holds::TextMap => json!({"l": "1"}),
        Holds::Count => json!(2),
        Holds::ActionValue => json!(false),
        Holds::Conditions => json!([]),
        _ => json!("text"),
    }
}

/// Puts a leaf at every place of an address, and a canary into every object that it makes on the way.
fn fill(at: &mut Serde, address: &Address<'_>, step: usize, by_key: bool, leaf: &Serde, instance: usize) {
    let Some(here) = address.steps().get(step) else {
        match (at, leaf) {
            (Serde::Object(members), Serde::Object(leaf)) => {
                for (key, value) in leaf {
                    members.entry(key.clone()).or_insert_with(|| value.clone());
                }
            }
            (at @ Serde::Null, Serde::String(text)) => *at = json!(format!("{text}{instance}")),
            (at @ Serde::Null, leaf) => *at = leaf.clone(),
            _ => {}
        }
        return;
    };
    match &here.kind {
        StepKind::Each if by_key => {
            let members = object(at);
            for index in 0..ENTRIES {
                let member = members.entry(format!("key{}", ENTRIES - index)).or_insert(Serde::Null);
                fill(member, address, step + 1, by_key, leaf, index);
            }
            // Every member of such a map is an instance, so none may be a canary.
            members.remove("x-canary");
        }
        // A formula may go over the members of an object that has fields of its own.
        StepKind::Each if at.is_object() => {}
        StepKind::Each => {
            for (index, entry) in entries(at, ENTRIES).iter_mut().enumerate() {
                fill(entry, address, step + 1, by_key, leaf, instance * ENTRIES + index);
            }
        }
        StepKind::Index(index) => {
            fill(&mut entries(at, index + 1)[*index], address, step + 1, by_key, leaf, instance);
        }
        StepKind::Key(key) => {
            let member = object(at).entry(key.as_ref()).or_insert(Serde::Null);
            fill(member, address, step + 1, by_key, leaf, instance);
        }
        StepKind::Entry(_) => unreachable!("a definition has none"),
    }
}

fn object(at: &mut Serde) -> &mut Map<String, Serde> {
    if !at.is_object() {
        *at = json!({"x-canary": canary()});
    }
    at.as_object_mut().expect("made above")
}

fn entries(at: &mut Serde, len: usize) -> &mut Vec<Serde> {
    if !at.is_array() {
        *at = json!([]);
    }
    let entries = at.as_array_mut().expect("made above");
    entries.resize(len.max(entries.len()), Serde::Null);
    entries
}

/// Every scalar and empty container of an object with its place.
fn leaves(value: &Serde, at: String, out: &mut Vec<(String, Serde)>) {
    match value {
        Serde::Object(members) if !members.is_empty() => {
            members.iter().for_each(|(key, value)| leaves(value, format!("{at}/{key}"), out));
        }
        Serde::Array(list) if !list.is_empty() => {
            list.iter().enumerate().for_each(|(index, value)| leaves(value, format!("{at}/{index}"), out));
        }
        _ => out.push((at, value.clone())),
    }
}

/// The places of the leaves in which two objects differ.
fn changed(before: &Serde, after: &Serde) -> Vec<String> {
    let (mut old, mut new) = (Vec::new(), Vec::new());
    leaves(before, String::new(), &mut old);
    leaves(after, String::new(), &mut new);
    let differ = |a: &[(String, Serde)], b: &[(String, Serde)]| {
        a.iter().filter(|leaf| !b.contains(leaf)).map(|(place, _)| place.clone()).collect::<Vec<_>>()
    };
    let mut places = differ(&old, &new);
    places.extend(differ(&new, &old));
    places.sort();
    places.dedup();
    places
}

/// A patch that changes one leaf of a field.
fn probe(field: PathField) -> Serde {
    let container = |rest: Serde| {
        let mut container = json!({"name": "main"});
        container.as_object_mut().expect("an object").extend(rest.as_object().cloned().unwrap_or_default());
        json!({"spec": {"containers": [container]}})
    };
    match field {
        PathField::PodTemplateSpec | PathField::PodSpec => json!({"spec": {"schedulerName": "probe"}}),
        PathField::Metadata | PathField::Labels => json!({"metadata": {"labels": {"probe": "1"}}}),
        PathField::Annotations => json!({"metadata": {"annotations": {"probe": "1"}}}),
        PathField::SchedulerName => json!({"spec": {"schedulerName": "probe"}}),
        PathField::PriorityClassName => json!({"spec": {"priorityClassName": "probe"}}),
        PathField::Resources => container(json!({"resources": {"limits": {"cpu": "7"}}})),
        PathField::ResourceClaims => {
            json!({"spec": {"resourceClaims": [{"name": "gpu", "resourceClaimName": "probe"}]}})
        }
        PathField::PodAffinity => json!({"spec": {"affinity": {"podAffinity": {
            "requiredDuringSchedulingIgnoredDuringExecution": []}}}}),
        PathField::NodeAffinity => json!({"spec": {"affinity": {"nodeAffinity": {
            "requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": []}}}}}),
        PathField::Containers | PathField::Container => container(json!({"workingDir": "probe"})),
        PathField::Image => container(json!({"image": "probe"})),
        other => panic!("{other:?} is no part of a pod"),
    }
}

/// Holds a definition to all that is said above; tells how many fields were written and refused.
pub fn sweep(definition: &Definition) -> (usize, usize) {
    let object = synthesize(definition);
    let workload = Workload::new(definition, &object).unwrap_or_else(|error| panic!("{error}: {object:#}"));
    let (mut written, mut refused) = (0, 0);
    for (_, component) in workload.tree() {
        let fields = component.fields();
        for field in &fields {
            match &field.refusal {
                None => written += write_each(&object, component, field),
                Some(_) if covered(&fields, field) => {}
                Some(_) => {
                    let error = component.pod_patch(&Selection::All, &probe(field.field)).expect_err("refused");
                    assert_eq!(code(&error), "unsupported-fields", "{}", field.path.text);
                    refused += 1;
                }
            }
        }
        identity(component);
    }
    suspend_and_resume(&workload, &object);
    (written, refused)
}

/// Whether another part, which can be written, holds the field as well.
fn covered(fields: &[FieldReport], field: &FieldReport) -> bool {
    fields.iter().any(|other| other.refusal.is_none() && other.pod_place.contains(&field.pod_place))
}

fn write_each(object: &Serde, component: ComponentRef<'_, '_, &Serde>, field: &FieldReport) -> usize {
    let patch = probe(field.field);
    let instances = component.instances();
    for instance in instances {
        let which = match &instance.id {
            Some(id) => Selection::Named(vec![id.clone()]),
            None if instances.len() == 1 => Selection::Only,
            None => Selection::All,
        };
        let mut wanted = if which == Selection::All { instances.len() } else { 1 };
        let (plan, which) = match component.pod_patch(&which, &patch) {
            Ok(plan) => (plan, which),
            // One place for all instances is written for all at once.
            Err(error) if which != Selection::All && code(&error) == "unsupported-fields" => {
                wanted = 1;
                (component.pod_patch(&Selection::All, &patch).expect("planned for all"), Selection::All)
            }
            Err(error) => panic!("{}: {error}", field.path.text),
        };
        let mut after = object.clone();
        assert!(plan.apply(&mut after).expect("fits"), "{}", field.path.text);
        let places = changed(object, &after);
        assert_eq!(places.len(), wanted, "{}: {places:?}", field.path.text);
        let inside = |place: &String| {
            let mut own = instances.iter().filter(|own| place.starts_with(&own.location.to_pointer()));
            which == Selection::All || own.any(|own| own.location == instance.location)
        };
        assert!(places.iter().all(inside), "{}: {places:?}", field.path.text);
        // What is written is read back, in that instance and in no other.
        let workload = Workload::new(component_definition(component), &after).expect("still fits");
        let again = workload.component(component.name()).expect("there").pod_patch(&which, &patch).expect("planned");
        assert!(again.is_empty(), "{}: {again}", field.path.text);
    }
    instances.len()
}

fn component_definition<'d>(component: ComponentRef<'_, 'd, &Serde>) -> &'d Definition {
    component.workload().definition()
}

/// A view that is not changed writes nothing, nor does the view as a patch.
fn identity(component: ComponentRef<'_, '_, &Serde>) {
    if component.instances().is_empty() {
        return;
    }
    let plan = component.update(&Selection::All, |_: &mut Value| {}).expect("planned");
    assert!(plan.is_empty(), "{}: {plan}", component.name());
}

fn suspend_and_resume(workload: &Workload<'_, &Serde>, object: &Serde) {
    if workload.definition().components.iter().all(|component| component.suspend.is_none()) {
        return;
    }
    let options = SuspendOptions { component: None, annotation: Some("example.dev/suspended".into()) };
    let plan = workload.suspend(&options).expect("suspends");
    let mut suspended = object.clone();
    assert!(plan.apply(&mut suspended).expect("fits"));
    let second = Workload::new(workload.definition(), &suspended).expect("still fits");
    assert!(second.suspend(&options).expect("suspends").is_empty());
    let mut resumed = suspended.clone();
    second.resume(&options).expect("resumes").apply(&mut resumed).expect("fits");
    assert_eq!(&resumed, object);
}

fn child(name: &str, keys: &Serde) -> Serde {
    let mut component = json!({"name": name, "ownerRef": "root"});
    component.as_object_mut().expect("an object").extend(keys.as_object().cloned().unwrap_or_default());
    component
}

fn of(root: &Serde, children: &[Serde]) -> Definition {
    let mut component = json!({"name": "root", "kind": {"group": "example.dev", "version": "v1", "kind": "Any"}});
    component.as_object_mut().expect("an object").extend(root.as_object().cloned().unwrap_or_default());
    read(&json!({
        "apiVersion": "run.ai/v1alpha1", "kind": "Karta",
        "spec": {"structureDefinition": {"rootComponent": component, "childComponents": children}}
    }))
}

/// Fragments below a prefix, as many as there are.
fn fragments(prefix: &str) -> Serde {
    json!({"specDefinition": {"fragmentedPodSpecDefinition": {
        "schedulerNamePath": format!("{prefix}.scheduler"),
        "labelsPath": format!("{prefix}.meta.labels"),
        "annotationsPath": format!("{prefix}.meta.annotations"),
        "resourcesPath": format!("{prefix}.resources"),
        "resourceClaimsPath": format!("{prefix}.claims"),
        "podAffinityPath": format!("{prefix}.affinity.pods"),
        "nodeAffinityPath": format!("{prefix}.affinity.nodes"),
        "containerPath": format!("{prefix}.main"),
        "priorityClassNamePath": format!("{prefix}.priority"),
        "imagePath": format!("{prefix}.main.image")
    }}})
}

fn with(mut keys: Serde, more: &Serde) -> Serde {
    keys.as_object_mut().expect("an object").extend(more.as_object().cloned().unwrap_or_default());
    keys
}

#[test]
fn every_shape_holds_what_it_says() {
    let template = |path: &str| json!({"specDefinition": {"podTemplateSpecPath": path}});
    let suspend = json!({"suspendDefinition": {
        "suspendActions": [{"path": ".spec.suspend", "value": "true"}, {"path": ".spec.groups[].n", "value": "0"}],
        "resumeActions": [{"path": ".spec.suspend", "value": "false"}]
    }});
    let definitions = [
        of(&template("."), &[]),
        of(
            &with(template(".spec.template"), &suspend),
            &[
                child(
                    "list",
                    &with(template(".spec.groups[].template"), &json!({"instanceIdPath": ".spec.groups[].name"})),
                ),
                child("nested", &with(template(".spec.g[].w[].t"), &json!({"instanceIdPath": ".spec.g[].w[].id"}))),
            ],
        ),
        of(
            &json!({}),
            &[
                child(
                    "one",
                    &json!({"specDefinition": {"podSpecPath": ".spec.server", "metadataPath": ".spec.server"}}),
                ),
                child(
                    "two",
                    &json!({"specDefinition": {"podSpecPath": ".spec.x.pod", "metadataPath": ".spec.x.meta"}}),
                ),
                child(
                    "each",
                    &json!({
                        "specDefinition": {"podSpecPath": ".spec.w[].pod", "metadataPath": ".spec.w[].pod"},
                        "instanceIdPath": ".spec.w[].name"
                    }),
                ),
            ],
        ),
        of(
            &json!({}),
            &[
                child("plain", &fragments(".spec.plain")),
                child("list", &with(fragments(".spec.list[]"), &json!({"instanceIdPath": ".spec.list[].name"}))),
                child(
                    "map",
                    &with(fragments(".spec.map[]"), &json!({"instanceIdPath": ".spec.map | to_entries[] | .key"})),
                ),
                child(
                    "keys",
                    &with(fragments(".spec.keys | .[]"), &json!({"instanceIdPath": ".spec.keys | keys | .[]"})),
                ),
                child("nameless", &fragments(".spec.nameless[]")),
                child(
                    "mixed",
                    &json!({
                        "specDefinition": {"fragmentedPodSpecDefinition": {
                            "containersPath": ".spec.mixed[].containers",
                            "imagePath": ".spec.mixed[] | .containers[0].image",
                            "schedulerNamePath": ".spec.mixed[].scheduler // \"default\"",
                            "priorityClassNamePath": ".spec.shared",
                            "labelsPath": ".spec.elsewhere[].labels",
                            "annotationsPath": ".spec.mixed[].many[].annotations"
                        }},
                        "instanceIdPath": ".spec.mixed[].name"
                    }),
                ),
            ],
        ),
    ];
    let counts: Vec<_> = definitions.iter().map(sweep).collect();
    assert_eq!(counts, [(1, 0), (1 + 3 + 9, 0), (2 + 2 + 6, 0), (10 + 10 * 3 * 4 + 2 * 3, 3)]);
}

/// The project's own definitions, and those in a folder that the caller names.
#[cfg(feature = "yaml")]
#[test]
fn the_example_definitions_hold_what_they_say() {
    use fieldwright::document::yaml::YamlStream;
    let own = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/examples/catalog/definitions").to_owned();
    let more = std::env::var("FIELDWRIGHT_CATALOG").ok();
    for folder in std::iter::once(own).chain(more) {
        let mut swept = 0;
        for file in std::fs::read_dir(&folder).expect("a folder of definitions") {
            let path = file.expect("readable").path();
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            let Ok(stream) = YamlStream::parse(&text, Default::default(), &Limits::DEFAULT) else { continue };
            for document in stream.documents() {
                if let (Some(definition), _) = Definition::read(document.root()) {
                    let (written, refused) = sweep(&definition);
                    swept += 1;
                    assert!(written + refused > 0, "{} says nothing of pods", path.display());
                }
            }
        }
        assert!(swept >= 12, "{folder} has {swept} definitions");
    }
}
