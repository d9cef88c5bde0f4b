//! A look-up, and the nine steps of a miss (Oh, IJASC 2021, section 3.2).

use super::HostFtl;
use super::cache::MapCache;
use super::explain;
use super::lines::Line;
use super::map_policy::policy::{MapBlock, MapPolicy, Slot};
use super::writer::Rest;
use crate::flash::access::Flash;
use crate::flash::halt::Halt;
use crate::flash::operation::{Kind, Operation, Purpose};
use crate::flash::trigger::{Condition, What};
use crate::nand::{Lpn, NONE};
use serde::Serialize;

/// What an entry is looked up for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "LookupCause"))]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Cause {
    /// The host reads the page.
    HostRead,
    /// The host writes it, which changes the entry.
    HostWrite,
    /// The host gives it up, which changes the entry.
    HostTrim,
    /// Garbage collection moves it, which changes the entry.
    Gc,
}

impl Cause {
    /// What the flash operations of a miss are counted for.
    pub(crate) fn purpose(self) -> Purpose {
        if self == Self::Gc { Purpose::MapUpdate } else { Purpose::Map }
    }
}

/// The last look-up, as far as it has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Walk {
    /// The operation that began it.
    pub op: u64,
    /// The request that it belongs to.
    pub request: u64,
    /// The page.
    pub lpn: Lpn,
    /// The map block with its entry.
    pub block: MapBlock,
    /// What for.
    pub cause: Cause,
    /// Whether the block was in memory.
    pub hit: bool,
    /// The step carried out last, 1 to 9; a hit is over after 2.
    pub step: u8,
    /// Where the block is in memory, or will be.
    pub slot: Option<Slot>,
    /// The block that makes way.
    pub victim: Option<Victim>,
    /// Where the block is read from.
    pub from: Option<(Line, u32)>,
    /// Pages written back so far.
    pub written: u32,
    /// Pages read so far.
    pub read: u32,
    /// What the block was worth before and is worth after.
    pub(super) worth: (u64, u64),
}

/// A map block that makes way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Victim {
    /// It.
    pub block: MapBlock,
    /// What it was worth.
    pub(super) worth: u64,
    /// Whether it was changed in memory.
    pub dirty: bool,
    /// Where it lay on the SSD.
    pub from: Option<(Line, u32)>,
}

impl HostFtl {
    /// Has the entry of a page in memory, and notes that it is about to change where `cause` says so. Operations that follow in the
    /// chain wait for what had to be read.
    pub(super) fn translate(&mut self, lpn: Lpn, cause: Cause, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let Some(map) = &mut self.map else { return Ok(()) };
        let Some(cache) = map.memory.blocks_mut() else { return self.translate_entry(lpn, cause, flash) };
        let block = lpn / map.entries_per_block;
        if cause != Cause::Gc {
            cache.policy.looks_up(block);
        }
        let walk = Walk {
            op: flash.core.operations,
            request: flash.core.request,
            lpn,
            block,
            cause,
            hit: true,
            step: 2,
            slot: cache.find(block),
            victim: None,
            from: None,
            written: 0,
            read: 0,
            worth: (0, 0),
        };
        if let Some(slot) = walk.slot {
            flash.chain_after(cache.load(slot));
            flash.note(step(Kind::MapHit, lpn, block, None))?;
            cache.policy.used(slot, block);
            count_lookup(&map.journal, block, true, cause, flash);
            if cause != Cause::HostRead {
                cache.mark(slot, true);
            }
            map.walk = Some(walk);
            return Ok(());
        }
        flash.chain();
        flash.note(step(Kind::MapStep, lpn, block, Some(1)))?;
        map.walk = Some(Walk { hit: false, step: 1, ..walk });
        let outer = flash.enter(step(Kind::MapMiss, lpn, block, None))?;
        count_lookup(&map.journal, block, false, cause, flash);
        self.miss(walk, flash)?;
        flash.leave(outer);
        if cause != Cause::HostRead
            && let Some((cache, slot)) = self.cache_mut().and_then(|cache| cache.find(block).map(|slot| (cache, slot)))
        {
            cache.mark(slot, true);
        }
        Ok(())
    }

    /// Steps 3 to 9.
    fn miss(&mut self, walk: Walk, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let Walk { lpn, block, cause, .. } = walk;
        self.walked(2, |_| {});
        if self.cache_mut().is_some_and(|cache| cache.free_slot().is_none()) {
            self.evict(walk, flash)?;
            // A program has taken its page over when it is in the register: the slot is free long before the flash is written.
            flash.chain();
        }
        let Some(slot) = self.cache_mut().and_then(|cache| cache.free_slot()) else { return Ok(()) };
        let from = self.location(block);
        let reading = flash.enter(step(Kind::MapStep, lpn, block, Some(5)))?;
        self.walked(5, |walk| (walk.slot, walk.from) = (Some(slot), from));
        self.read_block(block, cause.purpose(), flash)?;
        flash.leave(reading);
        // On the serial clock it is over by now.
        let load = flash.event().is_some().then(|| flash.chain_end()).flatten();
        let pages = self.map.as_ref().map_or(0, |map| map.block_pages);
        flash.core.counters.map_blocks.loads += 1;
        flash.note(step(Kind::MapStep, lpn, block, Some(6)))?;
        self.walked(6, |walk| walk.read = if from.is_some() { pages } else { 0 });
        self.in_cache(|cache| cache.fill(slot, block, load));
        flash.note(step(Kind::MapStep, lpn, block, Some(7)))?;
        self.walked(7, |_| {});
        self.in_cache(|cache| cache.take(slot));
        flash.note(step(Kind::MapStep, lpn, block, Some(8)))?;
        let mut worth = (0, 0);
        self.in_cache(|cache| {
            worth.0 = cache.policy.worth(slot, block);
            cache.count_load(slot, block);
            worth.1 = cache.policy.worth(slot, block);
        });
        self.walked(8, |walk| walk.worth = worth);
        flash.note(step(Kind::MapStep, lpn, block, Some(9)))?;
        self.walked(9, |_| {});
        self.in_cache(|cache| cache.point(block, slot));
        Ok(())
    }

    /// Steps 3 and 4: a map block makes way, and is written to the SSD if it was changed.
    fn evict(&mut self, walk: Walk, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let Walk { lpn, block, cause, .. } = walk;
        let Some(map) = &self.map else { return Ok(()) };
        let Some(cache) = map.memory.blocks() else { return Ok(()) };
        let slot = cache.policy.victim(block);
        let Some(victim) = cache.block(slot) else { return Ok(()) };
        let (dirty, worth) = (cache.is_dirty(slot), cache.policy.worth(slot, victim));
        let entries = map.entries(victim);
        flash.decide(|_, op| explain::map_block(op, map, cache, block));
        let trigger = flash.because(|_| Condition::all(What::MapBlocks, cache.blocks_in(), cache.capacity()));
        let outer = flash.enter(Operation { trigger, ..step(Kind::MapEvict, entries.start, victim, None) })?;
        let from = self.location(victim);
        self.walked(3, |walk| {
            walk.slot = Some(slot);
            walk.victim = Some(Victim { block: victim, worth, dirty, from });
        });
        if dirty {
            if self.ring.has_pending(&entries) {
                // The SSD is told only where pages are on it.
                self.drain(Rest::Goes, flash)?;
            }
            let writing = flash.enter(step(Kind::MapStep, lpn, victim, Some(4)))?;
            self.walked(4, |_| {});
            if let Some(map) = &mut self.map {
                map.remember(victim, lpn);
            }
            self.write_block(victim, cause.purpose(), flash)?;
            flash.leave(writing);
            flash.core.counters.map_write_backs += 1;
            self.in_cache(|cache| cache.mark(slot, false));
        }
        flash.core.counters.map_evictions += 1;
        self.in_cache(|cache| cache.evict(slot, block));
        flash.leave(outer);
        Ok(())
    }

    /// The walk has come to a step.
    fn walked(&mut self, step: u8, also: impl FnOnce(&mut Walk)) {
        if let Some(walk) = self.map.as_mut().and_then(|map| map.walk.as_mut()) {
            walk.step = step;
            walk.hit = false;
            also(walk);
        }
    }

    fn cache_mut(&mut self) -> Option<&mut MapCache> {
        self.map.as_mut()?.memory.blocks_mut()
    }

    fn in_cache(&mut self, act: impl FnOnce(&mut MapCache)) {
        if let Some(cache) = self.cache_mut() {
            act(cache);
        }
    }

    /// Where a map block lies on the SSD.
    pub(super) fn location(&self, block: MapBlock) -> Option<(Line, u32)> {
        let map = self.map.as_ref()?;
        let first = self.place(map.first_id(block));
        (first != NONE).then(|| map.location(first))
    }
}

fn step(kind: Kind, lpn: Lpn, block: MapBlock, number: Option<u16>) -> Operation {
    Operation { lpn: Some(lpn), block: Some(block), slot: number, ..Operation::new(kind, Purpose::Map) }
}

/// A look-up is counted, of garbage collection too.
pub(super) fn count_lookup(
    journal: &Option<std::ops::Range<MapBlock>>,
    block: MapBlock,
    hit: bool,
    cause: Cause,
    flash: &mut Flash<'_>,
) {
    let of_journal = journal.as_ref().is_some_and(|journal| journal.contains(&block));
    let counters = &mut flash.core.counters;
    counters.map_lookups += 1;
    counters.map_hits += u64::from(hit);
    counters.map_blocks.journal_lookups += u64::from(of_journal);
    counters.map_blocks.journal_hits += u64::from(of_journal && hit);
    counters.map_blocks.gc_misses += u64::from(cause == Cause::Gc && !hit);
}
