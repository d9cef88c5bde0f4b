//! Which map block makes way for another. One file a policy.
//!
//! A policy sees blocks come to cache slots, be looked up there, and leave. It decides nothing between two looks: asked twice,
//! it names the same slot. `policy.rs` is what a policy offers; a new one is a file here and a line of the list below.
//!
//! - `hotness.rs`   the paper's · `lfu.rs` `lru.rs` `clock.rs` `fifo.rs` what is known elsewhere · `arc.rs` one that learns
//! - `opt.rs`       knows the future: the bound of all others
//! - `by_weight.rs` slots in order of a weight

mod by_weight;
pub mod policy;

use crate::base::bulk::AnyBulk;
use crate::ftl::policy_macro::policies;
use policy::{Entry, MapBlock, MapPolicy, Slot};

policies! { $
    hotness::Hotness,
    lru::Lru,
    lfu::Lfu,
    clock::Clock,
    fifo::Fifo,
    arc::Arc,
    opt::Opt,
}

impl MapPolicy for AnyPolicy {
    #[inline]
    fn looks_up(&mut self, block: MapBlock) {
        each!(self, policy => policy.looks_up(block))
    }
    #[inline]
    fn used(&mut self, slot: Slot, block: MapBlock) {
        each!(self, policy => policy.used(slot, block))
    }
    fn victim(&self, block: MapBlock) -> Slot {
        each!(self, policy => policy.victim(block))
    }
    fn left(&mut self, slot: Slot, block: MapBlock, incoming: MapBlock) {
        each!(self, policy => policy.left(slot, block, incoming))
    }
    fn loaded(&mut self, slot: Slot, block: MapBlock) {
        each!(self, policy => policy.loaded(slot, block))
    }
    fn case(&self, block: MapBlock) -> Option<&'static str> {
        each!(self, policy => policy.case(block))
    }
    fn worth(&self, slot: Slot, block: MapBlock) -> u64 {
        each!(self, policy => policy.worth(slot, block))
    }
    fn order(&self, block: MapBlock, count: usize) -> Vec<Slot> {
        each!(self, policy => policy.order(block, count))
    }
    fn clear(&mut self) {
        each!(self, policy => policy.clear())
    }
    fn bulk(&mut self, visit: &mut dyn FnMut(AnyBulk<'_>)) {
        each!(self, policy => policy.bulk(visit))
    }
}

/// The place of the policy called `kind` among all.
pub fn place(kind: &str) -> u8 {
    POLICIES.iter().position(|entry| entry.kind == kind).unwrap_or(0) as u8
}
