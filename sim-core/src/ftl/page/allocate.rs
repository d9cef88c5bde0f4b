//! Which page is written next: frontiers, and the free blocks they are taken from (SPEC 5.1).

use super::PageMapping;
use crate::engine::flash::Flash;
use crate::engine::halt::Halt;
use crate::engine::observer::Observer;
use crate::engine::operation::Purpose;
use crate::nand::array::Erased;
use crate::nand::block::{BlockKind, BlockState};
use crate::nand::{BlockId, NONE, PlaneId, Ppn};

impl PageMapping {
    /// The next page for a host write, after making room where needed.
    #[inline(always)]
    pub(super) fn host_page<O: Observer>(&mut self, plane: PlaneId, flash: &mut Flash<'_, O>) -> Result<Ppn, Halt> {
        if self.planes[plane as usize].half_collected.is_some() {
            self.keep_reserve(plane, flash)?;
        }
        let frontier = self.planes[plane as usize].frontier;
        if frontier != NONE
            && let Some(ppn) = flash.nand().next_page(frontier)
        {
            return Ok(ppn);
        }
        self.fresh_host_page(plane, flash)
    }

    pub(super) fn fresh_host_page<O: Observer>(&mut self, at: PlaneId, flash: &mut Flash<'_, O>) -> Result<Ppn, Halt> {
        let frontier = std::mem::replace(&mut self.planes[at as usize].frontier, NONE);
        self.retire(frontier, at, flash)?;
        if self.planes[at as usize].free.len() <= self.marks.low {
            self.collect(at, self.marks.high, flash)?;
        }
        // Collecting may have opened a block that the host's pages share.
        let frontier = self.planes[at as usize].frontier;
        if frontier != NONE {
            if let Some(ppn) = flash.nand().next_page(frontier) {
                return Ok(ppn);
            }
            self.retire(frontier, at, flash)?;
        }
        self.planes[at as usize].frontier = self.open_block(at, false, flash)?;
        first_page(self.planes[at as usize].frontier, flash)
    }

    /// The next page for moved data; blocks come from the reserve, never from another collection.
    pub(super) fn moved_page<O: Observer>(
        &mut self,
        at: PlaneId,
        purpose: Purpose,
        flash: &mut Flash<'_, O>,
    ) -> Result<Ppn, Halt> {
        let plane = &mut self.planes[at as usize];
        let cold = purpose == Purpose::Wear;
        let frontier = match (cold, plane.separate_gc_frontier) {
            (true, _) => plane.cold_frontier,
            (false, true) => plane.gc_frontier,
            (false, false) => plane.frontier,
        };
        if frontier != NONE {
            if let Some(ppn) = flash.nand().next_page(frontier) {
                return Ok(ppn);
            }
            self.retire(frontier, at, flash)?;
        }
        let block = self.open_block(at, cold, flash)?;
        let plane = &mut self.planes[at as usize];
        match (cold, plane.separate_gc_frontier) {
            (true, _) => plane.cold_frontier = block,
            (false, true) => plane.gc_frontier = block,
            (false, false) => plane.frontier = block,
        }
        first_page(block, flash)
    }

    /// Opens the least or most worn free block. One full of remains is erased first, and passed over if that wears it
    /// out.
    pub(super) fn open_block<O: Observer>(
        &mut self,
        at: PlaneId,
        most_worn: bool,
        flash: &mut Flash<'_, O>,
    ) -> Result<BlockId, Halt> {
        while let Some(block) = self.planes[at as usize].free.peek(most_worn) {
            let stale = flash.nand().block(block).state == BlockState::Stale;
            let erased = if stale { flash.erase(block, Purpose::Host)? } else { Erased::Ready };
            let plane = &mut self.planes[at as usize];
            plane.free.take(most_worn);
            if stale {
                plane.leveling.erased(block, flash.nand());
            }
            if erased == Erased::Ready {
                flash.open(block, BlockKind::Data)?;
                return Ok(block);
            }
        }
        Err(self.exhausted(at, flash, "no free block is left to write to"))
    }

    /// Closes a full frontier.
    pub(super) fn retire<O: Observer>(
        &mut self,
        block: BlockId,
        at: PlaneId,
        flash: &mut Flash<'_, O>,
    ) -> Result<(), Halt> {
        if block == NONE {
            return Ok(());
        }
        flash.close(block)?;
        self.planes[at as usize].closed(block, flash.nand());
        Ok(())
    }
}

fn first_page<O: Observer>(block: BlockId, flash: &Flash<'_, O>) -> Result<Ppn, Halt> {
    use crate::nand::rule::Rule;
    flash.nand().next_page(block).ok_or_else(|| Rule::Invariant(format!("block {block} has no free page")).into())
}
