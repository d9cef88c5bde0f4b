//! Which map block makes way for another (SPEC 10.5). One file a policy.
//!
//! A policy sees blocks come to cache slots, be looked up there, and leave. It decides nothing between two looks: asked twice,
//! it names the same slot. `policy.rs` is what a policy offers; a new one is a file here and a line in `registry.rs`.
//!
//! - `hotness.rs`   the paper's · `lfu.rs` `lru.rs` `clock.rs` `fifo.rs` what is known elsewhere · `arc.rs` one that learns
//! - `opt.rs`       knows the future: the bound of all others
//! - `by_weight.rs` slots in order of a weight

mod arc;
mod by_weight;
mod clock;
mod fifo;
mod hotness;
mod lfu;
mod lru;
mod opt;
pub mod policy;
pub mod registry;
