//! Which map block makes way for another (SPEC 10.5). One file a policy.
//!
//! A policy sees blocks come to cache slots, be looked up there, and leave. It decides nothing between two looks: asked twice,
//! it names the same slot. A new policy is a file here, a line in [`POLICIES`] and [`Policy`], and its test.
//!
//! - `hotness.rs`   the paper's · `lfu.rs` `lru.rs` `clock.rs` `fifo.rs` what is known elsewhere · `arc.rs` one that learns
//! - `opt.rs`       knows the future: the bound of all others
//! - `by_weight.rs` slots in order of a weight

pub mod arc;
mod by_weight;
pub mod clock;
pub mod fifo;
pub mod hotness;
pub mod lfu;
pub mod lru;
pub mod opt;

use crate::base::bulk::Bulk;
use crate::parameters::settings::Settings;
use std::ops::Range;
use std::sync::Arc;

/// Place of a map block in the cache.
pub type Slot = u32;
/// Number of a map block.
pub type MapBlock = u32;

/// What a policy is made from.
pub struct Setup<'a> {
    /// The layer's parameters.
    pub settings: &'a Settings,
    /// Slots of the cache.
    pub slots: u32,
    /// Map blocks there are.
    pub map_blocks: u32,
    /// Map blocks with entries of the journal, where hints of it count.
    pub journal: Option<Range<MapBlock>>,
    /// The map block of each look-up of the run, in order, for the one policy that knows the future.
    pub future: Option<Arc<[MapBlock]>>,
}

/// A policy's way of choosing.
pub trait Replacement {
    /// A look-up begins, of `block`, be it in the cache or not. Look-ups of garbage collection are not told.
    fn looks_up(&mut self, _block: MapBlock) {}
    /// It found its block at `slot`.
    fn used(&mut self, slot: Slot, block: MapBlock);
    /// The slot that makes way for `block`, of a full cache.
    fn victim(&self, block: MapBlock) -> Slot;
    /// A block left its slot to make way for another.
    fn left(&mut self, slot: Slot, block: MapBlock, incoming: MapBlock);
    /// A block came to a slot.
    fn loaded(&mut self, slot: Slot, block: MapBlock);
    /// The part of the rule that chooses who makes way for `block`, in a few words, where there are several.
    fn case(&self, _block: MapBlock) -> Option<&'static str> {
        None
    }
    /// What a block is worth now: shown, and in the policy's own order the least leaves first. By policy a count, or a time.
    fn worth(&self, slot: Slot, block: MapBlock) -> u64;
    /// Up to `count` slots in the order in which they would make way for `block`.
    fn order(&self, block: MapBlock, count: usize) -> Vec<Slot>;
    /// Power was cut: everything is forgotten.
    fn clear(&mut self);
    /// The large arrays, for checkpoints.
    fn bulk(&mut self, _visit: &mut dyn FnMut(Bulk<'_>)) {}
}

/// A policy that can be chosen.
pub struct Entry {
    /// The word for it in an experiment.
    pub kind: &'static str,
    /// Its rule in a few words: "looked up longest ago".
    pub rule: &'static str,
    /// What [`Replacement::worth`] is: "hotness".
    pub worth: &'static str,
    /// Makes one.
    pub build: fn(Setup<'_>) -> Policy,
}

/// Every policy that can be chosen.
pub const POLICIES: &[Entry] =
    &[hotness::ENTRY, lru::ENTRY, lfu::ENTRY, clock::ENTRY, fifo::ENTRY, arc::ENTRY, opt::ENTRY];

/// The words of [`POLICIES`], for the parameter table.
pub const KINDS: [&str; POLICIES.len()] = {
    let mut kinds = [""; POLICIES.len()];
    let mut i = 0;
    while i < kinds.len() {
        kinds[i] = POLICIES[i].kind;
        i += 1;
    }
    kinds
};

/// A policy at work.
#[derive(Clone, Debug, Hash)]
pub enum Policy {
    /// Least hot.
    Hotness(hotness::Hotness),
    /// Looked up longest ago.
    Lru(lru::Lru),
    /// Looked up least often.
    Lfu(lfu::Lfu),
    /// Not looked up since a hand passed.
    Clock(clock::Clock),
    /// In memory longest.
    Fifo(fifo::Fifo),
    /// Looked up once or again, in a proportion that is learned.
    Arc(arc::Arc),
    /// Looked up latest from now.
    Opt(opt::Opt),
}

macro_rules! each {
    ($self:ident, $policy:ident => $call:expr) => {
        match $self {
            Policy::Hotness($policy) => $call,
            Policy::Lru($policy) => $call,
            Policy::Lfu($policy) => $call,
            Policy::Clock($policy) => $call,
            Policy::Fifo($policy) => $call,
            Policy::Arc($policy) => $call,
            Policy::Opt($policy) => $call,
        }
    };
}

impl Replacement for Policy {
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
    fn bulk(&mut self, visit: &mut dyn FnMut(Bulk<'_>)) {
        each!(self, policy => policy.bulk(visit))
    }
}

/// The entry of the policy called `kind`; the words are validated with the experiment.
pub fn entry(kind: &str) -> &'static Entry {
    POLICIES.iter().find(|entry| entry.kind == kind).unwrap_or(&POLICIES[0])
}

/// The place of the policy called `kind` among all.
pub fn place(kind: &str) -> u8 {
    POLICIES.iter().position(|entry| entry.kind == kind).unwrap_or(0) as u8
}
