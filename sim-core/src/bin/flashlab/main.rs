//! The command line.

mod memory;

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: memory::Told = memory::Told;

fn main() -> ExitCode {
    sim_core::cli::main()
}
