//! The command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    sim_core::cli::main()
}
