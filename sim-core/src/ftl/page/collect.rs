//! Garbage collection (SPEC 5.1, appendix A.1): move a victim's valid pages, erase it, until enough blocks are free.

use super::super::gc::{Victims, explain};
use super::PageMapping;
use crate::engine::flash::Flash;
use crate::engine::halt::{Halt, Reason};
use crate::engine::narrator::count;
use crate::engine::observer::Observer;
use crate::engine::operation::{Kind, Operation, Purpose};
use crate::nand::array::{Erased, PageState};
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

    /// Ends a collection that has used up the reserve, before host pages take the room that its victim needs.
    #[cold]
    pub(super) fn keep_reserve<O: Observer>(&mut self, at: PlaneId, flash: &mut Flash<'_, O>) -> Result<(), Halt> {
        if self.planes[at as usize].free.len() < self.marks.low {
            self.collect(at, self.marks.low, flash)?;
        }
        Ok(())
    }

    fn fresh_host_page<O: Observer>(&mut self, at: PlaneId, flash: &mut Flash<'_, O>) -> Result<Ppn, Halt> {
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

    /// One call of the collector: victims until the plane has `wanted` free blocks.
    fn collect<O: Observer>(&mut self, at: PlaneId, wanted: u32, flash: &mut Flash<'_, O>) -> Result<(), Halt> {
        flash.hold(at, self.marks.scope);
        let collected = self.collect_until(at, wanted, flash);
        flash.release(at);
        collected
    }

    fn collect_until<O: Observer>(&mut self, at: PlaneId, wanted: u32, flash: &mut Flash<'_, O>) -> Result<(), Halt> {
        let (mut fruitless, mut best) = (0, self.planes[at as usize].free.len());
        while self.planes[at as usize].free.len() < wanted {
            self.collect_one(at, flash)?;
            let free = self.planes[at as usize].free.len();
            if free > best {
                (best, fruitless) = (free, 0);
                continue;
            }
            fruitless += 1;
            if fruitless > flash.nand().geometry.blocks_per_plane {
                return Err(self.exhausted(at, flash, "more victims than blocks brought no free block"));
            }
        }
        Ok(())
    }

    fn collect_one<O: Observer>(&mut self, at: PlaneId, flash: &mut Flash<'_, O>) -> Result<(), Halt> {
        let (victim, outer) = match self.planes[at as usize].half_collected {
            Some(victim) => (victim, flash.cause()),
            None => self.begin_victim(at, flash)?,
        };
        while let Some(ppn) = next_valid(victim, flash) {
            self.move_page(at, ppn, Purpose::Gc, flash)?;
        }
        self.end_victim(at, victim, flash)?;
        flash.leave(outer);
        self.level(at, flash)
    }

    /// Chooses a victim and takes it out of the running. Returns it with the cause before.
    fn begin_victim<O: Observer>(
        &mut self,
        at: PlaneId,
        flash: &mut Flash<'_, O>,
    ) -> Result<(BlockId, Option<u64>), Halt> {
        if self.planes[at as usize].reclaimable == 0 {
            return Err(self.exhausted(at, flash, "no closed block has an invalid page"));
        }
        let plane = &mut self.planes[at as usize];
        let Some(victim) = plane.victims.select(flash.nand()) else {
            return Err(self.exhausted(at, flash, "the policy finds no victim"));
        };
        let (entry, victims) = (self.marks.entry(), &self.planes[at as usize].victims);
        flash.decide(|nand, op| explain::decision(op, victim, entry, victims, nand.geometry.blocks_of(at), nand));
        let outer = flash.enter(gc_operation(Kind::GcStart, victim))?;
        flash.core.counters.gc_runs += 1;
        let plane = &mut self.planes[at as usize];
        plane.taken(victim, flash.nand());
        plane.half_collected = Some(victim);
        Ok((victim, outer))
    }

    /// Erases an emptied victim.
    fn end_victim<O: Observer>(&mut self, at: PlaneId, victim: BlockId, flash: &mut Flash<'_, O>) -> Result<(), Halt> {
        self.erase(at, victim, Purpose::Gc, flash)?;
        self.planes[at as usize].half_collected = None;
        flash.note(gc_operation(Kind::GcEnd, victim))
    }

    /// Moves a valid page to where moved pages go.
    pub(super) fn move_page<O: Observer>(
        &mut self,
        at: PlaneId,
        from: Ppn,
        purpose: Purpose,
        flash: &mut Flash<'_, O>,
    ) -> Result<(), Halt> {
        let to = self.moved_page(at, purpose, flash)?;
        let lpn = flash.nand().owner[from as usize];
        flash.copy(lpn, from, to, purpose)?;
        flash.core.counters.gc_moved_pages += u64::from(purpose == Purpose::Gc);
        self.l2p[lpn as usize] = to;
        Ok(())
    }

    /// The next page for moved data; blocks come from the reserve, never from another collection.
    fn moved_page<O: Observer>(
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

    /// Erases a block without valid pages and puts it on the free list, unless it is worn out.
    pub(super) fn erase<O: Observer>(
        &mut self,
        at: PlaneId,
        block: BlockId,
        purpose: Purpose,
        flash: &mut Flash<'_, O>,
    ) -> Result<(), Halt> {
        let erased = flash.erase(block, purpose)?;
        let plane = &mut self.planes[at as usize];
        if erased == Erased::Ready {
            plane.free.add(block, flash.nand().block(block).erase_count);
        }
        plane.leveling.erased(block, flash.nand());
        Ok(())
    }

    /// Opens the least or most worn free block. One full of remains is erased first, and passed over if that wears it
    /// out.
    fn open_block<O: Observer>(
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
    fn retire<O: Observer>(&mut self, block: BlockId, at: PlaneId, flash: &mut Flash<'_, O>) -> Result<(), Halt> {
        if block == NONE {
            return Ok(());
        }
        flash.close(block)?;
        self.planes[at as usize].closed(block, flash.nand());
        Ok(())
    }

    /// One step of a collection in idle time: begin a victim, move a page, or erase.
    pub fn background<O: Observer>(&mut self, at: PlaneId, flash: &mut Flash<'_, O>) -> Result<(), Halt> {
        let plane = &self.planes[at as usize];
        let Some(victim) = plane.half_collected else {
            // A victim full of valid pages would be moved for nothing, over and over.
            let wanted = plane.free.len() < self.marks.idle_below && plane.reclaimable > 0;
            if !wanted || plane.free.is_empty() {
                return Ok(());
            }
            let (_, outer) = self.begin_victim(at, flash)?;
            flash.leave(outer);
            return self.background(at, flash);
        };
        match next_valid(victim, flash) {
            Some(ppn) => self.move_page(at, ppn, Purpose::Gc, flash),
            None => self.end_victim(at, victim, flash),
        }
    }

    #[cold]
    pub(super) fn exhausted<O: Observer>(&self, at: PlaneId, flash: &Flash<'_, O>, why: &str) -> Halt {
        let (nand, free) = (flash.nand(), self.planes[at as usize].free.len());
        if nand.bad_blocks > 0 {
            return Box::new(Reason::ReadOnly(format!(
                "the device is read-only: {} of {} are worn out, and plane {at} has no room for another write ({why})",
                nand.bad_blocks,
                count(u64::from(nand.geometry.blocks()), "block")
            )));
        }
        Box::new(Reason::DeviceFull(format!(
            "the device is full: {why}; plane {at} has {} at over-provisioning {:.4}",
            count(u64::from(free), "free block"),
            nand.geometry.over_provisioning()
        )))
    }
}

fn gc_operation(kind: Kind, block: BlockId) -> Operation {
    Operation { block: Some(block), ..Operation::new(kind, Purpose::Gc) }
}

/// The first page of `block` that is still valid.
pub(super) fn next_valid<O: Observer>(block: BlockId, flash: &Flash<'_, O>) -> Option<Ppn> {
    let nand = flash.nand();
    if nand.block(block).valid == 0 {
        return None;
    }
    let pages = nand.geometry.pages_of(block);
    let valid = memchr::memchr(PageState::Valid as u8, &nand.page_state[pages.clone()])?;
    Some((pages.start + valid) as Ppn)
}

fn first_page<O: Observer>(block: BlockId, flash: &Flash<'_, O>) -> Result<Ppn, Halt> {
    use crate::nand::rule::Rule;
    flash.nand().next_page(block).ok_or_else(|| Rule::Invariant(format!("block {block} has no free page")).into())
}
