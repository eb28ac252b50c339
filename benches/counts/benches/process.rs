//! The program from its start to its end: loading, arguments, the document in and out.

use fieldwright_bench_counts::documents::pods;
use gungraun::prelude::*;
use gungraun::{Command, Stdio};

/// What `.ci/counts` built before.
const PROGRAM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/release/fieldwright");
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/counts-pods.json");

fn write_pods() {
    std::fs::write(FILE, pods(1_000_000, true).0).expect("a file");
}

#[binary_benchmark]
#[bench::set_1_mb(setup = write_pods())]
fn edit() -> Command {
    let (_, at) = pods(1_000_000, true);
    let edit = format!(".items[{at}].spec.containers[0].image = \"example.net/front:1.5.0\"");
    Command::new(PROGRAM).args(["edit", FILE, &edit]).stdout(Stdio::Null).build()
}

#[binary_benchmark]
#[bench::alone()]
fn version() -> Command {
    Command::new(PROGRAM).arg("--version").stdout(Stdio::Null).build()
}

binary_benchmark_group!(name = process, benchmarks = [edit, version]);
main!(binary_benchmark_groups = process);
