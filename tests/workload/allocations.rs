//! What a plan costs follows from what changes, not from what else the object holds.

use super::{named, part, thing};
use fieldwright::limits::Limits;
use fieldwright::workload::{Compiled, Options, Selection, Workload};
use serde_json::{Value as Serde, json};

/// Instances with so many variables in the container of each.
fn object(instances: usize, variables: usize) -> Serde {
    let env: Vec<Serde> = (0..variables).map(|at| json!({"name": format!("v{at}"), "value": "x"})).collect();
    let entry = |at: usize| {
        let container = json!({"name": "c", "image": "i", "env": env});
        json!({"name": format!("n{at}"), "t": {"metadata": {"labels": {"l": "1"}}, "spec": {"containers": [container]}}})
    };
    thing(&json!({"spec": {"w": (0..instances).map(entry).collect::<Vec<_>>()}}))
}

/// How often a warm plan asks for memory.
fn allocations(compiled: &Compiled<'_>, object: &Serde, which: &Selection, patch: &Serde) -> u64 {
    let plan = || {
        let workload = Workload::of(compiled, object, Options::default()).expect("fits");
        workload.component("part").expect("there").pod_patch(which, patch).expect("planned")
    };
    drop(plan());
    allocation_counter::measure(|| drop(plan())).count_total
}

#[test]
fn a_plan_takes_memory_in_proportion_to_the_change() {
    let shapes = [
        json!({"podTemplateSpecPath": ".spec.w[].t"}),
        json!({"podSpecPath": ".spec.w[].t.spec", "metadataPath": ".spec.w[].t.metadata"}),
        json!({"fragmentedPodSpecDefinition": {
            "labelsPath": ".spec.w[].t.metadata.labels", "containersPath": ".spec.w[].t.spec.containers"
        }}),
    ];
    let patches = [
        json!({"metadata": {"labels": {"team": "ml"}}}),
        json!({"spec": {"containers": [{"name": "c", "image": "j"}]}}),
    ];
    for shape in shapes {
        let definition = part(json!({"specDefinition": shape, "instanceIdPath": ".spec.w[].name"}));
        let compiled = Compiled::new(&definition, &Limits::DEFAULT).expect("valid");
        for patch in &patches {
            let count = |instances, variables, which: &Selection| {
                allocations(&compiled, &object(instances, variables), which, patch)
            };
            let one = named(&["n1"]);
            assert_eq!(
                count(2, 200, &one),
                count(2, 2, &one),
                "what the patch does not speak of costs nothing: {shape}"
            );
            let (few, many) = (count(10, 2, &Selection::All), count(80, 2, &Selection::All));
            assert!(many <= few * 8, "{few} for 10 instances, {many} for 80: {shape}");
        }
    }
}
