//! One run: the chosen jobs, their tables, and what they grow by.

use crate::report::Report;
use crate::{classify, diff, formula, growth, json_text, process};

/// Runs what the arguments choose, and `more` before the tables of growth.
pub fn run(allocator: Option<&'static str>, more: impl FnOnce(&mut Report)) -> std::io::Result<()> {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let huge = args.iter().any(|arg| arg == "--huge");
    let words: Vec<_> = args.iter().filter(|arg| !arg.starts_with("--")).collect();
    let chosen = |name: &str| words.is_empty() || words.iter().any(|word| name.contains(word.as_str()));
    let mut report = Report::default();
    report.allocator = allocator;
    report.machine();
    let mut jobs = vec![];
    for make in [json_text::jobs, process::jobs, classify::jobs, diff::jobs, formula::jobs] {
        jobs.extend(make(huge, &chosen));
    }
    #[cfg(feature = "yaml")]
    jobs.extend(crate::yaml::jobs(huge, &chosen));
    #[cfg(feature = "catalog")]
    jobs.extend(crate::catalog::jobs(huge, &chosen));
    for job in &mut jobs {
        report.job(&job.run());
    }
    more(&mut report);
    for mut growth in growth::growths(huge).into_iter().filter(|growth| chosen(growth.name)) {
        report.growth(growth.name, growth.unit, &growth.run());
    }
    report.write()
}
