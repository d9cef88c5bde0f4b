//! Garbage collection (SPEC 5.1, appendix A.1): move a victim's valid pages, erase it, until enough blocks are free.

use super::super::gc::{Victims, explain};
use super::PageMapping;
use crate::engine::flash::Flash;
use crate::engine::halt::{Halt, Reason};
use crate::engine::narrator::count;
use crate::engine::observer::Observer;
use crate::engine::operation::{Kind, Operation, Purpose};
use crate::nand::array::{Erased, PageState};
use crate::nand::{BlockId, PlaneId, Ppn};

impl PageMapping {
    /// Ends a collection that has used up the reserve, before host pages take the room that its victim needs.
    #[cold]
    pub(super) fn keep_reserve<O: Observer>(&mut self, at: PlaneId, flash: &mut Flash<'_, O>) -> Result<(), Halt> {
        if self.planes[at as usize].free.len() < self.marks.low {
            self.collect(at, self.marks.low, flash)?;
        }
        Ok(())
    }

    /// One call of the collector: victims until the plane has `wanted` free blocks.
    pub(super) fn collect<O: Observer>(
        &mut self,
        at: PlaneId,
        wanted: u32,
        flash: &mut Flash<'_, O>,
    ) -> Result<(), Halt> {
        flash.hold(at, self.marks.scope);
        let collected = self.collect_until(at, wanted, flash);
        flash.release(at);
        collected
    }

    pub(super) fn collect_until<O: Observer>(
        &mut self,
        at: PlaneId,
        wanted: u32,
        flash: &mut Flash<'_, O>,
    ) -> Result<(), Halt> {
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

    pub(super) fn collect_one<O: Observer>(&mut self, at: PlaneId, flash: &mut Flash<'_, O>) -> Result<(), Halt> {
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

    /// One step of a collection in idle time: begin a victim, move a page, or erase.
    pub(super) fn collect_in_idle_time<O: Observer>(
        &mut self,
        at: PlaneId,
        flash: &mut Flash<'_, O>,
    ) -> Result<(), Halt> {
        let plane = &self.planes[at as usize];
        let Some(victim) = plane.half_collected else {
            // A victim full of valid pages would be moved for nothing, over and over.
            let wanted = plane.free.len() < self.marks.idle_below && plane.reclaimable > 0;
            if !wanted || plane.free.is_empty() {
                return Ok(());
            }
            let (_, outer) = self.begin_victim(at, flash)?;
            flash.leave(outer);
            return self.collect_in_idle_time(at, flash);
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
