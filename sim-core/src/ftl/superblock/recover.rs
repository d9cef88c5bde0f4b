//! Start-up after a power cut: every page tells its superblock, and the newest copy of each is valid.

use super::Superblock;
use crate::base::order::sorted_by;
use crate::flash::access::Flash;
use crate::flash::halt::Halt;
use crate::flash::operation::{Kind, Operation, Purpose};
use crate::flash::trigger::Is;
use crate::ftl::blocks::SPARE_BLOCKS;
use crate::ftl::newest::{self, newest_pages};
use crate::nand::array::Nand;
use crate::nand::block::BlockState;
use crate::nand::{BlockId, NONE, PlaneId};

impl Superblock {
    pub(super) fn start_up(&mut self, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let scanned = newest_pages(&mut flash.core.nand, self.page_of.all_mut())?;
        flash.core.counters.reads[Purpose::Recovery as usize] += u64::from(scanned);
        flash.note(Operation { pages: scanned, ..Operation::new(Kind::Recovery, Purpose::Recovery) })?;
        flash.core.nand.reopen_unfilled();
        newest::erase_what_is_empty(flash)?;
        self.supply.iter_mut().for_each(|supply| supply.restart(&flash.core.nand));
        self.find_members(&mut flash.core.nand)?;
        (0..self.planes()).try_for_each(|plane| self.refill_reserve(plane, flash))
    }

    /// Whose each block is; the one written last goes on being filled by the host, the one before it by moved pages.
    fn find_members(&mut self, nand: &mut Nand) -> Result<(), Halt> {
        self.members.clear();
        self.sparing.clear();
        self.spares.fill(0);
        let in_use = |block: &BlockId| matches!(nand.block(*block).state, BlockState::Open | BlockState::Closed);
        let found: Vec<BlockId> = (0..nand.geometry.blocks()).filter(in_use).collect();
        for block in sorted_by(&found, |&block| nand.newest_sequence(block)) {
            let Some(owner) = newest::owner(block, nand) else { continue };
            let superblock = self.superblock_of(owner);
            self.join(superblock, block, nand)?;
            self.written(superblock);
            if nand.block(block).state == BlockState::Open {
                let host = std::mem::replace(&mut self.members.host[superblock as usize], block);
                let moved = std::mem::replace(&mut self.members.moved[superblock as usize], host);
                if moved != NONE {
                    nand.close(moved)?;
                }
            }
        }
        Ok(())
    }

    /// A collection that was cut off leaves a block less in reserve than the next needs, and perhaps its superblock a block
    /// more than it may have. The block taken last is dropped if all it holds are copies: their sources are still there.
    fn refill_reserve(&mut self, plane: PlaneId, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let mut here = (0..self.members.superblocks()).filter(|&superblock| self.plane_of(superblock) == plane);
        let has_too_many = here.any(|superblock| self.members.count(superblock) > self.most);
        if has_too_many || self.supply[plane as usize].free.len() < SPARE_BLOCKS {
            self.drop_unfinished(plane, flash)?;
        }
        while self.supply[plane as usize].free.len() < SPARE_BLOCKS {
            let here = (0..self.members.superblocks()).filter(|&superblock| self.plane_of(superblock) == plane);
            let most = here.max_by_key(|&superblock| self.surplus(superblock, flash.nand()));
            match most.filter(|&most| self.can_spare(most, flash.nand())) {
                Some(most) => {
                    let trigger = flash.because(|nand| self.short_of_blocks(plane, Is::Below, nand));
                    self.give_back(most, trigger, flash)?;
                }
                None => return Ok(()),
            }
        }
        Ok(())
    }

    fn drop_unfinished(&mut self, plane: PlaneId, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let nand = &mut flash.core.nand;
        let in_use = |block: &BlockId| matches!(nand.block(*block).state, BlockState::Open | BlockState::Closed);
        let blocks = nand.geometry.blocks_of(plane).filter(in_use);
        let Some(block) = blocks.max_by_key(|&block| newest::first_sequence(block, nand)) else { return Ok(()) };
        let superblock = newest::owner(block, nand).map(|owner| self.superblock_of(owner));
        let Some((superblock, copies)) = superblock.zip(newest::copies(block, nand)) else { return Ok(()) };
        for (copy, source) in copies {
            nand.give_up_copy(copy, source)?;
            self.page_of[nand.owner[source as usize] as usize] = source;
        }
        self.leave(superblock, block, Purpose::Recovery, flash)
    }
}
