//! Flashlab's core: NAND blocks, translation layers and write buffers, simulated operation by operation.
//!
//! A write's life, by file: `workload/` or `trace/replay.rs` makes a request · `machine/` gives it to the device ·
//! `buffer/` passes it on · `ftl/page.rs` looks it up · `ftl/pool/allocate.rs` finds the next page ·
//! `ftl/pool/collect.rs` and `ftl/gc/` make room · `flash/access/` carries out and reports each operation ·
//! `nand/array.rs` owns the pages and the rules · `flash/clock/` finds out how long it takes · `metrics/` counts ·
//! `log/` writes everything down.
//!
//! In the page the core is compiled for size. What a page operation passes through is therefore `#[inline(always)]`, and
//! arrays that never grow are boxed slices: indexing them costs no call.

#![cfg_attr(not(feature = "wasm"), forbid(unsafe_code))]
#![cfg_attr(feature = "wasm", deny(unsafe_code))]
// One face leaves out what the other uses: what none does, a build of both finds.
#![cfg_attr(not(all(feature = "cli", feature = "wasm")), allow(dead_code))]
#![cfg_attr(not(feature = "layers"), allow(unreachable_pub))]

// Each folder imports only folders that stand before it here: `npm run check` says which import does not. The empty lines keep rustfmt
// from sorting them.
pub mod base;

pub mod parameters;

pub mod analytic;

pub mod nand;

pub mod trace;

pub mod workload;

pub mod flash;

pub mod ftl;

pub mod buffer;

pub mod machine;

pub mod experiment;

pub mod assembly;

pub mod replay;

pub mod metrics;

#[cfg(feature = "layers")]
pub mod log;

#[cfg(feature = "layers")]
pub mod figures;

#[cfg(feature = "layers")]
mod sweep;

#[cfg(feature = "layers")]
mod challenge;

pub mod view;

pub mod boundary;

#[cfg(feature = "cli")]
pub mod cli;

#[cfg(feature = "wasm")]
pub mod wasm;

#[cfg(all(test, feature = "layers"))]
mod typescript;
