//! Garbage collection: move a victim's valid pages, erase it, until enough blocks are free.

use super::Pool;
use super::map_listener::MapListener;
use crate::base::text::count;
use crate::flash::access::Flash;
use crate::flash::halt::{Halt, Reason};
use crate::flash::observer::Observer;
use crate::flash::operation::{Kind, Operation, Purpose};
use crate::flash::trigger::{Condition, Is, Trigger, What};
use crate::ftl::gc::explain;
use crate::ftl::gc::policy::VictimPolicy;
use crate::nand::array::{Erased, Nand};
use crate::nand::block::BlockKind;
use crate::nand::valid_pages::ValidPages;
use crate::nand::{BlockId, PlaneId, Ppn};

impl Pool {
    /// Ends a collection that has used up the reserve, before host pages take the room that its victim needs.
    #[cold]
    pub(super) fn keep_reserve<O: Observer>(
        &mut self,
        at: usize,
        listener: &mut dyn MapListener,
        flash: &mut Flash<'_, O>,
    ) -> Result<(), Halt> {
        if self.areas[at].free.len() < self.areas[at].marks.low {
            let trigger = flash.because(|nand| self.short_of_blocks(at, Is::Below, nand));
            self.collect(at, self.areas[at].marks.low, trigger, listener, flash)?;
        }
        Ok(())
    }

    /// That an area is at or below its low mark.
    pub(super) fn short_of_blocks(&self, at: usize, is: Is, nand: &Nand) -> Condition {
        let area = &self.areas[at];
        let what = if self.is_own(at) { What::MapFreeBlocks } else { What::FreeBlocks };
        Condition::new(what, area.free.len(), is, area.marks.low).of_plane(area.plane, nand.geometry.planes())
    }

    /// That an area, collecting already, has not as many free blocks as it collects for.
    fn still_short(&self, at: usize, wanted: u32, nand: &Nand) -> Condition {
        let area = &self.areas[at];
        if wanted == area.marks.low {
            return self.short_of_blocks(at, Is::Below, nand);
        }
        let what = if self.is_own(at) { What::MapFreeBlocksAgain } else { What::FreeBlocksAgain };
        Condition::new(what, area.free.len(), Is::Below, wanted).of_plane(area.plane, nand.geometry.planes())
    }

    /// One call of the collector: victims until the area has `wanted` free blocks.
    pub(super) fn collect<O: Observer>(
        &mut self,
        at: usize,
        wanted: u32,
        trigger: Option<Trigger>,
        listener: &mut dyn MapListener,
        flash: &mut Flash<'_, O>,
    ) -> Result<(), Halt> {
        let plane = self.areas[at].plane;
        let chain = flash.unchain();
        flash.hold(plane, self.scope);
        let collected = self.collect_until(at, wanted, trigger, listener, flash);
        flash.release(plane);
        flash.chain_on(chain);
        collected
    }

    fn collect_until<O: Observer>(
        &mut self,
        at: usize,
        wanted: u32,
        mut trigger: Option<Trigger>,
        listener: &mut dyn MapListener,
        flash: &mut Flash<'_, O>,
    ) -> Result<(), Halt> {
        let (mut fruitless, mut best) = (0, self.areas[at].free.len());
        while self.areas[at].free.len() < wanted {
            self.collect_one(at, trigger, listener, flash)?;
            trigger = flash.because(|nand| self.still_short(at, wanted, nand));
            let free = self.areas[at].free.len();
            if free > best {
                (best, fruitless) = (free, 0);
                continue;
            }
            fruitless += 1;
            if fruitless > self.areas[at].blocks.len() {
                return Err(self.exhausted(at, flash.nand(), "more victims than blocks brought no free block"));
            }
        }
        Ok(())
    }

    fn collect_one<O: Observer>(
        &mut self,
        at: usize,
        trigger: Option<Trigger>,
        listener: &mut dyn MapListener,
        flash: &mut Flash<'_, O>,
    ) -> Result<(), Halt> {
        let (victim, outer) = match self.areas[at].half_collected {
            Some(victim) => (victim, flash.cause()),
            None => self.begin_victim(at, trigger, flash)?,
        };
        let mut pages = ValidPages::of(victim);
        while let Some(ppn) = pages.next(flash.nand()) {
            self.move_page(at, ppn, Purpose::Gc, flash)?;
        }
        self.end_victim(at, victim, flash)?;
        self.tell(at, listener, flash)?;
        flash.leave(outer);
        self.level(at, listener, flash)
    }

    /// Tells the listener what moved.
    pub(super) fn tell<O: Observer>(
        &mut self,
        at: usize,
        listener: &mut dyn MapListener,
        flash: &mut Flash<'_, O>,
    ) -> Result<(), Halt> {
        if self.areas[at].moved.is_empty() {
            return Ok(());
        }
        flash.switched(|flash| listener.moved(self, at, true, flash))
    }

    /// Chooses a victim and takes it out of the running. Returns it with the cause before.
    fn begin_victim<O: Observer>(
        &mut self,
        at: usize,
        trigger: Option<Trigger>,
        flash: &mut Flash<'_, O>,
    ) -> Result<(BlockId, Option<u64>), Halt> {
        if self.areas[at].reclaimable == 0 {
            return Err(self.exhausted(at, flash.nand(), "no closed block has an invalid page"));
        }
        let Some(victim) = self.areas[at].victims.select(flash.nand()) else {
            return Err(self.exhausted(at, flash.nand(), "the policy finds no victim"));
        };
        let (entry, area) = (self.policy(at), &self.areas[at]);
        flash.decide(|nand, op| explain::decision(op, victim, entry, &area.victims, area.blocks.clone(), nand));
        let outer = flash.enter(Operation { trigger, ..gc_operation(Kind::GcStart, victim, flash.nand()) })?;
        flash.core.counters.gc_runs += 1;
        let area = &mut self.areas[at];
        area.taken(victim, flash.nand());
        area.half_collected = Some(victim);
        Ok((victim, outer))
    }

    /// Erases an emptied victim.
    fn end_victim<O: Observer>(&mut self, at: usize, victim: BlockId, flash: &mut Flash<'_, O>) -> Result<(), Halt> {
        let end = gc_operation(Kind::GcEnd, victim, flash.nand());
        self.erase(at, victim, end.purpose, flash)?;
        self.areas[at].half_collected = None;
        flash.note(end)
    }

    /// Empties the block of the layer's own pages that has fewest valid ones, for more of them. `false` if none has an
    /// outdated one.
    pub(super) fn empty_own_block(
        &mut self,
        at: usize,
        trigger: Option<Trigger>,
        flash: &mut Flash<'_>,
    ) -> Result<bool, Halt> {
        let nand = flash.nand();
        let own = self.areas[at].candidates(nand).filter(|&block| nand.block(block).kind == BlockKind::Translation);
        let fewest = own.min_by_key(|&block| nand.block(block).valid);
        let Some(victim) = fewest.filter(|&block| nand.block(block).valid < nand.geometry.pages_per_block) else {
            return Ok(false);
        };
        flash.decide(|nand, op| {
            let own = self.areas[at].candidates(nand).filter(|&block| nand.block(block).kind == BlockKind::Translation);
            explain::own(op, victim, own, nand)
        });
        let outer = flash.enter(Operation { trigger, ..gc_operation(Kind::GcStart, victim, flash.nand()) })?;
        flash.core.counters.gc_runs += 1;
        self.areas[at].taken(victim, flash.nand());
        self.areas[at].half_emptied = Some(victim);
        let mut pages = ValidPages::of(victim);
        while let Some(ppn) = pages.next(flash.nand()) {
            self.move_page(at, ppn, Purpose::Gc, flash)?;
        }
        self.erase(at, victim, Purpose::MapGc, flash)?;
        self.areas[at].half_emptied = None;
        flash.note(Operation { block: Some(victim), ..Operation::new(Kind::GcEnd, Purpose::MapGc) })?;
        flash.leave(outer);
        Ok(true)
    }

    /// Moves a valid page to where moved pages go.
    pub(super) fn move_page<O: Observer>(
        &mut self,
        at: usize,
        from: Ppn,
        purpose: Purpose,
        flash: &mut Flash<'_, O>,
    ) -> Result<(), Halt> {
        let id = flash.nand().owner[from as usize];
        let to = self.moved_page(at, id, purpose, flash)?;
        let own = id >= self.logical_pages;
        flash.copy(id, from, to, if own && purpose == Purpose::Gc { Purpose::MapGc } else { purpose })?;
        flash.core.counters.gc_moved_pages += u64::from(purpose == Purpose::Gc);
        self.l2p[id as usize] = to;
        if self.tells && !own {
            self.areas[at].moved.push(id);
        }
        Ok(())
    }

    /// Erases a block without valid pages and puts it on the free list, unless it goes bad.
    pub(super) fn erase<O: Observer>(
        &mut self,
        at: usize,
        block: BlockId,
        purpose: Purpose,
        flash: &mut Flash<'_, O>,
    ) -> Result<(), Halt> {
        let erased = flash.erase(block, purpose)?;
        let area = &mut self.areas[at];
        if erased == Erased::Ready {
            area.free.add(block, flash.nand().block(block).erase_count);
        }
        area.leveling.erased(block, flash.nand());
        Ok(())
    }

    /// One step of a collection in idle time: begin a victim, move a page, erase, or let the listener take a step.
    pub(crate) fn collect_in_idle_time(
        &mut self,
        at: usize,
        listener: &mut dyn MapListener,
        flash: &mut Flash<'_>,
    ) -> Result<(), Halt> {
        let area = &self.areas[at];
        let Some(victim) = area.half_collected else {
            if !area.moved.is_empty() {
                let moved = area.moved.len() as u64;
                flash.triggered_by(|_| in_idle_time(area.plane, Condition::left(What::MovedPages, moved)));
                return listener.moved(self, at, false, flash);
            }
            // A victim full of valid pages would be moved for nothing, over and over; and whoever has collected as often as there are
            // blocks has gained what there was.
            let host_pages = flash.nand().host_pages;
            let has_gained_all = area.idle.since(host_pages) >= area.blocks.len() as u32;
            let wanted = area.free.len() < self.idle_below && area.reclaimable > 0 && !has_gained_all;
            if !wanted || area.free.is_empty() {
                return Ok(());
            }
            let trigger = flash.because(|nand| {
                let condition = Condition::new(What::IdleFreeBlocks, area.free.len(), Is::Below, self.idle_below);
                condition.of_plane(area.plane, nand.geometry.planes())
            });
            self.areas[at].idle.begin(host_pages);
            let (_, outer) = self.begin_victim(at, trigger, flash)?;
            flash.leave(outer);
            return self.collect_in_idle_time(at, listener, flash);
        };
        flash.triggered_by(|nand| {
            in_idle_time(area.plane, Condition::left(What::VictimPages, nand.block(victim).valid))
        });
        match ValidPages::of(victim).next(flash.nand()) {
            Some(ppn) => self.move_page(at, ppn, Purpose::Gc, flash),
            None => self.end_victim(at, victim, flash),
        }
    }

    #[cold]
    pub(super) fn exhausted(&self, at: usize, nand: &Nand, why: &str) -> Halt {
        let (free, plane) = (self.areas[at].free.len(), self.areas[at].plane);
        if nand.bad_blocks > 0 {
            return Box::new(Reason::ReadOnly(format!(
                "the device is read-only: {} of {} are bad, and plane {plane} has no room for another write ({why})",
                nand.bad_blocks,
                count(u64::from(nand.geometry.blocks()), "block")
            )));
        }
        Box::new(Reason::DeviceFull(format!(
            "the device is full: {why}; plane {plane} has {} at over-provisioning {:.4}",
            count(u64::from(free), "free block"),
            nand.geometry.over_provisioning()
        )))
    }
}

/// Why a collection goes on: its plane has no work, and it is not complete.
fn in_idle_time(plane: PlaneId, left: Condition) -> Trigger {
    (Condition::fact(What::IdlePlane, plane), left).into()
}

fn gc_operation(kind: Kind, block: BlockId, nand: &Nand) -> Operation {
    let own = nand.block(block).kind == BlockKind::Translation;
    Operation { block: Some(block), ..Operation::new(kind, if own { Purpose::MapGc } else { Purpose::Gc }) }
}
