//! The tests: how long each takes, and which places with mutants it comes to.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};
use std::{fs, thread};

/// Bytes of address space for one run of tests.
const MEMORY: u64 = 6 << 30;

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
    /// Runs each test alone, so many at a time.
    pub fn survey(tree: &Path, out: &Path, programs: &[PathBuf], jobs: usize) -> Self {
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
        let surveyed = Mutex::new(BTreeMap::new());
        crate::at_a_time(jobs, suite.tests.len(), |at| {
            let file = out.join(format!("reached-{at}"));
            let begin = Instant::now();
            let ended = suite.run(&[at], &[("MUTANTS_REACHED", &file.to_string_lossy())], Duration::from_secs(300));
            let takes = begin.elapsed();
            let reached = fs::read_to_string(&file).unwrap_or_default();
            let _ = fs::remove_file(&file);
            let reaches = reached.lines().filter_map(|line| line.parse().ok()).collect();
            surveyed.lock().expect("no panic").insert(at, (ended, takes, reaches));
            true
        });
        for (at, (ended, takes, reaches)) in surveyed.into_inner().expect("no panic").into_iter().rev() {
            let test = &mut suite.tests[at];
            (test.takes, test.reaches) = (takes, reaches);
            if ended != Ended::Passed {
                println!("not used, as it fails without a mutant: {} of {}", test.name, test.program.display());
                suite.tests.remove(at);
            }
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

    /// Runs some tests, each program once, until one fails. The limit is one of computing, so that what else runs on the
    /// machine makes nothing late; on the clock a run may take many times as long.
    pub fn run(&self, tests: &[usize], variables: &[(&str, &str)], limit: Duration) -> Ended {
        let mut programs: BTreeMap<&Path, Vec<&str>> = BTreeMap::new();
        for at in tests {
            let test = &self.tests[*at];
            programs.entry(&test.program).or_default().push(&test.name);
        }
        let end = Instant::now() + limit * 20;
        let mut left = limit;
        for (program, names) in programs {
            // A mutant may ask for all memory there is.
            let mut child = Command::new("prlimit")
                .arg(format!("--as={MEMORY}"))
                .arg(program)
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
            let mut computed = Duration::ZERO;
            let status = loop {
                if let Some(status) = child.try_wait().expect("a child") {
                    break status;
                }
                computed = computed.max(computed_by(child.id()));
                if computed > left || Instant::now() > end {
                    let _ = child.kill();
                    let _ = child.wait();
                    return Ended::Late;
                }
                thread::sleep(pause);
                pause = (pause * 2).min(Duration::from_millis(20));
            };
            left = left.saturating_sub(computed);
            if !status.success() {
                return Ended::Failed(program.file_stem().unwrap_or_default().to_string_lossy().into_owned());
            }
        }
        Ended::Passed
    }
}

/// How long a process has computed, in all its threads.
fn computed_by(process: u32) -> Duration {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // The fields behind the name, which stands in parentheses; the kernel counts hundredths of a second here.
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    let ticks: u64 = fields.skip(11).take(2).filter_map(|field| field.parse::<u64>().ok()).sum();
    Duration::from_millis(ticks * 10)
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
