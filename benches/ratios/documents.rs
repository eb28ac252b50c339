//! The documents that the jobs work on: lists of pods as an API server gives them, and one workload.

use fieldwright::schema::Schema;
use serde_json::{Value, json};

/// As `kubectl get -o json` indents.
pub fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).expect("a value prints")
}

/// Keeps something until the process ends.
pub fn leak<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}

/// A list of pods of about so many bytes, and the index of the middle one.
pub fn pods(bytes: usize, indented: bool) -> (&'static str, usize) {
    let mut items = Vec::new();
    let mut size = 0;
    while size < bytes || items.is_empty() {
        let pod = pod(items.len());
        size += if indented { pretty(&pod).len() } else { pod.to_string().len() };
        items.push(pod);
    }
    let middle = items.len() / 2;
    let list = list(items);
    let text = if indented { pretty(&list) } else { list.to_string() };
    (Box::leak(text.into_boxed_str()), middle)
}

/// A list of so many pods.
pub fn pod_list(count: usize) -> Value {
    list((0..count).map(pod).collect())
}

fn list(items: Vec<Value>) -> Value {
    json!({"apiVersion": "v1", "items": items, "kind": "List", "metadata": {"resourceVersion": ""}})
}

fn pod(at: usize) -> Value {
    json!({
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {
            "annotations": {"prometheus.io/scrape": "true", "checksum/config": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b"},
            "creationTimestamp": "2026-03-01T10:11:12Z",
            "labels": {"app": "front", "app.kubernetes.io/name": "front", "pod-template-hash": "6b474476c4"},
            "name": format!("front-6b474476c4-{at:05}"),
            "namespace": "default",
            "resourceVersion": format!("{}", 88_100 + at),
            "uid": format!("0a1b2c3d-4e5f-6071-8293-{at:012}"),
        },
        "spec": {
            "containers": [pod_container("front"), pod_container("proxy"), pod_container("logs")],
            "nodeName": format!("node-{:03}", at % 200),
            "priority": 0,
            "terminationGracePeriodSeconds": 30,
        },
        "status": {
            "conditions": [
                {"lastProbeTime": null, "lastTransitionTime": "2026-03-01T10:11:20Z", "status": "True", "type": "Ready"},
                {"lastProbeTime": null, "lastTransitionTime": "2026-03-01T10:11:12Z", "status": "True", "type": "PodScheduled"},
            ],
            "phase": "Running",
            "podIP": format!("10.42.{}.{}", at / 250 % 250, at % 250),
        },
    })
}

fn pod_container(name: &str) -> Value {
    json!({
        "args": ["--serve", "--zone=north", "--log-level=info"],
        "env": [
            {"name": "LEVEL", "value": "info"},
            {"name": "NODE", "valueFrom": {"fieldRef": {"apiVersion": "v1", "fieldPath": "spec.nodeName"}}},
        ],
        "image": format!("example.net/{name}:1.4.2"),
        "name": name,
        "ports": [{"containerPort": 8080, "name": "http", "protocol": "TCP"}],
        "resources": {"limits": {"cpu": "500m", "memory": "256Mi"}, "requests": {"cpu": "100m", "memory": "128Mi"}},
        "volumeMounts": [{"mountPath": "/var/run/secrets", "name": "token", "readOnly": true}],
    })
}

/// A deployment of about 20 KB: twelve containers with twenty variables each.
pub fn deployment() -> Value {
    let containers: Vec<_> = (0..12).map(container).collect();
    json!({
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {"name": "front", "namespace": "default", "labels": {"app": "front"}},
        "spec": {
            "replicas": 3,
            "selector": {"matchLabels": {"app": "front"}},
            "template": {
                "metadata": {"labels": {"app": "front", "team": "north"}},
                "spec": {"containers": containers, "terminationGracePeriodSeconds": 30},
            },
        },
        "status": {"readyReplicas": 3, "replicas": 3, "availableReplicas": 3, "observedGeneration": 7},
    })
}

fn container(at: usize) -> Value {
    let env: Vec<_> = (0..20)
        .map(|number| json!({"name": format!("SETTING_{number:02}"), "value": format!("value-{at:02}-{number:02}-of-the-container")}))
        .collect();
    json!({
        "name": format!("worker-{at:02}"),
        "image": format!("example.net/worker-{at}:1.4.2"),
        "env": env,
        "ports": [{"containerPort": 8080 + at, "name": format!("http-{at}"), "protocol": "TCP"}],
        "resources": {"limits": {"cpu": "500m", "memory": "256Mi"}, "requests": {"cpu": "100m", "memory": "128Mi"}},
    })
}

/// The same deployment with so many of its variables changed, and the override that changes them.
pub fn changed_deployment(changes: usize) -> (Value, Value) {
    let mut after = deployment();
    let mut containers: Vec<Value> = Vec::new();
    let all = 12 * 20;
    for change in 0..changes {
        let place = change * all / changes;
        let (at, number) = (place / 20, place % 20);
        let entry = json!({"name": format!("SETTING_{number:02}"), "value": "changed"});
        after["spec"]["template"]["spec"]["containers"][at]["env"][number] = entry.clone();
        let name = json!(format!("worker-{at:02}"));
        match containers.last_mut().filter(|last| last["name"] == name) {
            Some(last) => last["env"].as_array_mut().expect("a list").push(entry),
            None => containers.push(json!({"name": name, "env": [entry]})),
        }
    }
    (after, json!({"spec": {"template": {"spec": {"containers": containers}}}}))
}

/// The same list with the image of so many pods changed.
pub fn changed_pods(list: &Value, changes: usize) -> Value {
    let mut after = list.clone();
    let count = after["items"].as_array().expect("a list").len();
    for change in 0..changes {
        after["items"][change * count / changes]["spec"]["containers"][0]["image"] = json!("example.net/front:1.5.0");
    }
    after
}

/// So many pods under their names, as a custom resource might hold them.
pub fn fleet(count: usize) -> Value {
    let entry = |at: usize| json!({"name": format!("pod-{at:05}"), "template": pod(at)});
    json!({"apiVersion": "example.net/v1", "kind": "Fleet", "pods": (0..count).map(entry).collect::<Vec<_>>()})
}

/// What lists of a fleet are keyed by.
pub fn fleet_schema() -> Schema {
    let own = json!({
        "types": {
            "fleet": {"fields": {"pods": {"list": "keyed", "keys": ["name"], "of": "named"}}},
            "named": {"fields": {"template": "podTemplate"}}
        }
    });
    Schema::kubernetes().extend(&(&own).into()).expect("a schema")
}

/// An override of a fleet that changes an image and a variable in so many of its pods.
pub fn fleet_override(fleet: &Value, changes: usize) -> Value {
    let count = fleet["pods"].as_array().expect("a list").len();
    let container = json!({
        "name": "proxy", "image": "example.net/proxy:1.5.0", "env": [{"name": "LEVEL", "value": "debug"}]
    });
    let entry = |change: usize| json!({"name": format!("pod-{:05}", change * count / changes), "template": {"spec": {"containers": [container]}}});
    json!({"pods": (0..changes).map(entry).collect::<Vec<_>>()})
}

/// The same list with a pod more in front of so many, evenly spread.
pub fn with_inserts(list: &Value, inserts: usize) -> Value {
    let mut after = list.clone();
    let items = after["items"].as_array_mut().expect("a list");
    let count = items.len();
    for insert in (0..inserts).rev() {
        items.insert((insert + 1) * count / (inserts + 1), pod(100_000 + insert));
    }
    after
}

/// A deployment in YAML of about so many bytes as people write one, and the number of the container in the middle.
pub fn written_deployment(bytes: usize) -> (&'static str, usize) {
    let mut text = String::from(HEAD);
    let mut count = 0;
    while text.len() < bytes {
        text.push_str(&CONTAINER.replace("NUMBER", &format!("{count:04}")));
        count += 1;
    }
    (leak(text), count / 2)
}

const HEAD: &str = "\
apiVersion: apps/v1
kind: Deployment
metadata:
  name: front # the name that the service selects
  labels: {app: front, team: 'north'}
spec:
  replicas: 3 # scaled by hand
  selector:
    matchLabels:
      app: front
  template:
    metadata:
      labels: {app: front}
    spec:
      containers:
";

const CONTAINER: &str = "\
        # container NUMBER
        - name: worker-NUMBER
          image: \"example.net/worker:1.4.2\"
          args: [\"--serve\", --zone=north, '--name=worker-NUMBER']
          env:
            - name: LEVEL
              value: \"info\"
            - name: NODE
              valueFrom:
                fieldRef:
                  fieldPath: spec.nodeName

          resources:
            limits: {cpu: 500m, memory: 256Mi}
            requests: {cpu: 100m, memory: 128Mi}
          command:
            - sh
            - -c
            - |
              # as long as it takes
              exec worker --number NUMBER
";
