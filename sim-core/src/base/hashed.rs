//! Finds the slot of a number among few of many: open addressing with a fixed hash, half empty.

use super::bulk::AnyBulk;
use super::scattered::Scattered;

/// No slot is here.
const NONE: u32 = u32::MAX;

/// Slots by the number that each holds. The numbers themselves are kept by the owner, one a slot.
#[derive(Clone, Debug, Hash)]
pub(crate) struct Hashed {
    slots: Scattered<u32>,
    shift: u32,
}

impl Hashed {
    /// An empty index for up to `capacity` slots.
    pub(crate) fn new(capacity: u32) -> Self {
        let bits = (2 * u64::from(capacity)).next_power_of_two().trailing_zeros().max(1);
        Self { slots: vec![NONE; 1 << bits].into(), shift: 32 - bits }
    }

    /// The slot that holds `number`.
    #[inline(always)]
    pub(crate) fn find(&self, number: u32, numbers: &[u32]) -> Option<u32> {
        let mut at = self.home(number);
        loop {
            match self.slots[at] {
                NONE => return None,
                slot if numbers[slot as usize] == number => return Some(slot),
                _ => at = self.next(at),
            }
        }
    }

    /// Enters a slot with the number it holds.
    pub(crate) fn add(&mut self, slot: u32, numbers: &[u32]) {
        let mut at = self.home(numbers[slot as usize]);
        while self.slots[at] != NONE {
            at = self.next(at);
        }
        self.slots[at] = slot;
    }

    /// Takes a slot out, while it still holds its number. Those that came behind it move up.
    pub(crate) fn remove(&mut self, slot: u32, numbers: &[u32]) {
        let mut hole = self.home(numbers[slot as usize]);
        while self.slots[hole] != slot {
            hole = self.next(hole);
        }
        let mut at = self.next(hole);
        while self.slots[at] != NONE {
            let home = self.home(numbers[self.slots[at] as usize]);
            // It may fill the hole if its home is not between the hole and where it is.
            if self.distance(home, at) >= self.distance(hole, at) {
                self.slots[hole] = self.slots[at];
                hole = at;
            }
            at = self.next(at);
        }
        self.slots[hole] = NONE;
    }

    /// The array, for checkpoints.
    pub(crate) fn bulk(&mut self, visit: &mut dyn FnMut(AnyBulk<'_>)) {
        visit(AnyBulk::U32(self.slots.bulk()));
    }

    fn home(&self, number: u32) -> usize {
        (number.wrapping_mul(0x9e37_79b1) >> self.shift) as usize
    }

    fn next(&self, at: usize) -> usize {
        (at + 1) & (self.slots.len() - 1)
    }

    fn distance(&self, from: usize, to: usize) -> usize {
        to.wrapping_sub(from) & (self.slots.len() - 1)
    }
}
