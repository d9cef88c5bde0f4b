//! The log blocks of a plane: one sequential, the others random.

use super::Fast;
use crate::flash::access::Flash;
use crate::flash::halt::Halt;
use crate::flash::operation::Purpose;
use crate::ftl::blocks::Blocks;
use crate::ftl::blocks::explain::in_order;
use crate::ftl::blocks::shared_log;
use crate::ftl::newest;
use crate::ftl::picture::{PARKED_MAX, Parked, Picture, Role, Updates};
use crate::nand::array::Nand;
use crate::nand::rule::Rule;
use crate::nand::{BlockId, Lpn, NONE, PlaneId, Ppn};
use std::collections::VecDeque;

/// Log blocks in use.
#[derive(Clone, Debug, Default, Hash)]
pub(crate) struct Log {
    pub sequential: Option<Sequential>,
    /// Oldest first; the last is being filled.
    pub random: VecDeque<BlockId>,
    /// Random log blocks emptied so far: the number of the oldest one in use, if they are counted from 0.
    pub(crate) emptied: u32,
}

/// A log block that takes the pages of one logical block in order.
#[derive(Clone, Copy, Debug, Hash)]
pub(crate) struct Sequential {
    pub lbn: u32,
    pub block: BlockId,
}

impl Sequential {
    /// The page of its logical block that it takes next.
    #[inline(always)]
    pub(crate) fn next(&self, nand: &Nand) -> u32 {
        nand.block(self.block).write_ptr
    }

    /// Whether it holds all pages of its logical block.
    pub(crate) fn is_complete(&self, blocks: &Blocks, nand: &Nand) -> bool {
        self.next(nand) == blocks.pages(self.lbn).len() as u32
    }

    /// Whether `log` holds a newer copy of a page that is in order here.
    pub(super) fn is_broken_by(&self, log: BlockId, blocks: &Blocks, nand: &Nand) -> bool {
        let newest = blocks.pages(self.lbn).take(self.next(nand) as usize).map(|lpn| blocks.lookup(lpn));
        newest.into_iter().any(|ppn| ppn != NONE && nand.geometry.block_of(ppn) == log)
    }

    /// It holds the first pages of its logical block, and the data block none of them that is newer. (One without a valid
    /// page is about to be erased.)
    pub(crate) fn check(&self, blocks: &Blocks, nand: &Nand) -> Result<(), Rule> {
        let Self { lbn, block } = *self;
        for (offset, lpn) in (0..self.next(nand)).zip(blocks.pages(lbn)) {
            let newest = blocks.lookup(lpn);
            let in_data_block = newest != NONE && nand.geometry.block_of(newest) == blocks.data_block(lbn);
            if nand.owner[nand.geometry.page(block, offset) as usize] != lpn {
                return Err(Rule::Invariant(format!("page {offset} of sequential log block {block} is not in order")));
            }
            if in_data_block && nand.block(block).valid > 0 {
                return Err(Rule::Invariant(format!("page {lpn} is newer than in sequential log block {block}")));
            }
        }
        Ok(())
    }
}

impl Log {
    /// The next page of the random log block being filled, if it has one left.
    #[inline(always)]
    pub(super) fn free_page(&self, nand: &Nand) -> Option<Ppn> {
        self.random.back().and_then(|&block| nand.next_page(block))
    }

    /// The number of the random log block being filled.
    #[inline(always)]
    pub(crate) fn newest(&self) -> u32 {
        self.emptied + self.random.len() as u32 - 1
    }

    fn blocks(&self) -> impl Iterator<Item = BlockId> {
        self.random.iter().copied().chain(self.sequential.map(|sequential| sequential.block))
    }

    /// The sequential log block and the random ones, the oldest first. Of more than `most`, those in the middle are left out.
    fn parked(&self, most: usize) -> impl Iterator<Item = Parked> {
        let sequential = self.sequential.map(|Sequential { lbn, block }| Parked { block, role: Role::Sequential, lbn });
        let (room, random) = (most.saturating_sub(1), self.random.len());
        let shown = move |place: &usize| place + 1 == random || place + 1 < room;
        let random = (0..random).filter(shown).map(|place| Parked::shared(self.random[place], Role::Log));
        sequential.into_iter().chain(random).take(most)
    }
}

impl Fast {
    /// Start-up after a power cut. A block that begins with the first page of a logical block and goes on in
    /// order was the sequential one: such pages go to no other log block.
    pub(super) fn find_logs(&mut self, flash: &mut Flash<'_>) -> Result<(), Halt> {
        self.logs.fill(Log::default());
        self.first_log.fill(NONE);
        for block in self.blocks.start_up(flash)? {
            self.adopt(block, flash)?;
        }
        for plane in 0..self.blocks.planes() {
            while self.logs[plane as usize].random.len() as u32 > self.random_blocks {
                self.reclaim(plane, flash)?;
            }
        }
        Ok(())
    }

    /// Takes a log block that was found into use again. Called in the order in which they were first written. The oldest with
    /// valid pages of a logical block passes for the first that took some: what came before is outdated.
    fn adopt(&mut self, block: BlockId, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let nand = flash.nand();
        let Some(owner) = newest::owner(block, nand).filter(|_| nand.block(block).valid > 0) else {
            return self.blocks.release(block, Purpose::Recovery, flash);
        };
        let (lbn, log) = (self.blocks.lbn(owner), &mut self.logs[nand.geometry.plane_of(block) as usize]);
        let random = if in_order(lbn, block, nand) == nand.block(block).write_ptr {
            log.sequential.replace(Sequential { lbn, block }).map(|older| older.block)
        } else {
            Some(block)
        };
        if let Some(random) = random {
            log.random.push_back(random);
            let number = log.newest();
            for lbn in shared_log::logical_blocks_in(random, &self.blocks, nand) {
                let first = &mut self.first_log[lbn as usize];
                *first = number.min(*first);
            }
        }
        Ok(())
    }

    pub(super) fn log_picture(&self, near: Option<Lpn>) -> Picture {
        let (planes, near) = (self.blocks.planes(), near.map_or(0, |lpn| self.blocks.plane_of(self.blocks.lbn(lpn))));
        let logs = || (0..planes).map(|plane| &self.logs[((near + plane) % planes) as usize]);
        let parked: Vec<Parked> = logs().flat_map(|log| log.parked(PARKED_MAX)).take(PARKED_MAX).collect();
        let total: usize = logs().map(|log| log.blocks().count()).sum();
        let updates = Updates { rule: "first come, first stored: any page of any block", ..Updates::IN_LOGS };
        Picture {
            parked,
            parked_total: total as u32,
            homes: self.blocks.homes(),
            updates: Some(updates),
            ..Picture::default()
        }
    }

    /// No more log blocks than allowed, with room kept for those not in use; sequential ones in order. That a page has at
    /// most one valid copy, in a log block or elsewhere, is checked for every layer.
    pub(super) fn check_logs(&self, nand: &Nand) -> Result<(), Rule> {
        self.blocks.check(&self.logs.iter().flat_map(Log::blocks).collect::<Vec<_>>(), nand)?;
        for (plane, log) in (0..).zip(&self.logs) {
            self.check_room(plane, log, nand)?;
            log.sequential.map_or(Ok(()), |sequential| sequential.check(&self.blocks, nand))?;
            self.check_first_logs(log, nand)?;
        }
        Ok(())
    }

    /// What has valid pages in a random log block had its first there in that one or an older one.
    fn check_first_logs(&self, log: &Log, nand: &Nand) -> Result<(), Rule> {
        for (number, &block) in (log.emptied..).zip(&log.random) {
            for lbn in shared_log::logical_blocks_in(block, &self.blocks, nand) {
                if self.first_log[lbn as usize] > number {
                    return Err(Rule::Invariant(format!("the first log block of logical block {lbn} is not known")));
                }
            }
        }
        Ok(())
    }

    /// The log blocks in use, and free blocks for the others, are as many as set.
    fn check_room(&self, plane: PlaneId, log: &Log, nand: &Nand) -> Result<(), Rule> {
        let used = log.random.len() as u32;
        if used > self.random_blocks {
            return Err(Rule::Invariant(format!("plane {plane} has {used} random log blocks")));
        }
        let free_logs = self.random_blocks - used + u32::from(log.sequential.is_none());
        if self.blocks.free_in(plane) < free_logs && nand.bad_blocks == 0 {
            return Err(Rule::Invariant(format!("plane {plane} has no free blocks for {free_logs} log blocks")));
        }
        Ok(())
    }
}
