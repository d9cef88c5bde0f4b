//! Making room for updates: which log block goes, and how it is emptied.

use super::Sast;
use super::explain::{self, Why};
use crate::base::rng::{Component, Rng};
use crate::flash::access::Flash;
use crate::flash::counters::Merge;
use crate::flash::decision::Decision;
use crate::flash::halt::Halt;
use crate::flash::operation::{Kind, Operation, Purpose};
use crate::flash::trigger::{Condition, What};
use crate::ftl::blocks::NOTHING;
use crate::ftl::blocks::explain::{Choice, cheapest_because, merge, valid_pages};
use crate::nand::array::Nand;
use crate::nand::block::BlockKind;
use crate::nand::{BlockId, PlaneId};

/// Which group gives up a log block when all are taken.
#[derive(Clone, Debug, Hash)]
pub enum Victim {
    /// The one that was not written for the longest time.
    LeastRecent,
    /// Any.
    Random(Rng),
}

impl Victim {
    /// The rule that a parameter names, `lru` or `random`.
    pub fn new(word: &str, seed: u64) -> Self {
        if word == "random" { Self::Random(Rng::new(seed, Component::Policy)) } else { Self::LeastRecent }
    }
}

impl Sast {
    /// Empties the oldest log block of `group`, if it has all that it may have, else of a group that has to make way.
    pub(super) fn reclaim(&mut self, plane: PlaneId, group: u32, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let (victim, why) = self.victim(plane, group);
        let Some(log) = self.logs.oldest(victim) else { return Ok(()) };
        let trigger = flash.because(|nand| self.no_log_block(why, plane, group, nand));
        flash.decide(|nand, op| self.explain(op, why, victim, nand));
        let operation = |kind| Operation { block: Some(log), ..Operation::new(kind, self.log_erase()) };
        let (start, end) = (operation(Kind::ReclaimStart), operation(Kind::ReclaimEnd));
        let outer = flash.enter(Operation { trigger, ..start })?;
        self.empty(plane, victim, log, flash)?;
        flash.note(end)?;
        flash.leave(outer);
        Ok(())
    }

    /// The group whose oldest log block is emptied so that `group` can have one.
    fn victim(&mut self, plane: PlaneId, group: u32) -> (u32, Why) {
        if self.logs.length(group) >= self.grouping.logs {
            return (group, Why::OwnFull);
        }
        match &mut self.victim {
            Victim::LeastRecent => (self.logs.writers(plane).next().unwrap_or(group), Why::LeastRecent),
            Victim::Random(rng) => {
                let drawn = rng.below(u64::from(self.log_blocks)) as u32;
                (self.logs.owner_of_nth(plane, drawn), Why::Random)
            }
        }
    }

    /// Why `group` can have no further log block.
    fn no_log_block(&self, why: Why, plane: PlaneId, group: u32, nand: &Nand) -> Condition {
        match why {
            Why::OwnFull if self.is_alone() => {
                let written = self.logs.newest(group).map_or(0, |log| nand.block(log).write_ptr);
                Condition::all(What::LogPages, written, nand.geometry.pages_per_block)
            }
            Why::OwnFull => Condition::all(What::GroupLogs, self.logs.length(group), self.grouping.logs),
            Why::LeastRecent | Why::Random => {
                let all = Condition::all(What::Logs, self.logs.lent(plane), self.log_blocks);
                all.of_plane(plane, nand.geometry.planes())
            }
        }
    }

    /// What the erase of an emptied log block is for: of a merge where it belongs to one logical block.
    fn log_erase(&self) -> Purpose {
        if self.is_alone() { Purpose::Full } else { Purpose::Reclaim }
    }

    /// Brings every logical block with pages in `log`, the oldest log block of `group`, back into one block. If it is only
    /// one, in order, the log block becomes its data block.
    fn empty(&mut self, plane: PlaneId, group: u32, log: BlockId, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let found = self.blocks.logical_blocks_in(log, flash.nand());
        flash.core.counters.reclaim(found.len());
        let mut alone = None;
        if let [lbn] = found[..] {
            let (taken, because) = cheapest_because(lbn, log, flash.nand());
            let trigger = flash.because(|_| because);
            alone = trigger;
            flash.decide(|nand, op| merge(op, Choice { lbn, log, taken }, &self.blocks, nand));
            if taken != Merge::Full {
                let give_up = || {
                    self.logs.take_back(plane, group);
                };
                return match taken {
                    Merge::Switch => self.blocks.switch_merge(lbn, log, trigger, give_up, flash),
                    _ => self.blocks.partial_merge(lbn, log, NOTHING, trigger, give_up, flash),
                };
            }
        }
        for ppn in flash.nand().geometry.pages_of(log) {
            if flash.nand().is_valid(ppn as u32) {
                let lbn = self.blocks.lbn(flash.nand().owner[ppn]);
                let trigger = alone.or_else(|| flash.because(|nand| valid_pages(lbn, log, nand)));
                self.blocks.full_merge(lbn, NOTHING, trigger, flash)?;
            }
        }
        self.blocks.release(log, self.log_erase(), flash)?;
        self.logs.take_back(plane, group);
        Ok(())
    }

    /// The group whose log block `block` can go on being after a power cut: all its pages are of that group, and there is
    /// room for it.
    pub(super) fn group_of_log(&self, block: BlockId, nand: &Nand) -> Option<u32> {
        let found = self.blocks.logical_blocks_in(block, nand);
        let group = self.group(*found.first()?);
        let fits = nand.block(block).kind == BlockKind::Log
            && found.iter().all(|&lbn| self.group(lbn) == group)
            && self.logs.length(group) < self.grouping.logs
            && !self.logs.is_exhausted(self.plane_of_group(group));
        fits.then_some(group)
    }

    fn explain(&self, op: u64, why: Why, victim: u32, nand: &Nand) -> Decision {
        let plane = self.plane_of_group(victim);
        let candidates: Vec<BlockId> = match why {
            Why::OwnFull => self.logs.blocks_of(victim).collect(),
            Why::LeastRecent | Why::Random => {
                let others = self.logs.writers(plane).filter(|&group| group != victim);
                std::iter::once(victim).chain(others).filter_map(|group| self.logs.oldest(group)).collect()
            }
        };
        explain::decision(op, why, &candidates, &self.blocks, nand)
    }
}
