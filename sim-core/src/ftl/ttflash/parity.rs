//! What is read to write the parity of a stripe of which only some pages are written: the other pages, or what the
//! written ones and the parity were before, whichever is less. A page whose plane collects is not needed in the other way.

use super::Ttflash;
use super::layout::places;
use crate::flash::access::Flash;
use crate::nand::NONE;

/// What is read, and what for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    /// Whether the parity is made of what it and the pages were before.
    pub(super) from_old: bool,
    /// The members to read.
    pub reads: u64,
}

impl Ttflash {
    /// How the parity of the stripe in `slot` is made, whose leaving pages are known.
    pub(super) fn plan_parity(&self, slot: u32, flash: &Flash<'_>) -> Plan {
        let (stripe, in_ram) = (self.ram.number(slot), self.ram.at(slot));
        let others = self.layout.data(stripe) & !in_ram.leaving;
        let old = in_ram.leaving | 1 << self.layout.width();
        let cost = |mask: u64| {
            let missing = places(mask).filter(|&place| self.is_missing(stripe, place, flash)).count();
            (missing, self.there(stripe, mask).count_ones())
        };
        let from_old = !in_ram.suspect && cost(old) <= cost(others);
        let reads = self.there(stripe, if from_old { old } else { others });
        let dead = places(reads).filter(|&place| self.is_dead(stripe, place)).fold(0, |mask, place| mask | 1 << place);
        Plan { from_old, reads: reads & !dead }
    }

    /// Of some members, those that are on flash.
    pub(super) fn there(&self, stripe: u32, mask: u64) -> u64 {
        places(mask)
            .filter(|&place| self.place(self.layout.id(stripe, place)) != NONE)
            .fold(0, |there, place| there | 1 << place)
    }

    pub(super) fn is_dead(&self, stripe: u32, place: u32) -> bool {
        self.planes[self.layout.plane(stripe, place) as usize].dead
    }

    /// Whether a member cannot be read now: its plane is dead, or collects and is spared; or parity alone knows it.
    fn is_missing(&self, stripe: u32, place: u32, flash: &Flash<'_>) -> bool {
        let (id, plane) = (self.layout.id(stripe, place), self.layout.plane(stripe, place));
        if self.place(id) == NONE {
            return self.faults.knows(id);
        }
        self.planes[plane as usize].dead || (self.rules.gtf && self.stands_still(plane, flash))
    }
}
