//! Setting one scalar in YAML text, comments and quotes kept.
//!
//! Peers in Python are not crates: `benches/yaml-peers.py` times them on the same text, which this writes to
//! `target/ratios-yaml/`.

use crate::documents::written_deployment;
use crate::job::{Job, Peer};
use fieldwright::document::yaml::{Dialect, YamlStream};
use fieldwright::limits::Limits;
use fieldwright::location::Location;
use fieldwright::plan::{Assignment, Op, Plan};
use std::hint::black_box;
use std::str::FromStr as _;

/// The text sizes; the place is a number near the head, a string in the middle.
pub fn jobs(huge: bool, chosen: &dyn Fn(&str) -> bool) -> Vec<Job<'static>> {
    let sizes = [("1.5 KB", 1_500), ("100 KB", 100_000), ("50 MB", 50_000_000)];
    let mut jobs = Vec::new();
    for (size, bytes) in &sizes[..if huge { 3 } else { 2 }] {
        let name = format!("yaml: set one scalar in {size}");
        if chosen(&name) {
            jobs.push(set_one_scalar(name, size, *bytes));
        }
    }
    jobs
}

fn set_one_scalar(name: String, size: &str, bytes: usize) -> Job<'static> {
    let (text, middle) = written_deployment(bytes);
    // Where the folder cannot be written the peers in Python have no text; ours need none.
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/target/ratios-yaml");
    let _ = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(format!("{folder}/{size}.yaml"), text));
    let containers = Location::root().child("spec").child("template").child("spec").child("containers");
    let head = plan(Location::root().child("spec").child("replicas"), serde_json::json!(7));
    let inner = plan(containers.child(middle).child("image"), serde_json::json!("example.net/worker:2"));
    check_peer(text);
    let parser = || saphyr_parser::Parser::new_from_str(black_box(text)).filter(|event| event.is_ok()).count();
    let peers: Vec<Peer<'static>> = vec![
        ("fieldwright, read, set, verified", Box::new(move || drop(black_box(set(text, &head))))),
        ("fieldwright, the same in the middle", Box::new(move || drop(black_box(set(text, &inner))))),
        ("fieldwright, read only", Box::new(move || drop(black_box(read(text))))),
        (
            "saphyr-parser alone, events",
            Box::new(move || {
                black_box(parser());
            }),
        ),
        ("yaml-edit, read, set, print, not verified", Box::new(move || drop(black_box(yaml_edit(text))))),
        (
            "yaml-edit, the same and read again",
            Box::new(move || {
                let edited = yaml_edit(text);
                black_box(yaml_edit::Document::from_str(&edited).expect("YAML"));
            }),
        ),
    ];
    Job { name, bytes: text.len(), peers }
}

fn plan(place: Location, value: serde_json::Value) -> Plan {
    Plan::new(vec![Assignment::new(place, Op::Set((&value).into()))]).expect("one")
}

fn read(text: &str) -> YamlStream {
    YamlStream::parse(black_box(text), Dialect::Kubernetes, &Limits::DEFAULT).expect("YAML")
}

fn set(text: &str, plan: &Plan) -> String {
    read(text).apply(&[(0, plan)]).expect("it fits")
}

fn yaml_edit(text: &str) -> String {
    let document = yaml_edit::Document::from_str(black_box(text)).expect("YAML");
    let spec = document.get_mapping("spec").expect("a mapping");
    spec.set("replicas", 7);
    document.to_string()
}

/// A peer is timed for what it is: whether its other bytes stay is said as well.
fn check_peer(text: &str) {
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let (before, after) = (lines(text), lines(&yaml_edit(text)));
    let same = before.len() == after.len();
    let changed = before.iter().zip(&after).filter(|(old, new)| old != new).count();
    println!(
        "yaml-edit: {changed} lines changed, {}\n",
        if same { "as many lines as before" } else { "lines come or go" }
    );
}
