//! Builds the woven sources, without the mutants that do not compile.

use crate::Mutant;
use crate::weave::{by_line, weave};
use serde_json::Value;
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

/// The switch: which mutant runs, and which mutants a run came to.
const SWITCH: &str = r#"
#[doc(hidden)]
#[allow(missing_docs, clippy::all)]
pub mod mutant_switch {
    use std::collections::HashSet;
    use std::io::Write;
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
    use std::sync::{Mutex, OnceLock};
    struct State { active: u32, reached: Option<Mutex<(HashSet<u32>, std::fs::File)>> }
    static STATE: OnceLock<State> = OnceLock::new();
    /// What is written down already: the places that a run comes to again and again take no lock.
    static SEEN: [AtomicBool; 1 << 16] = [const { AtomicBool::new(false) }; 1 << 16];
    fn start() -> State {
        let active = std::env::var("MUTANT").ok().and_then(|id| id.parse().ok()).unwrap_or(0);
        let file = std::env::var_os("MUTANTS_REACHED")
            .and_then(|path| std::fs::OpenOptions::new().create(true).append(true).open(path).ok());
        State { active, reached: file.map(|file| Mutex::new((HashSet::new(), file))) }
    }
    #[inline]
    pub fn at(here: &[u32]) -> u32 {
        let state = STATE.get_or_init(start);
        if let Some(reached) = &state.reached && !SEEN[here[0] as usize % SEEN.len()].swap(true, Relaxed) {
            let mut reached = reached.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            if reached.0.insert(here[0]) {
                let lines: String = here.iter().map(|id| format!("{id}\n")).collect();
                let _ = reached.1.write_all(lines.as_bytes());
            }
        }
        state.active
    }
}
"#;

/// A mutant may overflow or never end; that is for the tests to find.
const QUIET: &str = "#![allow(warnings, arithmetic_overflow, unconditional_panic, unconditional_recursion)]\n";

/// Why a mutant is not in the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeftOut {
    /// With it the program does not compile.
    Unviable,
    /// It runs while compiling, or is part of a chain with `let`: no switch can stand there.
    NotWoven,
}

/// The test programs, and the mutants that are not in them.
pub fn weave_all(tree: &Path, mutants: &[Mutant]) -> (Vec<PathBuf>, BTreeMap<usize, LeftOut>) {
    let mut files: BTreeMap<&str, Vec<&Mutant>> = BTreeMap::new();
    for mutant in mutants {
        files.entry(&mutant.file).or_default().push(mutant);
    }
    let originals: BTreeMap<&str, String> = files.keys().map(|file| (*file, crate::read(&tree.join(file)))).collect();
    let library = tree.join("src/lib.rs");
    let text = crate::read(&library);
    fs::write(&library, format!("{QUIET}{text}{SWITCH}")).expect("writable");
    let mut left_out = BTreeMap::new();
    loop {
        let mut lines = BTreeMap::new();
        for (file, mutants) in &files {
            let kept: Vec<&Mutant> =
                mutants.iter().copied().filter(|mutant| !left_out.contains_key(&mutant.id)).collect();
            let (woven, not) = weave(&originals[file], &kept);
            left_out.extend(not.into_iter().map(|id| (id, LeftOut::NotWoven)));
            lines.insert((*file).to_owned(), by_line(&woven));
            fs::write(tree.join(file), woven).expect("writable");
        }
        let errors = errors(tree);
        if errors.is_empty() {
            return (build(tree), left_out);
        }
        let before = left_out.len();
        for error in &errors {
            blame(error, &lines, &files, &mut left_out);
        }
        eprintln!("{} errors, {} mutants left out", errors.len(), left_out.len());
        assert!(left_out.len() > before, "errors that no mutant has to do with: {errors:#?}");
    }
}

/// The places of one error: file and lines, the main ones first.
type Error = Vec<(String, Range<usize>)>;

/// Leaves out the mutants on the lines of an error; or those around it, where the compiler complains of the original.
fn blame(
    error: &Error,
    lines: &BTreeMap<String, Vec<(Range<usize>, usize)>>,
    files: &BTreeMap<&str, Vec<&Mutant>>,
    left_out: &mut BTreeMap<usize, LeftOut>,
) {
    let touches = |a: &Range<usize>, b: &Range<usize>| a.start <= b.end && b.start <= a.end;
    let mut found = false;
    for (file, place) in error {
        for (_, id) in lines.get(file).into_iter().flatten().filter(|(at, _)| touches(at, place)) {
            left_out.insert(*id, LeftOut::Unviable);
            found = true;
        }
    }
    if found {
        return;
    }
    // The nearest mutants around: those of the same function, whose lines are known by the mutants that stand there.
    for (file, place) in error {
        let Some(all) = lines.get(file) else { continue };
        let Some((_, nearest)) = all.iter().min_by_key(|(at, _)| at.start.abs_diff(place.start)) else { continue };
        let Some(of) = files[&**file].iter().find(|mutant| mutant.id == *nearest) else { continue };
        for mutant in files[&**file].iter().filter(|mutant| mutant.function == of.function) {
            left_out.entry(mutant.id).or_insert(LeftOut::NotWoven);
        }
    }
}

fn errors(tree: &Path) -> Vec<Error> {
    messages(tree, &["check", "--lib"])
        .iter()
        .filter_map(|message| {
            let message = message.get("message")?;
            (message["level"] == "error").then(|| places(message))
        })
        .filter(|places| !places.is_empty())
        .collect()
}

fn places(message: &Value) -> Error {
    let spans = message["spans"].as_array().into_iter().flatten();
    let mut places: Vec<(bool, String, Range<usize>)> = spans
        .map(|span| {
            let (start, end) = (crate::number(&span["line_start"]), crate::number(&span["line_end"]));
            (span["is_primary"] != true, crate::string(&span["file_name"]), start..end)
        })
        .collect();
    places.sort_by_key(|place| place.0);
    places.into_iter().map(|(_, file, lines)| (file, lines)).collect()
}

/// Builds the tests: the path of each test program.
fn build(tree: &Path) -> Vec<PathBuf> {
    let tests = env::var("MUTANTS_TESTS").unwrap_or_default();
    let arguments: Vec<&str> = ["test", "--no-run"].into_iter().chain(tests.split_whitespace()).collect();
    let messages = messages(tree, &arguments);
    let program = |message: &Value| {
        let is_test = message["profile"]["test"] == true;
        is_test.then(|| message["executable"].as_str().map(PathBuf::from)).flatten()
    };
    let programs: Vec<PathBuf> = messages.iter().filter_map(program).collect();
    assert!(!programs.is_empty(), "the tests do not build: run `cargo test` in {}", tree.display());
    programs
}

fn messages(tree: &Path, arguments: &[&str]) -> Vec<Value> {
    let options = env::var("MUTANTS_CARGO").unwrap_or_default();
    let output = Command::new("cargo")
        .args(arguments)
        .args(["--message-format", "json", "--profile", "mutants", "-j1"])
        .args(options.split_whitespace())
        .current_dir(tree)
        .stderr(Stdio::null())
        .output()
        .expect("cargo runs");
    String::from_utf8_lossy(&output.stdout).lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}
