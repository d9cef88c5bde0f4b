//! What must hold after every operation.

use super::Ttflash;
use super::layout::places;
use crate::nand::array::Nand;
use crate::nand::block::BlockState;
use crate::nand::rule::Rule;
use crate::nand::{NONE, PlaneId};

impl Ttflash {
    /// The device against the flash.
    pub(super) fn check_all(&self, nand: &Nand) -> Result<(), Rule> {
        self.check_ram()?;
        (0..self.planes.len() as PlaneId).try_for_each(|plane| self.check_plane(plane, nand))?;
        (0..self.layout.groups).try_for_each(|group| self.check_turns(group))?;
        (0..self.layout.stripes()).try_for_each(|stripe| self.check_stripe(stripe, nand))
    }

    fn check_ram(&self) -> Result<(), Rule> {
        let slots = self.ram.slots();
        let sum = |pages: &dyn Fn(u32) -> u64| slots.iter().map(|&slot| pages(slot).count_ones()).sum::<u32>();
        let found = (sum(&|slot| self.ram.at(slot).dirty), sum(&|slot| self.ram.at(slot).leaving));
        if found != (self.ram.dirty, self.ram.leaving) {
            return Err(broken(format!(
                "RAM counts {} pages and {} on their way, but has {found:?}",
                self.ram.dirty, self.ram.leaving
            )));
        }
        let in_order: usize = (0..self.layout.groups)
            .map(|group| self.ram.in_order(group, false).count() + self.ram.in_order(group, true).count())
            .sum();
        let dirty = slots.iter().filter(|&&slot| self.ram.at(slot).dirty != 0).count();
        if in_order != dirty {
            return Err(broken(format!("{dirty} stripes are dirty, but {in_order} are in order")));
        }
        Ok(())
    }

    fn check_plane(&self, at: PlaneId, nand: &Nand) -> Result<(), Rule> {
        let blocks = nand.geometry.blocks_of(at).map(|block| nand.block(block));
        let usable = blocks.filter(|block| block.state != BlockState::Bad);
        let free: u32 = usable.map(|block| nand.geometry.pages_per_block - block.write_ptr).sum();
        let plane = &self.planes[at as usize];
        if free != plane.free_pages {
            return Err(broken(format!("plane {at} counts {} free pages, but has {free}", plane.free_pages)));
        }
        Ok(())
    }

    /// At most one plane of a group collects.
    fn check_turns(&self, group: u32) -> Result<(), Rule> {
        if !self.takes_turns() || self.turns.settling {
            return Ok(());
        }
        let first = group * self.layout.channels;
        let planes = first..first + self.layout.channels;
        let collecting: Vec<PlaneId> =
            planes.filter(|&plane| self.planes[plane as usize].collection.is_some()).collect();
        let owner = self.turns.owner[group as usize];
        if collecting.len() > 1 || collecting.first().copied() != owner {
            return Err(broken(format!("planes {collecting:?} of group {group} collect, whose token {owner:?} holds")));
        }
        Ok(())
    }

    /// Members are on their planes, and XOR of the pages is the parity.
    fn check_stripe(&self, stripe: u32, nand: &Nand) -> Result<(), Rule> {
        let parity = if self.rules.parity { 1 << self.layout.width() } else { 0 };
        for place in places(self.layout.data(stripe) | parity) {
            let ppn = self.place(self.layout.id(stripe, place));
            let plane = self.layout.plane(stripe, place);
            if ppn != NONE && nand.geometry.plane_of(nand.geometry.block_of(ppn)) != plane {
                return Err(broken(format!("place {place} of stripe {stripe} is not on plane {plane}")));
            }
        }
        let is_whole = !self.has_dead(stripe) && !self.ram.of(stripe).is_some_and(|stripe| stripe.suspect);
        if self.rules.parity && is_whole && !self.parity_holds(stripe, nand) {
            return Err(broken(format!("the pages of stripe {stripe} do not make its parity")));
        }
        Ok(())
    }
}

fn broken(text: String) -> Rule {
    Rule::Invariant(text)
}
