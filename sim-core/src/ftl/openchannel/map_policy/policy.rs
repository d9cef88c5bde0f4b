//! What every policy offers that chooses which map block makes way, and how it is chosen.

use crate::base::bulk::AnyBulk;
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
pub trait MapPolicy {
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
    fn bulk(&mut self, _visit: &mut dyn FnMut(AnyBulk<'_>)) {}
}

/// A policy that can be chosen.
pub struct Entry<P> {
    /// The word for it in an experiment.
    pub kind: &'static str,
    /// Its rule in a few words: "looked up longest ago".
    pub(crate) rule: &'static str,
    /// What [`MapPolicy::worth`] is: "hotness".
    pub(crate) worth: &'static str,
    /// Makes one.
    pub build: fn(Setup<'_>) -> P,
}

impl<P> Entry<P> {
    /// The same policy, built as one of many.
    pub(super) const fn built_as<Q>(&self, build: fn(Setup<'_>) -> Q) -> Entry<Q> {
        Entry { kind: self.kind, rule: self.rule, worth: self.worth, build }
    }
}
