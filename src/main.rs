//! The command line: see `fieldwright --help`.

use std::process::ExitCode;

fn main() -> ExitCode {
    fieldwright::cli::main()
}
