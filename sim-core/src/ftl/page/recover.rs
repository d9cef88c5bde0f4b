//! Start-up after a power cut (SPEC 14b): everything is found again from the pages' out-of-band bytes.

use super::super::free_list::FreeList;
use super::super::gc::Victims;
use super::PageMapping;
use crate::engine::flash::Flash;
use crate::engine::halt::Halt;
use crate::engine::observer::Observer;
use crate::engine::operation::{Kind, Operation, Purpose};
use crate::nand::array::Nand;
use crate::nand::block::BlockState;
use crate::nand::rule::Rule;
use crate::nand::{BlockId, NONE, PlaneId};
use crate::order::sorted_by;

impl PageMapping {
    /// Reads the out-of-band bytes of every programmed page; the highest sequence number of each LPN is valid.
    pub fn recover<O: Observer>(&mut self, flash: &mut Flash<'_, O>) -> Result<(), Halt> {
        let scanned = self.find_newest(&mut flash.core.nand)?;
        flash.core.counters.reads[Purpose::Recovery as usize] += u64::from(scanned);
        let operation = Operation { pages: scanned, ..Operation::new(Kind::Recovery, Purpose::Recovery) };
        let outer = flash.enter(operation)?;
        flash.core.nand.reopen_unfilled();
        for plane in 0..self.planes.len() as PlaneId {
            for block in flash.nand().geometry.blocks_of(plane) {
                if flash.nand().block(block).state == BlockState::Stale {
                    flash.erase(block, Purpose::Recovery)?;
                }
            }
            self.rebuild_plane(plane, flash)?;
            // A collection that was cut off leaves fewer free blocks than the next one may need.
            self.keep_reserve(plane, flash)?;
        }
        flash.leave(outer);
        Ok(())
    }

    /// Sets every page's validity by sequence number and fills the table. Returns how many pages were read.
    fn find_newest(&mut self, nand: &mut Nand) -> Result<u32, Halt> {
        self.l2p.fill(NONE);
        let oob = nand.oob.as_ref().ok_or_else(|| Rule::Invariant("recovery without out-of-band bytes".into()))?;
        let mut scanned = 0;
        for ppn in 0..nand.geometry.physical_pages() {
            let lpn = nand.owner[ppn as usize];
            if lpn == NONE || oob.sequence[ppn as usize] == 0 {
                continue;
            }
            scanned += 1;
            let known = self.l2p[lpn as usize];
            if known == NONE || oob.sequence[known as usize] < oob.sequence[ppn as usize] {
                self.l2p[lpn as usize] = ppn;
            }
        }
        let l2p = &self.l2p;
        nand.revalidate(|ppn, lpn| l2p[lpn as usize] == ppn);
        Ok(scanned)
    }

    /// Free list, frontier and victim order of a plane, from the states of its blocks.
    fn rebuild_plane<O: Observer>(&mut self, at: PlaneId, flash: &mut Flash<'_, O>) -> Result<(), Halt> {
        let nand = &mut flash.core.nand;
        let blocks = nand.geometry.blocks_of(at);
        let plane = &mut self.planes[at as usize];
        plane.victims.clear();
        plane.leveling.restart(nand);
        (plane.half_collected, plane.half_leveled) = (None, None);
        let by_wear = matches!(plane.free, FreeList::ByWear(_));
        plane.free = FreeList::new(by_wear);
        (plane.frontier, plane.gc_frontier, plane.cold_frontier) = (NONE, NONE, NONE);
        let of_state = |nand: &Nand, state| -> Vec<BlockId> {
            blocks.clone().filter(|&block| nand.block(block).state == state).collect()
        };
        for block in of_state(nand, BlockState::Free) {
            plane.free.add(block, nand.block(block).erase_count);
        }
        // The roomiest blocks go on being written, moved pages first: without a free block that room is all there is.
        let open = sorted_by(&of_state(nand, BlockState::Open), |&block| nand.newest_sequence(block));
        let mut open = sorted_by(&open, |&block| u64::from(u32::MAX - nand.block(block).write_ptr));
        if plane.separate_gc_frontier {
            plane.gc_frontier = open.pop().unwrap_or(NONE);
        }
        plane.frontier = open.pop().unwrap_or(NONE);
        for block in open {
            nand.close(block)?;
        }
        let closed = sorted_by(&of_state(nand, BlockState::Closed), |&block| nand.block(block).close_time);
        plane.reclaimable = 0;
        for &block in &closed {
            plane.closed(block, nand);
        }
        // Without a free block, what room the frontier has left is enough for the victim that was cut off, and perhaps
        // for no other.
        if plane.free.is_empty() {
            plane.half_collected = closed.into_iter().min_by_key(|&block| nand.block(block).valid);
            plane.half_collected.into_iter().for_each(|block| plane.taken(block, nand));
        }
        Ok(())
    }
}
