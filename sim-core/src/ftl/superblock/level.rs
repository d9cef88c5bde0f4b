//! Wear levelling: the pages of a block that is too young move to the most worn free block, which becomes a block
//! of the same superblock.

use super::Superblock;
use crate::flash::access::Flash;
use crate::flash::halt::Halt;
use crate::flash::operation::{Kind, Operation, Purpose};
use crate::ftl::blocks::SPARE_BLOCKS;
use crate::ftl::newest;
use crate::ftl::wear::{Due, explain};
use crate::nand::block::{BlockKind, BlockState};
use crate::nand::{BlockId, PlaneId, Ppn};

impl Superblock {
    /// Acts after a collection, if the policy wants to and a block can be spared for it.
    pub(super) fn level(&mut self, plane: PlaneId, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let supply = &mut self.supply[plane as usize];
        if supply.free.len() < SPARE_BLOCKS {
            return Ok(());
        }
        let Some(Due { block, reason, trigger }) = supply.leveling.choose(flash.nand()) else {
            return Ok(());
        };
        let Some(owner) = newest::owner(block, flash.nand()) else { return Ok(()) };
        let superblock = self.superblock_of(owner);
        flash.decide(|nand, op| explain::decision(op, block, reason, nand));
        let operation = |kind| Operation { block: Some(block), ..Operation::new(kind, Purpose::Wear) };
        let trigger = flash.because(|nand| trigger.of_plane(plane, nand.geometry.planes()));
        let outer = flash.enter(Operation { trigger, ..operation(Kind::WearStart) })?;
        flash.core.counters.wear_runs += 1;
        self.members.no_longer_filled(superblock, block);
        if flash.nand().block(block).valid > 0 {
            self.move_all(superblock, block, flash)?;
        }
        self.leave(superblock, block, Purpose::Wear, flash)?;
        flash.note(operation(Kind::WearEnd))?;
        flash.leave(outer);
        Ok(())
    }

    /// Moves the valid pages of a block to the most worn free one. No others join them there.
    fn move_all(&mut self, superblock: u32, block: BlockId, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let plane = self.plane_of(superblock);
        let target = self.supply[plane as usize].take(BlockKind::Data, true, flash)?;
        self.join(superblock, target, flash.nand())?;
        let valid = |ppn: &usize, flash: &Flash<'_>| flash.nand().is_valid(*ppn as Ppn);
        let pages = flash.nand().geometry.pages_of(block);
        for (offset, from) in (0..).zip(pages.filter(|ppn| valid(ppn, flash)).collect::<Vec<_>>()) {
            self.copy(from as Ppn, flash.nand().geometry.page(target, offset), Purpose::Wear, flash)?;
        }
        if flash.nand().block(target).state == BlockState::Open { flash.close(target) } else { Ok(()) }
    }
}
