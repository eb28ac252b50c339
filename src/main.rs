//! The command line: see `fieldwright --help`.

fn main() {}
