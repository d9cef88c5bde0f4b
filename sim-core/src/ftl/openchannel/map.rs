//! The map on the SSD: the table in map blocks, which stand on lines of their own, written one behind the other.

use super::HostFtl;
use super::cache::MapCache;
use super::explain;
use super::lines::{Line, Lines, exhausted};
use super::map_policy::policy::{Entry, MapBlock, Setup};
use super::map_policy::{self, AnyPolicy};
use super::settings::ENTRIES;
use super::translate::Walk;
use crate::base::bulk::Bulk;
use crate::base::error::Error;
use crate::flash::access::{COMMAND_PAGES, Flash};
use crate::flash::halt::Halt;
use crate::flash::operation::{Kind, Operation, Purpose};
use crate::flash::trigger::{Condition, Is, Trigger, What};
use crate::ftl::dftl::cmt::{Cmt, Replacement};
use crate::ftl::layer::{Build, Change};
use crate::nand::array::Nand;
use crate::nand::block::BlockKind;
use crate::nand::{Lpn, NONE, Ppn};
use std::ops::Range;

/// Bytes of an entry on the SSD.
pub(crate) const ENTRY_BYTES: u32 = 4;
/// Bytes of a row of the directory (paper 004, section 3.1).
const ROW_BYTES: u64 = 40;
/// Entries of a map block that are shown.
const SHOWN: u32 = 8;
/// Bytes of an entry that is cached by itself: with its page, as DFTL keeps them.
pub(crate) const SINGLE_BYTES: u64 = 8;
/// Lines of the map beside those that it fills: one being written and one for what is moved; on the event clock, where a power cut
/// leaves more holes, one more; and another where nothing is set.
const SPARE_LINES: u32 = 2;
/// Where nothing is set, one line of so many is the map's, at least: the more it has, the less of it is moved to make room.
const LINES_FOR_ONE_OF_THE_MAP: u32 = 40;

/// Map blocks of `block_bytes` in a table of `table_bytes` (paper 004, equation 1).
pub fn map_blocks(table_bytes: u64, block_bytes: u64) -> u64 {
    table_bytes.div_ceil(block_bytes)
}

/// Bytes of the directory of so many map blocks.
pub fn directory_bytes(map_blocks: u64) -> u64 {
    ROW_BYTES * map_blocks
}

/// What of the table is in memory.
#[derive(Clone, Debug, Hash)]
pub enum Memory {
    /// Map blocks.
    Blocks(MapCache),
    /// Single entries, the least recent leaves.
    Entries(Cmt),
}

/// The map.
#[derive(Clone, Debug, Hash)]
pub struct Map {
    /// The lines that it stands on.
    pub lines: Lines,
    logical_pages: u32,
    /// Entries of a map block.
    pub(crate) entries_per_block: u32,
    /// Flash pages of a map block.
    pub(crate) block_pages: u32,
    /// Map blocks.
    pub blocks: u32,
    /// What of it is in memory.
    pub(crate) memory: Memory,
    /// How map blocks make way, by its number in [`map_policy::POLICIES`].
    policy: u8,
    /// Bytes of an entry in memory.
    pub(crate) cached_entry_bytes: u32,
    /// Map blocks with entries of the journal.
    pub journal: Option<Range<MapBlock>>,
    /// The last look-up.
    pub(crate) walk: Option<Walk>,
    /// Where out-of-band bytes are kept: by logical page, what the newest map block on the SSD says of it.
    pub told: Option<Box<[Ppn]>>,
    /// What the map block written back last said before, near the page that was looked up.
    pub before: Vec<(Lpn, Ppn)>,
    /// As `told`: the sequence number of the map page that first said that a page is nowhere; 0 if none has since.
    nowhere_since: Option<Box<[u64]>>,
}

impl Map {
    /// Nothing of it is on the SSD, and nothing in memory.
    pub fn new(build: &Build<'_>) -> Result<Self, Error> {
        let (settings, geometry) = (build.settings, &build.nand.geometry);
        let single = settings.word("policy") == ENTRIES;
        let fit = u64::from(geometry.page_bytes / ENTRY_BYTES);
        let fit = (fit + 1).next_power_of_two() / 2;
        let per_page = power_of_two("map_page_entries", settings.optional("map_page_entries").unwrap_or(fit))?;
        if u64::from(per_page) > fit {
            return Err(Error::Conflict(format!(
                "{per_page} entries (ftl.map_page_entries) do not fit a page of {} bytes (device.page_bytes)",
                geometry.page_bytes
            )));
        }
        let cached_entry_bytes = power_of_two("cached_entry_bytes", settings.integer("cached_entry_bytes"))?;
        let in_a_block = power_of_two("cache_block_bytes", settings.integer("cache_block_bytes"))? / ENTRY_BYTES;
        let entries_per_block = if single { per_page } else { in_a_block };
        let block_pages = entries_per_block.div_ceil(per_page);
        let table_bytes = u64::from(geometry.logical_pages) * u64::from(ENTRY_BYTES);
        let blocks = map_blocks(table_bytes, u64::from(entries_per_block * ENTRY_BYTES)) as u32;
        let line_pages = geometry.planes() * geometry.pages_per_block;
        if block_pages > COMMAND_PAGES {
            return Err(Error::Conflict(format!(
                "a map block of {block_pages} pages (ftl.cache_block_bytes, ftl.map_page_entries) is more than a command of \
                 {COMMAND_PAGES}"
            )));
        }
        if block_pages > line_pages {
            return Err(Error::Conflict(format!(
                "a map block of {block_pages} pages (ftl.cache_block_bytes) does not fit a line of {line_pages}"
            )));
        }
        let needed = blocks.div_ceil(line_pages / block_pages) + SPARE_LINES + u32::from(build.event_clock);
        let map_lines = settings.optional("map_lines").map_or_else(
            || (needed + 1).max(geometry.blocks_per_plane / LINES_FOR_ONE_OF_THE_MAP),
            |lines| lines as u32,
        );
        if map_lines < needed || map_lines >= geometry.blocks_per_plane {
            return Err(Error::Conflict(format!(
                "{blocks} map blocks need {needed} of the {} lines, and data some too (ftl.map_lines, device.blocks_per_plane)",
                geometry.blocks_per_plane
            )));
        }
        let range = |lpns: &Range<Lpn>| lpns.start / entries_per_block..lpns.end.div_ceil(entries_per_block);
        let journal = build.journal.as_ref().map(range);
        let cache_bytes = settings.optional("cache_bytes");
        let memory = match single {
            true => {
                let all = u64::from(geometry.logical_pages);
                let entries = cache_bytes.map_or(all, |bytes| (bytes / SINGLE_BYTES).clamp(1, all));
                Memory::Entries(Cmt::new(Replacement::Plain, [0, entries as u32]))
            }
            false => {
                let slot_bytes = u64::from(entries_per_block) * settings.integer("cached_entry_bytes");
                let slots = cache_bytes.map_or(u64::from(blocks), |cache| cache / slot_bytes);
                let slots = slots.min(u64::from(blocks)) as u32;
                if slots == 0 {
                    return Err(Error::Conflict(format!(
                        "the cache (ftl.cache_bytes) has no room for a map block of {slot_bytes} bytes (ftl.cache_block_bytes, ftl.cached_entry_bytes)"
                    )));
                }
                let policy = (map_policy::entry(settings.word("policy")).build)(Setup {
                    settings,
                    slots,
                    map_blocks: blocks,
                    journal: journal.clone().filter(|_| settings.flag("journal_hint")),
                    future: build.future.clone(),
                });
                Memory::Blocks(MapCache::new(slots, blocks, policy))
            }
        };
        let with_versions = build.nand.oob.is_some();
        Ok(Self {
            lines: Lines::new(0..map_lines, BlockKind::Translation, build.nand),
            logical_pages: geometry.logical_pages,
            entries_per_block,
            block_pages,
            blocks,
            memory,
            policy: map_policy::place(settings.word("policy")),
            cached_entry_bytes,
            journal,
            walk: None,
            before: Vec::new(),
            told: with_versions.then(|| vec![NONE; geometry.logical_pages as usize].into()),
            nowhere_since: with_versions.then(|| vec![0; geometry.logical_pages as usize].into()),
        })
    }

    /// Takes over what changes: another policy begins with the blocks in memory, in the order in which they would make way; the
    /// numbers of hotness hold from now on.
    pub fn change(&mut self, change: &Change<'_>) {
        let range = |lpns: &Range<Lpn>| lpns.start / self.entries_per_block..lpns.end.div_ceil(self.entries_per_block);
        let journal = change.journal.as_ref().map(range);
        let moves = std::mem::replace(&mut self.journal, journal.clone()) != journal;
        let Memory::Blocks(cache) = &mut self.memory else { return };
        let setup = Setup {
            settings: change.settings,
            slots: cache.capacity(),
            map_blocks: self.blocks,
            journal: journal.filter(|_| change.settings.flag("journal_hint")),
            future: None,
        };
        if change.touches("policy") {
            self.policy = map_policy::place(change.settings.word("policy"));
            cache.change_policy((map_policy::POLICIES[self.policy as usize].build)(setup));
        } else if let AnyPolicy::Hotness(hotness) = &mut cache.policy {
            hotness.change(&setup, moves || change.touches("journal_"), change.touches("cold_epoch"));
        }
    }

    /// How map blocks make way.
    pub fn policy(&self) -> &'static Entry<AnyPolicy> {
        &map_policy::POLICIES[self.policy as usize]
    }

    /// Flash pages of the whole map.
    pub fn pages(&self) -> u32 {
        self.blocks * self.block_pages
    }

    /// Entries of one of them.
    pub fn entries_per_page(&self) -> u32 {
        self.entries_per_block / self.block_pages
    }

    /// The map block with the entry of a page.
    #[inline(always)]
    pub fn block_of(&self, lpn: Lpn) -> MapBlock {
        lpn / self.entries_per_block
    }

    /// The logical pages of which a map block has the entries.
    pub fn entries(&self, block: MapBlock) -> Range<Lpn> {
        let first = block * self.entries_per_block;
        first..(first + self.entries_per_block).min(self.logical_pages)
    }

    /// Of those the few that are shown: around `lpn`, or the first.
    pub(super) fn entries_near(&self, block: MapBlock, lpn: Lpn) -> Range<Lpn> {
        let all = self.entries(block);
        let near = if all.contains(&lpn) { lpn } else { all.start };
        let first = near.saturating_sub(SHOWN / 2).clamp(all.start, all.end.saturating_sub(SHOWN).max(all.start));
        first..(first + SHOWN).min(all.end)
    }

    /// The id of the first flash page of a map block.
    pub(super) fn first_id(&self, block: MapBlock) -> u32 {
        self.logical_pages + block * self.block_pages
    }

    /// The line and the place in it, in map blocks, of the one that begins at a flash page.
    pub(super) fn location(&self, first: Ppn) -> (Line, u32) {
        (self.lines.line_of(first), self.lines.place(first) / self.block_pages)
    }

    /// Map blocks, or single entries, that there is room for in memory.
    pub(crate) fn room(&self) -> u64 {
        match &self.memory {
            Memory::Blocks(cache) => u64::from(cache.capacity()),
            Memory::Entries(entries) => u64::from(entries.capacity()[1]),
        }
    }

    /// Whether a map block may begin at a page.
    fn begins_at(&self, ppn: Ppn) -> bool {
        let place = self.lines.place(ppn);
        place.is_multiple_of(self.block_pages) && place + self.block_pages <= self.lines.pages()
    }

    /// Bytes of the directory.
    pub fn directory_bytes(&self) -> u64 {
        match self.memory {
            Memory::Blocks(_) => directory_bytes(u64::from(self.blocks)),
            Memory::Entries(_) => u64::from(ENTRY_BYTES) * u64::from(self.blocks),
        }
    }

    /// Bytes of the cache.
    pub(crate) fn cache_bytes(&self) -> u64 {
        match &self.memory {
            Memory::Blocks(cache) => {
                u64::from(cache.capacity()) * u64::from(self.entries_per_block) * u64::from(self.cached_entry_bytes)
            }
            Memory::Entries(entries) => SINGLE_BYTES * entries.capacity().iter().map(|&n| u64::from(n)).sum::<u64>(),
        }
    }

    /// Bytes of the bitmap of its slots.
    pub(crate) fn bitmap_bytes(&self) -> u64 {
        match &self.memory {
            Memory::Blocks(cache) => u64::from(cache.capacity()).div_ceil(8),
            Memory::Entries(_) => 0,
        }
    }

    /// The map block that is about to be written back: what the SSD says of it now, for whoever wants to see it.
    pub(crate) fn remember(&mut self, block: MapBlock, looked_up: Lpn) {
        if let Some(told) = &self.told {
            self.before = self.entries_near(block, looked_up).map(|lpn| (lpn, told[lpn as usize])).collect();
        }
    }

    /// Where the next map block goes; none where room has to be made for it first.
    pub(super) fn upcoming(&self) -> Option<(Line, u32)> {
        let room = self.lines.room();
        let fits = room == 0 || (room >= self.block_pages && room.is_multiple_of(self.block_pages));
        let first = self.lines.upcoming().filter(|_| fits && (room > 0 || self.lines.free_lines() > 1))?;
        Some(self.location(first))
    }

    /// A page that was somewhere is given up.
    pub(crate) fn trimmed(&mut self, lpn: Lpn) {
        if let Some(since) = &mut self.nowhere_since {
            since[lpn as usize] = 0;
        }
    }

    /// A map block was written: it says what is true now.
    pub fn written(&mut self, block: MapBlock, l2p: &[Ppn], nand: &Nand) {
        for lpn in self.entries(block) {
            let (at, ppn) = (lpn as usize, l2p[lpn as usize]);
            if let Some(told) = &mut self.told {
                told[at] = ppn;
            }
            if let (Some(since), Some(oob)) = (&mut self.nowhere_since, &nand.oob)
                && ppn == NONE
                && since[at] == 0
            {
                let page = l2p[(self.logical_pages + lpn / (self.entries_per_block / self.block_pages)) as usize];
                since[at] = oob.sequence[page as usize];
            }
        }
    }

    /// Whether the SSD said that a page is nowhere after it was last written at `sequence`. What was said by a map page that is not
    /// on flash any more was not said.
    pub(super) fn gave_up(&mut self, lpn: Lpn, sequence: u64, map_page_sequence: u64) -> bool {
        let Some(since) = &mut self.nowhere_since else { return false };
        let since = &mut since[lpn as usize];
        if *since > map_page_sequence {
            *since = 0;
        }
        sequence < *since
    }

    /// The large arrays, for checkpoints.
    pub(crate) fn bulk(&mut self, visit: &mut dyn FnMut(Bulk<'_>)) {
        match &mut self.memory {
            Memory::Blocks(cache) => cache.bulk(visit),
            Memory::Entries(entries) => entries.bulk(visit),
        }
        if let (Some(told), Some(since)) = (&mut self.told, &mut self.nowhere_since) {
            visit(Bulk::U32(told));
            visit(Bulk::U64(since));
        }
    }
}

/// A setting that must be a power of two.
pub(super) fn power_of_two(field: &str, value: u64) -> Result<u32, Error> {
    if value.is_power_of_two() {
        return Ok(value as u32);
    }
    Err(Error::Value {
        field: format!("ftl.{field}"),
        value: value.to_string(),
        expected: "a power of two".into(),
        nearest: Some((value.next_power_of_two() / 2).to_string()),
    })
}

impl HostFtl {
    /// After a power cut in the middle of collecting a line of the map: ends that, while what is left of the line being written has
    /// room for it.
    pub(super) fn regain_map_line(&mut self, flash: &mut Flash<'_>) -> Result<(), Halt> {
        self.align_map(flash)?;
        while self.map.as_ref().is_some_and(|map| map.lines.free_lines() == 0) {
            self.collect_map_line(0, flash)?;
        }
        Ok(())
    }

    /// Reads a map block where the directory says it lies, if it was ever written.
    pub(super) fn read_block(&self, block: MapBlock, purpose: Purpose, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let Some(map) = &self.map else { return Ok(()) };
        let first = map.first_id(block);
        if self.place(first) == NONE {
            return Ok(());
        }
        flash.in_one_command(map.block_pages, |flash, page| flash.read(first + page, self.place(first + page), purpose))
    }

    /// Writes a map block behind the last one, making room first where there is none. It says what is true now.
    pub(super) fn write_block(&mut self, block: MapBlock, purpose: Purpose, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let chain = flash.unchain();
        self.make_map_room(flash)?;
        flash.chain_on(chain);
        self.program_block(block, purpose, flash)
    }

    fn program_block(&mut self, block: MapBlock, purpose: Purpose, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let Self { map: Some(map), l2p, .. } = self else { return Ok(()) };
        let first = map.first_id(block);
        flash.in_one_command(map.block_pages, |flash, page| {
            let ppn = map.lines.next(flash)?;
            let stale = l2p[(first + page) as usize];
            flash.program_own(first + page, ppn, stale, purpose)?;
            l2p[(first + page) as usize] = ppn;
            map.lines.outdated(stale);
            if let Some(walk) = &mut map.walk {
                walk.written += u32::from(purpose == Purpose::Map || purpose == Purpose::MapUpdate);
            }
            map.lines.written(flash)
        })?;
        map.written(block, l2p, flash.nand());
        Ok(())
    }

    /// Has room for one more map block in the line being written, or a line for it.
    fn make_map_room(&mut self, flash: &mut Flash<'_>) -> Result<(), Halt> {
        loop {
            self.align_map(flash)?;
            let Some(map) = &self.map else { return Ok(()) };
            if map.lines.room() > 0 || map.lines.free_lines() > 1 {
                return Ok(());
            }
            self.collect_map_line(1, flash)?;
        }
    }

    /// Fills up what a power cut left between two places of the line being written, and what is too little for a map block.
    fn align_map(&mut self, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let Some(map) = &mut self.map else { return Ok(()) };
        let (pages, of_block) = (map.lines.pages(), map.block_pages);
        let fits = |room: u32| room >= of_block && (pages - room).is_multiple_of(of_block);
        while map.lines.room() > 0 && !fits(map.lines.room()) {
            let room = map.lines.room();
            let ppn = map.lines.next(flash)?;
            let too_few = flash.because(|_| Condition::new(What::MapBlockPages, room, Is::Below, of_block));
            flash.pad(ppn, too_few.filter(Trigger::holds))?;
            map.lines.written(flash)?;
        }
        Ok(())
    }

    /// Moves what is current out of the line of the map with least of it, and erases that: no more than `kept` are free.
    fn collect_map_line(&mut self, kept: u32, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let Some(map) = &self.map else { return Ok(()) };
        let line = map.lines.emptiest().ok_or_else(|| exhausted(flash.nand()))?;
        flash.decide(|nand, op| explain::map_line(op, &map.lines, line, nand));
        let trigger = flash.because(|_| Condition::new(What::MapLines, map.lines.free_lines(), Is::AtMost, kept));
        let begin =
            Operation { block: Some(map.lines.chunk(line, 0)), ..Operation::new(Kind::GcStart, Purpose::MapGc) };
        let outer = flash.enter(Operation { trigger, ..begin })?;
        flash.core.counters.map_blocks.gc_runs += 1;
        for block in self.blocks_on(line, flash.nand()) {
            flash.chain();
            self.read_block(block, Purpose::MapGc, flash)?;
            self.program_block(block, Purpose::MapGc, flash)?;
            flash.unchain();
            flash.core.counters.map_blocks.gc_moved += 1;
        }
        let Some(map) = &mut self.map else { return Ok(()) };
        map.lines.erase(line, Purpose::MapGc, flash)?;
        flash.note(Operation { kind: Kind::GcEnd, ..begin })?;
        flash.leave(outer);
        Ok(())
    }

    /// Map blocks with a current page on a line, ascending.
    fn blocks_on(&self, line: Line, nand: &Nand) -> Vec<MapBlock> {
        let Some(map) = &self.map else { return Vec::new() };
        let pages = map.lines.chunks(line).flat_map(|chunk| nand.geometry.pages_of(chunk));
        let current = pages.filter(|&ppn| nand.is_valid(ppn as Ppn)).map(|ppn| nand.owner[ppn] - map.logical_pages);
        let mut blocks: Vec<MapBlock> = current.map(|page| page / map.block_pages).collect();
        blocks.sort_unstable();
        blocks.dedup();
        blocks
    }

    /// Puts the map blocks of a direct fill in place.
    pub(super) fn fill_map(&mut self, nand: &mut Nand) -> Result<(), Halt> {
        let Self { map: Some(map), l2p, .. } = self else { return Ok(()) };
        for block in 0..map.blocks {
            if map.entries(block).all(|lpn| l2p[lpn as usize] == NONE) {
                continue;
            }
            let first = map.first_id(block);
            let mut ppn = map.lines.fill(nand)?;
            // One begins at a multiple of its pages, and does not go on in another line.
            while !map.begins_at(ppn) {
                nand.program_nothing(ppn)?;
                map.lines.filled(ppn, nand)?;
                ppn = map.lines.fill(nand)?;
            }
            for id in first..first + map.block_pages {
                if id > first {
                    ppn = map.lines.fill(nand)?;
                }
                nand.program(ppn, id, 0, nand.host_pages as u32)?;
                map.lines.filled(ppn, nand)?;
                l2p[id as usize] = ppn;
            }
            map.written(block, l2p, nand);
        }
        Ok(())
    }
}
