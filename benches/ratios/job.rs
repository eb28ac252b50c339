//! One job, its peers, and the table of their times.

use std::time::{Duration, Instant};

/// What is timed: the first of the peers is ours.
pub struct Job<'a> {
    /// What is done, on what.
    pub name: String,
    /// Bytes of the input, for a rate; 0 if that says nothing.
    pub bytes: usize,
    /// Who does it.
    pub peers: Vec<(&'static str, Box<dyn FnMut() + 'a>)>,
}

/// Rounds of one table.
const ROUNDS: usize = 15;
/// How long one measurement takes at least; a quick call is repeated within it.
const SLICE: Duration = Duration::from_millis(8);

impl Job<'_> {
    /// Times all peers in turn and prints the table.
    pub fn run(&mut self) {
        let repeats: Vec<_> = self.peers.iter_mut().map(|(_, peer)| repeats(peer)).collect();
        let mut times = vec![Vec::with_capacity(ROUNDS); self.peers.len()];
        for round in 0..ROUNDS {
            for turn in 0..self.peers.len() {
                let at = (turn + round) % self.peers.len();
                times[at].push(time(&mut self.peers[at].1, repeats[at]));
            }
        }
        self.print(times);
    }

    fn print(&self, times: Vec<Vec<f64>>) {
        println!("\n{}", self.name);
        let medians: Vec<_> = times.into_iter().map(median).collect();
        for ((name, _), seconds) in self.peers.iter().zip(&medians) {
            let ratio = seconds / medians[0];
            let rate = self.bytes as f64 / seconds / 1e6;
            println!("  {name:<36} {:>12.2} us {ratio:>8.2}x {rate:>8.0} MB/s", seconds * 1e6);
        }
    }
}

fn repeats(peer: &mut dyn FnMut()) -> u32 {
    peer();
    let once = Instant::now();
    peer();
    let once = once.elapsed().max(Duration::from_nanos(20));
    u32::try_from(SLICE.as_nanos() / once.as_nanos()).unwrap_or(u32::MAX).clamp(1, 100_000)
}

fn time(peer: &mut dyn FnMut(), repeats: u32) -> f64 {
    let start = Instant::now();
    for _ in 0..repeats {
        peer();
    }
    start.elapsed().as_secs_f64() / f64::from(repeats)
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
