//! Start-up after a power cut for layers that map blocks: data blocks by their pages' places, everything else by
//! sequence numbers.
//!
//! Sources are erased last, so every page is still somewhere. A rebuild that was cut off is dropped if all it holds are
//! copies, and done again if the host's own pages are in it.

use super::Blocks;
use super::explain::valid_pages;
use super::merge::NOTHING;
use crate::base::order::sorted_by;
use crate::flash::access::Flash;
use crate::flash::halt::Halt;
use crate::flash::operation::{Kind, Operation, Purpose};
use crate::flash::trigger::Trigger;
use crate::ftl::newest::{self, newest_pages};
use crate::nand::array::Nand;
use crate::nand::block::{BlockKind, BlockState};
use crate::nand::{BlockId, NONE};

impl Blocks {
    /// Finds data blocks, free blocks and the newest copy of every page. Returns the blocks with valid pages that are no
    /// data block, the one written first in front: the layer takes those that it knows how to use, and gives the others to
    /// [`Blocks::dissolve`].
    pub(crate) fn start_up(&mut self, flash: &mut Flash<'_>) -> Result<Vec<BlockId>, Halt> {
        let scanned = newest_pages(&mut flash.core.nand, self.page_of.all_mut())?;
        flash.core.counters.reads[Purpose::Recovery as usize] += u64::from(scanned);
        flash.note(Operation { pages: scanned, ..Operation::new(Kind::Recovery, Purpose::Recovery) })?;
        flash.core.nand.reopen_unfilled();
        self.data.fill(NONE);
        self.building.fill(NONE);
        let unfinished = self.find_data_blocks(flash)?;
        newest::erase_what_is_empty(flash)?;
        self.supply.iter_mut().for_each(|supply| supply.restart(&flash.core.nand));
        for (lbn, block) in unfinished {
            self.finish(lbn, block, flash)?;
        }
        self.promote_complete_logs(flash);
        let nand = flash.nand();
        let in_use = |block: &BlockId| matches!(nand.block(*block).state, BlockState::Open | BlockState::Closed);
        let logs: Vec<BlockId> =
            (0..nand.geometry.blocks()).filter(in_use).filter(|block| !self.data.contains(block)).collect();
        Ok(sorted_by(&logs, |&block| newest::first_sequence(block, nand)))
    }

    /// Rebuilds every logical block that has pages in `block`, and erases it.
    pub(crate) fn dissolve(&mut self, block: BlockId, flash: &mut Flash<'_>) -> Result<(), Halt> {
        for ppn in flash.nand().geometry.pages_of(block) {
            if flash.nand().is_valid(ppn as u32) {
                let lbn = self.lbn(flash.nand().owner[ppn]);
                let trigger = flash.because(|nand| valid_pages(lbn, block, nand));
                self.full_merge(lbn, NOTHING, trigger, flash)?;
            }
        }
        self.release(block, Purpose::Recovery, flash)
    }

    /// A data block for each logical block that has one. Of two, the one written later is an unfinished rebuild: it is
    /// emptied if its sources are all still there, else returned. What it gives up may be valid again in an earlier rebuild, which was
    /// cut off too; so all are looked at again until nothing is given up.
    fn find_data_blocks(&mut self, flash: &mut Flash<'_>) -> Result<Vec<(u32, BlockId)>, Halt> {
        let nand = &mut flash.core.nand;
        let mut unfinished = Vec::new();
        let mut is_settled = vec![false; nand.geometry.blocks() as usize];
        loop {
            let holds_data =
                |block: &BlockId| nand.block(*block).kind == BlockKind::Data && nand.block(*block).valid > 0;
            let is_open = |block: &BlockId| holds_data(block) && !is_settled[*block as usize];
            let found: Vec<BlockId> = (0..nand.geometry.blocks()).filter(is_open).collect();
            if found.is_empty() {
                return Ok(unfinished);
            }
            for block in sorted_by(&found, |&block| newest::first_sequence(block, nand)) {
                is_settled[block as usize] = true;
                let Some(lbn) = newest::owner(block, nand).map(|owner| self.lbn(owner)) else { continue };
                if self.data_block(lbn) == NONE {
                    self.data[lbn as usize] = block;
                } else if let Some(copies) = newest::copies(block, nand) {
                    is_settled[block as usize] = false;
                    for (copy, source) in copies {
                        nand.give_up_copy(copy, source)?;
                        self.page_of[nand.owner[source as usize] as usize] = source;
                    }
                } else {
                    unfinished.push((lbn, block));
                }
            }
        }
    }

    /// A rebuild with the host's own pages in it is done again, with those pages.
    fn finish(&mut self, lbn: u32, block: BlockId, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let trigger = flash.because(|nand| valid_pages(lbn, block, nand));
        self.full_merge(lbn, NOTHING, trigger.filter(Trigger::holds), flash)?;
        self.release(block, Purpose::Recovery, flash)
    }

    /// A log block that holds all of a logical block in order was about to become its data block.
    fn promote_complete_logs(&mut self, flash: &mut Flash<'_>) {
        let nand = &mut flash.core.nand;
        for block in 0..nand.geometry.blocks() {
            let Some(owner) = newest::owner(block, nand).filter(|_| nand.block(block).kind == BlockKind::Log) else {
                continue;
            };
            let lbn = self.lbn(owner);
            if self.data_block(lbn) == NONE && is_complete(lbn, block, self.pages(lbn).len() as u32, nand) {
                self.data[lbn as usize] = block;
                nand.set_kind(block, BlockKind::Data);
            }
        }
    }
}

/// Whether a block holds the `pages` pages of `lbn`, each in its place, newest or not.
fn is_complete(lbn: u32, block: BlockId, pages: u32, nand: &Nand) -> bool {
    let first = lbn * nand.geometry.pages_per_logical_block();
    (0..pages).all(|offset| nand.read(nand.geometry.page(block, offset)) == Ok(first + offset))
}
