//! The map block that was looked up longest ago makes way.

use super::policy::{Entry, MapBlock, MapPolicy, Slot};
use crate::base::bulk::{AnyBulk, Bulk};
use crate::base::rings::Rings;

/// How it is chosen.
pub(crate) const ENTRY: Entry<Lru> =
    Entry { kind: "lru", rule: "looked up longest ago", worth: "last look-up", build: |setup| Lru::new(setup.slots) };

/// Slots in the order of their last look-up.
#[derive(Clone, Debug, Hash)]
pub struct Lru {
    order: Rings,
    used_at: Bulk<u64>,
    uses: u64,
}

impl Lru {
    fn new(slots: u32) -> Self {
        Self { order: Rings::new(slots, 1), used_at: vec![0; slots as usize].into(), uses: 0 }
    }

    fn touch(&mut self, slot: Slot) {
        self.uses += 1;
        self.used_at[slot as usize] = self.uses;
        self.order.link(slot, 0);
    }
}

impl MapPolicy for Lru {
    fn used(&mut self, slot: Slot, _: MapBlock) {
        self.order.unlink(slot);
        self.touch(slot);
    }

    fn victim(&self, _: MapBlock) -> Slot {
        self.order.oldest(0).next().unwrap_or(0)
    }

    fn left(&mut self, slot: Slot, _: MapBlock, _: MapBlock) {
        self.order.unlink(slot);
    }

    fn loaded(&mut self, slot: Slot, _: MapBlock) {
        self.touch(slot);
    }

    fn worth(&self, slot: Slot, _: MapBlock) -> u64 {
        self.used_at[slot as usize]
    }

    fn order(&self, _: MapBlock, count: usize) -> Vec<Slot> {
        self.order.oldest(0).take(count).collect()
    }

    fn clear(&mut self) {
        *self = Self::new(self.used_at.len() as u32);
    }

    fn bulk(&mut self, visit: &mut dyn FnMut(AnyBulk<'_>)) {
        self.order.bulk(visit);
        visit(AnyBulk::U64(&mut self.used_at));
    }
}
