//! Start-up after a power cut: everything is found again from the pages' out-of-band bytes.

use super::super::free_list::FreeList;
use super::Pool;
use super::map_listener::{MapListener, NoMap};
use super::plane_pool::Stream;
use crate::base::order::sorted_by;
use crate::flash::access::Flash;
use crate::flash::halt::Halt;
use crate::flash::operation::{Kind, Operation, Purpose};
use crate::ftl::gc::policy::VictimPolicy;
use crate::nand::array::Nand;
use crate::nand::block::{BlockKind, BlockState};
use crate::nand::rule::Rule;
use crate::nand::{BlockId, NONE};

impl Pool {
    /// Finds the copy with the highest sequence number of each page. Returns how many pages are programmed and readable.
    pub(crate) fn find_newest(&mut self, nand: &Nand) -> Result<u32, Halt> {
        self.l2p.fill(NONE);
        let oob = nand.oob.as_ref().ok_or_else(|| Rule::Invariant("recovery without out-of-band bytes".into()))?;
        let mut readable = 0;
        for ppn in 0..nand.geometry.physical_pages() {
            let id = nand.owner[ppn as usize];
            if id == NONE {
                continue;
            }
            readable += 1;
            let known = self.l2p[id as usize];
            if known == NONE || oob.sequence[known as usize] < oob.sequence[ppn as usize] {
                self.l2p[id as usize] = ppn;
            }
        }
        Ok(readable)
    }

    /// Sets every page's validity by the table, and finds free blocks, frontiers and victims by the states of blocks.
    /// `scanned` pages were read for it. Returns the cause before, to leave when recovery is over.
    pub(crate) fn start_up(&mut self, scanned: u32, flash: &mut Flash<'_>) -> Result<Option<u64>, Halt> {
        let l2p = &self.l2p;
        flash.core.nand.revalidate(|ppn, id| l2p[id as usize] == ppn);
        flash.core.counters.reads[Purpose::Recovery as usize] += u64::from(scanned);
        let operation = Operation { pages: scanned, ..Operation::new(Kind::Recovery, Purpose::Recovery) };
        let outer = flash.enter(operation)?;
        flash.core.nand.reopen_unfilled();
        for at in 0..self.areas.len() {
            for block in self.areas[at].blocks.clone() {
                if flash.nand().block(block).state == BlockState::Stale {
                    flash.erase(block, Purpose::Recovery)?;
                }
            }
            self.rebuild_area(at, &mut flash.core.nand)?;
        }
        Ok(outer)
    }

    /// A collection that was cut off leaves fewer free blocks than the next one may need: room is made, and then the listener
    /// is told of everything that moved.
    pub(crate) fn refill_reserve(&mut self, listener: &mut dyn MapListener, flash: &mut Flash<'_>) -> Result<(), Halt> {
        (0..self.areas.len()).try_for_each(|at| self.keep_reserve(at, &mut NoMap, flash))?;
        (0..self.areas.len()).try_for_each(|at| self.tell(at, listener, flash))
    }

    /// Free list, frontiers and victim order of an area, from the states of its blocks.
    fn rebuild_area(&mut self, at: usize, nand: &mut Nand) -> Result<(), Halt> {
        let separate_gc_frontier = self.separate_gc_frontier;
        let area = &mut self.areas[at];
        area.victims.clear();
        area.leveling.restart(nand);
        (area.half_collected, area.half_emptied) = (None, None);
        area.moved.clear();
        let by_wear = matches!(area.free, FreeList::ByWear(_));
        area.free = FreeList::new(by_wear);
        area.frontiers = [NONE; Stream::COUNT];
        let blocks = area.blocks.clone();
        let of_state = |nand: &Nand, state| -> Vec<BlockId> {
            blocks.clone().filter(|&block| nand.block(block).state == state).collect()
        };
        for block in of_state(nand, BlockState::Free) {
            area.free.add(block, nand.block(block).erase_count);
        }
        // The roomiest blocks go on being written, moved pages first: without a free block that room is all there is.
        let open = sorted_by(&of_state(nand, BlockState::Open), |&block| nand.newest_sequence(block));
        let open = sorted_by(&open, |&block| u64::from(u32::MAX - nand.block(block).write_ptr));
        for &block in open.iter().rev() {
            let [host, moved, _, map] = &mut area.frontiers;
            let place = match nand.block(block).kind {
                BlockKind::Translation => map,
                _ if separate_gc_frontier && *moved == NONE => moved,
                _ => host,
            };
            if *place == NONE {
                *place = block;
            }
        }
        for block in open.into_iter().filter(|block| !area.frontiers.contains(block)) {
            nand.close(block)?;
        }
        let closed = sorted_by(&of_state(nand, BlockState::Closed), |&block| nand.block(block).close_time);
        area.reclaimable = 0;
        for &block in &closed {
            area.closed(block, nand);
        }
        if area.free.is_empty() {
            self.resume_collection(at, &closed, nand)?;
        }
        Ok(())
    }
}
