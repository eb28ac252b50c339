//! The `edit` command as a process beside the programs that do the same, and beside one that does nothing.

use crate::documents::pods;
use crate::job::{Job, Peer};
use std::process::{Command, Stdio};

/// All of them write to a file that nobody reads. A program that is not installed is left out.
pub fn jobs(huge: bool, chosen: &dyn Fn(&str) -> bool) -> Vec<Job<'static>> {
    let sizes = [("20 KB", 20_000), ("1 MB", 1_000_000), ("50 MB", 50_000_000)];
    let mut jobs = Vec::new();
    for (size, bytes) in &sizes[..if huge { 3 } else { 2 }] {
        let name = format!("process: set one field in {size}");
        if chosen(&name)
            && let Some(job) = set_one_field(name, *bytes)
        {
            jobs.push(job);
        }
    }
    jobs
}

fn set_one_field(name: String, bytes: usize) -> Option<Job<'static>> {
    let ours = program()?;
    let (text, at) = pods(bytes, true);
    let folder: &'static tempfile::TempDir = Box::leak(Box::new(tempfile::tempdir().ok()?));
    let file = folder.path().join("pods.json");
    std::fs::write(&file, text).ok()?;
    let file: &'static str = Box::leak(file.display().to_string().into_boxed_str());
    let edit: &'static str =
        Box::leak(format!(".items[{at}].spec.containers[0].image = \"example.net/front:1.5.0\"").into_boxed_str());
    let calls: [(&str, &str, Vec<&'static str>); 6] = [
        ("fieldwright edit", ours, vec!["edit", file, edit]),
        ("fieldwright --version", ours, vec!["--version"]),
        ("true", "true", vec![]),
        ("cat", "cat", vec![file]),
        ("jq", "jq", vec![edit, file]),
        ("gojq", "gojq", vec![edit, file]),
    ];
    let peers = calls.into_iter().filter(|(_, program, args)| run(program, args)).map(|(name, program, args)| {
        let peer: Peer<'static> = (
            name,
            Box::new(move || {
                run(program, &args);
            }),
        );
        peer
    });
    Some(Job { name, bytes: text.len(), peers: peers.collect() })
}

/// The program that was built beside this one, or the one that `FIELDWRIGHT_PROGRAM` names.
fn program() -> Option<&'static str> {
    let named = std::env::var("FIELDWRIGHT_PROGRAM").ok().map(|path| &*Box::leak(path.into_boxed_str()));
    named.or(option_env!("CARGO_BIN_EXE_fieldwright"))
}

fn run(program: &str, args: &[&str]) -> bool {
    let mut command = Command::new(program);
    command.args(args).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
