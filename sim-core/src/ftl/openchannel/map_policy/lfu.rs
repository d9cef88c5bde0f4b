//! The map block looked up least often makes way; how often is kept when it leaves.

use super::by_weight::ByWeight;
use super::policy::{Entry, MapBlock, MapPolicy, Slot};
use crate::base::bulk::{AnyBulk, Bulk};

/// How it is chosen.
pub(crate) const ENTRY: Entry<Lfu> = Entry {
    kind: "lfu",
    rule: "looked up least often",
    worth: "look-ups",
    build: |setup| Lfu::new(setup.slots, setup.map_blocks),
};

/// Look-ups of all map blocks, and the slots in their order.
#[derive(Clone, Debug, Hash)]
pub struct Lfu {
    order: ByWeight,
    /// By map block.
    lookups: Bulk<u32>,
}

impl Lfu {
    fn new(slots: u32, map_blocks: u32) -> Self {
        Self { order: ByWeight::new(slots), lookups: vec![0; map_blocks as usize].into() }
    }
}

impl MapPolicy for Lfu {
    #[inline]
    fn used(&mut self, slot: Slot, block: MapBlock) {
        let lookups = &mut self.lookups[block as usize];
        *lookups = lookups.saturating_add(1);
        self.order.used(slot, u64::from(*lookups));
    }

    fn victim(&self, _: MapBlock) -> Slot {
        self.order.least().unwrap_or(0)
    }

    fn left(&mut self, slot: Slot, _: MapBlock, _: MapBlock) {
        self.order.remove(slot);
    }

    /// The look-up that had it fetched counts like any other.
    fn loaded(&mut self, slot: Slot, block: MapBlock) {
        self.used(slot, block);
    }

    fn worth(&self, _: Slot, block: MapBlock) -> u64 {
        u64::from(self.lookups[block as usize])
    }

    fn order(&self, _: MapBlock, count: usize) -> Vec<Slot> {
        self.order.order(count)
    }

    fn clear(&mut self) {
        *self = Self::new(self.order.slots(), self.lookups.len() as u32);
    }

    fn bulk(&mut self, visit: &mut dyn FnMut(AnyBulk<'_>)) {
        self.order.bulk(visit);
        visit(AnyBulk::U32(&mut self.lookups));
    }
}
