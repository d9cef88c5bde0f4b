//! Slots in the order of a weight; of equal ones the one used longest ago comes first.

use super::policy::Slot;
use crate::base::bulk::AnyBulk;
use crate::base::tournament::Tournament;

/// Bits of a key that hold the number of the use, which is its time: 6 × 10¹⁰ uses.
const TIME_BITS: u32 = 36;
/// Weights above this are as heavy as this.
const HEAVIEST: u64 = (1 << (u64::BITS - TIME_BITS)) - 2;

/// The order of the slots that take part.
#[derive(Clone, Debug, Hash)]
pub(super) struct ByWeight {
    /// Weight, then time of the last use.
    keys: Tournament,
    slots: u32,
    uses: u64,
}

impl ByWeight {
    /// No slot takes part.
    pub(crate) fn new(slots: u32) -> Self {
        Self { keys: Tournament::new(slots as usize), slots, uses: 0 }
    }

    /// How many slots there are.
    pub(crate) fn slots(&self) -> u32 {
        self.slots
    }

    /// How many uses there were.
    pub(crate) fn uses(&self) -> u64 {
        self.uses
    }

    /// A slot takes part, used now, with this weight.
    #[inline]
    pub(crate) fn used(&mut self, slot: Slot, weight: u64) {
        self.uses += 1;
        self.keys.set(slot as usize, weight.min(HEAVIEST) << TIME_BITS | self.uses);
    }

    /// A slot takes part no more.
    pub(crate) fn remove(&mut self, slot: Slot) {
        self.keys.take(slot as usize);
    }

    /// The first in order.
    pub(crate) fn least(&self) -> Option<Slot> {
        self.keys.min_slot().map(|slot| slot as Slot)
    }

    /// The first `count` in order.
    pub(crate) fn order(&self, count: usize) -> Vec<Slot> {
        self.keys.in_order().take(count).map(|slot| slot as Slot).collect()
    }

    /// Gives every slot that was not used after the use numbered `since` the weight that it is to have.
    pub(super) fn weigh_unused(&mut self, since: u64, mut weight: impl FnMut(Slot) -> u64) {
        self.keys.set_all(|slot, key| {
            let time = key & ((1 << TIME_BITS) - 1);
            if time > since { key } else { weight(slot as Slot).min(HEAVIEST) << TIME_BITS | time }
        });
    }

    /// The array, for checkpoints.
    pub(crate) fn bulk(&mut self, visit: &mut dyn FnMut(AnyBulk<'_>)) {
        self.keys.bulk(visit);
    }
}
