//! The core as a WebAssembly module: it exports what `sim_core::wasm` does.
//!
//! A crate of its own because a library that can also be loaded as a module is optimised whole at every build: of the command line, of the
//! tests and of the benchmarks too, which have no use for it.

pub use sim_core::wasm::*;
