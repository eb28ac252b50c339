//! One job, its peers, and their times.

use std::time::{Duration, Instant};

/// A name, and what it does.
pub type Peer<'a> = (&'static str, Box<dyn FnMut() + 'a>);

/// What is timed: the first of the peers is ours.
pub struct Job<'a> {
    /// What is done, on what.
    pub name: String,
    /// Bytes of the input, for a rate; 0 if that says nothing.
    pub bytes: usize,
    /// Who does it.
    pub peers: Vec<Peer<'a>>,
}

/// The times of one job.
pub struct Outcome {
    pub name: String,
    pub bytes: usize,
    pub rows: Vec<Row>,
}

/// The times of one peer, in seconds a call.
pub struct Row {
    pub name: &'static str,
    pub median: f64,
    pub best: f64,
}

/// Rounds of one table; fewer where a round takes long.
const ROUNDS: usize = 11;
/// How long one measurement takes at least; a quick call is repeated within it.
const SLICE: Duration = Duration::from_millis(3);
/// What the rounds of a job may take together.
const PATIENCE: Duration = Duration::from_secs(5);
/// Even of a slow job there are so many rounds.
const FEWEST: usize = 3;

impl Job<'_> {
    /// Times all peers in turn, round by round, each round beginning with another.
    pub fn run(&mut self) -> Outcome {
        let repeats: Vec<_> = self.peers.iter_mut().map(|(_, peer)| repeats(peer)).collect();
        let mut times = vec![Vec::with_capacity(ROUNDS); self.peers.len()];
        let start = Instant::now();
        for round in 0..ROUNDS {
            if round >= FEWEST && start.elapsed() > PATIENCE {
                break;
            }
            for turn in 0..self.peers.len() {
                let at = (turn + round) % self.peers.len();
                times[at].push(time(&mut self.peers[at].1, repeats[at]));
            }
        }
        let rows = self.peers.iter().zip(&mut times).map(|((name, _), times)| {
            times.sort_by(f64::total_cmp);
            Row { name, median: times[times.len() / 2], best: times[0] }
        });
        Outcome { name: self.name.clone(), bytes: self.bytes, rows: rows.collect() }
    }
}

fn repeats(peer: &mut dyn FnMut()) -> u32 {
    peer();
    let once = Instant::now();
    peer();
    let once = once.elapsed().max(Duration::from_nanos(20));
    u32::try_from(SLICE.as_nanos() / once.as_nanos()).unwrap_or(u32::MAX).clamp(1, 100_000)
}

/// The first call, which finds the caches and the heap as another peer left them, does not count where calls are quick.
fn time(peer: &mut dyn FnMut(), repeats: u32) -> f64 {
    if repeats > 1 {
        peer();
    }
    let start = Instant::now();
    for _ in 0..repeats {
        peer();
    }
    start.elapsed().as_secs_f64() / f64::from(repeats)
}

/// How the time of one thing grows with a number.
pub struct Growth<'a> {
    /// What is done, on what.
    pub name: &'static str,
    /// What the number counts.
    pub unit: &'static str,
    /// Ascending: the number and what is done with so many.
    pub points: Vec<(usize, Box<dyn FnMut() + 'a>)>,
}

impl Growth<'_> {
    /// The number and the best time of each point, in seconds.
    pub fn run(&mut self) -> Vec<(usize, f64)> {
        let repeats: Vec<_> = self.points.iter_mut().map(|(_, work)| repeats(work)).collect();
        let mut best = vec![f64::INFINITY; self.points.len()];
        for _ in 0..FEWEST + 2 {
            for (at, (_, work)) in self.points.iter_mut().enumerate() {
                best[at] = best[at].min(time(work, repeats[at]));
            }
        }
        self.points.iter().map(|(count, _)| *count).zip(best).collect()
    }
}
