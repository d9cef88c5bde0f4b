//! Wear levelling where pages have fixed places: the data of a block that is too young moves, as it is, to the
//! most worn free block.

use super::merge::NOTHING;
use super::{Blocks, SPARE_BLOCKS};
use crate::flash::access::Flash;
use crate::flash::halt::Halt;
use crate::flash::operation::{Kind, Operation, Purpose};
use crate::ftl::wear::{Due, explain};
use crate::nand::array::Nand;
use crate::nand::{BlockId, NONE, PlaneId};

impl Blocks {
    /// Acts after erases, between merges, if the policy wants to and a block can be spared for it. Log blocks are left
    /// alone: they are erased often enough.
    pub(crate) fn level(&mut self, plane: PlaneId, flash: &mut Flash<'_>) -> Result<(), Halt> {
        if self.free_in(plane) < SPARE_BLOCKS {
            return Ok(());
        }
        let Some(Due { block, reason, trigger }) = self.supply[plane as usize].leveling.choose(flash.nand()) else {
            return Ok(());
        };
        let Some(lbn) = self.logical_block_in(block, flash.nand()) else { return Ok(()) };
        flash.decide(|nand, op| explain::decision(op, block, reason, nand));
        let operation = |kind| Operation { block: Some(block), ..Operation::new(kind, Purpose::Wear) };
        let trigger = flash.because(|nand| trigger.of_plane(plane, nand.geometry.planes()));
        let outer = flash.enter(Operation { trigger, ..operation(Kind::WearStart) })?;
        flash.core.counters.wear_runs += 1;
        let target = self.building_block(plane, true, flash)?;
        for (lpn, place) in self.places(lbn, target, flash.nand()) {
            let at = self.lookup(lpn);
            if at != NONE && flash.nand().geometry.block_of(at) == block {
                self.put_in_place(lpn, place, &NOTHING, Purpose::Wear, flash)?;
            }
        }
        self.replace_data(lbn, target, Purpose::Wear, flash)?;
        flash.note(operation(Kind::WearEnd))?;
        flash.leave(outer);
        Ok(())
    }

    /// The logical block whose data block `block` is.
    fn logical_block_in(&self, block: BlockId, nand: &Nand) -> Option<u32> {
        let owner = nand.geometry.pages_of(block).map(|ppn| nand.owner[ppn]).find(|&owner| owner != NONE)?;
        let lbn = self.lbn(owner);
        (self.data_block(lbn) == block).then_some(lbn)
    }
}
