//! One job, its peers, and the table of their times.

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

    fn print(&self, mut times: Vec<Vec<f64>>) {
        println!("\n{:<38} {:>12} {:>9} {:>12} {:>9} {:>10}", self.name, "median us", "", "best us", "", "MB/s");
        times.iter_mut().for_each(|times| times.sort_by(f64::total_cmp));
        let ours = &times[0];
        for ((name, _), times) in self.peers.iter().zip(&times) {
            let (median, best) = (times[ROUNDS / 2], times[0]);
            let (times_median, times_best) = (median / ours[ROUNDS / 2], best / ours[0]);
            let rate = self.bytes as f64 / best / 1e6;
            let (median, best) = (median * 1e6, best * 1e6);
            println!("  {name:<36} {median:>12.2} {times_median:>8.2}x {best:>12.2} {times_best:>8.2}x {rate:>10.0}");
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

/// The first call, which finds the caches and the heap as another peer left them, does not count.
fn time(peer: &mut dyn FnMut(), repeats: u32) -> f64 {
    peer();
    let start = Instant::now();
    for _ in 0..repeats {
        peer();
    }
    start.elapsed().as_secs_f64() / f64::from(repeats)
}
