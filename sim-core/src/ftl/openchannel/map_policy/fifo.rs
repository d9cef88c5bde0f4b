//! The map block that has been in memory longest makes way.

use super::policy::{Entry, MapBlock, MapPolicy, Slot};
use crate::base::bulk::{AnyBulk, Bulk};
use crate::base::rings::Rings;

/// How it is chosen.
pub(crate) const ENTRY: Entry<Fifo> = Entry {
    kind: "fifo",
    rule: "in memory longest",
    worth: "number of its load",
    build: |setup| Fifo::new(setup.slots),
};

/// Slots in the order in which they were loaded.
#[derive(Clone, Debug, Hash)]
pub struct Fifo {
    order: Rings,
    loaded_at: Bulk<u64>,
    loads: u64,
}

impl Fifo {
    fn new(slots: u32) -> Self {
        Self { order: Rings::new(slots, 1), loaded_at: vec![0; slots as usize].into(), loads: 0 }
    }
}

impl MapPolicy for Fifo {
    fn used(&mut self, _: Slot, _: MapBlock) {}

    fn victim(&self, _: MapBlock) -> Slot {
        self.order.oldest(0).next().unwrap_or(0)
    }

    fn left(&mut self, slot: Slot, _: MapBlock, _: MapBlock) {
        self.order.unlink(slot);
    }

    fn loaded(&mut self, slot: Slot, _: MapBlock) {
        self.loads += 1;
        self.loaded_at[slot as usize] = self.loads;
        self.order.link(slot, 0);
    }

    fn worth(&self, slot: Slot, _: MapBlock) -> u64 {
        self.loaded_at[slot as usize]
    }

    fn order(&self, _: MapBlock, count: usize) -> Vec<Slot> {
        self.order.oldest(0).take(count).collect()
    }

    fn clear(&mut self) {
        *self = Self::new(self.loaded_at.len() as u32);
    }

    fn bulk(&mut self, visit: &mut dyn FnMut(AnyBulk<'_>)) {
        self.order.bulk(visit);
        visit(AnyBulk::U64(&mut self.loaded_at));
    }
}
