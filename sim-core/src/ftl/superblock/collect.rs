//! Making room for the host's pages in a superblock: a free block of its plane, pages collected inside it, or a block that
//! another superblock gives back.

use super::Superblock;
use super::explain::{self, Why};
use crate::flash::access::Flash;
use crate::flash::halt::Halt;
use crate::flash::operation::{Kind, Operation, Purpose};
use crate::flash::trigger::{Condition, Is, Trigger, What};
use crate::ftl::blocks::{SPARE_BLOCKS, close_if_full, supply};
use crate::nand::array::Nand;
use crate::nand::block::{BlockKind, BlockState};
use crate::nand::{BlockId, NONE, PlaneId, Ppn};

impl Superblock {
    /// The first page of another block for the host.
    #[cold]
    pub(super) fn fresh_host_page(&mut self, superblock: u32, flash: &mut Flash<'_>) -> Result<Ppn, Halt> {
        if !self.may_take(superblock) && self.can_spare(superblock, flash.nand()) {
            let trigger = flash.because(|nand| self.why_not_take(superblock, nand));
            self.collect_inside(superblock, trigger, flash)?;
        } else {
            self.make_others_give_back(superblock, flash)?;
        }
        if self.may_take(superblock) {
            let block = self.take(superblock, flash)?;
            self.members.host[superblock as usize] = block;
            return Ok(flash.nand().geometry.page(block, 0));
        }
        // No block of its own for the host's pages: they follow the moved ones.
        let moved = std::mem::replace(&mut self.members.moved[superblock as usize], NONE);
        self.members.host[superblock as usize] = moved;
        let room = if moved == NONE { None } else { flash.nand().next_page(moved) };
        room.ok_or_else(|| supply::exhausted(self.plane_of(superblock), flash.nand()))
    }

    /// Whether a superblock may have another block: it has not all that it may, and there is one that collections do not need.
    fn may_take(&self, superblock: u32) -> bool {
        let free = self.supply[self.plane_of(superblock) as usize].free.len();
        self.members.count(superblock) < self.most && free > SPARE_BLOCKS
    }

    /// The condition of [`Superblock::may_take`] that does not hold.
    fn why_not_take(&self, superblock: u32, nand: &Nand) -> Condition {
        let (count, plane) = (self.members.count(superblock), self.plane_of(superblock));
        match count < self.most {
            true => self.short_of_blocks(plane, Is::AtMost, nand),
            false => Condition::all(What::SuperblockBlocks, count, self.most),
        }
    }

    /// That a plane has no more free blocks than collections may need.
    pub(super) fn short_of_blocks(&self, plane: PlaneId, is: Is, nand: &Nand) -> Condition {
        let free = self.supply[plane as usize].free.len();
        Condition::new(What::FreeBlocksKept, free, is, SPARE_BLOCKS).of_plane(plane, nand.geometry.planes())
    }

    /// A free block becomes a superblock's.
    fn take(&mut self, superblock: u32, flash: &mut Flash<'_>) -> Result<BlockId, Halt> {
        let plane = self.plane_of(superblock);
        let block = self.supply[plane as usize].take(BlockKind::Data, false, flash)?;
        self.join(superblock, block, flash.nand())?;
        Ok(block)
    }

    pub(super) fn join(&mut self, superblock: u32, block: BlockId, nand: &Nand) -> Result<(), Halt> {
        self.members.add(superblock, block)?;
        self.surplus_changed(superblock, nand);
        Ok(())
    }

    /// Erases a block of a superblock and gives it to the pool.
    pub(super) fn leave(
        &mut self,
        superblock: u32,
        block: BlockId,
        purpose: Purpose,
        flash: &mut Flash<'_>,
    ) -> Result<(), Halt> {
        self.supply[self.plane_of(superblock) as usize].release(block, purpose, flash)?;
        self.members.remove(superblock, block);
        self.surplus_changed(superblock, flash.nand());
        Ok(())
    }

    /// Collects the block with the fewest valid pages, and others as long as their pages find room behind its own, which
    /// frees a block outright.
    fn collect_inside(
        &mut self,
        superblock: u32,
        mut trigger: Option<Trigger>,
        flash: &mut Flash<'_>,
    ) -> Result<(), Halt> {
        let mut victim = self.victim(superblock, flash.nand());
        while let Some(block) = victim {
            self.collect(superblock, block, Why::NoRoom, trigger, flash)?;
            let room = self.room_behind_moved(superblock, flash.nand());
            victim = self.victim(superblock, flash.nand()).filter(|&next| flash.nand().block(next).valid <= room);
            trigger = victim.and_then(|next| {
                flash.because(|nand| Condition::new(What::RoomBehind, nand.block(next).valid, Is::AtMost, room))
            });
            if self.may_take(superblock) {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Other superblocks collect until this one may take a block. Where none has one to spare, which takes worn-out blocks,
    /// it has to collect what little it has outdated itself.
    fn make_others_give_back(&mut self, superblock: u32, flash: &mut Flash<'_>) -> Result<(), Halt> {
        while !self.may_take(superblock) {
            let oldest = self.sparing.iter(self.plane_of(superblock)).next();
            let trigger = flash.because(|nand| self.why_not_take(superblock, nand));
            match oldest {
                Some(other) if other != superblock => self.give_back(other, trigger, flash)?,
                _ => return self.collect_inside(superblock, trigger, flash),
            }
        }
        Ok(())
    }

    /// A superblock with a block to spare collects until it has one less.
    pub(super) fn give_back(
        &mut self,
        superblock: u32,
        mut trigger: Option<Trigger>,
        flash: &mut Flash<'_>,
    ) -> Result<(), Halt> {
        let before = self.members.count(superblock);
        while self.members.count(superblock) >= before {
            let victim = self.victim(superblock, flash.nand()).or_else(|| self.emptier_open(superblock, flash.nand()));
            let Some(victim) = victim else { return Ok(()) };
            self.collect(superblock, victim, Why::GivesBack, trigger, flash)?;
            trigger = flash.because(|_| {
                let count = self.members.count(superblock);
                Condition::new(What::SuperblockBlocksStill, count, Is::AtLeast, before)
            });
        }
        Ok(())
    }

    /// Moves the valid pages of a victim to other blocks of its superblock, and erases it.
    fn collect(
        &mut self,
        superblock: u32,
        victim: BlockId,
        why: Why,
        trigger: Option<Trigger>,
        flash: &mut Flash<'_>,
    ) -> Result<(), Halt> {
        let members = self.members.of(superblock);
        flash.decide(|nand, op| explain::decision(op, why, superblock, victim, members, nand));
        let operation = |kind| Operation { block: Some(victim), ..Operation::new(kind, Purpose::Gc) };
        let outer = flash.enter(Operation { trigger, ..operation(Kind::GcStart) })?;
        flash.core.counters.gc_runs += 1;
        self.members.no_longer_filled(superblock, victim);
        for from in flash.nand().geometry.pages_of(victim) {
            if flash.nand().is_valid(from as Ppn) {
                let to = self.moved_page(superblock, flash)?;
                self.copy(from as Ppn, to, Purpose::Gc, flash)?;
                flash.core.counters.gc_moved_pages += 1;
            }
        }
        self.leave(superblock, victim, Purpose::Gc, flash)?;
        flash.note(operation(Kind::GcEnd))?;
        flash.leave(outer);
        self.level(self.plane_of(superblock), flash)
    }

    /// Copies a page to another place of its superblock.
    pub(super) fn copy(&mut self, from: Ppn, to: Ppn, purpose: Purpose, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let lpn = flash.nand().owner[from as usize];
        flash.copy(lpn, from, to, purpose)?;
        self.page_of[lpn as usize] = to;
        close_if_full(to, flash)
    }

    /// Where the next moved page goes: behind other moved pages, or in what room is left behind the host's, or in a fresh
    /// block of the reserve.
    fn moved_page(&mut self, superblock: u32, flash: &mut Flash<'_>) -> Result<Ppn, Halt> {
        for filling in [self.members.moved[superblock as usize], self.members.host[superblock as usize]] {
            if filling != NONE
                && let Some(free) = flash.nand().next_page(filling)
            {
                return Ok(free);
            }
        }
        let block = self.take(superblock, flash)?;
        self.members.moved[superblock as usize] = block;
        Ok(flash.nand().geometry.page(block, 0))
    }

    fn room_behind_moved(&self, superblock: u32, nand: &Nand) -> u32 {
        room(self.members.moved[superblock as usize], nand)
    }

    /// The block of a superblock with the fewest valid pages, its free pages counted as valid; the one closed first of equals.
    /// None if no page is outdated.
    fn victim(&self, superblock: u32, nand: &Nand) -> Option<BlockId> {
        let members = self.members.of(superblock).iter().copied();
        let candidates = members.filter(|&block| outdated(block, nand) > 0);
        candidates.min_by_key(|&block| (u32::MAX - outdated(block, nand), nand.block(block).close_time, block))
    }

    /// Of the blocks being filled, the one with fewer valid pages.
    fn emptier_open(&self, superblock: u32, nand: &Nand) -> Option<BlockId> {
        let filled = [self.members.host[superblock as usize], self.members.moved[superblock as usize]];
        let open = filled.into_iter().filter(|&block| room(block, nand) > 0);
        open.min_by_key(|&block| nand.block(block).valid)
    }
}

/// Pages of a block that emptying it wins: outdated ones, and free ones that nobody will write.
pub(crate) fn outdated(block: BlockId, nand: &Nand) -> u32 {
    let state = nand.block(block);
    let spent = if state.state == BlockState::Open { state.write_ptr } else { nand.geometry.pages_per_block };
    spent - state.valid
}

fn room(block: BlockId, nand: &Nand) -> u32 {
    if block == NONE { 0 } else { nand.geometry.pages_per_block - nand.block(block).write_ptr }
}
