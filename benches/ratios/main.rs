//! Jobs and their peers, timed in one run: `cargo bench --bench ratios [-- WORD...] [--huge]`.
//!
//! Words choose the jobs whose name has them; `--huge` adds those on texts of 50 MB. Job and peers take turns, round by
//! round, so that whatever else the machine does falls on all of them. A row has the median and the best of the rounds, each
//! with its ratio to ours; on a busy machine the best says more.

#![allow(clippy::print_stdout, missing_docs)]

mod catalog;
mod job;
mod json_text;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let huge = args.iter().any(|arg| arg == "--huge");
    let words: Vec<_> = args.iter().filter(|arg| !arg.starts_with("--")).collect();
    let chosen = |name: &str| words.is_empty() || words.iter().any(|word| name.contains(word.as_str()));
    for make in [json_text::jobs, catalog::jobs] {
        for mut job in make(huge, &chosen) {
            job.run();
        }
    }
}
