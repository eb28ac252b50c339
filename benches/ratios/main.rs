//! Jobs and their peers, timed in one run: `cargo bench --bench ratios [-- WORD...] [--huge]`.
//!
//! Words choose the jobs whose name has them; `--huge` adds those on texts of 50 MB. Job and peers take turns, round by
//! round, so that whatever else the machine does falls on all of them. A row has the median and the best of the rounds, each
//! with its ratio to ours; on a busy machine the best says more. A second kind of table shows how a time grows. Both are
//! written to `target/ratios.json` and `target/ratios.md` as well.

#![allow(clippy::print_stdout, missing_docs)]

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
#[cfg(feature = "yaml")]
mod yaml;

fn main() -> std::io::Result<()> {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let huge = args.iter().any(|arg| arg == "--huge");
    let words: Vec<_> = args.iter().filter(|arg| !arg.starts_with("--")).collect();
    let chosen = |name: &str| words.is_empty() || words.iter().any(|word| name.contains(word.as_str()));
    let mut report = report::Report::default();
    report.machine();
    let mut jobs = vec![];
    for make in [json_text::jobs, process::jobs, classify::jobs, diff::jobs, formula::jobs] {
        jobs.extend(make(huge, &chosen));
    }
    #[cfg(feature = "yaml")]
    jobs.extend(yaml::jobs(huge, &chosen));
    #[cfg(feature = "catalog")]
    jobs.extend(catalog::jobs(huge, &chosen));
    for job in &mut jobs {
        report.job(&job.run());
    }
    classify::count_allocations(&mut report);
    for mut growth in growth::growths(huge).into_iter().filter(|growth| chosen(growth.name)) {
        report.growth(growth.name, growth.unit, &growth.run());
    }
    report.write()
}
