//! Merges of KAST: what a log block in order becomes, and how a shared one is freed.

use super::Kast;
use super::mixed::{Slot, has_room};
use crate::base::order::sorted_by;
use crate::flash::access::Flash;
use crate::flash::counters::Merge;
use crate::flash::decision::Decision;
use crate::flash::halt::Halt;
use crate::flash::operation::{Kind, Operation, Purpose};
use crate::flash::trigger::{Condition, What};
use crate::ftl::blocks::NOTHING;
use crate::ftl::blocks::cost::Cost;
use crate::ftl::blocks::explain::valid_pages;
use crate::ftl::blocks::shared_log::{self, Choice, logical_blocks_in};
use crate::ftl::fast::explain::{self, Why};
use crate::ftl::fast::log::Sequential;
use crate::nand::array::Nand;
use crate::nand::{BlockId, PlaneId, Ppn};

/// No log block in order is filled up: it becomes a shared one.
pub(crate) const NEVER: u32 = u32::MAX;
/// Every log block in order is filled up.
const ALWAYS: u32 = 0;

impl Kast {
    /// Takes the log block in order at `place` out of use as such: merged if it is complete or has at least `least` pages,
    /// else it becomes a shared one.
    pub(super) fn settle(
        &mut self,
        plane: PlaneId,
        place: usize,
        why: Why,
        least: u32,
        flash: &mut Flash<'_>,
    ) -> Result<(), Halt> {
        let logs = &mut self.logs[plane as usize];
        let in_use = logs.sequential.len() as u32;
        let sequential = logs.sequential[place];
        let Sequential { lbn, block } = sequential;
        let member = lbn / self.blocks.planes();
        let trigger = flash.because(|nand| explain::trigger(why, sequential, in_use, &self.blocks, nand));
        let mut give_up = || {
            logs.sequential.remove(place);
        };
        if sequential.is_complete(&self.blocks, flash.nand()) {
            flash.decide(|nand, op| explain::merge(op, Merge::Switch, sequential, why, &self.blocks, nand));
            self.blocks.switch_merge(lbn, block, trigger, give_up, flash)?;
        } else if sequential.next(flash.nand()) >= least {
            flash.decide(|nand, op| explain::merge(op, Merge::Partial, sequential, why, &self.blocks, nand));
            self.blocks.partial_merge(lbn, block, NOTHING, trigger, give_up, flash)?;
        } else {
            give_up();
            logs.mixed.add(block, vec![member], flash.nand());
            return Ok(());
        }
        self.logs[plane as usize].mixed.merged(member, flash.nand());
        self.blocks.level(plane, flash)
    }

    /// Frees a log block if all are in use.
    pub(super) fn make_room(&mut self, plane: PlaneId, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let logs = self.logs[plane as usize].len();
        if logs < self.limits.log_blocks {
            return Ok(());
        }
        match self.complete(plane, flash.nand()) {
            Some(place) => self.settle(plane, place, Why::Complete { logs }, ALWAYS, flash),
            None => self.reclaim(plane, flash),
        }
    }

    /// The oldest log block that holds all of its logical block in order.
    pub(super) fn complete(&self, plane: PlaneId, nand: &Nand) -> Option<usize> {
        let sequential = &self.logs[plane as usize].sequential;
        sequential.iter().position(|sequential| sequential.is_complete(&self.blocks, nand))
    }

    /// Frees a shared log block: every logical block with a valid page in it, at most K, is brought back into one block.
    fn reclaim(&mut self, plane: PlaneId, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let mixed = &self.logs[plane as usize].mixed;
        let ranked = mixed.used().min_by_key(|(_, block, entry)| self.rank(*block, entry, flash.nand()));
        let Some((slot, victim, _)) = ranked else { return Ok(()) };
        flash.decide(|nand, op| self.why_freed(op, plane, nand));
        let trigger = flash.because(|nand| {
            let all = Condition::all(What::Logs, self.logs[plane as usize].len(), self.limits.log_blocks);
            all.of_plane(plane, nand.geometry.planes())
        });
        let operation = |kind| Operation { block: Some(victim), ..Operation::new(kind, Purpose::Reclaim) };
        let outer = flash.enter(Operation { trigger, ..operation(Kind::ReclaimStart) })?;
        let mut merged = 0;
        for ppn in flash.nand().geometry.pages_of(victim) {
            if flash.nand().is_valid(ppn as Ppn) {
                self.merge_out_of(victim, plane, self.blocks.lbn(flash.nand().owner[ppn]), flash)?;
                merged += 1;
            }
        }
        flash.core.counters.reclaim(merged);
        self.blocks.release(victim, Purpose::Reclaim, flash)?;
        self.logs[plane as usize].mixed.remove(slot);
        flash.note(operation(Kind::ReclaimEnd))?;
        flash.leave(outer);
        self.blocks.level(plane, flash)
    }

    /// Brings `lbn` into one block. The log block that has it in order, if there is one, has no outdated page: it would
    /// have become a shared one.
    pub(super) fn merge_out_of(
        &mut self,
        victim: BlockId,
        plane: PlaneId,
        lbn: u32,
        flash: &mut Flash<'_>,
    ) -> Result<(), Halt> {
        if let Some((place, _)) = self.logs[plane as usize].owned(lbn) {
            return self.settle(plane, place, Why::Freed(victim), ALWAYS, flash);
        }
        let trigger = flash.because(|nand| valid_pages(lbn, victim, nand));
        self.blocks.full_merge(lbn, NOTHING, trigger, flash)?;
        self.logs[plane as usize].mixed.merged(lbn / self.blocks.planes(), flash.nand());
        Ok(())
    }

    /// Shared log blocks are freed in ascending order of this: full ones first, then by logical blocks, then by age.
    fn rank(&self, block: BlockId, entry: &Slot, nand: &Nand) -> u64 {
        let logical_blocks = logical_blocks_in(block, &self.blocks, nand).len() as u64;
        u64::from(has_room(block, nand)) << 63 | logical_blocks << 48 | entry.age
    }

    /// The shared log blocks of a plane, the one to be freed next in front.
    pub(super) fn ranked(&self, plane: PlaneId, nand: &Nand) -> Vec<BlockId> {
        let used: Vec<(BlockId, u64)> = self.logs[plane as usize]
            .mixed
            .used()
            .map(|(_, block, entry)| (block, self.rank(block, entry, nand)))
            .collect();
        sorted_by(&used, |&(_, rank)| rank).into_iter().map(|(block, _)| block).collect()
    }

    fn why_freed(&self, op: u64, plane: PlaneId, nand: &Nand) -> Decision {
        let candidates = self.ranked(plane, nand);
        let rule = |block: BlockId| (has_room(block, nand), logical_blocks_in(block, &self.blocks, nand).len());
        let tied = candidates.get(1).is_some_and(|&second| rule(second) == rule(candidates[0]));
        let merge = |lbn: u32, _: BlockId| {
            let owned = self.logs[plane as usize].owned(lbn);
            Cost::of_merge(lbn, owned.map_or(0, |(_, sequential)| sequential.next(nand)), &self.blocks)
        };
        let choice = Choice {
            candidates: &candidates,
            rule: "KAST: the full log block with pages of the fewest logical blocks",
            tie: tied.then_some("the log block taken into use first wins"),
            subject: "The least mixed log block",
            merge: &merge,
        };
        shared_log::reclaim(op, &choice, &self.blocks, nand)
    }
}
