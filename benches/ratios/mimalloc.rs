//! As `ratios`, ours and the peers with mimalloc: `cargo bench --bench ratios-mimalloc [-- WORD...] [--huge]`. Whole programs
//! keep the allocators that they have.

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
#[allow(dead_code, reason = "allocations are counted with the system's allocator")]
mod report;
mod run;
#[cfg(feature = "yaml")]
mod yaml;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::io::Result<()> {
    run::run(Some("mimalloc"), |_| ())
}
