//! Flashlab's core: NAND blocks, translation layers and write buffers, simulated operation by operation.
//!
//! A write's life, by file: [`workload`] or [`trace`] makes a request · `engine/machine.rs` gives it to the device ·
//! `buffer/` may keep it · `ftl/` finds a place · `ftl/gc/` makes room · `engine/flash.rs` carries out, times and
//! reports each operation · `nand/` owns the pages and the rules · `metrics/` counts.
//!
//! In the page the core is compiled for size. What a page operation passes through is therefore `#[inline(always)]`, and
//! arrays that never grow are boxed slices: indexing them costs no call.

#![cfg_attr(not(feature = "wasm"), forbid(unsafe_code))]
#![cfg_attr(feature = "wasm", deny(unsafe_code))]

pub mod analytic;
pub mod buffer;
#[cfg(feature = "cli")]
pub mod cli;
pub mod engine;
pub mod error;
pub mod experiment;
pub mod ftl;
pub mod metrics;
pub mod nand;
mod order;
pub mod rng;
pub mod state_hash;
pub mod trace;
pub mod view;
#[cfg(feature = "wasm")]
pub mod wasm;
pub mod workload;
