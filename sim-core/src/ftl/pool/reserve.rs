//! Start-up without a free block: power was cut in the middle of a collection.

use super::Pool;
use super::plane_pool::Stream;
use crate::base::order::sorted_by;
use crate::flash::halt::Halt;
use crate::nand::array::Nand;
use crate::nand::block::{BlockKind, BlockState};
use crate::nand::{BlockId, NONE, Ppn};

impl Pool {
    /// The collection goes on with the emptiest block whose pages the room that is left takes. Else it starts over: the
    /// reserve block holds nothing but copies of pages that are still there, so it can be erased.
    pub(super) fn resume_collection(&mut self, at: usize, closed: &[BlockId], nand: &mut Nand) -> Result<(), Halt> {
        let by_valid = sorted_by(closed, |&block| u64::from(nand.block(block).valid));
        let fits = |&block: &BlockId| nand.block(block).valid <= self.room_for_moved(at, nand.block(block).kind, nand);
        let mut victim = by_valid.iter().copied().find(fits);
        if victim.is_none() && !closed.is_empty() {
            let frontiers = self.areas[at].frontiers;
            let in_use = closed.iter().copied().chain(frontiers).filter(|&block| block != NONE);
            let reserve = in_use.into_iter().find_map(|block| Some((block, copies(block, nand)?)));
            victim = by_valid.first().copied();
            if let Some((block, copies)) = reserve {
                self.give_up(at, block, copies, nand)?;
                victim = Some(block);
            }
        }
        let area = &mut self.areas[at];
        area.half_collected = victim;
        victim.into_iter().for_each(|block| area.taken(block, nand));
        Ok(())
    }

    /// Pages left in the open block that pages moved out of a block of this kind go to.
    fn room_for_moved(&self, at: usize, kind: BlockKind, nand: &Nand) -> u32 {
        let stream = match kind {
            BlockKind::Translation => Stream::Map,
            _ if self.separate_gc_frontier => Stream::Moved,
            _ => Stream::Host,
        };
        let open = self.areas[at].frontier(stream);
        let next = if open == NONE { None } else { nand.next_page(open) };
        next.map_or(0, |next| nand.geometry.pages_per_block - nand.geometry.offset_of(next))
    }

    /// Takes the sources of a block's pages for current again, and closes it if it is open.
    fn give_up(&mut self, at: usize, block: BlockId, copies: Vec<(Ppn, Ppn)>, nand: &mut Nand) -> Result<(), Halt> {
        let area = &mut self.areas[at];
        if nand.block(block).state == BlockState::Open {
            area.forget_frontier(block);
            nand.close(block)?;
            area.closed(block, nand);
        }
        for (copy, source) in copies {
            nand.give_up_copy(copy, source)?;
            let id = nand.owner[source as usize];
            self.l2p[id as usize] = source;
            if self.tells && id < self.logical_pages {
                area.moved.push(id);
            }
            area.lost_page(block, nand);
            area.regained_page(nand.geometry.block_of(source), nand);
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
