//! Runs each mutant with the tests that reach it.

use crate::Mutant;
use crate::compile::LeftOut;
use crate::suite::{Ended, Suite};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

/// Tests of one step together take no longer than this, the first steps less: most mutants fall to the quickest tests.
const STEPS: &[f64] = &[0.1, 0.4, 1.5, 5.0, 15.0, 60.0];

/// How many tests that caught others of the same file come first.
const FIRST: usize = 4;

/// Runs the mutants that have no outcome yet, for so many seconds, and writes the outcomes as they come.
pub fn all(suite: &Suite, mutants: &[&Mutant], left_out: &BTreeMap<usize, LeftOut>, outcomes: &Path, seconds: u64) {
    let end = Instant::now() + Duration::from_secs(seconds);
    let done: BTreeSet<String> = std::fs::read_to_string(outcomes)
        .unwrap_or_default()
        .lines()
        .filter_map(|line| line.split('\t').nth(1).map(str::to_owned))
        .collect();
    let mut file = OpenOptions::new().create(true).append(true).open(outcomes).expect("writable");
    let mut killers: BTreeMap<&str, BTreeMap<usize, usize>> = BTreeMap::new();
    for mutant in mutants.iter().filter(|mutant| !done.contains(&mutant.name)) {
        if Instant::now() > end {
            println!("the time is over; another run goes on from here");
            break;
        }
        let (outcome, by) = match left_out.get(&mutant.id) {
            Some(LeftOut::Unviable) => ("unviable", String::new()),
            Some(LeftOut::NotWoven) => ("not-woven", String::new()),
            None => outcome(suite, mutant, killers.entry(&mutant.file).or_default()),
        };
        writeln!(file, "{outcome}\t{}\t{by}", mutant.name).expect("writable");
    }
}

fn outcome(suite: &Suite, mutant: &Mutant, killers: &mut BTreeMap<usize, usize>) -> (&'static str, String) {
    let reaching: Vec<usize> =
        (0..suite.tests.len()).filter(|at| suite.tests[*at].reaches.contains(&mutant.id)).collect();
    if reaching.is_empty() {
        return ("missed", "not reached".to_owned());
    }
    let id = mutant.id.to_string();
    for step in steps(suite, reaching, killers) {
        let takes: Duration = step.iter().map(|at| suite.tests[*at].takes).sum();
        match suite.run(&step, &[("MUTANT", &id)], takes * 5 + Duration::from_secs(10)) {
            Ended::Passed => {}
            Ended::Failed(program) => {
                // Which of the step it was is not asked; one alone is known.
                if let [test] = step[..] {
                    *killers.entry(test).or_default() += 1;
                } else if let Some(test) = step.iter().find(|at| {
                    let limit = suite.tests[**at].takes * 5 + Duration::from_secs(10);
                    suite.run(&[**at], &[("MUTANT", &id)], limit) != Ended::Passed
                }) {
                    *killers.entry(*test).or_default() += 1;
                    return ("caught", suite.tests[*test].name.clone());
                }
                return ("caught", program);
            }
            Ended::Late => return ("late", String::new()),
        }
    }
    ("missed", String::new())
}

/// The tests in steps: the likely ones each alone, then by how long they take.
fn steps(suite: &Suite, reaching: Vec<usize>, killers: &BTreeMap<usize, usize>) -> Vec<Vec<usize>> {
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
