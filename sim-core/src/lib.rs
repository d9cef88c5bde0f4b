//! Flashlab's core: NAND blocks, translation layers and write buffers, simulated operation by operation.
//!
//! A write's life, by file: `workload/` or `trace/replay.rs` makes a request · `engine/machine.rs` gives it to the device ·
//! `buffer/` passes it on · `ftl/page.rs` looks it up · `ftl/pool/allocate.rs` finds the next page ·
//! `ftl/pool/collect.rs` and `ftl/gc/` make room · `engine/flash/` carries out and reports each operation ·
//! `nand/array.rs` owns the pages and the rules · `engine/clock/` finds out how long it takes · `metrics/` counts ·
//! `log/` writes everything down.
//!
//! "SPEC n" in comments numbers the sections of the model's description that the project was built from; figures that
//! matter are repeated where they are used.
//!
//! In the page the core is compiled for size. What a page operation passes through is therefore `#[inline(always)]`, and
//! arrays that never grow are boxed slices: indexing them costs no call.

#![cfg_attr(not(feature = "wasm"), forbid(unsafe_code))]
#![cfg_attr(feature = "wasm", deny(unsafe_code))]

pub mod analytic;
pub mod assembly;
pub mod base;
pub mod buffer;
#[cfg(feature = "cli")]
pub mod cli;
pub mod experiment;
#[cfg(feature = "layers")]
pub mod figures;
pub mod flash;
pub mod ftl;
#[cfg(feature = "layers")]
pub mod log;
pub mod machine;
pub mod metrics;
pub mod nand;
pub mod parameters;
pub mod replay;
#[cfg(feature = "layers")]
pub mod sweep;
pub mod trace;
pub mod view;
#[cfg(feature = "wasm")]
pub mod wasm;
pub mod workload;
