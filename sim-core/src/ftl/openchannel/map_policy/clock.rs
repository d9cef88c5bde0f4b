//! A hand goes round the slots: one looked up since it last came by is passed over once, the first other makes way.

use super::policy::{Entry, MapBlock, MapPolicy, Slot};
use crate::base::bulk::{AnyBulk, Bulk};

/// How it is chosen.
pub(crate) const ENTRY: Entry<Clock> = Entry {
    kind: "clock",
    rule: "first not looked up since the hand passed",
    worth: "steps of the hand to it",
    build: |setup| Clock::new(setup.slots),
};

/// The hand, and which slots it passes over.
#[derive(Clone, Debug, Hash)]
pub struct Clock {
    hand: Slot,
    /// By slot: 1 if it was looked up, or loaded, since the hand came by.
    referenced: Bulk<u8>,
}

impl Clock {
    fn new(slots: u32) -> Self {
        Self { hand: 0, referenced: vec![0; slots as usize].into() }
    }

    fn is_referenced(&self, slot: Slot) -> bool {
        self.referenced[slot as usize] != 0
    }

    /// All slots as the hand comes to them.
    fn round(&self) -> impl Iterator<Item = Slot> + use<> {
        let slots = self.referenced.len() as Slot;
        (self.hand..slots).chain(0..self.hand.min(slots))
    }
}

impl MapPolicy for Clock {
    #[inline]
    fn used(&mut self, slot: Slot, _: MapBlock) {
        self.referenced[slot as usize] = 1;
    }

    fn victim(&self, _: MapBlock) -> Slot {
        self.round().find(|&slot| !self.is_referenced(slot)).unwrap_or(self.hand)
    }

    /// Only now does the hand move.
    fn left(&mut self, slot: Slot, _: MapBlock, _: MapBlock) {
        let all = self.is_referenced(slot);
        for passed in self.round() {
            if passed == slot && !all {
                break;
            }
            self.referenced[passed as usize] = 0;
        }
        self.hand = (slot + 1) % self.referenced.len() as Slot;
    }

    fn loaded(&mut self, slot: Slot, _: MapBlock) {
        self.referenced[slot as usize] = 1;
    }

    fn worth(&self, slot: Slot, _: MapBlock) -> u64 {
        let slots = self.referenced.len() as u64;
        let steps = (u64::from(slot) + slots - u64::from(self.hand)) % slots;
        steps + if self.is_referenced(slot) { slots } else { 0 }
    }

    fn order(&self, _: MapBlock, count: usize) -> Vec<Slot> {
        let first = self.round().filter(|&slot| !self.is_referenced(slot));
        first.chain(self.round().filter(|&slot| self.is_referenced(slot))).take(count).collect()
    }

    fn clear(&mut self) {
        *self = Self::new(self.referenced.len() as u32);
    }

    fn bulk(&mut self, visit: &mut dyn FnMut(AnyBulk<'_>)) {
        visit(AnyBulk::U8(&mut self.referenced));
    }
}
