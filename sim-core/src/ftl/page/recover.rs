//! Start-up after a power cut (SPEC 14b): everything is found again from the pages' out-of-band bytes.

use super::super::free_list::FreeList;
use super::super::gc::Victims;
use super::super::newest::newest_pages;
use super::PageMapping;
use crate::engine::flash::Flash;
use crate::engine::halt::Halt;
use crate::engine::observer::Observer;
use crate::engine::operation::{Kind, Operation, Purpose};
use crate::nand::array::Nand;
use crate::nand::block::BlockState;
use crate::nand::{BlockId, NONE, PlaneId, Ppn};
use crate::order::sorted_by;

impl PageMapping {
    /// Reads the out-of-band bytes of every programmed page; the highest sequence number of each LPN is valid.
    pub(super) fn start_up<O: Observer>(&mut self, flash: &mut Flash<'_, O>) -> Result<(), Halt> {
        let scanned = newest_pages(&mut flash.core.nand, &mut self.l2p)?;
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
        if plane.free.is_empty() {
            self.resume_collection(at, &closed, nand)?;
        }
        Ok(())
    }

    /// Without a free block, power was cut in the middle of a collection. It goes on with the emptiest block, if the room
    /// that is left takes its pages. Else it starts over: the reserve block holds nothing but copies of pages that are
    /// still there, so it can be erased.
    fn resume_collection(&mut self, at: PlaneId, closed: &[BlockId], nand: &mut Nand) -> Result<(), Halt> {
        let plane = &self.planes[at as usize];
        let open = if plane.separate_gc_frontier { plane.gc_frontier } else { plane.frontier };
        let next = if open == NONE { None } else { nand.next_page(open) };
        let left = next.map_or(0, |next| nand.geometry.pages_per_block - nand.geometry.offset_of(next));
        let emptiest = closed.iter().copied().min_by_key(|&block| nand.block(block).valid);
        let mut victim = emptiest;
        if emptiest.is_some_and(|block| nand.block(block).valid > left) {
            let in_use = closed.iter().copied().chain([open]).filter(|&block| block != NONE);
            let reserve = in_use.into_iter().find_map(|block| Some((block, copies(block, nand)?)));
            if let Some((block, copies)) = reserve {
                self.give_up(at, block, copies, nand)?;
                victim = Some(block);
            }
        }
        let plane = &mut self.planes[at as usize];
        plane.half_collected = victim;
        victim.into_iter().for_each(|block| plane.taken(block, nand));
        Ok(())
    }

    /// Takes the sources of a block's pages for current again, and closes it if it is open.
    fn give_up(&mut self, at: PlaneId, block: BlockId, copies: Vec<(Ppn, Ppn)>, nand: &mut Nand) -> Result<(), Halt> {
        let plane = &mut self.planes[at as usize];
        if nand.block(block).state == BlockState::Open {
            plane.forget_frontier(block);
            nand.close(block)?;
            plane.closed(block, nand);
        }
        for (copy, source) in copies {
            nand.give_up_copy(copy, source)?;
            self.l2p[nand.owner[source as usize] as usize] = source;
            plane.lost_page(block, nand);
            plane.regained_page(nand.geometry.block_of(source), nand);
        }
        Ok(())
    }
}

/// The valid pages of `block`, each with the outdated page of a closed block that it was copied from; `None` if one has
/// none.
fn copies(block: BlockId, nand: &Nand) -> Option<Vec<(Ppn, Ppn)>> {
    let plane = nand.geometry.blocks_of(nand.geometry.plane_of(block));
    let oob = nand.oob.as_ref()?;
    let source = |copy: Ppn| {
        let same = |&page: &Ppn| {
            page != copy
                && nand.read(page) == Ok(nand.owner[copy as usize])
                && oob.version[page as usize] == oob.version[copy as usize]
        };
        let closed = plane.clone().filter(|&block| nand.block(block).state == BlockState::Closed);
        closed.flat_map(|block| nand.geometry.pages_of(block)).map(|page| page as Ppn).find(same)
    };
    let valid = nand.geometry.pages_of(block).map(|page| page as Ppn).filter(|&page| nand.is_valid(page));
    valid.map(|copy| Some((copy, source(copy)?))).collect()
}
