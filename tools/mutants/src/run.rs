//! Runs each mutant with the tests that reach it.

use crate::Mutant;
use crate::compile::LeftOut;
use crate::suite::{Ended, Suite};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Tests of one step together take no longer than this, the first steps less: most mutants fall to the quickest tests.
const STEPS: &[f64] = &[0.1, 0.4, 1.5, 5.0, 15.0, 60.0];

/// How many tests that caught others of the same file come first.
const FIRST: usize = 4;

/// Runs the mutants that have no outcome yet, so many at a time and for so many seconds, and writes the outcomes as they
/// come.
pub fn all(
    suite: &Suite,
    mutants: &[&Mutant],
    left_out: &BTreeMap<usize, LeftOut>,
    outcomes: &Path,
    seconds: u64,
    jobs: usize,
) {
    let end = Instant::now() + Duration::from_secs(seconds);
    let done: BTreeSet<String> = std::fs::read_to_string(outcomes)
        .unwrap_or_default()
        .lines()
        .filter_map(|line| line.split('\t').nth(1).map(str::to_owned))
        .collect();
    let file = OpenOptions::new().create(true).append(true).open(outcomes).expect("writable");
    let file = Mutex::new(file);
    let killers: Mutex<BTreeMap<&str, Killers>> = Mutex::default();
    let mutants: Vec<&Mutant> = mutants.iter().copied().filter(|mutant| !done.contains(&mutant.name)).collect();
    let is_over = crate::at_a_time(jobs, mutants.len(), |at| {
        if Instant::now() > end {
            return false;
        }
        let mutant = mutants[at];
        let (outcome, by) = match left_out.get(&mutant.id) {
            Some(LeftOut::Unviable) => ("unviable", String::new()),
            Some(LeftOut::NotWoven) => ("not-woven", String::new()),
            None => {
                let of_file = killers.lock().expect("no panic").get(&*mutant.file).cloned().unwrap_or_default();
                let (outcome, by, killer) = outcome(suite, mutant, &of_file);
                if let Some(test) = killer {
                    let mut killers = killers.lock().expect("no panic");
                    *killers.entry(&mutant.file).or_default().entry(test).or_default() += 1;
                }
                (outcome, by)
            }
        };
        writeln!(file.lock().expect("no panic"), "{outcome}\t{}\t{by}", mutant.name).expect("writable");
        true
    });
    if is_over {
        println!("the time is over; another run goes on from here");
    }
}

/// How often which test caught a mutant of a file.
type Killers = BTreeMap<usize, usize>;

/// How a mutant ended, what caught it, and the test that did.
fn outcome(suite: &Suite, mutant: &Mutant, killers: &Killers) -> (&'static str, String, Option<usize>) {
    let reaching: Vec<usize> =
        (0..suite.tests.len()).filter(|at| suite.tests[*at].reaches.contains(&mutant.id)).collect();
    if reaching.is_empty() {
        return ("missed", "not reached".to_owned(), None);
    }
    let id = mutant.id.to_string();
    let limit = |takes: Duration| takes * 5 + Duration::from_secs(10);
    for step in steps(suite, reaching, killers) {
        let takes: Duration = step.iter().map(|at| suite.tests[*at].takes).sum();
        match suite.run(&step, &[("MUTANT", &id)], limit(takes)) {
            Ended::Passed => {}
            Ended::Failed(program) => {
                let fails = |at: &&usize| {
                    let takes = suite.tests[**at].takes;
                    step.len() == 1 || suite.run(&[**at], &[("MUTANT", &id)], limit(takes)) != Ended::Passed
                };
                let test = step.iter().find(fails).copied();
                return ("caught", test.map_or(program, |test| suite.tests[test].name.clone()), test);
            }
            Ended::Late => return ("late", String::new(), None),
        }
    }
    ("missed", String::new(), None)
}

/// The tests in steps: the likely ones each alone, then by how long they take.
fn steps(suite: &Suite, reaching: Vec<usize>, killers: &Killers) -> Vec<Vec<usize>> {
    let mut likely: Vec<(usize, usize)> = killers.iter().map(|(test, count)| (*count, *test)).collect();
    likely.sort_unstable_by(|a, b| b.cmp(a));
    let likely: Vec<usize> = likely
        .into_iter()
        .map(|(_, test)| test)
        .filter(|test| reaching.contains(test) && suite.tests[*test].takes < Duration::from_secs(1))
        .take(FIRST)
        .collect();
    let mut steps: Vec<Vec<usize>> = likely.iter().map(|test| vec![*test]).collect();
    let (mut step, mut takes, mut limit) = (Vec::new(), 0.0, 0);
    for at in reaching.into_iter().filter(|at| !likely.contains(at)) {
        let this = suite.tests[at].takes.as_secs_f64();
        if !step.is_empty() && takes + this > STEPS[limit] {
            steps.push(std::mem::take(&mut step));
            takes = 0.0;
            limit = (limit + 1).min(STEPS.len() - 1);
        }
        step.push(at);
        takes += this;
    }
    steps.extend((!step.is_empty()).then_some(step));
    steps
}
