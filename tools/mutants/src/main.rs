//! Which mutants of the library does no test notice? `mutants TREE LIST OUT COUNT SEED SECONDS [ONLY]`
//!
//! `LIST` is what `cargo mutants --list --json` prints. Building the library once for each of some thousands of mutants
//! takes days; so all of them go into one program, behind a switch in the environment (`weave.rs`), which is built once
//! (`compile.rs`). Each test then runs alone once to see which mutants it reaches (`suite.rs`), and each mutant only with
//! the tests that reach it, the quick ones first, until one fails (`run.rs`). A mutant that no test reaches is missed.
//!
//! `TREE` is a copy of the project whose sources are overwritten. `OUT` holds `outcomes.tsv`: outcome, mutant, the test
//! that caught it, and what was built (`keep.rs`). A run goes on where an earlier one ended. `COUNT` is how many mutants are run, drawn by `SEED` from all
//! modules alike; a larger count holds the mutants of a smaller one. `SECONDS` is how long they are run; `ONLY` is a file
//! of names, which are run instead.
//!
//! `MUTANTS_CARGO` are options of each call of cargo, `MUTANTS_TESTS` say which tests are built; both empty take all.
//! `MUTANTS_JOBS` is how many run at a time.

mod compile;
mod keep;
mod run;
mod suite;
mod weave;

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::time::Instant;
use std::{env, fs};

/// One change of the sources.
#[derive(Debug)]
pub struct Mutant {
    /// Its number in the list, from 1.
    pub id: usize,
    /// Its name, as cargo-mutants prints it.
    pub name: String,
    /// The kind of change.
    pub genre: String,
    /// The file, from the root of the project.
    pub file: String,
    /// Line and column of the first character, from 1.
    pub start: (usize, usize),
    /// Line and column behind the last one.
    pub end: (usize, usize),
    /// The first and the last line of the function.
    pub function: (usize, usize),
    /// What stands there instead.
    pub replacement: String,
}

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [tree, list, out, count, seed, seconds, only @ ..] = &arguments[..] else {
        panic!("mutants TREE LIST OUT COUNT SEED SECONDS [ONLY]")
    };
    let (tree, out) = (PathBuf::from(tree), PathBuf::from(out));
    let count: usize = count.parse().expect("a number of mutants");
    let seconds: u64 = seconds.parse().expect("a number of seconds");
    let only: Option<BTreeSet<String>> =
        only.first().map(|file| read(Path::new(file)).lines().map(str::to_owned).collect());
    let mutants = read_list(&read(Path::new(list)));
    fs::create_dir_all(&out).expect("a folder for the outcomes");
    // Tests run in the tree, so that no path may depend on where this runs.
    let (tree, out) = (absolute(&tree), absolute(&out));
    let jobs = env::var("MUTANTS_JOBS").ok().and_then(|jobs| jobs.parse().ok()).unwrap_or(1);

    let begun = Instant::now();
    let built = out.join("built.json");
    let (suite, left_out) = match keep::read(&built, &tree) {
        Some(kept) => kept,
        None => {
            let (binaries, left_out) = compile::weave_all(&tree, &mutants);
            println!("built in {} s", begun.elapsed().as_secs());
            let suite = suite::Suite::survey(&tree, &out, &binaries, jobs);
            println!("surveyed after {} s", begun.elapsed().as_secs());
            keep::write(&built, &suite, &left_out);
            (suite, left_out)
        }
    };
    assert!(suite.tests.iter().any(|test| !test.reaches.is_empty()), "no test comes to any mutant");
    let mut chosen: Vec<&Mutant> =
        mutants.iter().filter(|mutant| only.as_ref().is_none_or(|names| names.contains(&mutant.name))).collect();
    chosen.sort_by_cached_key(|mutant| lot(seed, &mutant.name));
    chosen.truncate(if only.is_some() { usize::MAX } else { count });
    run::all(&suite, &chosen, &left_out, &out.join("outcomes.tsv"), seconds, jobs);
    println!("ran after {} s", begun.elapsed().as_secs());
}

fn absolute(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The place of a mutant in the order that a seed draws: FNV-1a, whose upper bits are stirred once more.
fn lot(seed: &str, name: &str) -> u64 {
    let hash = seed
        .bytes()
        .chain(*b":")
        .chain(name.bytes())
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    (hash ^ (hash >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// Calls `each` with the numbers up to `count`, some at a time; no further ones once it returns false. Whether it did.
pub fn at_a_time(jobs: usize, count: usize, each: impl Fn(usize) -> bool + Sync) -> bool {
    let (next, is_over) = (AtomicUsize::new(0), AtomicBool::new(false));
    std::thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            scope.spawn(|| {
                while !is_over.load(Relaxed) {
                    let at = next.fetch_add(1, Relaxed);
                    if at >= count {
                        break;
                    }
                    if !each(at) {
                        is_over.store(true, Relaxed);
                    }
                }
            });
        }
    });
    is_over.into_inner()
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn read_list(text: &str) -> Vec<Mutant> {
    let list: Vec<Value> = serde_json::from_str(text).expect("JSON");
    let mut seen = BTreeMap::new();
    let point = |at: &Value| (number(&at["line"]), number(&at["column"]));
    let mutant = |(at, value): (usize, &Value)| Mutant {
        id: at + 1,
        name: string(&value["name"]),
        genre: string(&value["genre"]),
        file: string(&value["file"]),
        start: point(&value["span"]["start"]),
        end: point(&value["span"]["end"]),
        function: (
            number(&value["function"]["span"]["start"]["line"]),
            number(&value["function"]["span"]["end"]["line"]),
        ),
        replacement: string(&value["replacement"]),
    };
    list.iter().enumerate().map(mutant).filter(|mutant| seen.insert(mutant.name.clone(), ()).is_none()).collect()
}

fn number(value: &Value) -> usize {
    value.as_u64().unwrap_or_default() as usize
}

fn string(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
