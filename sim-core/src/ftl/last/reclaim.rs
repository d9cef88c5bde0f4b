//! Making room in the log: the sequential log block written longest ago is merged; of the others, a dead hot one goes
//! first, then the cold one with the fewest valid pages.

use super::Last;
use super::log::{Part, Sequential};
use crate::base::order::sorted_by;
use crate::flash::access::Flash;
use crate::flash::counters::Merge;
use crate::flash::decision::Decision;
use crate::flash::halt::Halt;
use crate::flash::operation::{Kind, Operation, Purpose};
use crate::flash::trigger::{Condition, Trigger, What};
use crate::ftl::blocks::NOTHING;
use crate::ftl::blocks::cost::Cost;
use crate::ftl::blocks::explain::{self, cheapest, cheapest_because, valid_pages};
use crate::ftl::blocks::shared_log::{self, logical_blocks_in};
use crate::nand::array::Nand;
use crate::nand::block::BlockKind;
use crate::nand::{BlockId, PlaneId, Ppn};

const DEAD_FIRST: &str = "LAST: a hot log block without a valid page";
const FEWEST: &str = "LAST: the cold log block with the fewest valid pages, as no hot one is without any";

impl Last {
    /// The next page of the sequential log block of `lbn`, which becomes the one written last.
    #[inline(always)]
    pub(super) fn sequential_page(&mut self, lbn: u32, flash: &mut Flash<'_>) -> Result<Ppn, Halt> {
        let log = &self.logs[self.blocks.plane_of(lbn) as usize].sequential;
        if let Some(last) = log.last().filter(|last| last.lbn == lbn)
            && let Some(free) = flash.nand().next_page(last.block)
        {
            return Ok(free);
        }
        self.other_sequential_page(lbn, flash)
    }

    /// The same where it is not the one written last, or is full, or there is none yet.
    fn other_sequential_page(&mut self, lbn: u32, flash: &mut Flash<'_>) -> Result<Ppn, Halt> {
        let plane = self.blocks.plane_of(lbn);
        let log = &mut self.logs[plane as usize].sequential;
        if let Some(at) = log.iter().rposition(|sequential| sequential.lbn == lbn) {
            log[at..].rotate_left(1);
            let Sequential { block, .. } = log[log.len() - 1];
            if let Some(free) = flash.nand().next_page(block) {
                return Ok(free);
            }
            let written = flash.nand().block(block).write_ptr;
            let full = flash.because(|_| Condition::all(What::LogPages, written, self.blocks.pages_per_block()));
            self.merge_sequential(lbn, full, flash)?;
            self.blocks.level(plane, flash)?;
        }
        let log = &self.logs[plane as usize].sequential;
        if log.len() as u32 == self.share.sequential {
            let (oldest, in_use) = (log[0].lbn, log.len() as u64);
            let trigger = flash.because(|nand| {
                let all = Condition::all(What::SequentialLogs, in_use, self.share.sequential);
                all.of_plane(plane, nand.geometry.planes())
            });
            self.merge_sequential(oldest, trigger, flash)?;
            self.blocks.level(plane, flash)?;
        }
        let block = self.blocks.take(plane, BlockKind::Log, flash)?;
        self.logs[plane as usize].sequential.push(Sequential { lbn, block });
        Ok(flash.nand().geometry.page(block, 0))
    }

    /// Brings `lbn`, which has a sequential log block, back into one block, and gives the log block up.
    fn merge_sequential(&mut self, lbn: u32, trigger: Option<Trigger>, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let plane = self.blocks.plane_of(lbn);
        let Some(log) = self.sequential_log(lbn) else { return Ok(()) };
        if flash.nand().block(log).valid == 0 {
            let outer = self.begin_reclaim(log, 0, trigger, flash)?;
            self.blocks.release(log, Purpose::Reclaim, flash)?;
            self.logs[plane as usize].forget_sequential(log);
            return self.end_reclaim(log, outer, flash);
        }
        let (taken, because) = cheapest_because(lbn, log, flash.nand());
        let trigger = trigger.map(|trigger| trigger.and(because));
        flash.decide(|nand, op| explain::merge(op, explain::Choice { lbn, log, taken }, &self.blocks, nand));
        let mut give_up = || self.logs[plane as usize].forget_sequential(log);
        match taken {
            Merge::Switch => self.blocks.switch_merge(lbn, log, trigger, give_up, flash),
            Merge::Partial => self.blocks.partial_merge(lbn, log, NOTHING, trigger, give_up, flash),
            Merge::Full => {
                self.blocks.full_merge(lbn, NOTHING, trigger, flash)?;
                flash.core.counters.reclaim(1);
                self.blocks.release(log, Purpose::Full, flash)?;
                give_up();
                Ok(())
            }
        }
    }

    /// The sequential log block of `lbn`.
    fn sequential_log(&self, lbn: u32) -> Option<BlockId> {
        let log = &self.logs[self.blocks.plane_of(lbn) as usize].sequential;
        log.iter().find(|sequential| sequential.lbn == lbn).map(|sequential| sequential.block)
    }

    /// The same, unless nothing in it is valid.
    fn current_sequential_log(&self, lbn: u32, nand: &Nand) -> Option<BlockId> {
        self.sequential_log(lbn).filter(|&log| nand.block(log).valid > 0)
    }

    /// The first page of a fresh hot or cold log block, for which another makes way if there are as many as may be.
    #[cold]
    pub(super) fn fresh_random_page(&mut self, plane: PlaneId, part: Part, flash: &mut Flash<'_>) -> Result<Ppn, Halt> {
        let log = &mut self.logs[plane as usize];
        log.part_mut(part).retire();
        if part == Part::Hot && log.hot.full.len() as u32 == self.share.hot && log.hot.dead(flash.nand()).is_none() {
            let cooled_down = log.hot.full.remove(0);
            log.cold.full.push(cooled_down);
        }
        let hot_is_full = part == Part::Hot && log.hot.full.len() as u32 == self.share.hot;
        let (hot, random) = (log.hot.full.len() as u64, log.random_blocks());
        if hot_is_full || random == self.share.random {
            let trigger = flash.because(|nand| {
                let all = match hot_is_full {
                    true => Condition::all(What::HotLogs, hot, self.share.hot),
                    false => Condition::all(What::RandomLogs, random, self.share.random),
                };
                all.of_plane(plane, nand.geometry.planes())
            });
            self.reclaim(plane, trigger, flash)?;
        }
        let block = self.blocks.take(plane, BlockKind::Log, flash)?;
        self.logs[plane as usize].part_mut(part).filling = block;
        Ok(flash.nand().geometry.page(block, 0))
    }

    /// Frees a hot or cold log block: every logical block with a valid page in it is brought back into one block.
    fn reclaim(&mut self, plane: PlaneId, trigger: Option<Trigger>, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let log = &self.logs[plane as usize];
        let Some(victim) = log.hot.dead(flash.nand()).or_else(|| log.cold.emptiest(flash.nand())) else {
            return Ok(());
        };
        let merged = logical_blocks_in(victim, &self.blocks, flash.nand());
        let outer = self.begin_reclaim(victim, merged.len(), trigger, flash)?;
        for lbn in merged {
            let trigger = flash.because(|nand| valid_pages(lbn, victim, nand));
            match self.current_sequential_log(lbn, flash.nand()) {
                Some(_) => self.merge_sequential(lbn, trigger, flash)?,
                None => self.blocks.full_merge(lbn, NOTHING, trigger, flash)?,
            }
        }
        self.blocks.release(victim, Purpose::Reclaim, flash)?;
        let log = &mut self.logs[plane as usize];
        log.hot.forget(victim);
        log.cold.forget(victim);
        self.end_reclaim(victim, outer, flash)?;
        self.blocks.level(plane, flash)
    }

    fn begin_reclaim(
        &self,
        victim: BlockId,
        associativity: usize,
        trigger: Option<Trigger>,
        flash: &mut Flash<'_>,
    ) -> Result<Option<u64>, Halt> {
        flash.decide(|nand, op| self.explain(op, victim, nand));
        let outer = flash.enter(Operation { trigger, ..operation(Kind::ReclaimStart, victim) })?;
        flash.core.counters.reclaim(associativity);
        Ok(outer)
    }

    fn end_reclaim(&self, victim: BlockId, outer: Option<u64>, flash: &mut Flash<'_>) -> Result<(), Halt> {
        flash.note(operation(Kind::ReclaimEnd, victim))?;
        flash.leave(outer);
        Ok(())
    }

    /// Why `victim` is freed: before the other dead hot log blocks and the cold ones, if it is one of these.
    fn explain(&self, op: u64, victim: BlockId, nand: &Nand) -> Decision {
        let log = &self.logs[nand.geometry.plane_of(victim) as usize];
        let other = |block: &BlockId| *block != victim;
        let (is_hot, is_cold) = (log.hot.full.contains(&victim), log.cold.full.contains(&victim));
        let mut candidates = vec![victim];
        if is_hot || is_cold {
            let dead = |block: &BlockId| nand.block(*block).valid == 0;
            let cold: Vec<BlockId> = log.cold.full.iter().copied().filter(other).collect();
            candidates.extend(log.hot.full.iter().copied().filter(other).filter(dead));
            candidates.extend(sorted_by(&cold, |&block| u64::from(nand.block(block).valid)));
        }
        let tied = candidates.get(1).is_some_and(|&next| nand.block(next).valid == nand.block(victim).valid);
        let (subject, rule) = match (is_hot, is_cold) {
            (true, _) => ("The oldest dead hot log block", DEAD_FIRST),
            (_, true) => ("The emptiest cold log block", FEWEST),
            _ => ("The sequential log block", "it has to make way, and nothing in it is valid"),
        };
        let choice = shared_log::Choice {
            candidates: &candidates,
            rule,
            tie: tied.then_some("the oldest log block wins"),
            subject,
            merge: &|lbn, _| self.merge_cost(lbn, nand),
        };
        shared_log::reclaim(op, &choice, &self.blocks, nand)
    }

    /// What bringing `lbn` back into one block costs, with its sequential log block if it has one.
    fn merge_cost(&self, lbn: u32, nand: &Nand) -> Cost {
        let Some(log) = self.current_sequential_log(lbn, nand) else { return Cost::of_merge(lbn, 0, &self.blocks) };
        match cheapest(lbn, log, nand) {
            Merge::Full => {
                let cost = Cost::of_merge(lbn, 0, &self.blocks);
                Cost { erases: cost.erases + 1, ..cost }
            }
            _ => Cost::of_merge(lbn, nand.block(log).write_ptr, &self.blocks),
        }
    }
}

const fn operation(kind: Kind, block: BlockId) -> Operation {
    Operation { block: Some(block), ..Operation::new(kind, Purpose::Reclaim) }
}
