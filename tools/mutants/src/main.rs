//! Which mutants of the library does no test notice? `mutants TREE LIST OUT EVERY SECONDS [ONLY]`
//!
//! `LIST` is what `cargo mutants --list --json` prints. Building the library once for each of some thousands of mutants
//! takes days; so all of them go into one program, behind a switch in the environment (`weave.rs`), which is built once
//! (`compile.rs`). Each test then runs alone once to see which mutants it reaches (`suite.rs`), and each mutant only with
//! the tests that reach it, the quick ones first, until one fails (`run.rs`). A mutant that no test reaches is missed.
//!
//! `TREE` is a copy of the project whose sources are overwritten. `OUT` holds `outcomes.tsv`: outcome, mutant, the test
//! that caught it. A run goes on where an earlier one ended. `EVERY` takes each n-th mutant; `SECONDS` is how long mutants
//! are run, in an order that is spread over all modules; `ONLY` is a file of names.
//!
//! `MUTANTS_CARGO` are options of each call of cargo, `MUTANTS_TESTS` say which tests are built; both empty take all.

mod compile;
mod run;
mod suite;
mod weave;

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
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
    let [tree, list, out, every, seconds, only @ ..] = &arguments[..] else {
        panic!("mutants TREE LIST OUT EVERY SECONDS [ONLY]")
    };
    let (tree, out) = (PathBuf::from(tree), PathBuf::from(out));
    let every: usize = every.parse().expect("each n-th");
    let seconds: u64 = seconds.parse().expect("a number of seconds");
    let only: Option<BTreeSet<String>> =
        only.first().map(|file| read(Path::new(file)).lines().map(str::to_owned).collect());
    let mutants = read_list(&read(Path::new(list)));
    fs::create_dir_all(&out).expect("a folder for the outcomes");

    let (binaries, left_out) = compile::weave_all(&tree, &mutants);
    let suite = suite::Suite::survey(&tree, &out, &binaries);
    let mut chosen: Vec<&Mutant> = mutants
        .iter()
        .filter(|mutant| match &only {
            Some(names) => names.contains(&mutant.name),
            None => mutant.id % every == 0,
        })
        .collect();
    // Evenly over all modules, also when the run is cut short.
    chosen.sort_by_key(|mutant| (mutant.id.wrapping_mul(2_654_435_761) % 4_294_967_296, mutant.id));
    run::all(&suite, &chosen, &left_out, &out.join("outcomes.tsv"), seconds);
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
