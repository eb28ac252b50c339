//! The tests: how long each takes, and which places with mutants it comes to.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

/// A test by its program and its name.
#[derive(Debug)]
pub struct Test {
    /// The program.
    pub program: PathBuf,
    /// The name in it.
    pub name: String,
    /// How long it takes alone.
    pub takes: Duration,
    /// The mutants it comes to.
    pub reaches: BTreeSet<usize>,
}

/// All tests that pass without a mutant.
pub struct Suite {
    /// The root of the woven project.
    pub tree: PathBuf,
    /// The tests, quick ones first.
    pub tests: Vec<Test>,
}

impl Suite {
    /// Runs each test alone.
    pub fn survey(tree: &Path, out: &Path, programs: &[PathBuf]) -> Self {
        let mut suite = Self { tree: tree.to_owned(), tests: Vec::new() };
        for program in programs {
            for name in suite.names(program) {
                suite.tests.push(Test {
                    program: program.clone(),
                    name,
                    takes: Duration::ZERO,
                    reaches: BTreeSet::new(),
                });
            }
        }
        let file = out.join("reached");
        let mut failing = Vec::new();
        for at in 0..suite.tests.len() {
            let _ = fs::remove_file(&file);
            let begin = Instant::now();
            let ended = suite.run(&[at], &[("MUTANTS_REACHED", &file.to_string_lossy())], Duration::from_secs(300));
            let test = &mut suite.tests[at];
            test.takes = begin.elapsed();
            if ended != Ended::Passed {
                failing.push(at);
            }
            let reached = fs::read_to_string(&file).unwrap_or_default();
            test.reaches = reached.lines().filter_map(|line| line.parse().ok()).collect();
        }
        for at in failing.into_iter().rev() {
            let test = suite.tests.remove(at);
            println!("not used, as it fails without a mutant: {} of {}", test.name, test.program.display());
        }
        suite.tests.sort_by_key(|test| test.takes);
        let total: Duration = suite.tests.iter().map(|test| test.takes).sum();
        println!("{} tests, {} s one after another", suite.tests.len(), total.as_secs());
        for test in suite.tests.iter().rev().take(12) {
            println!("  {:.1} s {}", test.takes.as_secs_f64(), test.name);
        }
        suite
    }

    fn names(&self, program: &Path) -> Vec<String> {
        let output = Command::new(program)
            .args(["--list", "--format", "terse"])
            .current_dir(&self.tree)
            .output()
            .expect("a test program runs");
        let ignored = Command::new(program)
            .args(["--list", "--format", "terse", "--ignored"])
            .current_dir(&self.tree)
            .output()
            .expect("a test program runs");
        let list = |bytes: &[u8]| -> BTreeSet<String> {
            let text = String::from_utf8_lossy(bytes);
            text.lines().filter_map(|line| line.strip_suffix(": test")).map(str::to_owned).collect()
        };
        list(&output.stdout).difference(&list(&ignored.stdout)).cloned().collect()
    }

    /// Runs some tests, each program once, until one fails.
    pub fn run(&self, tests: &[usize], variables: &[(&str, &str)], limit: Duration) -> Ended {
        let mut programs: BTreeMap<&Path, Vec<&str>> = BTreeMap::new();
        for at in tests {
            let test = &self.tests[*at];
            programs.entry(&test.program).or_default().push(&test.name);
        }
        let end = Instant::now() + limit;
        for (program, names) in programs {
            let mut child = Command::new(program)
                .args(["--exact", "--test-threads", "1", "-q"])
                .args(names)
                .current_dir(&self.tree)
                .env("CARGO_MANIFEST_DIR", &self.tree)
                .env("PROPTEST_RNG_SEED", "1")
                .env("PROPTEST_DISABLE_FAILURE_PERSISTENCE", "true")
                .env("PROPTEST_MAX_SHRINK_ITERS", "0")
                .env("RUST_BACKTRACE", "0")
                .envs(variables.iter().copied())
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .expect("a test program runs");
            let mut pause = Duration::from_millis(1);
            let status = loop {
                if let Some(status) = child.try_wait().expect("a child") {
                    break status;
                }
                if Instant::now() > end {
                    let _ = child.kill();
                    let _ = child.wait();
                    return Ended::Late;
                }
                thread::sleep(pause);
                pause = (pause * 2).min(Duration::from_millis(20));
            };
            if !status.success() {
                return Ended::Failed(program.file_stem().unwrap_or_default().to_string_lossy().into_owned());
            }
        }
        Ended::Passed
    }
}

/// How a run of tests ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ended {
    /// All passed.
    Passed,
    /// One in this program failed.
    Failed(String),
    /// It took much longer than without a mutant.
    Late,
}
