//! What is counted: the documents and plans of the jobs, made before anything is counted.
//!
//! `.ci/counts` runs the jobs and compares with `recorded.tsv`.

#[allow(dead_code, reason = "shared with the benchmark of ratios")]
#[path = "../../ratios/documents.rs"]
pub mod documents;
#[allow(dead_code, reason = "shared with the benchmark of workloads")]
#[path = "../../workload/src/fleet.rs"]
pub mod fleet;
