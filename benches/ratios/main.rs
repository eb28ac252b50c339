//! Jobs and their peers, timed in one run: `cargo bench --bench ratios [-- WORD...] [--huge]`.
//!
//! Words choose the jobs whose name has them; `--huge` adds those on texts of 50 MB. Job and peers take turns, round by
//! round, so that whatever else the machine does falls on all of them. A row has the median and the best of the rounds, each
//! with its ratio to ours; on a busy machine the best says more. A second kind of table shows how a time grows. Both are
//! written to `target/ratios.json` and `target/ratios.md` as well.

#![allow(clippy::print_stdout, missing_docs)]

mod allocations;
#[cfg(feature = "catalog")]
mod catalog;
mod classify;
mod diff;
mod documents;
mod formula;
mod growth;
mod job;
mod json_text;
mod process;
mod report;
mod run;
#[cfg(feature = "yaml")]
mod yaml;

fn main() -> std::io::Result<()> {
    run::run(None, allocations::count)
}
