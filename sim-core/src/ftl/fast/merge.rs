//! Merges of FAST: what the sequential log block becomes, and how a random one is freed.

use super::explain::{self, Why};
use super::log::Sequential;
use super::{Fast, Violation};
use crate::flash::access::Flash;
use crate::flash::counters::Merge;
use crate::flash::halt::Halt;
use crate::flash::operation::{Kind, Operation, Purpose};
use crate::flash::trigger::{Condition, Trigger, What};
use crate::ftl::blocks::explain::valid_pages;
use crate::ftl::blocks::{NOTHING, Pending};
use crate::nand::array::Nand;
use crate::nand::{BlockId, NONE, PlaneId, Ppn};

impl Fast {
    /// The sequential log block, if there is one, becomes its owner's data block, the pages that it lacks copied behind.
    pub(super) fn close_sequential(
        &mut self,
        plane: PlaneId,
        why: Why,
        pending: Pending,
        flash: &mut Flash<'_>,
    ) -> Result<(), Halt> {
        let Some(sequential) = self.logs[plane as usize].sequential else { return Ok(()) };
        let Sequential { lbn, block } = sequential;
        let give_up = || self.logs[plane as usize].sequential = None;
        let trigger = flash.because(|nand| explain::trigger(why, sequential, 1, &self.blocks, nand));
        if sequential.is_complete(&self.blocks, flash.nand()) {
            flash.decide(|nand, op| explain::merge(op, Merge::Switch, sequential, why, &self.blocks, nand));
            self.blocks.switch_merge(lbn, block, trigger, give_up, flash)?;
        } else {
            flash.decide(|nand, op| explain::merge(op, Merge::Partial, sequential, why, &self.blocks, nand));
            self.blocks.partial_merge(lbn, block, pending, trigger, give_up, flash)?;
        }
        self.forget_first_log(lbn, flash.nand());
        self.blocks.level(plane, flash)
    }

    /// The owner of the sequential log block is rebuilt elsewhere, and the log block erased.
    pub(super) fn rebuild_sequential(
        &mut self,
        plane: PlaneId,
        why: Why,
        pending: Pending,
        flash: &mut Flash<'_>,
    ) -> Result<(), Halt> {
        let Some(sequential) = self.logs[plane as usize].sequential else { return Ok(()) };
        flash.decide(|nand, op| explain::merge(op, Merge::Full, sequential, why, &self.blocks, nand));
        let trigger = flash.because(|nand| explain::trigger(why, sequential, 1, &self.blocks, nand));
        self.blocks.full_merge(sequential.lbn, pending, trigger, flash)?;
        self.forget_first_log(sequential.lbn, flash.nand());
        self.blocks.release(sequential.block, Purpose::Full, flash)?;
        self.logs[plane as usize].sequential = None;
        self.blocks.level(plane, flash)
    }

    /// Frees the oldest random log block: every logical block with a valid page in it is brought back into one block.
    pub(super) fn reclaim(&mut self, plane: PlaneId, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let trigger = flash.because(|nand| self.all_in_use(plane, nand));
        let log = &self.logs[plane as usize];
        let Some(&victim) = log.random.front() else { return Ok(()) };
        flash.decide(|nand, op| explain::reclaim(op, log, &self.blocks, nand));
        let operation = |kind| Operation { block: Some(victim), ..Operation::new(kind, Purpose::Reclaim) };
        let outer = flash.enter(Operation { trigger, ..operation(Kind::ReclaimStart) })?;
        let number = log.emptied;
        let (mut merged, mut first_here) = (0, 0);
        for ppn in flash.nand().geometry.pages_of(victim) {
            if flash.nand().is_valid(ppn as Ppn) {
                let lbn = self.blocks.lbn(flash.nand().owner[ppn]);
                first_here += u64::from(self.first_log[lbn as usize] == number);
                self.merge_out_of(victim, plane, lbn, flash)?;
                merged += 1;
            }
        }
        flash.core.counters.reclaim(merged);
        flash.core.counters.first_log_block += first_here;
        self.blocks.release(victim, Purpose::Reclaim, flash)?;
        self.logs[plane as usize].random.pop_front();
        self.logs[plane as usize].emptied += 1;
        flash.note(operation(Kind::ReclaimEnd))?;
        flash.leave(outer);
        self.blocks.level(plane, flash)
    }

    /// That a plane has as many random log blocks as it may have.
    fn all_in_use(&self, plane: PlaneId, nand: &Nand) -> Trigger {
        let all = Condition::all(What::RandomLogs, self.logs[plane as usize].random.len() as u64, self.random_blocks);
        all.of_plane(plane, nand.geometry.planes()).into()
    }

    /// Brings `lbn` into one block, so that `victim` holds no valid page of it any more.
    fn merge_out_of(&mut self, victim: BlockId, plane: PlaneId, lbn: u32, flash: &mut Flash<'_>) -> Result<(), Halt> {
        match self.logs[plane as usize].sequential {
            Some(sequential) if sequential.lbn == lbn => {
                if sequential.is_broken_by(victim, &self.blocks, flash.nand()) {
                    self.rebuild_sequential(plane, Why::Freed(victim), NOTHING, flash)
                } else {
                    self.close_sequential(plane, Why::Freed(victim), NOTHING, flash)
                }
            }
            _ => {
                let trigger = flash.because(|nand| valid_pages(lbn, victim, nand));
                self.blocks.full_merge(lbn, NOTHING, trigger, flash)?;
                self.forget_first_log(lbn, flash.nand());
                Ok(())
            }
        }
    }

    /// After a merge of `lbn`, which is no rebuild if random log blocks still have newer copies of pages that the
    /// sequential one had; only where pages out of order go to them can that be.
    fn forget_first_log(&mut self, lbn: u32, nand: &Nand) {
        let home = self.blocks.data_block(lbn);
        let is_elsewhere = |ppn: Ppn| ppn != NONE && nand.geometry.block_of(ppn) != home;
        let may_be_left = self.violation == Violation::Logged;
        if !(may_be_left && self.blocks.pages(lbn).any(|lpn| is_elsewhere(self.blocks.lookup(lpn)))) {
            self.first_log[lbn as usize] = NONE;
        }
    }
}
