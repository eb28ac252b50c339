//! The tables: on standard output, and in `target/ratios.json` and `target/ratios.md`; in files of other names for another
//! allocator (`ratios-mimalloc`) and for the machine's own instructions (`ratios-native`).

use crate::job::Outcome;
use serde_json::{Value, json};
use std::fmt::Write as _;

/// All that one run measured.
#[derive(Default)]
pub struct Report {
    /// The name of the allocator, if it is not the system's.
    pub allocator: Option<&'static str>,
    markdown: String,
    jobs: Vec<Value>,
    growth: Vec<Value>,
    counts: Vec<Value>,
}

impl Report {
    /// What the machine and the build are.
    pub fn machine(&mut self) {
        let machine = self.about();
        println!("{machine}");
        let _ = writeln!(self.markdown, "{machine}");
    }

    /// The table of one job: a peer's ratio is how many times our time it takes.
    pub fn job(&mut self, outcome: &Outcome) {
        let size = if outcome.bytes > 0 { format!(" ({} bytes)", outcome.bytes) } else { String::new() };
        let title = format!("{}{size}", outcome.name);
        println!("\n{title:<52} {:>12} {:>9} {:>12} {:>9} {:>8}", "median us", "ratio", "best us", "ratio", "MB/s");
        let title = title.replace('|', "\\|");
        let _ = writeln!(self.markdown, "\n| {title} | median µs | ratio | best µs | ratio |\n|---|--:|--:|--:|--:|");
        let ours = &outcome.rows[0];
        let mut rows = Vec::new();
        for row in &outcome.rows {
            let (median, best) = (row.median * 1e6, row.best * 1e6);
            let (by_median, by_best) = (row.median / ours.median, row.best / ours.best);
            let rate = if outcome.bytes > 0 { format!("{:.0}", outcome.bytes as f64 / best) } else { String::new() };
            let name = row.name;
            println!("  {name:<50} {median:>12.2} {by_median:>8.2}x {best:>12.2} {by_best:>8.2}x {rate:>8}");
            let _ = writeln!(self.markdown, "| {name} | {median:.2} | {by_median:.2} | {best:.2} | {by_best:.2} |");
            rows.push(json!({"name": name, "median_us": median, "best_us": best, "median_ratio": by_median, "best_ratio": by_best}));
        }
        self.jobs.push(json!({"name": outcome.name, "bytes": outcome.bytes, "peers": rows}));
    }

    /// How the time of one thing grows.
    pub fn growth(&mut self, name: &str, unit: &str, points: &[(usize, f64)]) {
        println!("\n{name:<52} {:>12} {:>12}", "best us", format!("ns / {unit}"));
        let _ = writeln!(self.markdown, "\n| {name} | best µs | ns a {unit} |\n|--:|--:|--:|");
        let mut rows = Vec::new();
        for (count, time) in points {
            let (us, each) = (time * 1e6, time * 1e9 / (*count).max(1) as f64);
            println!("  {:<50} {us:>12.2} {each:>12.3}", format!("{count} {unit}s"));
            let _ = writeln!(self.markdown, "| {count} | {us:.2} | {each:.3} |");
            rows.push(json!({"count": count, "best_us": us, "ns_each": each}));
        }
        self.growth.push(json!({"name": name, "unit": unit, "points": rows}));
    }

    /// Something that is counted and not timed.
    pub fn count(&mut self, name: &str, count: u64) {
        println!("\n{name}: {count}");
        let _ = writeln!(self.markdown, "\n{name}: {count}");
        self.counts.push(json!({"name": name, "count": count}));
    }

    /// Writes the files beside the build.
    pub fn write(&self) -> std::io::Result<()> {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("target");
        std::fs::create_dir_all(&folder)?;
        let all = json!({"machine": self.about(), "jobs": self.jobs, "growth": self.growth, "counts": self.counts});
        let native = if IS_NATIVE { "-native" } else { "" };
        let allocator = self.allocator.map(|name| format!("-{name}")).unwrap_or_default();
        let name = format!("ratios{allocator}{native}");
        std::fs::write(folder.join(format!("{name}.json")), format!("{all:#}\n"))?;
        std::fs::write(folder.join(format!("{name}.md")), &self.markdown)
    }

    fn about(&self) -> String {
        format!("{}, {}", machine(), self.allocator.unwrap_or("the system's allocator"))
    }
}

/// Whether more than the target's base instructions may be used everywhere.
const IS_NATIVE: bool = cfg!(target_feature = "avx2");

/// sonic-rs chooses its vector instructions when it is compiled, so the build says something about it.
fn machine() -> String {
    let cpus = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpus.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": ").map(|(_, name)| name));
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load = load.split(' ').next().unwrap_or("unknown").to_owned();
    let simd = if IS_NATIVE { "this processor (AVX2)" } else { "the target's base instructions" };
    let model = model.unwrap_or("unknown processor");
    format!("{model}, {cores} cores, load {load} at the start; compiled for {simd}")
}
