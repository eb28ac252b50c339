//! Reading schemas, attaching their types, and the built-in data.

#[path = "common/schema.rs"]
mod common;

use common::*;
use fieldwright::diagnostic::{Code, Diagnose};
use fieldwright::expression::Address;
use fieldwright::limits::Limits;
use fieldwright::schema::{Attached, ListKind, Schema, SchemaErrorKind};
use serde_json::{Value as Serde, json};

/// The name of the type at a pointer of the document.
fn type_at(attached: &Attached<'_>, pointer: &str) -> Option<String> {
    let segments: Vec<_> = pointer
        .split('/')
        .skip(1)
        .map(|token| token.parse::<usize>().map_or_else(|_| token.into(), fieldwright::location::Segment::from))
        .collect();
    attached.cursor_at(&segments).ty().and_then(|ty| ty.name()).map(String::from)
}

#[test]
fn every_workload_leads_to_its_containers() {
    let template = "/spec/template/spec/containers/0";
    for (api_version, kind, pointer) in [
        ("v1", "Pod", "/spec/containers/0"),
        ("v1", "PodTemplate", "/template/spec/containers/0"),
        ("v1", "ReplicationController", template),
        ("apps/v1", "Deployment", template),
        ("apps/v1", "StatefulSet", template),
        ("apps/v1", "DaemonSet", template),
        ("apps/v1", "ReplicaSet", template),
        ("batch/v1", "Job", template),
        ("batch/v1", "CronJob", "/spec/jobTemplate/spec/template/spec/containers/0"),
    ] {
        let object = json!({"apiVersion": api_version, "kind": kind});
        assert_eq!(type_at(&by_kind(&object), pointer).as_deref(), Some("container"), "{kind}");
        let other = json!({"apiVersion": "example.io/v1", "kind": kind});
        assert_eq!(type_at(&by_kind(&other), pointer), None, "{kind}");
        // A list of them: with kinds of their own, mixed with others, and as an API server lists them.
        let list = json!({"apiVersion": "v1", "kind": "List", "items": [object, object]});
        let mixed = json!({"apiVersion": "v1", "kind": "List", "items": [{"kind": "Other"}, object]});
        let listed = json!({"apiVersion": api_version, "kind": format!("{kind}List"), "items": [{}, {}]});
        for list in [list, mixed, listed] {
            let inner = format!("/items/1{pointer}");
            assert_eq!(type_at(&by_kind(&list), &inner).as_deref(), Some("container"), "{list}");
        }
    }
    assert_eq!(type_at(&by_kind(&json!([1])), ""), None);
    assert_eq!(type_at(&by_kind(&json!({"kind": 1, "apiVersion": null})), ""), None);
}

#[test]
fn the_keys_are_those_of_the_api() {
    let schema = Schema::kubernetes();
    for (list, fields) in [
        ("containers", "name"),
        ("initContainers", "name"),
        ("ephemeralContainers", "name"),
        ("volumes", "name"),
        ("env", "name"),
        ("ports", "containerPort protocol"),
        ("volumeMounts", "mountPath"),
        ("volumeDevices", "devicePath"),
        ("hostAliases", "ip"),
        ("imagePullSecrets", "name"),
        ("topologySpreadConstraints", "topologyKey whenUnsatisfiable"),
    ] {
        let keys = schema.type_named(list).and_then(|ty| ty.keys()).unwrap_or_else(|| panic!("{list} is not keyed"));
        let names: Vec<_> = keys.fields.iter().map(|field| &*field.name).collect();
        assert_eq!(names.join(" "), fields, "{list}");
        assert_eq!(keys.merge_key.as_deref(), names.first().copied(), "{list}");
    }
    for list in ["args", "command", "envFrom", "tolerations", "readinessGates"] {
        assert_eq!(schema.type_named(list).and_then(|ty| ty.list()), Some(&ListKind::Atomic), "{list}");
    }
    let ports = schema.type_named("ports").and_then(|ty| ty.keys()).expect("keyed");
    let key = |port: Serde| ports.of(&port);
    assert_eq!(key(json!({"containerPort": 80})), key(json!({"containerPort": 80.0, "protocol": "TCP"})));
    assert_ne!(key(json!({"containerPort": 80})), key(json!({"containerPort": 80, "protocol": "UDP"})));
    assert_eq!(key(json!({"protocol": "TCP"})), None);
    assert_eq!(key(json!({"containerPort": {}})), None);
    assert_eq!(key(json!("80")), None);
}

#[test]
fn the_groups_are_those_of_the_api() {
    let schema = Schema::kubernetes();
    let groups = |name: &str| schema.type_named(name).unwrap_or_else(|| panic!("no type {name}")).groups();
    for (name, fields) in [
        ("envVar", &["value", "valueFrom"][..]),
        ("envVarSource", &["configMapKeyRef", "secretKeyRef", "fieldRef", "resourceFieldRef", "fileKeyRef"]),
        ("envFromSource", &["configMapRef", "secretRef"]),
        (
            "volume",
            &["emptyDir", "configMap", "secret", "hostPath", "projected", "persistentVolumeClaim", "csi", "image"],
        ),
        ("volumeProjection", &["secret", "configMap", "downwardAPI", "serviceAccountToken", "clusterTrustBundle"]),
        ("probe", &["exec", "httpGet", "tcpSocket", "grpc"]),
        ("lifecycleHandler", &["exec", "httpGet", "tcpSocket", "sleep"]),
        ("volumeMount", &["subPath", "subPathExpr"]),
        ("seccompProfile", &["localhostProfile"]),
        ("appArmorProfile", &["localhostProfile"]),
        ("strategy", &["rollingUpdate"]),
        ("daemonSetUpdateStrategy", &["rollingUpdate"]),
        ("statefulSetUpdateStrategy", &["rollingUpdate"]),
    ] {
        let [group] = groups(name) else { panic!("{name} has not one group") };
        for field in fields {
            assert!(group.arm_of(field).is_some(), "{name} {field}");
        }
    }
    let [volume] = groups("volume") else { panic!("a volume has one group") };
    assert_eq!(volume.arm_of("name"), None);
    assert!(schema.source().is_some_and(|source| source.contains("v1.")));
}

/// Every type of the data but the lists says where it comes from.
#[test]
fn the_data_names_its_origin() {
    let schema = Schema::kubernetes();
    for ty in schema.type_names().filter_map(|name| schema.type_named(name)) {
        assert!(
            ty.list().is_some() || ty.origin().is_some_and(|origin| origin.starts_with("io.k8s.")),
            "{:?}",
            ty.name()
        );
    }
}

#[test]
fn a_type_attached_by_address_hides_what_is_known() {
    let pod = json!({"apiVersion": "v1", "kind": "Pod"});
    let attached = with(by_kind(&pod), ".spec.containers[0].x[].y", "envVar");
    let attached = with(attached, ".spec.containers[]", "volume");
    let attached = with(attached, ".spec.containers[1]", "probe");
    for (pointer, name) in [
        ("/spec/containers/0", Some("volume")),
        ("/spec/containers/1", Some("probe")),
        ("/spec/containers/0/x/7/y", Some("envVar")),
        ("/spec/containers/0/x/name/y", Some("envVar")),
        ("/spec/initContainers/0", Some("container")),
        ("/spec/containers/2/x/7/y", None),
    ] {
        assert_eq!(type_at(&attached, pointer).as_deref(), name, "{pointer}");
    }
}

#[test]
fn what_cannot_be_attached() {
    let attach = |place: &str, name: &str| {
        let address = Address::parse_edit(place, &Limits::DEFAULT).expect("an address");
        Attached::new(Schema::kubernetes()).with(&address, name).expect_err("no attachment")
    };
    let error = attach(".a", "contaner").diagnose();
    assert_eq!((error.code, error.help.as_deref()), (Code::InvalidSchema, Some("did you mean `container`")));
    assert!(matches!(attach(".a", "").kind, SchemaErrorKind::UnknownType { near: None, .. }));
    assert!(matches!(attach(".a[] | select(.name == \"x\")", "container").kind, SchemaErrorKind::NotAPlace { .. }));
}

#[test]
fn a_schema_of_ones_own_stands_on_another() {
    let own = json!({
        "kinds": {"example.io/v1": {"Widget": "widget"}},
        "types": {
            "widget": {"fields": {"spec": {"fields": {"pod": "podSpec", "parts": "parts"}, "of": "probe"}}},
            "parts": {"list": "keyed", "keys": ["id", {"field": "zone", "default": 1}], "mergeKey": null, "of": "part"},
            "part": {
                "fields": {"flags": {"list": "atomic"}, "owners": {"list": "set"}},
                "oneOf": [
                    {"members": ["inline", ["file", "mode"]]},
                    {"discriminator": "type", "members": {"A": "a", "B": ["b", "c"], "C": []}},
                ],
            },
        },
    });
    let schema = Schema::kubernetes().extend(&value(&own)).expect("a schema");
    let widget = json!({"apiVersion": "example.io/v1", "kind": "Widget"});
    let attached = Attached::new(&schema).by_kind(&widget);
    assert_eq!(type_at(&attached, "/spec/pod/containers/0/livenessProbe").as_deref(), Some("probe"));
    assert_eq!(type_at(&attached, "/spec/anything").as_deref(), Some("probe"));
    assert_eq!(type_at(&attached, "/spec/parts/3").as_deref(), Some("part"));
    let keys = schema.type_named("parts").and_then(|ty| ty.keys()).expect("keyed");
    assert_eq!(keys.merge_key, None);
    assert_eq!(keys.text(&keys.of(&json!({"id": "x"})).expect("a key")), ".id == \"x\" and .zone == 1");
    let groups = schema.type_named("part").expect("a type").groups();
    assert_eq!(groups[0].arm_of("mode"), groups[0].arm_of("file"));
    assert!(groups[1].means("B", groups[1].arm_of("c").expect("an arm")));
    // A type of the same name replaces the one below, everywhere.
    let probe = json!({"types": {"probe": {"fields": {"x": {"list": "set"}}}}});
    let schema = Schema::kubernetes().extend(&value(&probe)).expect("a schema");
    let pod = json!({"apiVersion": "v1", "kind": "Pod"});
    let attached = Attached::new(&schema).by_kind(&pod);
    let cursor = "spec containers 0 livenessProbe".split(' ').fold(attached.cursor(), |cursor, step| {
        step.parse().map_or_else(|_| cursor.member(step), |index| cursor.entry(index))
    });
    assert!(cursor.groups().is_empty());
    assert_eq!(cursor.member("x").list(), Some(&ListKind::Set));
}

#[test]
fn mistakes_have_their_place() {
    let ty = |ty: Serde| json!({"types": {"t": ty}});
    for (schema, place) in [
        (json!([]), "."),
        (json!({"type": {}}), ".type"),
        (json!({"types": []}), ".types"),
        (json!({"source": 1}), ".source"),
        (json!({"kinds": {"v1": {"A": "nothing"}}}), ".kinds.v1.A"),
        (json!({"kinds": {"v1": {"A": 1}}}), ".kinds.v1.A"),
        (ty(json!("podSpec")), ".types.t"),
        (ty(json!({"feilds": {}})), ".types.t.feilds"),
        (ty(json!({"fields": {"a": "nothing"}})), ".types.t.fields.a"),
        (ty(json!({"fields": {"a": {"of": {"fields": []}}}})), ".types.t.fields.a.of.fields"),
        (ty(json!({"list": "map"})), ".types.t.list"),
        (ty(json!({"list": "keyed"})), ".types.t"),
        (ty(json!({"list": "keyed", "keys": []})), ".types.t.keys"),
        (ty(json!({"list": "keyed", "keys": ["a", "a"]})), ".types.t.keys"),
        (ty(json!({"list": "keyed", "keys": ["a", 1]})), ".types.t.keys[1]"),
        (ty(json!({"list": "keyed", "keys": [{"default": "x"}]})), ".types.t.keys[0].field"),
        (ty(json!({"list": "keyed", "keys": [{"field": "a", "default": []}]})), ".types.t.keys[0].default"),
        (ty(json!({"list": "keyed", "keys": ["a"], "mergeKey": "b"})), ".types.t.mergeKey"),
        (ty(json!({"list": "atomic", "keys": ["a"]})), ".types.t.keys"),
        (ty(json!({"keys": ["a"]})), ".types.t.keys"),
        (ty(json!({"list": "atomic", "fields": {}})), ".types.t"),
        (ty(json!({"oneOf": {}})), ".types.t.oneOf"),
        (ty(json!({"oneOf": [{"members": ["a"]}]})), ".types.t.oneOf[0]"),
        (ty(json!({"oneOf": [{"members": ["a", "a"]}]})), ".types.t.oneOf[0]"),
        (ty(json!({"oneOf": [{"members": ["a", 1]}]})), ".types.t.oneOf[0].members[1]"),
        (ty(json!({"oneOf": [{"discriminator": "d", "members": ["a"]}]})), ".types.t.oneOf[0].members"),
        (ty(json!({"oneOf": [{"discriminator": "d", "members": {"D": "d"}}]})), ".types.t.oneOf[0]"),
        (ty(json!({"oneOf": [{"discriminator": "d", "members": {}}]})), ".types.t.oneOf[0]"),
        (ty(json!({"oneOf": [{"member": []}]})), ".types.t.oneOf[0].member"),
    ] {
        let error = Schema::from_value(&value(&schema)).expect_err(&schema.to_string());
        let told = error.diagnose();
        assert_eq!((error.location.to_string().as_str(), told.code), (place, Code::InvalidSchema), "{schema}");
        assert!(told.help.is_some(), "{schema}");
    }
    assert!(Schema::from_value(&value(&json!({}))).is_ok());
    assert_eq!(Schema::none().type_names().count(), 0);
}

/// A type may hold itself; a document decides how deep that goes.
#[test]
fn a_type_may_hold_itself() {
    let tree = json!({"types": {"tree": {"fields": {"l": "tree", "r": "tree"}, "oneOf": [{"members": ["l", "r"]}]}}});
    let schema = Schema::from_value(&value(&tree)).expect("a schema");
    let attached = Attached::new(&schema).with(&Address::root(), "tree").expect("a type");
    assert_eq!(type_at(&attached, &"/l".repeat(100)).as_deref(), Some("tree"));
}
